package main_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Each body is a bad request whose message has the words, and no model is called.
func TestMalformedBody(t *testing.T) {
	m := newModel(t, saysSQL(goodSQL))
	s := serve(t, m)
	for _, tc := range []struct{ name, body, message string }{
		{"nothing", "", "not valid JSON"},
		{"only white space", " \r\n\t", "not valid JSON"},
		{"a word", "hello", "not valid JSON"},
		{"half a word", `{"question":"q","explain":tru`, "not valid JSON"},
		{"an array", `["question"]`, "one JSON object"},
		{"a string", `"question"`, "one JSON object"},
		{"a number", "1", "one JSON object"},
		{"null", "null", "one JSON object"},
		{"true", "true", "one JSON object"},
		{"an object without an end", `{"question":"q"`, "not valid JSON"},
		{"a string without an end", `{"question":"q`, "not valid JSON"},
		{"a trailing comma", `{"question":"q",}`, "not valid JSON"},
		{"no comma", `{"question":"q" "mode":"schema_only"}`, "not valid JSON"},
		{"no colon", `{"question" "q"}`, "not valid JSON"},
		{"no quotes round a name", `{question:"q"}`, "not valid JSON"},
		{"single quotes", `{'question':'q'}`, "not valid JSON"},
		{"a comment", `{"question":"q"/* c */}`, "not valid JSON"},
		{"NaN", `{"question":"q","x":NaN}`, "not valid JSON"},
		{"a leading zero", `{"question":"q","x":01}`, "not valid JSON"},
		{"a bare fraction", `{"question":"q","x":.5}`, "not valid JSON"},
		{"a hexadecimal number", `{"question":"q","x":0x1}`, "not valid JSON"},
		{"a line feed in a string", "{\"question\":\"a\nb\"}", "in field question"},
		{"a NUL in a string", "{\"question\":\"a\x00b\"}", "in field question"},
		{"an escape nobody knows", `{"question":"\x41"}`, "in field question"},
		{"a broken \\u escape", `{"question":"\u00g0"}`, "in field question"},
		{"half a surrogate pair", `{"question":"\ud83d"}`, "in field question"},
		{"bytes that are not UTF-8", "{\"question\":\"\xc3\x28\"}", "in field question"},
		{"bytes that are not UTF-8 in an ignored field", "{\"question\":\"q\",\"x\":\"\xff\"}", "in field x"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "not valid JSON"},
		{"a byte-order mark", "\ufeff" + question, "byte-order mark"},
		{"another object after it", question + question, "not valid JSON"},
		{"a word after it", question + " x", "not valid JSON"},
		{"a NUL after it", question + "\x00", "not valid JSON"},
		{"a form", "question=q", "not valid JSON"},
		{"brackets without end", `{"question":"q","x":` + strings.Repeat("[", 500_000), "not valid JSON"},
		{"objects without end", strings.Repeat(`{"x":`, 200_000), "not valid JSON"},

		{"question twice", `{"question":"a","question":"b"}`, "field question is there twice"},
		{"question twice, once escaped", `{"question":"a","\u0071uestion":"b"}`, "field question is there twice"},
		{"mode twice with the same value", `{"question":"a","mode":"schema_only","mode":"schema_only"}`, "field mode is there twice"},
		{"an ignored field twice", `{"question":"a","x":1,"x":1}`, "field x is there twice"},
		{"a name twice inside an ignored field", `{"question":"a","x":{"y":1,"y":2}}`, "field x/y is there twice"},

		{"question missing", `{}`, "question"},
		{"question in another letter case", `{"Question":"q"}`, "question"},
		{"question null", `{"question":null}`, "question"},
		{"question a number", `{"question":1}`, "field question must be a string"},
		{"question an array", `{"question":["q"]}`, "field question must be a string"},
		{"question an object", `{"question":{}}`, "field question must be a string"},
		{"question a boolean", `{"question":true}`, "field question must be a string"},
		{"question empty", `{"question":""}`, "question"},
		{"question blank", `{"question":" \t\n"}`, "question"},
		{"question blank by Unicode", `{"question":"\u00a0\u2003\u3000\u2028\u0085"}`, "question"},
		{"question over 16 KiB", `{"question":"` + strings.Repeat("q", 16<<10+1) + `"}`, "question"},
		{"mode a number", `{"question":"q","mode":1}`, "field mode must be a string"},
		{"mode nobody knows", `{"question":"q","mode":"fast"}`, "mode must be schema_only or bounded_results"},
		{"mode in another letter case", `{"question":"q","mode":"Schema_Only"}`, "mode must be schema_only or bounded_results"},
		{"mode empty", `{"question":"q","mode":""}`, "mode must be schema_only or bounded_results"},
		{"explain a text", `{"question":"q","explain":"true"}`, "field explain must be true or false"},
		{"explain a number", `{"question":"q","explain":1}`, "field explain must be true or false"},
		{"omitSensitiveFromPrompt a text", `{"question":"q","omitSensitiveFromPrompt":"false"}`, "field omitSensitiveFromPrompt must be true or false"},
		{"omitSensitiveFromPrompt a number", `{"question":"q","omitSensitiveFromPrompt":0}`, "field omitSensitiveFromPrompt must be true or false"},
		{"schemaJson an object", `{"question":"q","schemaJson":{"version":1}}`, "field schemaJson must be a string"},
		{"schemaJson a boolean", `{"question":"q","schemaJson":false}`, "field schemaJson must be a string"},
	} {
		t.Run(tc.name, func(t *testing.T) { badRequest(tc.message).check(t, s.post(t, tc.body)) })
	}
	if n := len(m.called()); n != 0 {
		t.Errorf("%d calls of the model", n)
	}
}

