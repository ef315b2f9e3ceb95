package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxFaults is how many faults one decoding records: enough to mend a file by, too few to flood.
const maxFaults = 100

// An Error is one fault of an artifact.
type Error struct {
	// Path is the JSON path of the fault, such as $.tables[2].columns[0].name; $ is the whole
	// text. A path that is very deep or has very long names is cut short with "…".
	Path string
	// Message says what is wrong and what to do.
	Message string
}

// Error returns "path: message".
func (e *Error) Error() string { return e.Path + ": " + e.Message }

// Errors are the faults of an artifact: at least one, at most 100, in the order in which they are
// found.
type Errors []*Error

// Error returns the first fault and how many more there are.
func (e Errors) Error() string {
	switch more := len(e) - 1; {
	case more < 0:
		return "no fault"
	case more == 0:
		return e[0].Error()
	case len(e) == maxFaults:
		return fmt.Sprintf("%v (and %d or more other faults)", e[0], more)
	default:
		return fmt.Sprintf("%v (and %d more)", e[0], more)
	}
}

// Unwrap returns the faults, so that errors.As finds the first *Error.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, fault := range e {
		all[i] = fault
	}
	return all
}

// add records a fault, unless there are enough already, or one that it follows from.
func (e *Errors) add(path, format string, args ...any) {
	e.merge(Errors{{Path: path, Message: fmt.Sprintf(format, args...)}})
}

func (e *Errors) full() bool { return len(*e) >= maxFaults }

// merge adds the faults as add does.
func (e *Errors) merge(others Errors) {
	for _, fault := range others {
		if !e.full() && !slices.ContainsFunc(*e, fault.within) {
			*e = append(*e, fault)
		}
	}
}

// within reports whether e is about the value that other is about, or about a part of it, and so
// follows from it.
func (e *Error) within(other *Error) bool {
	rest, ok := strings.CutPrefix(e.Path, other.Path)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// ofDocument returns the faults of the document's own members, and the others.
func (e Errors) ofDocument() (own, others Errors) {
	for _, fault := range e {
		if strings.ContainsAny(strings.TrimPrefix(fault.Path, "$."), ".[") {
			others = append(others, fault)
		} else {
			own = append(own, fault)
		}
	}
	return own, others
}

// maxPathSteps is deeper than any field of an artifact.
const maxPathSteps = 12

// jsonPath returns the JSON path for a JSON pointer: $.tables[0].name for /tables/0/name. The
// pointer does not tell an index from a member whose name is a number, so neither does the path.
func jsonPath(pointer jsontext.Pointer) string {
	path, steps := "$", 0
	for token := range pointer.Tokens() {
		if steps++; steps > maxPathSteps {
			return path + "…"
		}
		path += pathStep(token)
	}
	return path
}

func pathStep(token string) string {
	switch {
	case token != "" && strings.Trim(token, "0123456789") == "":
		return "[" + clipped(token) + "]"
	case token != "" && strings.IndexFunc(token, notPlain) < 0:
		return "." + clipped(token)
	default:
		return "[" + quoted(token) + "]"
	}
}

func notPlain(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_'
}
