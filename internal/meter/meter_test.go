package meter_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/meter"
)

func text(m *meter.Meter) string {
	var b strings.Builder
	m.Write(&b)
	return b.String()
}

func TestMeter(t *testing.T) {
	m := meter.New("v1")
	ended := m.Began("POST", "/ask")
	if got := text(m); !strings.Contains(got, "http_server_active_requests 1\n") {
		t.Errorf("while a request is served:\n%s", got)
	}
	ended(200)
	m.Began("BREW", "")(0)
	m.Asked("", "")
	m.Asked("sql_validation_error", "read_only")
	m.Prompted(1500, time.Millisecond)
	m.Checked("", time.Millisecond)
	m.Checked("table_scope", time.Millisecond)
	m.Repaired()
	m.Reloaded(true)
	m.Called(meter.Call{Provider: "openai", Model: `a"b`, Input: 100, Output: 10, Took: time.Second})
	m.Called(meter.Call{Provider: "openai", Model: `a"b`, Failure: "timeout", Took: 30 * time.Second})
	m.Gauge(func() float64 { return 3 }, "asksql_log_lines_dropped_total")
	got := text(m)
	for _, want := range []string{
		"http_server_active_requests 0",
		`http_server_request_duration_seconds_count{http_request_method="POST",http_route="/ask",http_response_status_code="200"} 1`,
		`http_server_request_duration_seconds_count{http_request_method="_OTHER",http_route="",error_type="aborted"} 1`,
		`http_server_request_duration_seconds_bucket{http_request_method="POST",http_route="/ask",http_response_status_code="200",le="160"} 1`,
		`asksql_questions_total{code="ok",rule=""} 1`,
		`asksql_questions_total{code="sql_validation_error",rule="read_only"} 1`,
		`asksql_prompt_tokens_bucket{le="1024"} 0`,
		`asksql_prompt_tokens_bucket{le="4096"} 1`,
		`asksql_check_duration_seconds_count 2`,
		`asksql_refusals_total{rule="table_scope"} 1`,
		`asksql_repairs_total 1`,
		`asksql_schema_reloads_total{result="ok"} 1`,
		`asksql_schema_reloads_total{result="failed"} 0`,
		`gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="a\"b"} 1`,
		`gen_ai_client_operation_duration_seconds_bucket{gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="a\"b",error_type="timeout",le="20.48"} 0`,
		`gen_ai_client_token_usage_sum{gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="a\"b",gen_ai_token_type="input"} 100`,
		`asksql_log_lines_dropped_total 3`,
		`asksql_build_info{version="v1"} 1`,
		"go_goroutines ",
		"process_resident_memory_bytes ",
	} {
		if !strings.Contains(got, want+"\n") && !(strings.HasSuffix(want, " ") && strings.Contains(got, want)) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
}

// A service without the second listener has no meter.
func TestNilMeter(t *testing.T) {
	var m *meter.Meter
	m.Began("GET", "/health")(200)
	m.Asked("", "")
	m.Prompted(1, 1)
	m.Checked("", 1)
	m.Repaired()
	m.Reloaded(true)
	m.Called(meter.Call{})
	m.Gauge(nil, "x")
}

// Every metric has a line in the documentation, and the documentation no other.
func TestMetricsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("meter.go")
	if err != nil {
		t.Fatal(err)
	}
	own := regexp.MustCompile(`"((?:asksql|http_server|gen_ai_client)_[a-z_]+)"`)
	named := map[string]bool{"asksql_breaker_open": true, "asksql_log_lines_dropped_total": true, "asksql_schema_info": true, "asksql_spans_dropped_total": true, "asksql_schema_cache_requests_total": true}
	for _, found := range own.FindAllStringSubmatch(string(source), -1) {
		named[found[1]] = true
	}
	for metric := range named {
		if !strings.Contains(string(page), "`"+metric+"`") {
			t.Errorf("docs/operations.md does not tell what %s is", metric)
		}
	}
	for _, found := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|").FindAllStringSubmatch(string(page), -1) {
		if !named[found[1]] {
			t.Errorf("docs/operations.md tells of %s, which there is not", found[1])
		}
	}
}

// BenchmarkQuestion is what one question costs the meter.
func BenchmarkQuestion(b *testing.B) {
	m := meter.New("v1")
	b.ReportAllocs()
	for b.Loop() {
		ended := m.Began("POST", "/ask")
		m.Prompted(1500, time.Millisecond)
		m.Called(meter.Call{Provider: "openai", Model: "a-model", Input: 1500, Output: 50, Took: time.Second})
		m.Checked("", time.Millisecond)
		m.Asked("", "")
		ended(200)
	}
}
