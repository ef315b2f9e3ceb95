// Command weigh tells what each module that a program imports costs those who build it: the modules and packages that
// nothing else of the program needs, the seconds of processor time that they take in a build from an empty cache,
// the megabytes that they take in the program, and those to download.
//
//	go run ./weigh DIR PACKAGE   # DIR is the module, PACKAGE its program, such as ./cmd/asksql
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// tags and flags are those of "make build", but that the program keeps its symbols.
const tags = "nomsgpack"

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: weigh DIR PACKAGE")
		os.Exit(2)
	}
	if err := weigh(os.Stdout, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "weigh:", err)
		os.Exit(1)
	}
}

func weigh(w io.Writer, dir, program string) error {
	g, err := load(dir, program)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "weigh")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	built, times := filepath.Join(temp, "program"), filepath.Join(temp, "times.json")
	build := exec.Command("go", "build", "-trimpath", "-tags", tags, "-debug-actiongraph", times, "-o", built, program)
	build.Dir, build.Env = dir, append(os.Environ(), "CGO_ENABLED=0", "GOCACHE="+filepath.Join(temp, "cache"))
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	if err := g.addTimes(times); err != nil {
		return err
	}
	if err := g.addSizes(built); err != nil {
		return err
	}
	return g.write(w)
}

// A graph is what a program is built of.
type graph struct {
	program  string
	packages map[string]*node
}

// A node is a package.
type node struct {
	ImportPath string
	Imports    []string
	Module     *struct {
		Path, Version string
		Main          bool
	}
	seconds float64
	bytes   int64
}

func (n *node) module() string {
	if n.Module == nil {
		return "" // of the standard library
	}
	return n.Module.Path
}

func load(dir, program string) (*graph, error) {
	list := exec.Command("go", "list", "-deps", "-tags", tags, "-json=ImportPath,Imports,Module", program)
	list.Dir, list.Env, list.Stderr = dir, append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	g := &graph{packages: map[string]*node{}}
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		n := &node{}
		if err := in.Decode(n); errors.Is(err, io.EOF) {
			return g, nil
		} else if err != nil {
			return nil, err
		}
		g.packages[n.ImportPath] = n
		g.program = n.ImportPath // the last one is what was asked for
	}
}

func (g *graph) addTimes(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var actions []struct {
		Mode, Package   string
		CmdUser, CmdSys int64 // nanoseconds
	}
	if err := json.Unmarshal(data, &actions); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, a := range actions {
		if n := g.packages[a.Package]; n != nil && a.Mode == "build" {
			n.seconds += float64(a.CmdUser+a.CmdSys) / 1e9
		}
	}
	return nil
}

func (g *graph) addSizes(program string) error {
	out, err := exec.Command("go", "tool", "nm", "-size", program).Output()
	if err != nil {
		return fmt.Errorf("go tool nm: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		var at, kind, name string
		var size int64
		if _, err := fmt.Sscan(line, &at, &size, &kind, &name); err != nil {
			continue // a symbol without a place
		}
		if n := g.packages[packageOf(name)]; n != nil {
			n.bytes += size
		}
	}
	return nil
}

// packageOf returns the package of a symbol: what stands in front of the first dot behind the last slash of its name,
// type arguments and receivers left out.
func packageOf(symbol string) string {
	for _, prefix := range []string{"type:", ".eq.", ".hash.", "go:itab.", "*", "[]"} {
		symbol = strings.TrimPrefix(symbol, prefix)
	}
	symbol, _, _ = strings.Cut(symbol, "(")
	symbol, _, _ = strings.Cut(symbol, "[")
	slash := strings.LastIndexByte(symbol, '/') + 1
	name, _, _ := strings.Cut(symbol[slash:], ".")
	return symbol[:slash] + strings.ReplaceAll(name, "%2e", ".")
}

// reached returns the packages that the program needs if it does without a module.
func (g *graph) reached(without string) map[string]bool {
	seen := map[string]bool{}
	var visit func(path string)
	visit = func(path string) {
		n := g.packages[path]
		if n == nil || seen[path] || without != "" && n.module() == without {
			return
		}
		seen[path] = true
		for _, next := range n.Imports {
			visit(next)
		}
	}
	visit(g.program)
	return seen
}

// A weight is what a module costs.
type weight struct {
	module            string
	modules, packages int
	seconds           float64
	bytes, download   int64
}

func (g *graph) write(w io.Writer) error {
	all := g.reached("")
	var weights []weight
	for _, module := range g.imported() {
		item, err := g.weightOf(module, all)
		if err != nil {
			return err
		}
		weights = append(weights, item)
	}
	slices.SortFunc(weights, func(a, b weight) int { return int((b.seconds - a.seconds) * 1000) })
	total := 0.0
	for _, n := range g.packages {
		total += n.seconds
	}
	fmt.Fprintf(w, "| Module | Modules | Packages | CPU, s of %.0f | MB in the program | MB to download |\n|---|--:|--:|--:|--:|--:|\n", total)
	for _, i := range weights {
		fmt.Fprintf(w, "| `%s` | %d | %d | %.1f | %.2f | %.2f |\n", i.module, i.modules, i.packages, i.seconds, float64(i.bytes)/1e6, float64(i.download)/1e6)
	}
	return nil
}

// imported returns the modules that the program's own packages import.
func (g *graph) imported() []string {
	var list []string
	for _, n := range g.packages {
		if n.Module == nil || !n.Module.Main {
			continue
		}
		for _, path := range n.Imports {
			if far := g.packages[path]; far != nil && far.Module != nil && !far.Module.Main && !slices.Contains(list, far.module()) {
				list = append(list, far.module())
			}
		}
	}
	return list
}

// weightOf returns the weight of what is needed for one module alone.
func (g *graph) weightOf(module string, all map[string]bool) (weight, error) {
	rest, w, versions := g.reached(module), weight{module: module}, map[string]string{}
	for path := range all {
		if rest[path] {
			continue
		}
		n := g.packages[path]
		w.packages, w.seconds, w.bytes = w.packages+1, w.seconds+n.seconds, w.bytes+n.bytes
		if n.Module != nil {
			versions[n.Module.Path] = n.Module.Version
		}
	}
	w.modules = len(versions)
	for path, version := range versions {
		out, err := exec.Command("go", "mod", "download", "-json", path+"@"+version).Output()
		if err != nil {
			return w, fmt.Errorf("go mod download %s: %w", path, err)
		}
		var got struct{ Zip string }
		if err := json.Unmarshal(out, &got); err != nil {
			return w, err
		}
		if info, err := os.Stat(got.Zip); err == nil {
			w.download += info.Size()
		}
	}
	return w, nil
}
