package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

const chart = "../asksql"

// everything switches on all that the chart has.
const everything = `
image: {repository: registry.example.com/asksql, digest: sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}
imagePullSecrets: [{name: pull}]
schema:
  inline: '{"version": 1, "schemaId": "s", "tables": [{"name": "orders", "columns": [{"name": "id"}]}]}'
files: {glossary.txt: "a: b\n"}
config:
  server: {requestTimeout: 50s, maxInFlight: 500}
  llm: {provider: openai, model: m, fallback: {provider: anthropic, model: second}}
credentials:
  - {variable: API_KEY, secretName: keys, secretKey: first}
  - {variable: ANTHROPIC_API_KEY, secretName: keys, secretKey: second}
extraEnv: [{name: HTTPS_PROXY, value: "http://proxy:3128"}]
service: {annotations: {a: b}}
autoscaling: {enabled: true, targetActiveRequests: 200}
networkPolicy:
  from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: gateway}}}]
  adminFrom: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}]
serviceMonitor: {enabled: true, labels: {release: prometheus}}
ingress: {enabled: true, className: nginx, annotations: {a: b}, hosts: [asksql.example.com], tls: [{secretName: tls, hosts: [asksql.example.com]}]}
httpRoute: {enabled: true, parentRefs: [{name: gateway, namespace: infra}], hostnames: [asksql.example.com]}
serviceAccount: {annotations: {a: b}}
podAnnotations: {a: b}
podLabels: {c: d}
nodeSelector: {e: f}
tolerations: [{key: k, operator: Exists}]
affinity: {nodeAffinity: {}}
priorityClassName: high
`

// withAccess are values with the access file of the example, as --set-file gives them.
func withAccess() string {
	schema, err := os.ReadFile("../../../examples/shop/schema.json")
	if err != nil {
		panic(err)
	}
	access, err := os.ReadFile("../../../examples/shop/access.yaml")
	if err != nil {
		panic(err)
	}
	text, err := yaml.Marshal(map[string]any{
		"schema": map[string]string{"inline": string(schema)},
		"files":  map[string]string{"access.yaml": string(access)},
		"config": map[string]any{
			"host": map[string]string{"accessPath": "/etc/asksql/files/access.yaml", "inlineSchema": "narrow"},
			"llm":  map[string]string{"provider": "builtin", "model": ""},
		},
	})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// trials are values, and how many objects they make.
var trials = map[string]struct {
	values  string
	objects int
}{
	"the defaults":                {"", 7}, // deployment, two services, account, one map, budget, policy
	"everything":                  {everything, 13},
	"one pod, and nothing beside": {"{replicas: 1, networkPolicy: {enabled: false}, resources: {limits: null}, topologySpread: false}", 5},
	"an access file":              {withAccess(), 9},
	"a map that is there":         {"{schema: {existingConfigMap: mine, key: a.json}, config: {llm: {provider: builtin}}}", 7},
}

func render(t *testing.T, values string) *Objects {
	t.Helper()
	o, err := Render(chart, values)
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Deployments) != 1 {
		t.Fatalf("%d deployments", len(o.Deployments))
	}
	return o
}

func TestObjects(t *testing.T) {
	for name, tc := range trials {
		t.Run(name, func(t *testing.T) {
			if o := render(t, tc.values); o.NumberOfDocument != tc.objects {
				t.Errorf("%d objects, want %d", o.NumberOfDocument, tc.objects)
			}
		})
	}
}

// What a template misspells is found: the types are decoded strictly.
func TestMisspelling(t *testing.T) {
	for _, tc := range []struct{ file, from, to string }{
		{"deployment.yaml", "readinessProbe:", "readinesProbe:"},
		{"hpa.yaml", "maxReplicas:", "maximumReplicas:"},
		{"httproute.yaml", "backendRefs:", "backends:"},
		{"servicemonitor.yaml", "interval:", "every:"},
		{"pdb.yaml", "kind: PodDisruptionBudget", "kind: Budget"},
	} {
		dir := filepath.Join(t.TempDir(), "asksql")
		if err := os.CopyFS(dir, os.DirFS(chart)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "templates", tc.file)
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), tc.from) {
			t.Fatalf("%s has no %s: %v", tc.file, tc.from, err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), tc.from, tc.to)), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Render(dir, everything); err == nil {
			t.Errorf("%s with %s is rendered", tc.file, tc.to)
		}
	}
}

