// Package page serves pages for a browser, on the second listener: a question and its SQL, a text and what the
// checker says of it, and the schema. They are made here, as a whole, by package html/template: what a model, a
// schema or a person says stays text. They work without their script, which copies, counts seconds and submits.
package page

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/checked"
	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/schema"
)

// A Pipeline answers what the pages ask. Errors are *ask.Error; of any other the pages tell nothing.
type Pipeline interface {
	Ask(ctx context.Context, req ask.Request) (*ask.Answer, error)
	Check(ctx context.Context, req ask.Request, sql string) (*checked.Result, error)
	View(ctx context.Context, req ask.Request) (*schema.View, error)
}

// Options are what an operator decides.
type Options struct {
	Timeout      time.Duration // for a whole request
	MaxBodyBytes int64         // of a form
	Version      string        // of the program
	// Caller is who asks, whatever the headers say; nil is whom they name.
	Caller *access.Caller
}

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed static
var staticFiles embed.FS

// templates returns the templates. They are read when there are pages to show: other commands need not wait for them.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"plain": plain.Line, // of characters that command a terminal or turn a line round, nothing is left
	}).ParseFS(templateFiles, "templates/*.html"))
})

// A pages is the handler.
type pages struct {
	pipeline Pipeline
	options  Options
}

// New returns what answers the paths of the pages, and 404 to every other one.
func New(pipeline Pipeline, options Options) http.Handler {
	p := &pages{pipeline, options}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.askForm)
	mux.HandleFunc("POST /{$}", p.ask)
	mux.HandleFunc("GET /sql", p.checkForm)
	mux.HandleFunc("POST /sql", p.check)
	mux.HandleFunc("GET /schema", p.schema)
	for path, contentType := range map[string]string{
		"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml",
	} {
		content, err := staticFiles.ReadFile("static/" + path)
		if err != nil {
			panic(err) // a file that was compiled in
		}
		mux.HandleFunc("GET /"+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.Header().Set("Cache-Control", "no-cache")
			_, _ = w.Write(content) // a client that has left needs no answer
		})
	}
	mux.HandleFunc("/", p.missing)
	return headed(mux)
}

// policy lets a page load the three files beside it and nothing else, run no script but that file, be shown in no
// frame, and send forms to this listener alone.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

func headed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "same-origin") // with no-referrer, browsers send forms with the Origin null
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// frame is what every page has.
type frame struct {
	Tab      string // ask, sql or schema
	Version  string
	SchemaID string // "" where no schema is configured
	Dialect  string
	Tables   int // that the request may see
	Trouble  *trouble
}

// trouble is why there is no result.
type trouble struct{ Code, Message, CorrelationID string }

// request returns what a request of a browser asks, and who asks. It is the one place where that is decided: what
// every page sees of the schema follows from it.
func (p *pages) request(r *http.Request) ask.Request {
	req := ask.Request{CorrelationID: uuid.NewString(), Explain: true, Caller: access.FromHeader(r.Header, r.RemoteAddr)}
	if p.options.Caller != nil {
		req.Caller = *p.options.Caller
	}
	return req
}

// frame returns the frame of a page, and the view that the request has, nil where there is none.
func (p *pages) frame(ctx context.Context, tab string, req ask.Request) (frame, *schema.View) {
	f := frame{Tab: tab, Version: p.options.Version}
	view, err := p.pipeline.View(ctx, req)
	if err != nil {
		f.Trouble = troubleOf(err, req)
		return f, nil
	}
	f.SchemaID, f.Dialect, f.Tables = view.SchemaID(), view.Dialect().String(), len(view.ShownTables())
	return f, view
}

func troubleOf(err error, req ask.Request) *trouble {
	var e *ask.Error
	if !errors.As(err, &e) {
		e = &ask.Error{Code: ask.CodeInternal, Message: "something went wrong here; the log tells more under this correlation id"}
	}
	return &trouble{string(e.Code), e.Message, req.CorrelationID}
}

// form reads the form of a request, and answers it where it is none.
func (p *pages) form(w http.ResponseWriter, r *http.Request) bool {
	r.Body = http.MaxBytesReader(w, r.Body, p.options.MaxBodyBytes)
	// A browser says whose page sent the form. What says nothing is no browser, and has no business here.
	if r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") != "same-origin" {
		http.Error(w, "forms come from these pages; programs use the interfaces that are made for them", http.StatusForbidden)
		return false
	}
	if err := r.ParseForm(); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			http.Error(w, "the form is too large", http.StatusRequestEntityTooLarge)
			return false
		}
		http.Error(w, "the form cannot be read", http.StatusBadRequest)
		return false
	}
	return true
}

func (p *pages) missing(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "no such route", http.StatusNotFound)
		return
	}
	p.write(w, http.StatusNotFound, "missing.html", frame{Version: p.options.Version})
}

// write writes a page. It is made before its first byte is sent, so that no half of one is.
func (p *pages) write(w http.ResponseWriter, status int, name string, data any) {
	var page bytes.Buffer
	if err := templates().ExecuteTemplate(&page, name, data); err != nil {
		panic(err) // a template of our own and its data
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes()) // a client that has left needs no answer
}

// status returns the status of a page with a result or with trouble. A refusal is a result.
func status(t *trouble) int {
	switch {
	case t == nil, t.Code == string(ask.CodeValidation):
		return http.StatusOK
	case t.Code == string(ask.CodeBadRequest), t.Code == string(ask.CodeSchemaParse):
		return http.StatusBadRequest
	case t.Code == string(ask.CodeGeneration):
		return http.StatusBadGateway
	default:
		return http.StatusInternalServerError
	}
}

// Title returns what the window of a page is called.
func (f frame) Title() string {
	switch f.Tab {
	case "ask":
		return "Ask"
	case "sql":
		return "Check SQL"
	case "schema":
		return "Schema"
	default:
		return "No such page"
	}
}
