package jsonschema_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestAgree: on a thousand documents, half of them broken in one place, the JSON Schema and the
// decoder agree, and the decoder names the place.
func TestAgree(t *testing.T) {
	j := newJudge(t)
	random := rand.New(rand.NewPCG(1, 2))
	broken := map[string]int{}
	for i := range 1000 {
		g := &generator{Rand: random}
		document := g.document()
		var path, what string
		if i%2 == 1 {
			path, what = g.breakOne()
			broken[what]++
		}
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		faults, refused := j.both(t, string(text))
		switch {
		case path == "" && (refused != nil || len(faults) > 0):
			t.Fatalf("a valid document is refused: the JSON Schema says %v, the decoder %v\n%s", refused, faults.Unwrap(), text)
		case path != "" && (refused == nil || len(faults) == 0):
			t.Fatalf("%s at %s: the JSON Schema says %v, the decoder %v; want both to refuse\n%s", what, path, refused, faults.Unwrap(), text)
		case path != "" && !strings.HasPrefix(faults[0].Path, path):
			t.Fatalf("%s at %s: the decoder finds %v", what, path, faults.Unwrap())
		}
	}
	t.Logf("broken: %v", broken)
	for _, what := range faults() {
		if broken[what] < 5 {
			t.Errorf("only %d documents were broken by %s", broken[what], what)
		}
	}
}

// The ways to break a document, by what they do to a member.
const (
	wrongType  = "a wrong type"
	missing    = "a member that is missing"
	isNull     = "null for a member that is required"
	nullInside = "null in a list"
	tooShort   = "an empty list"
	noName     = "an empty name"
	longName   = "a name that is too long"
	control    = "a control character in a name"
	unknown    = "a word that is none of the known ones"
	blank      = "a blank text"
	notWhole   = "a number with a fraction"
	tooMany    = "a list that is too long"
)

func faults() []string {
	return []string{wrongType, missing, isNull, nullInside, tooShort, noName, longName, control, unknown, blank, notWhole, tooMany}
}

// A site is a member of a document that can be broken.
type site struct {
	in   map[string]any
	name string
	path string
	ways []string
}

// A generator makes one valid document, and then can break it in one place.
type generator struct {
	*rand.Rand
	sites []site
}

// breakOne breaks one site in one way. It returns where and how.
func (g *generator) breakOne() (path, what string) {
	// The way first: most sites have the same few.
	what = faults()[g.IntN(len(faults()))]
	var able []site
	for _, s := range g.sites {
		for _, w := range s.ways {
			if w == what {
				able = append(able, s)
			}
		}
	}
	if len(able) == 0 {
		return g.breakOne()
	}
	s := able[g.IntN(len(able))]
	return g.broken(s, what), what
}

func (g *generator) broken(s site, what string) string {
	switch what {
	case wrongType:
		s.in[s.name] = g.otherType(s.in[s.name])
	case missing:
		delete(s.in, s.name)
	case isNull:
		s.in[s.name] = nil
	case nullInside:
		s.in[s.name] = append(s.in[s.name].([]any), nil)
		return fmt.Sprintf("%s[%d]", s.path, len(s.in[s.name].([]any))-1)
	case tooShort:
		s.in[s.name] = []any{}
	case noName:
		s.in[s.name] = ""
	case longName:
		s.in[s.name] = strings.Repeat("é", 257)
	case control:
		s.in[s.name] = "a" + string([]rune{0, '\t', 0x7f, 0x85, 0x9f}[g.IntN(5)])
	case unknown:
		s.in[s.name] = []string{"MySQL", "sequence", " "}[g.IntN(3)]
	case blank:
		s.in[s.name] = []string{"", " ", "\u3000\t\u0085", "\u00a0"}[g.IntN(4)]
	case notWhole:
		s.in[s.name] = []any{0.5, json.Number("9223372036854775808"), -1e30}[g.IntN(3)]
	case tooMany:
		s.in[s.name] = g.many(s.name)
	}
	return s.path
}

// otherType returns a value of another type. All numbers are one.
func (g *generator) otherType(old any) any {
	kind := func(v any) string { return strings.TrimSuffix(fmt.Sprintf("%T", v), "64") }
	for {
		other := []any{true, 7, "text", []any{}, map[string]any{}}[g.IntN(5)]
		if a, b := kind(old), kind(other); a != b && (a != "float" || b != "int") {
			return other
		}
	}
}

// many returns one element more than a list may have.
func (g *generator) many(list string) []any {
	count, element := 10_001, any(map[string]any{"name": "t", "columns": []any{map[string]any{"name": "c"}}})
	switch list {
	case "columns":
		count, element = 4_097, map[string]any{"name": "c"}
	case "examples":
		count, element = 101, map[string]any{"question": "q", "sql": "SELECT 1"}
	}
	all := make([]any, count)
	for i := range all {
		all[i] = element
	}
	return all
}
