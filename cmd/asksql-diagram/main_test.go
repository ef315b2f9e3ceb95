package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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

// However many tables there are, and whether they refer to each other or not, viewers show the drawing, or the reason says
// how to draw a part.
func TestLargeSchemas(t *testing.T) {
	for _, tc := range []struct {
		name                string
		tables, rows, links int // rows of a table; every how many tables refer to an earlier one, 0 for none
		refused             bool
	}{
		{"without references", 250, 8, 0, false}, {"pairs", 250, 8, 2, false}, {"all connected", 250, 8, 1, false},
		{"an index", 2000, 8, 1, false}, {"a large index", 10000, 1, 0, false}, {"one table of very many keys", 1, 4000, 0, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var svg, stderr strings.Builder
			code := run([]string{largeSchema(t, tc.tables, tc.rows, tc.links)}, &svg, &stderr)
			if tc.refused {
				if code != 1 || svg.Len() > 0 || !strings.Contains(stderr.String(), "draw a part of the tables: asksql schema show --svg --tables") {
					t.Errorf("run = %d, %d bytes, %s; want 1 and what to do", code, svg.Len(), &stderr)
				}
				return
			}
			size := sizeOf.FindStringSubmatch(svg.String())
			if code != 0 || size == nil {
				t.Fatalf("run = %d: %s", code, &stderr)
			}
			wide, _ := strconv.ParseFloat(size[1], 64)
			high, _ := strconv.ParseFloat(size[2], 64)
			t.Logf("%.0f × %.0f points", wide, high)
			if high > 8*wide || wide > 8*high {
				t.Errorf("%.0f × %.0f points are a strip", wide, high)
			}
			if last := fmt.Sprintf(">mod%d_table%d<", (tc.tables-1)%7, tc.tables-1); !strings.Contains(svg.String(), last) {
				t.Errorf("the drawing has no text %s", last)
			}
		})
	}
}

func largeSchema(t *testing.T, tables, rows, links int) string {
	t.Helper()
	name := func(i int) string { return fmt.Sprintf("mod%d_table%d", i%7, i) }
	var all []string
	for i := range tables {
		columns := []string{`{"name": "id", "type": "bigint"}`}
		for j := range rows {
			columns = append(columns, fmt.Sprintf(`{"name": "c%d", "type": "varchar(40)", "sensitive": %t}`, j, rows > 100))
		}
		keys := ""
		if links > 0 && i > 0 && i%links == 0 {
			columns = append(columns, `{"name": "ref_id", "type": "bigint"}`)
			to := i - 1
			if links == 1 {
				to = i / 3
			}
			keys = fmt.Sprintf(`, "foreignKeys": [{"columns": ["ref_id"], "references": {"table": %q, "columns": ["id"]}}]`, name(to))
		}
		all = append(all, fmt.Sprintf(`{"name": %q, "primaryKey": ["id"], "columns": [%s]%s}`, name(i), strings.Join(columns, ", "), keys))
	}
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(`{"version": 1, "schemaId": "s", "tables": [`+strings.Join(all, ", ")+`]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRunRefuses(t *testing.T) {
	for _, args := range [][]string{nil, {"a", "b"}, {"--help"}, {""}, {"no such file"}} {
		var stdout, stderr strings.Builder
		if code := run(args, &stdout, &stderr); code != 2 || stdout.Len() > 0 || stderr.Len() == 0 {
			t.Errorf("run(%q) = %d, %q, %q; want 2 and a reason", args, code, &stdout, &stderr)
		}
	}
}
