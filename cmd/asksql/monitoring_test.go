package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

const (
	alertsFile    = "../../deploy/prometheus/alerts.yaml"
	alertsTest    = "../../deploy/prometheus/alerts_test.yaml"
	dashboardFile = "../../deploy/grafana/asksql.json"
)

// An expression is a query of Prometheus, and where it stands.
type expression struct{ where, text string }

// An alert is a rule in the file of alerts.
type alert struct {
	Alert       string
	Expr        string
	Labels      map[string]string
	Annotations map[string]string
}

func alerts(t testing.TB) (all []alert) {
	t.Helper()
	var file struct {
		Groups []struct{ Rules []alert }
	}
	readFile(t, alertsFile, func(data []byte) error { return yaml.Unmarshal(data, &file) })
	for _, g := range file.Groups {
		all = append(all, g.Rules...)
	}
	return all
}

// dashboard returns the expressions of all panels, with Grafana's variables filled in.
func dashboard(t testing.TB) (all []expression) {
	t.Helper()
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	readFile(t, dashboardFile, func(data []byte) error { return json.Unmarshal(data, &board) })
	filled := strings.NewReplacer("$__rate_interval", "5m", "$job", ".*", "$instance", ".*")
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			all = append(all, expression{"panel " + p.Title, filled.Replace(target.Expr)})
		}
	}
	return all
}

func expressions(t testing.TB) []expression {
	t.Helper()
	all := dashboard(t)
	for _, a := range alerts(t) {
		all = append(all, expression{"alert " + a.Alert, a.Expr})
	}
	return all
}

func readFile(t testing.TB, path string, as func([]byte) error) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := as(data); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

var (
	stringLiteral = regexp.MustCompile(`"[^"]*"`)
	selector      = regexp.MustCompile(`([a-z_]\w*)\s*\{([^}]*)\}`)
	grouping      = regexp.MustCompile(`\b(?:by|without|on|ignoring)\s*\(([^)]*)\)`)
	rangeOf       = regexp.MustCompile(`\[[^\]]*\]`)
	labelName     = regexp.MustCompile(`[a-z_]\w*`)
	identifier    = regexp.MustCompile(`[a-z_]\w*(\s*\()?`)
)

// uses returns the metrics of an expression with the labels that are asked for, and the labels that it groups by.
func (e expression) uses() (metrics map[string][]string, by []string) {
	text := stringLiteral.ReplaceAllString(e.text, `""`)
	metrics = map[string][]string{}
	for _, found := range selector.FindAllStringSubmatch(text, -1) {
		metrics[found[1]] = append(metrics[found[1]], labelName.FindAllString(found[2], -1)...)
	}
	for _, found := range grouping.FindAllStringSubmatch(text, -1) {
		by = append(by, labelName.FindAllString(found[1], -1)...)
	}
	for _, remove := range []*regexp.Regexp{selector, grouping, rangeOf} {
		text = remove.ReplaceAllString(text, " ")
	}
	for _, word := range identifier.FindAllString(text, -1) {
		operator := slices.Contains([]string{"and", "or", "unless", "offset", "bool", "sum", "max", "min", "count"}, word)
		if _, there := metrics[word]; !there && !operator && !strings.HasSuffix(word, "(") {
			metrics[word] = nil // without a selector
		}
	}
	return metrics, by
}

var sample = regexp.MustCompile(`(?m)^([a-z_]\w*)(?:\{(.*)\})? \S+$`)

// exposed returns the metrics of /metrics with their labels.
func exposed(figures string) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, found := range sample.FindAllStringSubmatch(figures, -1) {
		if all[found[1]] == nil {
			all[found[1]] = map[string]bool{"job": true, "instance": true} // which Prometheus adds
		}
		for _, label := range labelName.FindAllString(stringLiteral.ReplaceAllString(found[2], ""), -1) {
			all[found[1]][label] = true
		}
	}
	return all
}

// wrong returns what of an expression there is not.
func (e expression) wrong(there map[string]map[string]bool) (all []string) {
	metrics, by := e.uses()
	known := map[string]bool{}
	for metric, labels := range metrics {
		has, found := there[metric]
		if metric == "up" { // Prometheus' own
			has, found = map[string]bool{"job": true, "instance": true}, true
		}
		if !found {
			all = append(all, "no metric "+metric)
			continue
		}
		for label := range has {
			known[label] = true
		}
		for _, label := range labels {
			if !has[label] {
				all = append(all, fmt.Sprintf("%s has no label %s", metric, label))
			}
		}
	}
	for _, label := range by {
		if !known[label] && len(all) == 0 {
			all = append(all, "nothing has the label "+label)
		}
	}
	return all
}

