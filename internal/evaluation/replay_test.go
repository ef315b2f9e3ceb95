package evaluation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/asksql/asksql/prompt"
)

// inFlight is how many questions are asked at once.
const inFlight = 8

// testReplay asks every question of the models' files over HTTP, of a program whose model replies
// what the one of the file did. The verdict must be that of the checker on the statement in the
// reply.
func testReplay(t *testing.T, binary string) {
	dbs := databases(t)
	counts := newTally("file", append([]string{"replies"}, verdictNames()...)...)
	start := time.Now()
	for _, f := range replies(t) {
		t.Run(f.name, func(t *testing.T) {
			for i, want := range replay(t, binary, f, dbs) {
				counts.add(f.name, "replies", want.String())
				for _, note := range f.records[i].extraction().Notes {
					counts.add(f.name, string(note))
				}
			}
		})
	}
	took := time.Since(start)
	each := took / time.Duration(counts.total("replies"))
	t.Logf("POST /ask, %d at once: %v in all, %v a question%v",
		inFlight, took.Round(time.Millisecond), each.Round(time.Microsecond), counts)
}

// extraction returns the statement in the reply.
func (r record) extraction() prompt.Extraction { return prompt.Extract(r.SQL) }

// extracted returns the file with the statements of the replies in place of the replies.
func (f file) extracted() file {
	records := make([]record, len(f.records))
	for i, r := range f.records {
		records[i] = r
		records[i].SQL = r.extraction().SQL
	}
	f.records = records
	return f
}

// replay asks all questions of a file and returns the checker's verdicts, with which the answers
// were compared.
func replay(t *testing.T, binary string, f file, dbs map[string]database) []verdict {
	t.Helper()
	address := serve(t, binary,
		withoutFullGroupBy,
		"ASKSQL_SERVER_PORT=0",
		"ASKSQL_LLM_PROVIDER=openai",
		"ASKSQL_LLM_MODEL="+f.name,
		"ASKSQL_LLM_BASE_URL="+newModel(t, f),
		"ASKSQL_LLM_MAX_RETRIES=0",
		"ASKSQL_LLM_MAX_REPAIRS=0",
	)
	verdicts := judgeAll(t, f.extracted(), dbs)
	texts := schemaTexts(t, dbs)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: inFlight}}
	defer client.CloseIdleConnections()
	withWorkers(inFlight, len(f.records), func(i int) {
		r := f.records[i]
		got, err := ask(client, address, r, texts[r.SchemaID])
		if want := wantAnswer(r, verdicts[i]); err != nil || got != want {
			t.Errorf("%s: POST /ask gives %+v, %v; want %+v for the reply %q", r.ID, got, err, want, r.SQL)
		}
	})
	return verdicts
}

// An askAnswer is the response to a question.
type askAnswer struct {
	Status        int    `json:"-"`
	OK            bool   `json:"ok"`
	CorrelationID string `json:"correlationId"`
	SQL           string `json:"sql"`
	Error         struct{ Code, Message, Rule string }
}

// wantAnswer is the response that the verdict on the statement in a reply calls for.
func wantAnswer(r record, v verdict) askAnswer {
	want := askAnswer{Status: http.StatusOK, OK: true, CorrelationID: r.ID}
	if v.accepted() {
		want.SQL = v.query.String()
		return want
	}
	want.Status, want.OK = http.StatusBadRequest, false
	want.Error.Code, want.Error.Message, want.Error.Rule = "sql_validation_error", v.message, v.rule
	return want
}

// ask posts the question of a record with its schema.
func ask(client *http.Client, address string, r record, schemaText string) (askAnswer, error) {
	body, err := json.Marshal(map[string]string{"question": r.marked(), "schemaJson": schemaText})
	if err != nil {
		return askAnswer{}, err
	}
	request, err := http.NewRequest(http.MethodPost, address+"/ask", bytes.NewReader(body))
	if err != nil {
		return askAnswer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Correlation-Id", r.ID)
	response, err := client.Do(request)
	if err != nil {
		return askAnswer{}, err
	}
	defer func() { _ = response.Body.Close() }()
	answer := askAnswer{Status: response.StatusCode}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return answer, fmt.Errorf("decode the response: %w", err)
	}
	return answer, nil
}