func TestWellFormedBody(t *testing.T) {
	s := serve(t, newModel(t, saysSQL(goodSQL)))
	for _, tc := range []struct{ name, body string }{
		{"white space all round", " \r\n\t" + question + " \r\n\t"},
		{"nulls in optional fields", `{"question":"q","mode":null,"explain":null,"omitSensitiveFromPrompt":null,"schemaJson":null}`},
		{"all optional fields", `{"question":"q","mode":"bounded_results","explain":false,"omitSensitiveFromPrompt":true}`},
		{"unknown names", `{"question":"q","EXPLAIN":1,"more":{"deep":[1,2]}}`},
		{"an escaped name", `{"\u0071uestion":"q"}`},
		{"letters beyond the first plane", `{"question":"wie viele 🍕 \ud83c\udf55?"}`},
		{"a question of exactly 16 KiB", `{"question":"` + strings.Repeat("q", 16<<10) + `"}`},
	} {
		t.Run(tc.name, func(t *testing.T) { checkSQL(t, s.post(t, tc.body)) })
	}
	line := s.output.waitFor(t, "unknown_fields")
	if fields := fmt.Sprint(line["fields"]); line["level"] != "warn" || fields != "[EXPLAIN more]" || line["correlationId"] == "" {
		t.Errorf("unknown_fields: %v", line)
	}
}

func TestContentType(t *testing.T) {
	s := serve(t, newModel(t, saysSQL(goodSQL)))
	for _, tc := range []struct {
		name, header string
		ok           bool
	}{
		{"plain", "Content-Type: application/json", true},
		{"in another letter case", "content-type: Application/JSON", true},
		{"with a character set", "Content-Type: application/json; charset=utf-8", true},
		{"with any parameter", `Content-Type: application/json;v=1; q="a;b"`, true},
		{"with the identity coding", "Content-Type: application/json\r\nContent-Encoding: identity", true},
		{"none", "X: y", false},
		{"empty", "Content-Type:", false},
		{"text", "Content-Type: text/plain", false},
		{"a form", "Content-Type: application/x-www-form-urlencoded", false},
		{"a relative of JSON", "Content-Type: application/problem+json", false},
		{"JSON by suffix", "Content-Type: text/json", false},
		{"a longer name", "Content-Type: application/jsonp", false},
		{"text with JSON as parameter", "Content-Type: text/plain; application/json", false},
		{"two types", "Content-Type: application/json, text/plain", false},
		{"two lines", "Content-Type: application/json\r\nContent-Type: application/json", false},
		{"a malformed parameter", "Content-Type: application/json; charset", false},
		{"gzip", "Content-Type: application/json\r\nContent-Encoding: gzip", false},
		{"gzip after identity", "Content-Type: application/json\r\nContent-Encoding: identity\r\nContent-Encoding: gzip", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := s.raw(t, fmt.Sprintf("POST /ask HTTP/1.1\r\nHost: h\r\n%s\r\nContent-Length: %d\r\n\r\n%s", tc.header, len(question), question))
			if tc.ok {
				checkSQL(t, r)
				return
			}
			badRequest("content").check(t, r)
		})
	}
}

const limit = 1000 // of the body, in the tests below

// sized returns a question of n bytes.
func sized(n int) string { return question + strings.Repeat(" ", n-len(question)) }

// chunked is a body in chunks of at most size bytes.
func chunked(body string, size int) string {
	var b strings.Builder
	for len(body) > 0 {
		n := min(size, len(body))
		fmt.Fprintf(&b, "%x\r\n%s\r\n", n, body[:n])
		body = body[n:]
	}
	return b.String() + "0\r\n\r\n"
}

const postHead = "POST /ask HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"

