package schema_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/asksql/asksql/schema"
)

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(path, []byte(document(table())), 0o600); err != nil {
		t.Fatal(err)
	}
	artifact, err := schema.Decoder{}.Load(path)
	if err != nil || artifact.SchemaID() != "s" {
		t.Errorf("Load = %v, %v; want the artifact of the file", artifact, err)
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	invalid, large, pipe := filepath.Join(dir, "invalid.json"), filepath.Join(dir, "large.json"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(invalid, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 64<<20+1); err != nil { // a hole, not bytes on the disk
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no named pipes here:", err)
	}
	for _, tc := range []struct{ name, path, message string }{
		{"a file that is not there", filepath.Join(dir, "none.json"), "no such file"},
		{"a directory", dir, "this is a directory"},
		{"a named pipe, without waiting for a writer", pipe, "not a regular file"},
		{"a file over 64 MiB", large, "larger than 64 MiB"},
		{"a file that is no artifact", invalid, "$.version: must be the number 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := schema.Decoder{}.Load(tc.path)
			if err == nil || !strings.HasPrefix(err.Error(), "load schema "+tc.path+": ") || !strings.Contains(err.Error(), tc.message) {
				t.Errorf("Load(%s) = %v, want the path and %q", tc.path, err, tc.message)
			}
		})
	}
}

func TestLoadErrorsCanBeTold(t *testing.T) {
	if _, err := (schema.Decoder{}).Load(filepath.Join(t.TempDir(), "none.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Load of a missing file = %v, want fs.ErrNotExist", err)
	}
}