// What refers to something finds it.
func TestReferences(t *testing.T) {
	for name, tc := range trials {
		t.Run(name, func(t *testing.T) {
			o := render(t, tc.values)
			pods := o.Deployments[0].Spec.Template
			selects := func(what string, selector map[string]string) {
				t.Helper()
				if len(selector) == 0 || !labels.SelectorFromSet(selector).Matches(labels.Set(pods.Labels)) {
					t.Errorf("%s selects %v, the pods are %v", what, selector, pods.Labels)
				}
			}
			selects("the deployment", o.Deployments[0].Spec.Selector.MatchLabels)
			ports := map[string]bool{}
			for _, p := range pods.Spec.Containers[0].Ports {
				ports[p.Name] = true
			}
			port := func(what string, p intstr.IntOrString) {
				t.Helper()
				if !ports[p.StrVal] {
					t.Errorf("%s names the port %v; there are %v", what, p, ports)
				}
			}
			for _, s := range o.Services {
				selects("a service", s.Spec.Selector)
				port("a service", s.Spec.Ports[0].TargetPort)
			}
			for _, b := range o.Budgets {
				selects("the budget", b.Spec.Selector.MatchLabels)
			}
			for _, p := range o.NetworkPolicies {
				selects("the policy", p.Spec.PodSelector.MatchLabels)
				for _, in := range p.Spec.Ingress {
					port("the policy", *in.Ports[0].Port)
				}
			}
			for _, m := range o.ServiceMonitors {
				if !slices.ContainsFunc(o.Services, func(s corev1.Service) bool {
					return labels.SelectorFromSet(m.Spec.Selector.MatchLabels).Matches(labels.Set(s.Labels)) && s.Spec.Ports[0].Name == m.Spec.Endpoints[0].Port
				}) {
					t.Error("the monitor finds no service")
				}
			}
			for _, a := range o.Autoscalers {
				if a.Spec.ScaleTargetRef.Name != o.Deployments[0].Name || o.Deployments[0].Spec.Replicas != nil {
					t.Errorf("the autoscaler is for %v, and the deployment has %v replicas of its own", a.Spec.ScaleTargetRef, o.Deployments[0].Spec.Replicas)
				}
			}
			for _, i := range o.Ingresses {
				if backend := i.Spec.Rules[0].HTTP.Paths[0].Backend.Service; backend.Name != o.Services[0].Name || backend.Port.Name != o.Services[0].Spec.Ports[0].Name {
					t.Errorf("the ingress leads to %v", backend)
				}
			}
			for _, r := range o.HTTPRoutes {
				if backend := r.Spec.Rules[0].BackendRefs[0]; string(backend.Name) != o.Services[0].Name || int32(*backend.Port) != o.Services[0].Spec.Ports[0].Port {
					t.Errorf("the route leads to %v", backend)
				}
			}
			container := pods.Spec.Containers[0]
			for _, probe := range []*corev1.Probe{container.StartupProbe, container.LivenessProbe, container.ReadinessProbe} {
				port("a probe", probe.HTTPGet.Port)
			}
			if pods.Spec.ServiceAccountName != o.ServiceAccounts[0].Name {
				t.Errorf("the pods run as %s", pods.Spec.ServiceAccountName)
			}
		})
	}
}

// Whoever can set the headers of an access file is whoever they say: the notes ask for a policy.
func TestNotesOfAccess(t *testing.T) {
	const warning = "networkPolicy.from"
	for values, want := range map[string]bool{withAccess(): true, withAccess() + "networkPolicy: {from: [{podSelector: {}}]}\n": false, everything: false} {
		if notes := render(t, values).Notes; strings.Contains(notes, warning) != want {
			t.Errorf("a warning in the notes: want %v\n%s", want, notes)
		}
	}
}

// Pods have longer than the service takes to end, and are not sent requests by the time that it stops taking them.
func TestDrain(t *testing.T) {
	spec := render(t, "{drainDelaySeconds: 7, shutdownGraceSeconds: 90}").Deployments[0].Spec.Template.Spec
	if got := *spec.TerminationGracePeriodSeconds; got <= 97 {
		t.Errorf("terminationGracePeriodSeconds is %d, want more than 97", got)
	}
	ready := spec.Containers[0].ReadinessProbe
	if notice := ready.PeriodSeconds * ready.FailureThreshold; notice+ready.TimeoutSeconds > 5 {
		t.Errorf("it may take %d s until a pod is not ready, the default delay is 5", notice)
	}
}