func TestBodySize(t *testing.T) {
	s := serve(t, newModel(t, saysSQL(goodSQL)), "ASKSQL_SERVER_MAX_BODY_BYTES="+strconv.Itoa(limit))
	tooLarge := wantError{413, "payload_too_large", "", "1000 bytes"}
	withLength := func(n int) string { return postHead + "Content-Length: " + strconv.Itoa(n) + "\r\n\r\n" }
	inChunks := func(body string, size int) string {
		return postHead + "Transfer-Encoding: chunked\r\n\r\n" + chunked(body, size)
	}
	for _, tc := range []struct {
		name, request string
		ok            bool
	}{
		{"exactly the limit", withLength(limit) + sized(limit), true},
		{"exactly the limit in chunks", inChunks(sized(limit), 100), true},
		{"exactly the limit in one chunk", inChunks(sized(limit), limit), true},
		{"the framing of chunks does not count", inChunks(sized(limit), 1), true},
		{"one byte over", withLength(limit+1) + sized(limit+1), false},
		{"one byte over, of which none is sent", withLength(limit + 1), false},
		{"two gigabytes, of which none is sent", withLength(2 << 30), false},
		{"one byte over in chunks", inChunks(sized(limit+1), 100), false},
		{"over in chunks that have no end", strings.TrimSuffix(inChunks(sized(5*limit), 100), "0\r\n\r\n"), false},
		{"one chunk of two gigabytes", postHead + "Transfer-Encoding: chunked\r\n\r\n80000000\r\n" + sized(2*limit), false},
		{"waiting for 100 Continue", strings.TrimSuffix(withLength(limit+1), "\r\n") + "Expect: 100-continue\r\n\r\n", false},
		{"as any other type", strings.Replace(withLength(limit+1), "application/json", "text/plain", 1), false},
		{"as any other type, in chunks", strings.Replace(inChunks(sized(limit+1), 100), "application/json", "text/plain", 1), false},
		{"with JSON that is malformed", withLength(limit+1) + strings.Repeat("x", limit+1), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := s.raw(t, tc.request)
			if tc.ok {
				checkSQL(t, r)
				return
			}
			tooLarge.check(t, r)
			if !r.closed {
				t.Error("the connection stays open")
			}
		})
	}
}

func TestDefaultBodySize(t *testing.T) {
	s := serve(t, newModel(t, saysSQL(goodSQL)))
	checkSQL(t, s.post(t, sized(1<<20)))
	wantError{413, "payload_too_large", "", "1048576 bytes"}.check(t, s.post(t, sized(1<<20+1)))
}

// A client that sends two gigabytes whatever it is told gets its answer, and nothing keeps growing.
func TestTwoGigabytes(t *testing.T) {
	s := serve(t, nil)
	conn := s.dial(t)
	fmt.Fprint(conn, postHead+"Content-Length: 2147483648\r\n\r\n")
	go io.Copy(conn, io.LimitReader(spaces{}, 2<<30)) // ends with the connection
	wantError{413, "payload_too_large", "", ""}.check(t, receive(t, conn))
}

// With both framings the chunks count, and nothing of the body is taken for a request of its own.
func TestBothFramings(t *testing.T) {
	t.Parallel()
	s := serve(t, newModel(t, saysSQL(goodSQL)))
	conn := s.dial(t)
	smuggled := "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n"
	body := chunked(question+strings.Repeat(" ", 3)+"\n", 5)
	fmt.Fprintf(conn, postHead+"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n%s%s", len(body)+len(smuggled), body, smuggled)
	in := bufio.NewReader(conn)
	for _, status := range []int{200, 404} {
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := read(t, res); r.status != status {
			t.Errorf("%d %s, want %d: the question, and what stands behind its chunks", r.status, r.body, status)
		}
	}
}

// Behind a refusal the connection ends, though the client neither sends on nor leaves.
func TestTooLargeEndsTheConnection(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "ASKSQL_SERVER_MAX_BODY_BYTES="+strconv.Itoa(limit), "ASKSQL_SERVER_READ_BODY_TIMEOUT=1m")
	for _, tc := range []struct{ name, request string }{
		{"by its length", postHead + "Content-Length: " + strconv.Itoa(limit+1) + "\r\n\r\n"},
		{"in chunks", strings.TrimSuffix(postHead+"Transfer-Encoding: chunked\r\n\r\n"+chunked(sized(2*limit), 100), "0\r\n\r\n")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			conn := s.dial(t)
			io.WriteString(conn, tc.request)
			in := bufio.NewReader(conn)
			res, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			wantError{413, "payload_too_large", "", ""}.check(t, read(t, res))
			if _, err := in.ReadByte(); err != io.EOF {
				t.Errorf("behind the response: %v, want the end of the connection", err)
			}
		})
	}
}

