package access

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// An Error is a fault of an access file.
type Error struct {
	Path   string
	Line   int // from 1; 0 where the fault has no place
	Reason string
}

// Error returns "path, line 3: reason".
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Reason
	}
	return fmt.Sprintf("%s, line %d: %s", e.Path, e.Line, e.Reason)
}

// A Denied is why a request was not admitted. It names headers and never what is in them.
type Denied struct{ Message string }

func (d *Denied) Error() string { return d.Message }

func denied(format string, args ...any) error { return &Denied{fmt.Sprintf(format, args...)} }

var yamlLine = regexp.MustCompile(`^(?:yaml: )?line (\d+): `)

// yamlFault returns an error of the YAML library as a fault, with the line that it tells of.
func yamlFault(path string, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if at := yamlLine.FindStringSubmatch(text); at != nil {
		line, _ := strconv.Atoi(at[1])
		return &Error{path, line, "this is not YAML: " + text[len(at[0]):]}
	}
	return &Error{path, 0, "this is not YAML: " + text}
}

func newBytesReader(data []byte) io.Reader { return bytes.NewReader(data) }
