package eval

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/internal/ask"
)

// maxLine is the longest line of a file, in bytes.
const maxLine = 16 << 20

// A Question is one line of a file of questions.
type Question struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	// Gold is a query that answers the question, or "".
	Gold string `json:"gold,omitzero"`
	// SchemaPath is the file of the schema that the question is about, or "" for the one that goes
	// for all questions without their own.
	SchemaPath string `json:"schemaPath,omitzero"`
	// Database is the name of the database to run queries in, or "".
	Database string `json:"database,omitzero"`
	// History is what the question goes on from.
	History []ask.Exchange `json:"history,omitzero"`
}

// A questionLine is a Question as it is written. Other members of its object are ignored.
type questionLine struct {
	ID       jsontext.Value `json:"id"`
	Question string         `json:"question"`
	SQL      string         `json:"sql"`
	Schema   string         `json:"schema"`
	DB       string         `json:"db"`
	History  []exchangeLine `json:"history"`
}

type exchangeLine struct {
	Question string `json:"question"`
	SQL      string `json:"sql"`
}

// ReadQuestions reads the questions of a file, one JSON object a line: id (a string or number) and
// question; sql, schema (a path seen from the directory of the file), db and history (objects of question and sql) are
// optional. Blank
// lines are skipped. An error about a line begins with file:line.
func ReadQuestions(file string) ([]Question, error) {
	var all []Question
	lines := map[string]int{} // by id
	err := eachLine(file, func(n int, data []byte) error {
		q, err := parseQuestion(data)
		if err != nil {
			return err
		}
		if first, taken := lines[q.ID]; taken {
			return fmt.Errorf("the id %q is that of line %d; give each question its own", q.ID, first)
		}
		lines[q.ID] = n
		if q.SchemaPath != "" && !filepath.IsAbs(q.SchemaPath) {
			q.SchemaPath = filepath.Join(filepath.Dir(file), q.SchemaPath)
		}
		all = append(all, q)
		return nil
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: there is no question in it", file)
	}
	return all, err
}

func parseQuestion(data []byte) (Question, error) {
	var l questionLine
	var semantic *json.SemanticError
	switch err := json.Unmarshal(data, &l); {
	case errors.As(err, &semantic) && semantic.JSONPointer != "":
		return Question{}, fmt.Errorf("%s must be a string", semantic.JSONPointer.LastToken())
	case err != nil:
		return Question{}, fmt.Errorf(`want {"id":…,"question":"…"}: %w`, err)
	}
	id, err := idText(l.ID)
	if err != nil {
		return Question{}, err
	}
	if strings.TrimSpace(l.Question) == "" {
		return Question{}, errors.New("question is missing or blank")
	}
	q := Question{ID: id, Question: l.Question, Gold: strings.TrimSpace(l.SQL), SchemaPath: l.Schema, Database: l.DB}
	for _, e := range l.History {
		q.History = append(q.History, ask.Exchange(e))
	}
	return q, nil
}

// idText returns an id, which is a string or a number, as text.
func idText(id jsontext.Value) (string, error) {
	text := string(id)
	switch id.Kind() {
	case '0':
	case '"':
		if err := json.Unmarshal(id, &text); err != nil {
			return "", err
		}
	default:
		return "", errors.New("id must be a string or a number")
	}
	if strings.TrimSpace(text) == "" {
		return "", errors.New("id is blank")
	}
	return text, nil
}

// eachLine calls do with the number and text of each line of a file that is not blank. What do
// returns comes back with file and line before it.
func eachLine(file string, do func(n int, data []byte) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(make([]byte, 0, 64<<10), maxLine)
	n := 0
	for s.Scan() {
		n++
		line := s.Bytes()
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := do(n, line); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	switch err := s.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: the line is longer than %d MiB; shorten it", file, n+1, maxLine>>20)
	case err != nil:
		return fmt.Errorf("%s:%d: %w", file, n+1, err)
	}
	return nil
}
