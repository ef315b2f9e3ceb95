package access

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Caller is who asks, as far as somebody says so. The zero Caller is nobody.
type Caller struct {
	header map[string][]string
	peer   string

	named  bool // by the operator, on the command line
	role   *string
	values map[string]string
}

// FromHeader returns the caller of a request with the header, which came over a connection from peer, in the
// form host:port.
func FromHeader(header map[string][]string, peer string) Caller {
	return Caller{header: header, peer: peer}
}

// Named returns the caller that the operator of this program names: a role, nil for none, and values of
// parameters by their names. Lists have the separator of the file.
func Named(role *string, values map[string]string) Caller {
	return Caller{named: true, role: role, values: values}
}

// A secret is what only the gateway knows, as its hash: to compare those takes the same time for every guess.
type secret struct {
	header string
	hash   [sha256.Size]byte
}

func newSecret(header, text string) secret { return secret{header, sha256.Sum256([]byte(text))} }

// check returns why the headers of the caller do not count, or nil.
func (t trust) check(c Caller) error {
	if c.named {
		return nil
	}
	if len(t.peers) > 0 && !t.knows(c.peer) {
		return denied("the request did not come through the gateway")
	}
	if t.secret.header == "" {
		return nil
	}
	values := c.header[t.secret.header]
	switch {
	case len(values) > 1:
		return denied("header %s is there twice; the gateway has to send it once", strings.ToLower(t.secret.header))
	case len(values) == 1:
		given := sha256.Sum256([]byte(values[0]))
		if subtle.ConstantTimeCompare(given[:], t.secret.hash[:]) == 1 {
			return nil
		}
	}
	return denied("the request did not come through the gateway")
}

// knows reports whether a connection came from one of the peers.
func (t trust) knows(peer string) bool {
	from, err := netip.ParseAddrPort(peer)
	if err != nil {
		return false
	}
	address := from.Addr().Unmap().WithZone("")
	return slices.ContainsFunc(t.peers, func(network netip.Prefix) bool { return network.Contains(address) })
}

// A said is what a caller says under one name.
type said struct {
	texts []string // one, or those of a list
	there bool
}

// A saying is what a caller says, read as the file wants it.
type saying struct {
	file   *File
	caller Caller
	claims map[string]jsontext.Value
}

// listen reads the claims of a caller, if there are any.
func (f *File) listen(c Caller) (*saying, error) {
	s := &saying{file: f, caller: c}
	if c.named || f.claims.header == "" {
		return s, nil
	}
	name := strings.ToLower(f.claims.header)
	values := c.header[f.claims.header]
	switch {
	case len(values) > 1:
		return nil, denied("header %s is there twice; the gateway has to send it once", name)
	case len(values) == 0 || values[0] == "":
		return s, nil // each claim is missing
	}
	text := []byte(values[0])
	if f.claims.base64url {
		decoded, err := base64.RawURLEncoding.Strict().DecodeString(strings.TrimRight(values[0], "="))
		if err != nil {
			return nil, denied("header %s must hold base64url", name)
		}
		text = decoded
	}
	if err := json.Unmarshal(text, &s.claims); err != nil || s.claims == nil {
		return nil, denied("header %s must hold one JSON object, with no name twice", name)
	}
	return s, nil
}

// text returns the one text of a source.
func (s *saying) text(from source) (said, error) {
	if from.claim != "" {
		return s.claim(from, false, false)
	}
	values := s.caller.header[from.header]
	switch {
	case len(values) > 1:
		return said{}, denied("%s is there twice; the gateway has to send it once", from.words)
	case len(values) == 0 || values[0] == "": // a gateway sends an empty one for a claim that it does not have
		return said{}, nil
	}
	return said{[]string{values[0]}, true}, plain(values[0], from.words)
}

// list returns the texts of a source that holds several. An empty header is a list without any.
func (s *saying) list(from source, separator string) (said, error) {
	if from.claim != "" {
		return s.claim(from, true, false)
	}
	values := s.caller.header[from.header]
	switch {
	case len(values) > 1:
		return said{}, denied("%s is there twice; the gateway has to send it once", from.words)
	case len(values) == 0:
		return said{}, nil
	}
	texts, err := split(values[0], separator, from.words)
	return said{texts, true}, err
}

// maxValues is how many values a list may have.
const maxValues = 1000

// split returns the values of a list, without the blanks round each.
func split(text, separator, words string) ([]string, error) {
	if err := plain(text, words); err != nil {
		return nil, err
	}
	if strings.Trim(text, " \t") == "" {
		return []string{}, nil
	}
	texts := strings.Split(text, separator)
	for i := range texts {
		if texts[i] = strings.Trim(texts[i], " \t"); texts[i] == "" {
			return nil, denied("%s has an empty value in its list", words)
		}
	}
	if len(texts) > maxValues {
		return nil, denied("%s has more than %d values", words, maxValues)
	}
	return texts, nil
}

// plain returns an error for a text that is not UTF-8 or holds what no text of a person has.
func plain(text, words string) error {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c == 0x7f || c == utf8.RuneError }) {
		return denied("%s must be UTF-8 without control characters", words)
	}
	return nil
}

// claim returns the texts of a claim. A number counts where numbers are wanted: 7 and 7.0 are one to JSON.
func (s *saying) claim(from source, list, numbers bool) (said, error) {
	value, there := s.claims[from.claim]
	if !there || value.Kind() == 'n' {
		return said{}, nil
	}
	if !list {
		text, ok := scalar(value, numbers)
		if !ok {
			return said{}, denied("%s must be %s", from.words, wantedClaim(numbers))
		}
		if text == "" {
			return said{}, nil
		}
		return said{[]string{text}, true}, plain(text, from.words)
	}
	var elements []jsontext.Value
	if value.Kind() != '[' || json.Unmarshal(value, &elements) != nil {
		return said{}, denied("%s must be a list", from.words)
	}
	if len(elements) > maxValues {
		return said{}, denied("%s has more than %d values", from.words, maxValues)
	}
	texts := []string{}
	for _, element := range elements {
		text, ok := scalar(element, numbers)
		if !ok || text == "" {
			return said{}, denied("each value of %s must be %s", from.words, wantedClaim(numbers))
		}
		if err := plain(text, from.words); err != nil {
			return said{}, err
		}
		texts = append(texts, text)
	}
	return said{texts, true}, nil
}

func wantedClaim(numbers bool) string {
	if numbers {
		return "a number or a string"
	}
	return "a string"
}

func scalar(value jsontext.Value, numbers bool) (string, bool) {
	switch value.Kind() {
	case '"':
		var text string
		err := json.Unmarshal(value, &text)
		return text, err == nil
	case '0':
		return string(value), numbers
	default:
		return "", false
	}
}

// namedValues returns an error for a name on the command line that is no parameter of the file.
func (f *File) namedValues(values map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(f.parameters, func(p parameter) bool { return p.Name == name }) {
			return denied("--param %s is no parameter of the access file", shown(name))
		}
	}
	return nil
}
