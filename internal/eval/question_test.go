package eval_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/eval"
)

func TestReadQuestions(t *testing.T) {
	path := write(t, "\ufeff"+`{"id": 7, "question": "How many?", "sql": " SELECT 1 ", "schema": "shop.json", "db": "live", "difficulty": "easy"}

{"id": "q", "question": "Who?", "schema": "/abs.json", "history": [{"question": "How many?", "sql": "SELECT 1"}]}
`)
	got, err := eval.ReadQuestions(path)
	if err != nil {
		t.Fatal(err)
	}
	want := []eval.Question{
		{ID: "7", Question: "How many?", Gold: "SELECT 1", SchemaPath: filepath.Join(filepath.Dir(path), "shop.json"), Database: "live"},
		{ID: "q", Question: "Who?", SchemaPath: "/abs.json", History: []ask.Exchange{{Question: "How many?", SQL: "SELECT 1"}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestReadQuestionsFaults(t *testing.T) {
	const fine = `{"id":"a","question":"How many?"}` + "\n"
	for _, tc := range []struct{ name, text, want string }{
		{"broken JSON", fine + `{"id":"b",`, ":2: want {"},
		{"no object", fine + `[]`, ":2: want {"},
		{"a duplicate name", `{"id":"b","id":"c","question":"?"}`, ":1: want {"},
		{"an id twice", fine + "\n" + fine, `:3: the id "a" is that of line 1`},
		{"one id as number and text", `{"id":1,"question":"?"}` + "\n" + `{"id":"1","question":"?"}`, `:2: the id "1" is that of line 1`},
		{"no id", `{"question":"?"}`, ":1: id must be a string or a number"},
		{"a blank id", `{"id":" ","question":"?"}`, ":1: id is blank"},
		{"no question", `{"id":1}`, ":1: question is missing or blank"},
		{"a blank question", `{"id":1,"question":"\n"}`, ":1: question is missing or blank"},
		{"a wrong type", `{"id":1,"question":7}`, ":1: question must be a string"},
		{"a line without end", fine + `{"id":"b","question":"` + strings.Repeat("?", 17<<20), ":2: the line is longer than 16 MiB"},
		{"nesting without end", `{"id":"b","x":` + strings.Repeat("[", 1<<20), ":1: want {"},
		{"no line", "\n\n", ": there is no question in it"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := write(t, tc.text)
			_, err := eval.ReadQuestions(path)
			if err == nil || !strings.HasPrefix(err.Error(), path+tc.want) {
				t.Errorf("ReadQuestions: %v, want %s%s", err, path, tc.want)
			}
		})
	}
}

func TestOpenLogFaults(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"a broken line before the last", "{\n" + `{"key":"k","outcome":"accepted"}` + "\n", ":1: this is no answer"},
		{"a last line of something else", `{"id":"a","question":"How many?"}`, ":1: this is no answer"},
		{"a last line that is cut off, of something else", "# Notes", ":1: this is no answer"},
		{"a file of something else", `{"id":"a","question":"How many?"}` + "\n", ":1: this is no answer"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := write(t, tc.text)
			_, err := eval.OpenLog(path)
			if err == nil || !strings.HasPrefix(err.Error(), path+tc.want) {
				t.Errorf("OpenLog: %v, want %s%s", err, path, tc.want)
			}
			if left, _ := os.ReadFile(path); string(left) != tc.text {
				t.Errorf("the file was changed to %q", left)
			}
		})
	}
}

// write writes a file and returns its path.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