// everything has a service count all that it ever counts, and returns the figures.
func everything(t *testing.T) string {
	w := newScene(t, []string{"ASKSQL_LLM_MAX_REPAIRS=1"})
	w.post(t, question)
	w.model.will(saysSQL("DELETE FROM orders"))
	w.post(t, question)
	w.model.will(down)
	w.post(t, fmt.Sprintf(`{"question":"q","schemaJson":%s}`, wideSchema(0)))
	w.model.will(hangs(make(chan struct{})))
	conn := w.dial(t)
	ask(t, conn)
	for len(w.model.called()) == 0 {
		time.Sleep(time.Millisecond)
	}
	conn.Close()
	w.hangUp(t, "schema_loaded", "", "")
	put(t, w.schema, "{")
	w.hangUp(t, "schema_reload_failed", "", "")
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if figures := w.figures(t); strings.Contains(figures, `error_type="aborted"`) || time.Now().After(deadline) {
			return figures
		}
	}
}

// Alerts and dashboard ask for nothing that the service does not say.
func TestMonitoringAsksForWhatThereIs(t *testing.T) {
	t.Parallel()
	there := exposed(everything(t))
	all := expressions(t)
	if len(all) < 30 {
		t.Fatalf("%d expressions", len(all))
	}
	for _, e := range all {
		for _, wrong := range e.wrong(there) {
			t.Errorf("%s: %s, in %s", e.where, wrong, e.text)
		}
	}
	for _, tc := range []struct{ text, want string }{ // what is misspelt is found
		{`sum(rate(asksql_question_total{job="a"}[5m]))`, "no metric asksql_question_total"},
		{`asksql_questions_total{cod="ok"} > 0`, "asksql_questions_total has no label cod"},
		{`sum by (rules) (asksql_refusals_total)`, "nothing has the label rules"},
		{`go_goroutine / 2`, "no metric go_goroutine"},
	} {
		if got := (expression{"", tc.text}).wrong(there); len(got) != 1 || got[0] != tc.want {
			t.Errorf("%s: %q, want %q", tc.text, got, tc.want)
		}
	}
}

// Every alert says something, has a row in the documentation, and a case in which it fires and one in which not.
func TestMonitoringAlerts(t *testing.T) {
	var page, cases []byte
	readFile(t, "../../docs/operations.md", func(data []byte) error { page = data; return nil })
	readFile(t, alertsTest, func(data []byte) error { cases = data; return nil })
	documented := map[string]bool{}
	for _, found := range regexp.MustCompile("(?m)^\\| `(Asksql\\w+)` \\|").FindAllStringSubmatch(string(page), -1) {
		documented[found[1]] = true
	}
	for _, a := range alerts(t) {
		if !documented[a.Alert] {
			t.Errorf("docs/operations.md does not say what to do about %s", a.Alert)
		}
		delete(documented, a.Alert)
		if a.Annotations["summary"] == "" || a.Labels["severity"] == "" {
			t.Errorf("%s has no summary or no severity", a.Alert)
		}
		fires := regexp.MustCompile(`alertname: ` + a.Alert + `, exp_alerts: \[`).Match(cases)
		silent := regexp.MustCompile(`alertname: ` + a.Alert + `\}`).Match(cases)
		if !fires || !silent {
			t.Errorf("%s: a case in which it fires: %v, one in which not: %v", a.Alert, fires, silent)
		}
	}
	for name := range documented {
		t.Errorf("docs/operations.md tells of %s, which there is not", name)
	}
}

// promtool reads the rules, runs their cases, and reads the expressions of the dashboard as rules.
func TestMonitoringPromtool(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		if os.Getenv("ASKSQL_REQUIRE_PROMTOOL") != "" {
			t.Fatal(err)
		}
		t.Skip("promtool is not installed")
	}
	type rule struct {
		Record string `yaml:"record"`
		Expr   string `yaml:"expr"`
	}
	var rules []rule
	for i, e := range dashboard(t) {
		rules = append(rules, rule{fmt.Sprintf("panel_%d", i), e.text})
	}
	text, err := yaml.Marshal(map[string]any{"groups": []any{map[string]any{"name": "dashboard", "rules": rules}}})
	if err != nil {
		t.Fatal(err)
	}
	panels := filepath.Join(t.TempDir(), "panels.yaml")
	if err := os.WriteFile(panels, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", "rules", alertsFile},
		{"test", "rules", alertsTest},
		{"check", "config", filepath.Join(filepath.Dir(alertsFile), "scrape.yaml")},
		{"check", "rules", panels},
	} {
		if out, err := exec.Command(promtool, args...).CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}
