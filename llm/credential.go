package llm

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"

	"golang.org/x/net/http/httpguts"
)

// A credential is what proves who calls. The zero value is none.
type credential struct {
	header, prefix string
	key            string
	file           *tokenFile // in place of key, or nil
}

func newCredential(cfg Config) credential {
	return credential{"Authorization", "Bearer ", cfg.APIKey, cfg.token}
}

// as sets the header that a key goes into. A token out of a file is a bearer token everywhere.
func (c *credential) as(header, prefix string) {
	if c.file == nil {
		c.header, c.prefix = header, prefix
	}
}

// sign puts the credential into the header of a request.
func (c credential) sign(h http.Header) {
	key := c.key
	if c.file != nil {
		key = c.file.current()
	}
	if key != "" {
		h.Set(c.header, c.prefix+key)
	}
}

// plainKey returns the key as the header wants it: without the quotes of a file of variables and the
// "Bearer " of an example, which are easily copied along.
func plainKey(key string) string {
	key = unquoted(key)
	const scheme = "Bearer "
	if len(key) > len(scheme) && strings.EqualFold(key[:len(scheme)], scheme) {
		key = unquoted(key[len(scheme):])
	}
	return key
}

// unquoted returns text without blanks and quotes round it.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	for _, quote := range []string{`"`, `'`} {
		if len(text) >= 2 && strings.HasPrefix(text, quote) && strings.HasSuffix(text, quote) {
			return strings.TrimSpace(text[1 : len(text)-1])
		}
	}
	return text
}

// placeholder reports whether a key is what should have been replaced by one.
func placeholder(key string) bool {
	return strings.HasPrefix(key, "${") || strings.HasPrefix(key, "$(") || strings.HasPrefix(key, "<") && strings.HasSuffix(key, ">") ||
		strings.HasPrefix(key, "$") && strings.ToUpper(key) == key
}

// maxToken is the longest token.
const maxToken = 64 << 10

// A tokenFile is a bearer token in a file that somebody else keeps fresh: a sidecar, or the platform for
// workload identities. It is read again whenever the file has changed.
type tokenFile struct {
	path string

	mu     sync.Mutex
	seen   os.FileInfo // of what was read
	token  string
	before string // the token before, which calls may still have with them
}

// openToken reads the token for the first time.
func openToken(path string) (*tokenFile, error) {
	f := &tokenFile{path: path}
	if err := f.refresh(); err != nil {
		return nil, err
	}
	return f, nil
}

// current returns the token. One that is being replaced stays good until the new one can be read: its
// end is for the provider to tell.
func (f *tokenFile) current() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	_ = f.refresh()
	return f.token
}

// tokens returns what may stand in a text as a secret.
func (f *tokenFile) tokens() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return []string{f.token, f.before}
}

// refresh reads the file if it is another than before.
func (f *tokenFile) refresh() error {
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is no regular file")
	}
	if f.seen != nil && os.SameFile(f.seen, info) && f.seen.ModTime().Equal(info.ModTime()) && f.seen.Size() == info.Size() {
		return nil
	}
	token, err := readToken(f.path)
	if err != nil {
		return err
	}
	f.seen = info
	if token != f.token {
		f.token, f.before = token, f.token
	}
	return nil
}

func readToken(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxToken+1))
	if err != nil {
		return "", err
	}
	token := plainKey(string(data))
	switch {
	case len(data) > maxToken:
		return "", fmt.Errorf("it is larger than %d bytes", maxToken)
	case token == "":
		return "", errors.New("it is empty")
	case strings.ContainsAny(token, " {\n\t") || !httpguts.ValidHeaderFieldValue(token):
		return "", errors.New("it holds more than a token; write the token alone into it")
	}
	return token, nil
}
