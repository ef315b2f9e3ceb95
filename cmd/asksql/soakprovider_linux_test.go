package main_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync"
	"sync/atomic"
	"time"
)

// A mood is how the provider of a soak treats its callers.
type mood int32

const (
	well   mood = iota
	slow        // answers after a while
	broken      // 500
	hung        // answers nothing, to one call in eight
	cut         // half a reply, and the end of the connection
	left        // a call whose caller has gone
	moods  = cut + 1
)

// A fickle provider answers each question with the SQL that this question and no other must have, or fails as
// its mood is, and remembers what it did.
type fickle struct {
	server *httptest.Server
	mood   atomic.Int32
	calls  atomic.Int64
	failed atomic.Int64 // when it last failed a call, in nanoseconds

	mu  sync.Mutex
	did map[string]deed // to the last call about a question, by its number
}

// A deed is what was done to a call. answered is zero as long as no whole answer is written.
type deed struct {
	mood     mood
	answered time.Time
}

func newFickle() *fickle {
	p := &fickle{did: map[string]deed{}}
	p.server = httptest.NewServer(p)
	return p
}

// last returns what it did to the last call about a question, and forgets it.
func (p *fickle) last(number string) (d deed, called bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	d, called = p.did[number]
	delete(p.did, number)
	return d, called
}

func (p *fickle) note(number string, m mood) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.did[number] = deed{mood: m}
	if m != well && m != slow {
		p.failed.Store(time.Now().UnixNano())
	}
}

// failedWithin reports whether a call failed in the time before now, so that a breaker may be open.
func (p *fickle) failedWithin(d time.Duration) bool {
	return time.Since(time.Unix(0, p.failed.Load())) < d
}

var asked = regexp.MustCompile(`(plain|repair|refuse|cannot|inline) question number (\d+)`)

// ServeHTTP implements http.Handler.
func (p *fickle) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	all := asked.FindAllSubmatch(body, -1)
	if err != nil || len(all) == 0 {
		return
	}
	p.calls.Add(1)
	kind, number := string(all[0][1]), string(all[0][2])
	m := mood(p.mood.Load())
	if m == hung && rand.IntN(8) > 0 {
		m = well
	}
	p.note(number, m)
	switch m {
	case slow:
		time.Sleep(50*time.Millisecond + rand.N(150*time.Millisecond))
	case broken:
		w.WriteHeader(http.StatusInternalServerError)
		return
	case hung:
		<-r.Context().Done()
		return
	case cut:
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"choices":[{"message":`)
		panic(http.ErrAbortHandler)
	}
	if r.Context().Err() != nil { // whoever asked has given up: no answer was promised
		p.note(number, left)
	}
	p.answer(w, r, kind, number, string(body))
	_ = http.NewResponseController(w).Flush()
	p.mu.Lock()
	defer p.mu.Unlock()
	if d, there := p.did[number]; there {
		d.answered = time.Now()
		p.did[number] = d
	}
}

// answer says what the question of the number must have.
func (p *fickle) answer(w http.ResponseWriter, r *http.Request, kind, number, conversation string) {
	again := regexp.MustCompile(`"role":\s*"assistant"`).MatchString(conversation)
	switch {
	case kind == "cannot":
		saysCannot("nobody knows number "+number)(w, r)
	case kind == "refuse", kind == "repair" && !again:
		saysSQL("DELETE FROM orders WHERE id = "+number)(w, r)
	case kind == "inline":
		saysSQL(fmt.Sprintf("SELECT c0 FROM t_%s", number))(w, r)
	default:
		saysSQL("SELECT id FROM orders WHERE id = "+number)(w, r)
	}
}
