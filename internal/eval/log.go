package eval

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Log is a file of answers, one JSON object a line, that grows by a line whenever there is an
// answer. It belongs to one Run at a time.
type Log struct {
	path string
	file *os.File
	done map[string]Answer // by key, the last one
}

// OpenLog opens the file of answers at path, which need not exist. A last line that was cut off by
// the end of a program is dropped; any other that is no answer is an error with its file:line.
func OpenLog(path string) (*Log, error) {
	// To append, so that a second run by mistake overwrites no line of the first.
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	l := &Log{path: path, file: file, done: map[string]Answer{}}
	if err := l.read(); err != nil {
		_ = file.Close() // nothing was written
		return nil, err
	}
	return l, nil
}

// read reads the lines and leaves the file as it is up to the end of the last whole one.
func (l *Log) read() error {
	data, err := io.ReadAll(l.file)
	if err != nil {
		return fmt.Errorf("read %s: %w", l.path, err)
	}
	n, size := 0, len(data)
	for line := range bytes.Lines(data) {
		n++
		if torn(line) {
			size -= len(line)
			break
		}
		if err := l.add(line); err != nil {
			return fmt.Errorf("%s:%d: this is no answer of an earlier run; give another file: %w", l.path, n, err)
		}
	}
	if err := l.file.Truncate(int64(size)); err != nil {
		return fmt.Errorf("drop the last line of %s: %w", l.path, err)
	}
	return nil
}

// torn reports whether a line is the beginning of one that Append would write. Any other text without
// an end is not ours to drop.
func torn(line []byte) bool {
	const start = `{"id":`
	return !bytes.HasSuffix(line, []byte("\n")) && !jsontext.Value(line).IsValid() &&
		bytes.HasPrefix(line, []byte(start[:min(len(start), len(line))]))
}

// add adds the answer that a line holds.
func (l *Log) add(line []byte) error {
	var a Answer
	switch err := json.Unmarshal(line, &a); {
	case err != nil:
		return err
	case a.Key == "" || a.Outcome == "":
		return errors.New("it has no key or no outcome")
	case !bytes.HasSuffix(line, []byte("\n")):
		return errors.New("its line has no end; add a line feed")
	}
	l.done[a.Key] = a
	return nil
}

// Find returns the answer with the key. One that Failed is none: it is to be asked again.
func (l *Log) Find(key string) (Answer, bool) {
	a, ok := l.done[key]
	return a, ok && a.Outcome != Failed
}

// Append writes an answer in one call, so that it is there when the program ends at once.
func (l *Log) Append(a Answer) error {
	line, err := json.Marshal(a, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write %s: %w", l.path, err)
	}
	l.done[a.Key] = a
	return nil
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }
