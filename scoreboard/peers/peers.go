// Package peers installs the guards of other projects that are no Go modules, and the scripts that
// put questions to them. Nothing of theirs is in the repository.
package peers

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The versions, pinned.
const (
	NodeSQLParser = "5.4.0"
	DBHub         = "1.4.0"
	Sqlglot       = "30.30.0"
)

//go:embed scripts
var scripts embed.FS

// A Cache is a directory outside the repository that holds what was installed.
type Cache struct{ dir string }

// DefaultDir returns where others are installed unless the user says otherwise.
func DefaultDir() (string, error) {
	home, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("name a cache directory: %w", err)
	}
	return filepath.Join(home, "asksql-scoreboard"), nil
}

// NewCache returns the cache at dir, with the scripts in it.
func NewCache(dir string) (Cache, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Cache{}, err
	}
	files, err := scripts.ReadDir("scripts")
	if err != nil {
		return Cache{}, err
	}
	for _, file := range files {
		text, err := scripts.ReadFile("scripts/" + file.Name())
		if err != nil {
			return Cache{}, err
		}
		if err := write(filepath.Join(dir, "scripts", file.Name()), text); err != nil {
			return Cache{}, err
		}
	}
	return Cache{dir}, nil
}

func write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// Node returns the command that runs one of our scripts beside an npm package, which is installed
// first if need be. The script gets the folder of the installation, then args.
func (c Cache) Node(script, name, version string, args ...string) ([]string, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, err
	}
	folder := c.folder(name, version)
	err = once(folder, func() error {
		if err := write(filepath.Join(folder, "package.json"), []byte(`{"private": true}`)); err != nil {
			return err
		}
		return run(folder, "npm", "install", "--save-exact", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", name+"@"+version)
	})
	return append([]string{node, c.script(script), folder}, args...), err
}

// Python returns the command that runs one of our scripts beside a Python package, which is
// installed into an environment of its own first if need be.
func (c Cache) Python(script, name, version string) ([]string, error) {
	folder := c.folder(name, version)
	python := filepath.Join(folder, "bin", "python")
	err := once(folder, func() error {
		if err := run("", "python3", "-m", "venv", folder); err != nil {
			return err
		}
		return run("", python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name+"=="+version)
	})
	return []string{python, c.script(script)}, err
}

func (c Cache) script(name string) string { return filepath.Join(c.dir, "scripts", name) }

func (c Cache) folder(name, version string) string {
	return filepath.Join(c.dir, strings.NewReplacer("@", "", "/", "-").Replace(name)+"-"+version)
}

// Installed reports whether a version of a package is in the cache.
func (c Cache) Installed(name, version string) bool {
	_, err := os.Stat(filepath.Join(c.folder(name, version), marker))
	return err == nil
}

// marker is a file in the folder of a package that was installed to its end.
const marker = "installed"

// once calls install unless it has succeeded for the folder before. Whatever is left of an attempt
// that failed is removed.
func once(folder string, install func() error) error {
	done := filepath.Join(folder, marker)
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := install(); err != nil {
		return errors.Join(err, os.RemoveAll(folder))
	}
	return write(done, nil)
}

// run runs a command. The error has the end of what it printed.
func run(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		text := strings.TrimSpace(string(out))
		return fmt.Errorf("%s: %w: %s", name, err, text[max(0, len(text)-300):])
	}
	return nil
}
