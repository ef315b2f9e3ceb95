package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// built puts this test's own binary where one of a release lies.
func built(t *testing.T) (dir string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for _, path := range []string{"linux/amd64/asksql", "windows/amd64/asksql.exe"} {
		path = filepath.Join(dir, "build", filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := release(dir, []string{"../../LICENSE"}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRelease(t *testing.T) {
	dir := built(t)
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(sums)) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || fmt.Sprintf("%x", sha256.Sum256(data)) != sum {
			t.Errorf("%s: %v, or another sum", name, err)
		}
		names = append(names, name)
		if strings.HasSuffix(name, ".tar.gz") {
			checkArchive(t, name, data)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "asksql-*"))
	if err != nil || len(names) != 4 || len(files) != 4 || !slices.IsSorted(names) {
		t.Errorf("SHA256SUMS names %q of %q", names, files)
	}
}

func checkArchive(t *testing.T, name string, data []byte) {
	t.Helper()
	text, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for archive := tar.NewReader(text); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s %o %d %d", header.Name, header.Mode, header.Uid, header.Gid))
	}
	program := "asksql"
	if strings.Contains(name, "windows") {
		program += ".exe"
	}
	folder := strings.TrimSuffix(name, ".tar.gz")
	if want := []string{folder + "/" + program + " 755 0 0", folder + "/LICENSE 644 0 0"}; !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", name, got, want)
	}
}

// The same binaries make the same files.
func TestReleaseIsReproducible(t *testing.T) {
	first, err := os.ReadFile(filepath.Join(built(t), "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile(filepath.Join(built(t), "SHA256SUMS"))
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("%v: %s and %s", err, first, second)
	}
}

func TestBill(t *testing.T) {
	info := &buildinfo.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "github.com/asksql/asksql", Version: "v1.2.3"},
		Deps: []*debug.Module{
			{Path: "example.com/a", Version: "v1.0.0", Sum: "h1:abc="},
			{Path: "example.com/b", Version: "v2.0.0", Replace: &debug.Module{Path: "example.com/fork", Version: "v2.0.1"}},
		},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "cafe"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}},
	}
	text, err := sbom(info, []byte("archive"))
	if err != nil {
		t.Fatal(err)
	}
	var b bill
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	var refs []string
	for _, c := range b.Components {
		refs = append(refs, c.PURL)
	}
	want := []string{"pkg:golang/std@go1.26.8", "pkg:golang/example.com/a@v1.0.0", "pkg:golang/example.com/fork@v2.0.1"}
	if !slices.Equal(refs, want) || !slices.Equal(b.Dependencies[0].DependsOn, want) || b.Dependencies[0].Ref != "pkg:golang/github.com/asksql/asksql@v1.2.3" {
		t.Errorf("the bill lists %q, which %+v depends on", refs, b.Dependencies)
	}
	if b.Metadata.Timestamp != "2026-01-02T03:04:05Z" || b.Metadata.Component.Hashes[0].Content != fmt.Sprintf("%x", sha256.Sum256([]byte("archive"))) {
		t.Errorf("its metadata are %+v", b.Metadata)
	}
	if len(b.Serial) != len("urn:uuid:")+36 || b.Components[1].Properties[0].Value != "h1:abc=" {
		t.Errorf("serial %s, sum %+v", b.Serial, b.Components[1].Properties)
	}
}
