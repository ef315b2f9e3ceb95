package main_test

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestBinary: what "make build" makes needs no file of the machine it runs on, and tells nothing of the
// one that it was built on.
func TestBinary(t *testing.T) {
	data, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	const limit = 42_000_000 // bytes
	if len(data) > limit {
		t.Errorf("%d bytes, want at most %d", len(data), limit)
	}
	folder, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for what, path := range map[string]string{"this folder": folder, "the folder of the modules": "/pkg/mod/"} {
		if bytes.Contains(data, []byte(path)) {
			t.Errorf("the program holds the path of %s", what)
		}
	}
	program, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Skip("what follows is about programs for Linux and its like:", err)
	}
	for _, part := range program.Progs {
		if part.Type == elf.PT_INTERP || part.Type == elf.PT_DYNAMIC {
			t.Errorf("the program has a part %v: it is not static", part.Type)
		}
	}
	for _, section := range program.Sections {
		if section.Name == ".symtab" || strings.Contains(section.Name, "debug") {
			t.Errorf("the program has a section %s: it is not stripped", section.Name)
		}
	}
}

// TestEmptyRoot: the service starts and answers where there is no file but the program.
func TestEmptyRoot(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give a program another root folder")
	}
	root := t.TempDir()
	program, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "asksql"), program, 0o700); err != nil {
		t.Fatal(err)
	}
	m := newModel(t, saysSQL(goodSQL))
	cmd := exec.Command("/asksql", "serve")
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root}
	cmd.Env = []string{
		"ASKSQL_SERVER_PORT=0", "ASKSQL_LLM_PROVIDER=openai", "ASKSQL_LLM_MODEL=m",
		"ASKSQL_LLM_BASE_URL=" + m.url + "/v1", "API_KEY=" + credential,
	}
	s := launch(t, cmd)
	if r := s.do(t, http.MethodGet, "/health", ""); r.status != http.StatusOK {
		t.Errorf("GET /health = %d", r.status)
	}
	artifact, err := os.ReadFile(shop(t))
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(map[string]string{"question": "how many orders are there?", "schemaJson": string(artifact)})
	if err != nil {
		t.Fatal(err)
	}
	checkSQL(t, s.post(t, string(body)))
	s.stop(t)
	if left, err := os.ReadDir(root); err != nil || len(left) != 1 {
		t.Errorf("the root folder holds %v (%v), want the program alone", left, err)
	}
}
