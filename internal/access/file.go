// Package access reads the access file, which says who may ask about what, and decides what one request may
// see: a role's part of the schema, and the rows that its parameters leave.
//
// A File is the text of it, checked by itself. File.Guard holds it against a schema. A Guard admits callers: it
// reads role and parameters from the headers of a request, as a gateway has set them, and gives a Grant.
package access

import (
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"regexp"

	"go.yaml.in/yaml/v3"

	"github.com/asksql/asksql/sqlcheck"
)

// maxFile is the largest access file, in bytes.
const maxFile = 1 << 20

// A File is an access file whose text is right. What it says of tables is held to a schema by Guard.
type File struct {
	path       string
	parameters []parameter // in the order of the file
	role       roleSource
	roles      []role // in the order of the file; none: everybody sees the whole schema
	rows       []rowRule
	claims     claims
	trust      trust
}

// A parameter is a value that the gateway says of a request, which row rules mention as @name.
type parameter struct {
	sqlcheck.Parameter
	line      int
	from      source
	required  bool
	pattern   *regexp.Regexp // nil is any
	maxLength int            // in characters, of each value
	separator string         // between the values of a list in a header
}

// A source is where a text about the caller comes from: a header, or a claim in the claims header.
type source struct {
	header string // in its canonical form; "" is none
	claim  string // "" is none
	words  string // what errors call it
}

func (s source) set() bool { return s.header != "" || s.claim != "" }

// A roleSource says which role a request has.
type roleSource struct {
	line     int
	from     source
	required bool
	initial  string // the role of a request that names none; "" is none
	// allowed is the list of roles of which the request may name one, if it is set.
	allowed   source
	separator string
}

// A role is a part of the schema, and how it may be asked about.
type role struct {
	name    string
	line    int
	tables  []pattern
	exclude []pattern
	columns []columnRule
	modes   []string // none are all
	maxRows uint64   // 0 is the service's own
}

// A columnRule chooses columns of the tables that match.
type columnRule struct {
	table   pattern
	include []pattern // none are all
	exclude []pattern
}

// A rowRule says which rows of tables some roles may read.
type rowRule struct {
	line      int
	tables    []pattern
	where     string
	roles     []pattern // exact names, or "*" for all
	except    []string
	collation bool // strings are compared by the column's collation
}

// claims says where the JSON object of claims is.
type claims struct {
	header    string // "" is none
	base64url bool
}

// trust says why headers can be believed. All that is set must hold.
type trust struct {
	listener bool           // the operator says that nobody but the gateway reaches the service
	peers    []netip.Prefix // networks of which a connection may come
	secret   secret
}

func (t trust) set() bool { return t.listener || len(t.peers) > 0 || t.secret.header != "" }

// Load reads the access file at path. Secret is what ASKSQL_ACCESS_SECRET holds. An error about the text is
// an *Error.
func Load(path, secret string) (*File, error) {
	data, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("load access file %s: %w", path, err)
	}
	return Parse(path, data, secret)
}

// Parse is Load for a text that is already read. The path is for errors, and for the file of the secret.
func Parse(path string, data []byte, secret string) (*File, error) {
	r := &reader{path: path, secret: secret, file: &File{path: path}}
	documents := yaml.NewDecoder(newBytesReader(data))
	var document, second yaml.Node
	switch err := documents.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, &Error{path, 1, "the file is empty; see docs/access.md for what belongs into it"}
	case err != nil:
		return nil, yamlFault(path, err)
	}
	switch err := documents.Decode(&second); {
	case errors.Is(err, io.EOF):
	case err != nil:
		return nil, yamlFault(path, err)
	default:
		return nil, &Error{path, second.Line, "there is a second document; keep one"}
	}
	if err := r.read(document.Content[0]); err != nil {
		return nil, err
	}
	return r.file, nil
}

func read(path string) ([]byte, error) {
	info, err := os.Stat(path) // before opening: to open a named pipe is to wait for its writer
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("this is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("it is larger than %d bytes", maxFile)
	}
	return data, err
}
