// Package check holds the chart beside it to the types of Kubernetes, to the restricted pod-security standard and
// to the program itself. It is a module of its own: what it links is in no other's list.
package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/yaml"
)

// Release is the name that the chart is rendered under, in the namespace of the same name.
const Release = "trial"

// Objects are what the chart makes, by kind.
type Objects struct {
	Deployments      []appsv1.Deployment
	Services         []corev1.Service
	ServiceAccounts  []corev1.ServiceAccount
	ConfigMaps       []corev1.ConfigMap
	Autoscalers      []autoscalingv2.HorizontalPodAutoscaler
	Budgets          []policyv1.PodDisruptionBudget
	NetworkPolicies  []networkingv1.NetworkPolicy
	Ingresses        []networkingv1.Ingress
	HTTPRoutes       []gatewayv1.HTTPRoute
	ServiceMonitors  []monitoring.ServiceMonitor
	Notes            string
	NumberOfDocument int
}

// Render renders the chart in dir with values as YAML, which are held to its values.schema.json, and decodes what
// comes out strictly: an unknown field, a field twice and a kind that nobody thought of are errors.
func Render(dir, values string) (*Objects, error) {
	chart, err := loader.LoadDir(dir)
	if err != nil {
		return nil, err
	}
	given, err := chartutil.ReadValues([]byte(values))
	if err != nil {
		return nil, err
	}
	release := chartutil.ReleaseOptions{Name: Release, Namespace: Release, IsInstall: true, Revision: 1}
	all, err := chartutil.ToRenderValues(chart, given, release, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	files, err := engine.Engine{Strict: true}.Render(chart, all)
	if err != nil {
		return nil, err
	}
	var o Objects
	for path, text := range files {
		if strings.HasSuffix(path, "NOTES.txt") {
			o.Notes = text
			continue
		}
		for document := range strings.SplitSeq(text, "\n---\n") {
			if err := o.add(document); err != nil {
				return nil, fmt.Errorf("%s: %w\n%s", path, err, document)
			}
		}
	}
	return &o, nil
}

// add decodes one document. One of white space and comments alone is none.
func (o *Objects) add(document string) error {
	var of struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}
	if err := yaml.Unmarshal([]byte(document), &of); err != nil {
		return err
	}
	lines := strings.Split(document, "\n")
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") }) {
		return nil
	}
	o.NumberOfDocument++
	switch of.APIVersion + " " + of.Kind {
	case "apps/v1 Deployment":
		return decode(document, &o.Deployments)
	case "v1 Service":
		return decode(document, &o.Services)
	case "v1 ServiceAccount":
		return decode(document, &o.ServiceAccounts)
	case "v1 ConfigMap":
		return decode(document, &o.ConfigMaps)
	case "autoscaling/v2 HorizontalPodAutoscaler":
		return decode(document, &o.Autoscalers)
	case "policy/v1 PodDisruptionBudget":
		return decode(document, &o.Budgets)
	case "networking.k8s.io/v1 NetworkPolicy":
		return decode(document, &o.NetworkPolicies)
	case "networking.k8s.io/v1 Ingress":
		return decode(document, &o.Ingresses)
	case "gateway.networking.k8s.io/v1 HTTPRoute":
		return decode(document, &o.HTTPRoutes)
	case "monitoring.coreos.com/v1 ServiceMonitor":
		return decode(document, &o.ServiceMonitors)
	default:
		return errors.New("it is of a kind that the chart should not make")
	}
}

func decode[T any](document string, into *[]T) error {
	var object T
	if err := yaml.UnmarshalStrict([]byte(document), &object); err != nil {
		return err
	}
	*into = append(*into, object)
	return nil
}
