package main_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

// An inquiry is a request of a soak, and what it must bring.
type inquiry struct {
	kind, number string
	path, body   string
	status       int
	code, rule   string // of an error
	sql          string // of an answer
	modelled     bool   // the provider is asked, so that its moods count
	leaves       bool   // the client does not wait
}

// inquiries are the kinds, as often as they are asked.
var inquiries = []string{"plain", "plain", "explain", "bounded", "repair", "refuse", "cannot", "inline", "leaving", "malformed", "large", "health"}

// draw makes the inquiry of a number, of one of the kinds by chance.
func draw(n int64, kinds []string) inquiry {
	q := inquiry{number: fmt.Sprint(n), path: "/ask", status: 200, modelled: true}
	q.sql = fmt.Sprintf("SELECT `id` FROM `orders` WHERE `id` = %d", n)
	text, extra := "plain", ""
	switch kinds[rand.IntN(len(kinds))] {
	case "plain":
		q.kind = "plain"
	case "explain":
		q.kind, extra = "explain", `,"explain":true`
	case "bounded":
		q.kind, extra = "bounded", `,"mode":"bounded_results"`
		q.sql += " LIMIT 1000"
	case "repair":
		q.kind, text = "repair", "repair"
	case "refuse":
		q.kind, text = "refuse", "refuse"
		q.status, q.code, q.rule, q.sql = 400, "sql_validation_error", "read_only", ""
	case "cannot":
		q.kind, text = "cannot", "cannot"
		q.status, q.code, q.rule, q.sql = 400, "sql_validation_error", "answerable", ""
	case "inline":
		q.kind, text = "inline", "inline"
		q.sql = fmt.Sprintf("SELECT `c0` FROM `t_%d`", n)
		extra = `,"schemaJson":` + ownSchema(n)
	case "leaving":
		q.kind, q.leaves = "leaving", true
	case "malformed":
		return inquiry{kind: "malformed", number: q.number, path: "/ask", body: `{"question":`, status: 400, code: "bad_request"}
	case "large":
		return inquiry{kind: "large", number: q.number, path: "/ask", body: strings.Repeat(" ", maxSoakBody+1), status: 413, code: "payload_too_large"}
	case "health":
		return inquiry{kind: "health", number: q.number, path: "/health", status: 200}
	}
	q.body = fmt.Sprintf(`{"question":"%s question number %d"%s}`, text, n, extra)
	return q
}

const maxSoakBody = 128 << 10

// ownSchema is an artifact that no other request has, as a JSON string.
func ownSchema(n int64) string {
	var columns []string
	for i := range 400 {
		columns = append(columns, fmt.Sprintf(`{"name":"c%d","type":"varchar(40)","description":"column %d of %d"}`, i, i, n))
	}
	text, _ := json.Marshal(fmt.Sprintf(`{"version":1,"schemaId":"s%d","tables":[{"name":"t_%d","columns":[%s]}]}`, n, n, strings.Join(columns, ",")))
	return string(text)
}

// A reply is what a response says.
type soakReply struct {
	status        int
	CorrelationID string `json:"correlationId"`
	SQL           string `json:"sql"`
	Error         struct{ Code, Rule, Message string }
}

// make makes the request and returns what came.
func (q inquiry) make(ctx context.Context, client *http.Client, url string) (soakReply, error) {
	if q.leaves {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, rand.N(20*time.Millisecond))
		defer cancel()
	}
	method := http.MethodPost
	if q.body == "" {
		method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(ctx, method, url+q.path, strings.NewReader(q.body))
	if err != nil {
		return soakReply{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Correlation-Id", q.id())
	res, err := client.Do(req)
	if err != nil {
		return soakReply{}, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return soakReply{}, err
	}
	reply := soakReply{status: res.StatusCode}
	if q.path == "/health" {
		reply.CorrelationID = res.Header.Get("X-Correlation-Id")
		return reply, nil
	}
	return reply, json.Unmarshal(body, &reply)
}

// id is the correlation id of the inquiry.
func (q inquiry) id() string { return "soak-" + q.number }

// twice reports whether the provider is asked again after its first answer.
func (q inquiry) twice() bool { return q.kind == "repair" || q.kind == "refuse" }

// wrong returns what is wrong with a reply, "" for nothing: first the kind of the finding.
func (q inquiry) wrong(reply soakReply, provider *fickle, began time.Time) (kind, what string) {
	did, called := provider.last(q.number)
	// A test that hardly gets to run is a provider that is too slow, which the service says.
	starved := strings.Contains(reply.Error.Message, "did not answer in time") && time.Since(began) >= soakTimeout &&
		(did.answered.IsZero() || did.answered.Sub(began) > soakTimeout*3/4)
	switch {
	case reply.CorrelationID != q.id():
		return "answer", fmt.Sprintf("it has the id %s", reply.CorrelationID)
	case reply.status == 200 && reply.SQL != q.sql:
		return "answer", fmt.Sprintf("its SQL is %s, want %s", reply.SQL, q.sql)
	case reply.status == q.status && reply.Error.Code == q.code && reply.Error.Rule == q.rule:
		if q.kind == "cannot" && !strings.HasSuffix(reply.Error.Message, " "+q.number) {
			return "answer", "it has the reason of another: " + reply.Error.Message
		}
		return "", ""
	case q.modelled && reply.status == 502 && (starved || called && did.mood != well && did.mood != slow):
		return "", "" // the provider failed
	case q.modelled && reply.status == 502 && (!called || q.twice()) && provider.failedWithin(soakOpenFor+5*time.Second):
		return "", "" // it failed others, and is left alone
	default:
		return "lost", fmt.Sprintf("%d %+v, want %d %s %s; the provider was called: %v, and did %v", reply.status, reply.Error, q.status, q.code, q.rule, called, did)
	}
}