// A client that is still sending hears the refusal all the same: a connection that is closed upon bytes that
// nobody has read is reset, which takes the response along.
func TestTooLargeIsHeard(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "ASKSQL_SERVER_MAX_BODY_BYTES=1000")
	for _, size := range []int{1001, 60_000, 130_000, 200_000, 250_000, 2_000_000} {
		var group sync.WaitGroup
		for range 60 {
			group.Go(func() {
				res, err := new(http.Transport).RoundTrip(must(http.NewRequest("POST", s.url+"/ask", strings.NewReader(strings.Repeat(" ", size)))))
				if err != nil {
					t.Errorf("%d bytes: %v", size, err)
					return
				}
				res.Body.Close()
				if res.StatusCode != 413 {
					t.Errorf("%d bytes: %d, want 413", size, res.StatusCode)
				}
			})
		}
		group.Wait()
	}
}

func must(r *http.Request, err error) *http.Request {
	if err != nil {
		panic(err)
	}
	return r
}

// spaces is white space without end.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestContinue(t *testing.T) {
	s := serve(t, newModel(t, saysSQL(goodSQL)))
	conn := s.dial(t)
	fmt.Fprintf(conn, postHead+"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(question))
	in := bufio.NewReader(conn)
	if line, err := in.ReadString('\n'); !strings.HasPrefix(line, "HTTP/1.1 100") {
		t.Fatalf("%q, %v; want 100 Continue", line, err)
	}
	in.ReadString('\n')
	io.WriteString(conn, question)
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSQL(t, read(t, res))
}

func TestBrokenBody(t *testing.T) {
	s := serve(t, nil)
	for _, tc := range []struct{ name, request, message string }{
		{"shorter than its length", postHead + "Content-Length: 50\r\n\r\n" + question[:10], "ended early"},
		{"a chunk without a size", postHead + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", "cannot be read"},
		{"chunks without the last", strings.TrimSuffix(postHead+"Transfer-Encoding: chunked\r\n\r\n"+chunked(question, 9), "0\r\n\r\n"), "ended early"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			conn := s.dial(t)
			io.WriteString(conn, tc.request)
			conn.CloseWrite()
			r := receive(t, conn)
			badRequest(tc.message).check(t, r)
			if !r.closed {
				t.Error("the connection stays open")
			}
		})
	}
}

// Each request has several faults; the first in the order of checks is the one to be told.
func TestOrderOfChecks(t *testing.T) {
	unconfigured := serve(t, nil, "ASKSQL_LLM_PROVIDER=", "ASKSQL_SERVER_MAX_BODY_BYTES=1000")
	m := newModel(t, saysSQL("DROP TABLE orders"))
	configured := serve(t, m)
	big, bad := strings.Repeat("x", 2000), `{"question":`
	for _, tc := range []struct {
		name              string
		s                 *service
		path, media, body string
		want              wantError
	}{
		{"route before size", unconfigured, "/nowhere", "text/plain", big, wantError{404, "not_found", "", ""}},
		{"size before content type", unconfigured, "/ask", "text/plain", big, wantError{413, "payload_too_large", "", ""}},
		{"content type before JSON", unconfigured, "/ask", "text/plain", bad, badRequest("content type")},
		{"JSON before fields", unconfigured, "/ask", "application/json", `{"mode":"fast",`, badRequest("not valid JSON")},
		{"fields before schema", unconfigured, "/ask", "application/json", `{"question":"q","mode":"fast","schemaJson":"x"}`, badRequest("mode")},
		{"question before schema", unconfigured, "/ask", "application/json", `{"schemaJson":"x"}`, badRequest("question")},
		{"schema before provider", unconfigured, "/ask", "application/json", `{"question":"q","schemaJson":"x"}`, wantError{400, "schema_parse_error", "", ""}},
		{"provider before model", unconfigured, "/ask", "application/json", question, wantError{500, "generation_not_configured", "", ""}},
		{"model before validation", configured, "/ask", "application/json", question, wantError{400, "sql_validation_error", "read_only", ""}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.want.check(t, tc.s.do(t, "POST", tc.path, tc.body, "Content-Type", tc.media))
		})
	}
	m.will(saysRaw(500, "text/plain", ""))
	wantError{502, "sql_generation_error", "", ""}.check(t, configured.post(t, question))
}

func TestSlowBody(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "ASKSQL_SERVER_READ_BODY_TIMEOUT=200ms")
	for _, tc := range []struct{ name, head string }{
		{"with a length", "Content-Length: 100\r\n\r\n{"},
		{"in chunks", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := s.raw(t, postHead+tc.head)
			badRequest("in time").check(t, r)
			if !r.closed {
				t.Error("the connection stays open")
			}
		})
	}
	t.Run("on a route that is none", func(t *testing.T) {
		begin := time.Now()
		wantError{404, "not_found", "", ""}.check(t, s.raw(t, "POST /nowhere HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n{"))
		if d := time.Since(begin); d > 5*time.Second {
			t.Errorf("answered after %v", d)
		}
	})
}
