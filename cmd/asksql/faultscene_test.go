package main_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/asksql/asksql/httpapi"
	pipeline "github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/meter"
)

// A scene is where a fault happens: a service with a provider and a second listener.
type scene struct {
	*service
	model    *model
	schema   string // the path of the artifact
	operator operator
	log      func() string
	figures  func(testing.TB) string
	before   string // the figures before the fault
	wake     func() // has the log read again
}

// newScene starts the program. The schema is loaded again on SIGHUP.
func newScene(t *testing.T, env []string) *scene {
	t.Helper()
	artifact, err := os.ReadFile(shop(t))
	if err != nil {
		t.Fatal(err)
	}
	w := &scene{model: newModel(t, saysSQL(goodSQL)), schema: file(t, "schema.json", string(artifact))}
	var admin []string
	w.operator, admin = withAdmin(t)
	all := append(admin, "ASKSQL_HOST_SCHEMA_PATH="+w.schema, "ASKSQL_HOST_RELOAD_ON_SIGHUP=true")
	w.service = start(t, w.model, append(all, env...)...)
	w.log = w.output.String
	w.figures = func(t testing.TB) string {
		_, metrics := w.operator.do(t, "GET", "/metrics")
		status, _ := w.operator.do(t, "GET", "/ready")
		return fmt.Sprintf("%s/ready %d\n", metrics, status)
	}
	w.before = w.figures(t)
	return w
}

// newPanicScene is a scene whose pipeline has a fault that the program has none of, as far as is known.
func newPanicScene(t *testing.T, _ []string) *scene {
	t.Helper()
	var out output
	core := zapcore.NewCore(zapcore.NewJSONEncoder(zapcore.EncoderConfig{MessageKey: "msg"}), zapcore.AddSync(&out), zapcore.InfoLevel)
	count := meter.New("v")
	server := httptest.NewServer(httpapi.New(httpapi.Defaults(), panics{}, zap.New(core)).Metered(count).Handler())
	t.Cleanup(server.Close)
	return &scene{
		service: &service{url: server.URL},
		log:     out.String,
		figures: func(testing.TB) string {
			var b bytes.Buffer
			count.Write(&b)
			return b.String()
		},
	}
}

type panics struct{}

func (panics) Ask(context.Context, pipeline.Request) (*pipeline.Answer, error) {
	panic("a fault of the program")
}

var (
	quoted = regexp.MustCompile("`([^`]+)`")
	number = regexp.MustCompile(`^\d{3}`)
)

// words returns what a cell of the table quotes.
func words(cell string) (all []string) {
	for _, found := range quoted.FindAllStringSubmatch(cell, -1) {
		all = append(all, found[1])
	}
	return all
}

// missing returns which of the words are in no line of the text.
func missing(words []string, text string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return strings.Contains(text, word) })
}

// changed returns the lines of the figures that the fault brought. What is 0 says nothing.
func (w *scene) changed(t testing.TB) string {
	before := map[string]bool{}
	for line := range strings.Lines(w.before) {
		before[line] = true
	}
	var b strings.Builder
	for line := range strings.Lines(w.figures(t)) {
		if line == "/ready 200\n" || strings.HasSuffix(line, " 0\n") || before[line] && !strings.HasPrefix(line, "/ready") {
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}

// hold compares what a client saw, the log and the figures with the cells of the row. Log and figures come
// behind the response.
func (f fault) hold(t *testing.T, w *scene, seen response) (wrong []string) {
	t.Helper()
	if want, _ := strconv.Atoi(number.FindString(f.client)); seen.status != want {
		wrong = append(wrong, fmt.Sprintf("the client sees %d %s", seen.status, seen.body))
	}
	header := new(strings.Builder)
	seen.header.Write(header)
	if left := missing(words(f.client), header.String()+seen.body); len(left) > 0 {
		wrong = append(wrong, fmt.Sprintf("the client does not see %q in %s%s", left, header, seen.body))
	}
	var log, figures []string
	for deadline := time.Now().Add(f.patience()); ; time.Sleep(5 * time.Millisecond) {
		log = missing(words(f.log), strings.ReplaceAll(w.log(), `\"`, `"`))
		figures = missing(words(f.figures), w.changed(t))
		if len(log)+len(figures) == 0 || time.Now().After(deadline) {
			break
		}
	}
	if len(log) > 0 {
		wrong = append(wrong, fmt.Sprintf("the log does not say %q in\n%s", log, w.log()))
	}
	if len(figures) > 0 {
		wrong = append(wrong, fmt.Sprintf("the figures do not have %q in\n%s", figures, w.changed(t)))
	}
	return wrong
}

// run has the fault happen and returns what is not as its row says.
func (f fault) run(t *testing.T) []string {
	t.Helper()
	open, happens := f.scene, f.happens
	if open == nil {
		open = newScene
	}
	if happens == nil {
		happens = func(t *testing.T, w *scene) response { return w.post(t, question) }
	}
	w := open(t, f.env)
	if f.model != nil {
		w.model.will(f.model)
	}
	wrong := f.hold(t, w, happens(t, w))
	if w.cmd != nil {
		innocent(t, w.log())
	}
	return wrong
}

// Every fault is seen by the client, in the log and in the figures as the table has it.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, f := range faults {
		t.Run(f.what, func(t *testing.T) {
			t.Parallel()
			for _, wrong := range f.run(t) {
				t.Error(wrong)
			}
		})
	}
}

// A cell that says what is not so is found out.
func TestFaultsAreHeldToTheirCells(t *testing.T) {
	t.Parallel()
	good := fault{
		client: "502 `sql_generation_error`", log: "`unavailable`", figures: "`error_type=\"unavailable\"`",
		model: down, waits: 300 * time.Millisecond,
	}
	for _, tc := range []struct {
		name string
		bend func(*fault)
	}{
		{"another status", func(f *fault) { f.client = "500 `sql_generation_error`" }},
		{"a response where there is none", func(f *fault) { f.client = "nothing" }},
		{"another code", func(f *fault) { f.client = "502 `internal_error`" }},
		{"another event", func(f *fault) { f.log = "`breaker_changed`" }},
		{"a figure of another fault", func(f *fault) { f.figures = "`error_type=\"timeout\"`" }},
		{"a figure that stays as it was", func(f *fault) { f.figures = "`asksql_breaker_open`" }},
		{"a figure that is there before", func(f *fault) { f.figures = "`asksql_build_info`" }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			bent := good
			tc.bend(&bent)
			if wrong := bent.run(t); len(wrong) != 1 {
				t.Errorf("%d things are wrong (%q), want 1", len(wrong), wrong)
			}
		})
	}
}

var update = flag.Bool("update", false, "rewrite the table of faults in docs/operations.md")

// The page has the table of this test.
func TestFaultTable(t *testing.T) {
	const path, head, end = "../../docs/operations.md", "| What happens | The client sees | The log says | The figures |\n|---|---|---|---|\n", "\n\n"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), head)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no table of faults", path)
	}
	table := head
	for _, f := range faults {
		table += fmt.Sprintf("| %s | %s | %s | %s |\n", f.what, f.client, f.log, f.figures)
	}
	if want := before + table + "\n" + after; *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(page) {
		t.Errorf("%s has another table than this test; run make golden", path)
	}
}
