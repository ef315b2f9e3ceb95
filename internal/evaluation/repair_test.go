package evaluation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strconv"
	"sync"
	"testing"
)

// maxRepairs is how often the program under test may ask a model to mend its reply.
const maxRepairs = 2

// A repairCase is a question whose model replies as the script says, and what must come of it.
type repairCase struct {
	record
	script []string // one reply a call
	want   repaired
}

// A repaired is what came of a question: the response, the replies that its explanation counts, and
// the calls that the model got.
type repaired struct {
	askAnswer
	Explain struct {
		Attempts int `json:"attempts"`
	} `json:"explain"`
	calls int
}

// testRepairs asks each question to which a model once gave a reply that is refused. Where the second
// reply is a person's query, that is the answer. Where it is refused for ever, the last refusal counts,
// after exactly maxRepairs more calls.
func testRepairs(t *testing.T, binary string) {
	dbs := databases(t)
	cases := repairCases(t, dbs)
	model := newRepairModel(t, cases)
	address := serve(t, binary,
		withoutFullGroupBy, "ASKSQL_SERVER_PORT=0", "ASKSQL_LLM_PROVIDER=openai", "ASKSQL_LLM_MODEL=recorded", "ASKSQL_LLM_BASE_URL="+model.url,
		"ASKSQL_LLM_MAX_RETRIES=0", "ASKSQL_LLM_MAX_REPAIRS="+strconv.Itoa(maxRepairs))
	texts := schemaTexts(t, dbs)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: inFlight}}
	defer client.CloseIdleConnections()
	withWorkers(inFlight, len(cases), func(i int) {
		c := cases[i]
		got, err := askExplained(client, address, c.record, texts[c.SchemaID])
		got.calls = model.calls(c.ID)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: POST /ask gives %+v, %v; want %+v after the replies %q", c.ID, got, err, c.want, c.script)
		}
	})
	t.Logf("%d questions, half of them with a second reply that is right", len(cases))
}

// repairCases returns two cases for each refused reply to a question for which a person wrote a
// query that is accepted.
func repairCases(t *testing.T, dbs map[string]database) []repairCase {
	t.Helper()
	gold := goldQueries(t, dbs)
	var cases []repairCase
	for _, f := range replies(t) {
		verdicts := judgeAll(t, f.extracted(), dbs)
		for i, r := range f.records {
			if person, ok := gold[r.ID]; ok && !verdicts[i].accepted() {
				cases = append(cases, mended(f, r, person), given(f, r))
			}
		}
	}
	if len(cases) == 0 {
		t.Fatal("no reply is refused; the test looks in the wrong place")
	}
	return cases
}

// A person is a query that somebody wrote, and what it prints to.
type person struct{ sql, printed string }

// goldQueries returns the people's queries that are accepted, by the ids that the models' files
// share with them.
func goldQueries(t *testing.T, dbs map[string]database) map[string]person {
	t.Helper()
	all := map[string]person{}
	for _, f := range files(t, "gold") {
		for i, v := range judgeAll(t, f, dbs) {
			if v.accepted() {
				all[f.records[i].ID] = person{f.records[i].SQL, v.query.String()}
			}
		}
	}
	return all
}

// mended is the case of a refused reply that the model replaces by a person's query.
func mended(f file, r record, gold person) repairCase {
	c := repairCase{record: named(f, r, "mended"), script: []string{r.SQL, gold.sql}}
	c.want.Status, c.want.OK, c.want.SQL = http.StatusOK, true, gold.printed
	return c.after(2)
}

// given is the case of a refused reply that the model repeats, and at last replaces by one that is
// refused for another reason.
func given(f file, r record) repairCase {
	c := repairCase{record: named(f, r, "given-up"), script: []string{r.SQL, r.SQL, "TRUNCATE TABLE t"}}
	c.want.Status = http.StatusBadRequest
	c.want.Error.Code, c.want.Error.Rule = "sql_validation_error", "read_only"
	return c.after(1 + maxRepairs)
}

// named returns the record with an id of its own: the files of the models share theirs.
func named(f file, r record, kind string) record {
	r.ID = f.name + "/" + r.ID + "/" + kind
	return r
}

// after returns the case with so many calls wanted, each of which is counted.
func (c repairCase) after(calls int) repairCase {
	c.want.CorrelationID, c.want.Explain.Attempts, c.want.calls = c.ID, calls, calls
	return c
}

// askExplained posts the question of a record with its schema and asks how the answer came about.
// The message of an error is left out: what it says is another test's.
func askExplained(client *http.Client, address string, r record, schemaText string) (repaired, error) {
	body, err := json.Marshal(map[string]any{"question": r.marked(), "schemaJson": schemaText, "explain": true})
	if err != nil {
		return repaired{}, err
	}
	request, err := http.NewRequest(http.MethodPost, address+"/ask", bytes.NewReader(body))
	if err != nil {
		return repaired{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Correlation-Id", r.ID)
	response, err := client.Do(request)
	if err != nil {
		return repaired{}, err
	}
	defer func() { _ = response.Body.Close() }()
	var got repaired
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil {
		return got, fmt.Errorf("decode the response: %w", err)
	}
	got.Status, got.Error.Message = response.StatusCode, ""
	return got, nil
}

// A repairModel replies as the scripts of the cases say, and counts its calls.
type repairModel struct {
	url     string
	scripts map[string][]string

	mu      sync.Mutex
	counted map[string]int // by id of the case
}

func newRepairModel(t *testing.T, cases []repairCase) *repairModel {
	t.Helper()
	m := &repairModel{scripts: map[string][]string{}, counted: map[string]int{}}
	for _, c := range cases {
		m.scripts[c.ID] = c.script
	}
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	m.url = server.URL + "/v1"
	return m
}

func (m *repairModel) calls(id string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.counted[id]
}

// ServeHTTP gives the reply that is due after those that the conversation holds already, which must
// be the ones it gave.
func (m *repairModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, given, err := conversation(r)
	script := m.scripts[id]
	if err != nil || len(script) <= len(given) || !reflect.DeepEqual(given, script[:len(given)]) {
		http.Error(w, fmt.Sprintf("no reply to %q after %q: %v", id, given, err), http.StatusNotFound)
		return
	}
	m.mu.Lock()
	m.counted[id]++
	m.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(completion(script[len(given)])) // a caller that is gone misses it
}

// conversation returns the id of the record that a request is about, and the replies in it.
func conversation(r *http.Request) (id string, given []string, err error) {
	var body struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return "", nil, err
	}
	given = []string{}
	for _, message := range body.Messages {
		found := mark.FindStringSubmatch(message.Content)
		switch {
		case message.Role == "assistant":
			given = append(given, message.Content)
		case message.Role == "user" && found != nil:
			id = found[1]
		}
	}
	return id, given, nil
}
