package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var svg, stderr strings.Builder
	if code := run([]string{"../../examples/shop/schema.json"}, &svg, &stderr); code != 0 {
		t.Fatalf("run = %d: %s", code, &stderr)
	}
	for _, want := range []string{">order_items<", ">customer_id<", ">decimal(10,2)<"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("the drawing has no text %s", want)
		}
	}
	wellFormed(t, svg.String())
}

// TestMain gives the tests back the temporary files that the program itself does without.
func TestMain(m *testing.M) {
	os.Unsetenv("TMPDIR")
	os.Exit(m.Run())
}

// The library would keep machine code where others could put theirs.
func TestNoCodeIsKept(t *testing.T) {
	cmd, folder := exec.Command(os.Args[0], "-test.run=^TestRunRefuses$"), t.TempDir()
	cmd.Env = append(os.Environ(), "TMPDIR="+folder)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("the temporary files are %v (%v), want none", left, err)
	}
}

// wellFormed fails the test unless text is XML without a script.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("the drawing is no XML: %v", err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "script" {
			t.Error("the drawing holds a script")
		}
	}
}

// Whatever names and types hold is text in the drawing.
func TestRunEscapes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	const text = `{"version": 1, "schemaId": "s", "tables": [{"name": "</text><script>&amp;\\N\"", "columns": [{"name": "表 👩‍👧 \\G", "type": "\u0000<b>\ufffe"}]}, {"name": "empty type", "columns": [{"name": "c"}]}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var svg, stderr strings.Builder
	if code := run([]string{file}, &svg, &stderr); code != 0 {
		t.Fatalf("run = %d: %s", code, &stderr)
	}
	wellFormed(t, svg.String())
	for _, want := range []string{"&lt;/text&gt;&lt;script&gt;&amp;amp;\\N", "表", "\\G", "empty type"} {
		if !strings.Contains(strings.ReplaceAll(svg.String(), "\u00a0", " "), want) && !strings.Contains(strings.ReplaceAll(svg.String(), "&#160;", " "), want) {
			t.Errorf("the drawing has no text %s in\n%s", want, &svg)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for _, args := range [][]string{nil, {"a", "b"}, {"--help"}, {""}, {"no such file"}} {
		var stdout, stderr strings.Builder
		if code := run(args, &stdout, &stderr); code != 2 || stdout.Len() > 0 || stderr.Len() == 0 {
			t.Errorf("run(%q) = %d, %q, %q; want 2 and a reason", args, code, &stdout, &stderr)
		}
	}
}