// The restricted pod-security standard has nothing to say, and says something where it should.
func TestPodSecurity(t *testing.T) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(meta *metav1.ObjectMeta, spec *corev1.PodSpec) (all []string) {
		for _, result := range evaluator.EvaluatePod(api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}, meta, spec) {
			if !result.Allowed {
				all = append(all, result.ForbiddenReason+": "+result.ForbiddenDetail)
			}
		}
		return all
	}
	for name, tc := range trials {
		pods := render(t, tc.values).Deployments[0].Spec.Template
		if why := refused(&pods.ObjectMeta, &pods.Spec); len(why) > 0 {
			t.Errorf("%s: %q", name, why)
		}
		if c := pods.Spec.Containers[0].SecurityContext; !*c.ReadOnlyRootFilesystem || *pods.Spec.AutomountServiceAccountToken || *pods.Spec.EnableServiceLinks {
			t.Errorf("%s: a root folder that can be written, a token, or links to services", name)
		}
		pods.Spec.HostNetwork = true
		pods.Spec.Containers[0].SecurityContext.Capabilities = nil
		if why := refused(&pods.ObjectMeta, &pods.Spec); len(why) != 2 {
			t.Errorf("%s with the host's network and capabilities: %q", name, why)
		}
	}
}

// What nobody meant is refused before anything is rendered.
func TestValuesAreRefused(t *testing.T) {
	for _, tc := range []struct{ values, want string }{
		{"{replica: 3}", "replica"},
		{"{replicas: two}", "replicas"},
		{"{config: {server: {port: 80}}}", "port"},
		{"{config: {host: {schemaPath: x}}}", "schemaPath"},
		{"{credentials: [{variable: API_KEY, value: secret}]}", "credentials"},
		{"{image: {digest: latest}}", "digest"},
		{"{ingress: {enabled: true}}", "ingress.hosts"},
		{"{httpRoute: {enabled: true}}", "httpRoute.parentRefs"},
		{"{schema: {inline: '{}', existingConfigMap: mine}}", "not both"},
	} {
		if _, err := Render(chart, tc.values); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.values, err, tc.want)
		}
	}
}

func TestLint(t *testing.T) {
	for name, tc := range trials {
		values, err := chartutil.ReadValues([]byte(tc.values))
		if err != nil {
			t.Fatal(err)
		}
		for _, message := range lint.All(chart, values, Release, true).Messages {
			if message.Severity >= support.WarningSev {
				t.Errorf("%s: %v", name, message)
			}
		}
	}
}

// The program itself takes the configuration that a pod gives it.
func TestConfigurationIsAccepted(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "asksql")
	build := exec.Command("go", "build", "-o", binary, "./cmd/asksql")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for name, tc := range trials {
		if name == "a map that is there" {
			continue // what it holds is not the chart's
		}
		t.Run(name, func(t *testing.T) {
			o := render(t, tc.values)
			root := t.TempDir()
			spec := o.Deployments[0].Spec.Template.Spec
			mounts(t, o, spec, root)
			inRoot := func(text string) string { return strings.ReplaceAll(text, "/etc/asksql", root) }
			args := []string{"config", "check"}
			for _, arg := range spec.Containers[0].Args[1:] { // the first is serve
				args = append(args, inRoot(arg))
			}
			cmd := exec.Command(binary, args...)
			cmd.Dir = root
			cmd.Env = []string{}
			for _, v := range spec.Containers[0].Env {
				if v.ValueFrom != nil {
					v.Value = "a-key"
				}
				cmd.Env = append(cmd.Env, v.Name+"="+inRoot(v.Value))
			}
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("asksql %v: %v\n%s", args, err, out)
			}
			if (name == "everything" || name == "an access file") && strings.Contains(string(out), "warning") {
				t.Errorf("asksql %v: %s", args, out)
			}
			if limit := regexp.MustCompile(`GOMEMLIMIT=(\S*)`).FindStringSubmatch(strings.Join(cmd.Env, "\n")); (limit == nil) != (name == "one pod, and nothing beside") || limit != nil && limit[1] != "460MiB" {
				t.Errorf("the memory limit is %v", limit)
			}
		})
	}
}

// mounts writes the files that the container has below /etc/asksql to root, with that path in them.
func mounts(t *testing.T, o *Objects, spec corev1.PodSpec, root string) {
	t.Helper()
	for _, mount := range spec.Containers[0].VolumeMounts {
		at := slices.IndexFunc(spec.Volumes, func(v corev1.Volume) bool { return v.Name == mount.Name })
		if at < 0 {
			t.Fatalf("there is no volume %s", mount.Name)
		}
		name := spec.Volumes[at].ConfigMap.Name
		in := slices.IndexFunc(o.ConfigMaps, func(m corev1.ConfigMap) bool { return m.Name == name })
		if in < 0 {
			t.Fatalf("there is no map %s", name)
		}
		dir := strings.Replace(mount.MountPath, "/etc/asksql", root, 1)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		for file, text := range o.ConfigMaps[in].Data {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(strings.ReplaceAll(text, "/etc/asksql", root)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}
