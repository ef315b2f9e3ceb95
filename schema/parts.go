package schema

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// errEnough ends a decoding that has recorded maxFaults.
var errEnough = errors.New("too many faults")

// A partChecker judges each part of a document, as soon as it is read and by itself. Doing so
// while reading keeps a small text from becoming a large value: the three bytes of {}, would be a
// hundred in memory, so a list of them ends at the hundredth nameless element.
type partChecker struct {
	goOn   bool // values of a wrong type are faults; otherwise the library stops at the first
	faults Errors
}

func (p *partChecker) unmarshalers() *json.Unmarshalers {
	return json.JoinUnmarshalers(
		p.types(),
		listOf(p, MaxTables, p.table),
		listOf(p, MaxColumns, p.column),
		listOf(p, unlimited, p.foreignKey),
		listOf(p, unlimited, p.term),
		listOf(p, MaxExamples, p.example),
		listOf(p, unlimited, func(place, *string) {}),
		keysOf(p),
		json.UnmarshalFromFunc(unmarshalColumn),
	)
}

const unlimited = -1

// A place is where a part stands. Its path is made only for a fault.
type place struct{ dec *jsontext.Decoder }

func (at place) path(field string) string { return jsonPath(at.dec.StackPointer()) + field }

// listOf returns the unmarshaler for lists of T that gives each element to check and refuses null
// elements and lists of more than limit.
func listOf[T any](p *partChecker, limit int, check func(place, *T)) *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(dec *jsontext.Decoder, out *[]T) error {
		if dec.PeekKind() != '[' {
			return p.notList(dec, out)
		}
		return readList(p, dec, out, limit, check)
	})
}

// keysOf returns the unmarshaler for lists of keys, in which no key is another thing than nothing said.
func keysOf(p *partChecker) *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(dec *jsontext.Decoder, out *[][]string) error {
		if dec.PeekKind() != '[' {
			return p.notList(dec, out)
		}
		*out = [][]string{}
		return readList(p, dec, out, unlimited, func(at place, key *[]string) {
			if len(*key) == 0 {
				p.faults.add(at.path(""), "must name at least one column")
			}
		})
	})
}

// readList reads the elements of a list.
func readList[T any](p *partChecker, dec *jsontext.Decoder, out *[]T, limit int, check func(place, *T)) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != ']' {
		if len(*out) == limit {
			return tooMany(dec, limit)
		}
		if err := element(p, dec, out, check); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// element reads one element of a list.
func element[T any](p *partChecker, dec *jsontext.Decoder, out *[]T, check func(place, *T)) error {
	null := dec.PeekKind() == 'n'
	var zero T
	*out = append(*out, zero)
	last := &(*out)[len(*out)-1]
	if err := json.UnmarshalDecode(dec, last); err != nil {
		return err
	}
	if null {
		p.faults.add(place{dec}.path(""), "must not be null; leave the element out")
	} else {
		check(place{dec}, last)
	}
	if p.faults.full() {
		return errEnough
	}
	return nil
}

func tooMany(dec *jsontext.Decoder, limit int) error {
	var fault Errors
	fault.add(jsonPath(dec.StackPointer().Parent()), "has more than %d elements; split the schema", limit)
	return fault[0]
}

// documentFaults judges the members of the document that are no lists.
func documentFaults(doc *Document) Errors {
	var faults Errors
	if doc.Version != Version {
		faults.add("$.version", "must be the number %d", Version)
	}
	if problem := nameProblem(doc.SchemaID, MaxSchemaIDRunes); problem != "" {
		faults.add("$.schemaId", "%s", problem)
	}
	if _, err := doc.dialect(); err != nil {
		faults.add("$.dialect", "%v", err)
	}
	if problem := databaseProblem(doc.Database); problem != "" {
		faults.add("$.database", "%s", problem)
	}
	if len(doc.Tables) == 0 {
		faults.add("$.tables", "must hold at least one table")
	}
	return faults
}

func (p *partChecker) table(at place, t *Table) {
	p.name(at, ".name", t.Name)
	if t.Kind != "" && t.Kind != KindTable && t.Kind != KindView {
		p.faults.add(at.path(".kind"), "unknown kind %s; the kinds are table and view", quoted(t.Kind))
	}
	if len(t.Columns) == 0 {
		p.faults.add(at.path(".columns"), "must hold at least one column")
	}
}

func (p *partChecker) column(at place, c *Column) {
	p.name(at, ".name", c.Name)
}

func (p *partChecker) foreignKey(at place, k *ForeignKey) {
	if len(k.Columns) == 0 {
		p.faults.add(at.path(".columns"), "must name at least one column")
	}
	if k.References.Table == "" {
		p.faults.add(at.path(".references.table"), "is missing or empty; name the table that the key refers to")
	}
	if len(k.References.Columns) == 0 {
		p.faults.add(at.path(".references.columns"), "must name at least one column")
	}
}

func (p *partChecker) term(at place, t *Term) {
	p.text(at, ".term", t.Term)
	p.text(at, ".meaning", t.Meaning)
}

func (p *partChecker) example(at place, e *Example) {
	p.text(at, ".question", e.Question)
	p.text(at, ".sql", e.SQL)
	if len(e.SQL) > MaxExampleBytes {
		p.faults.add(at.path(".sql"), "has more than %d bytes; shorten the query or leave the example out", MaxExampleBytes)
	}
}

// text records a text that is missing or blank.
func (p *partChecker) text(at place, field, text string) {
	if strings.TrimSpace(text) == "" {
		p.faults.add(at.path(field), "is missing or empty; a text is required")
	}
}

// name records what is wrong with the name of a table or column.
func (p *partChecker) name(at place, field, name string) {
	if problem := nameProblem(name, MaxNameRunes); problem != "" {
		p.faults.add(at.path(field), "%s", problem)
	}
}
