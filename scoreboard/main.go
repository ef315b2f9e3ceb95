// Scoreboard puts the same texts to asksql and to other guards and writes down who got what wrong:
//
//	go run . -out ../docs/scoreboard.md
//
// It is a module of its own, so that what it compares with never reaches those who use asksql. The
// guards of other projects that are no Go modules are installed, pinned, into a cache outside the
// repository. It exits with 1 if asksql got anything wrong.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/asksql/asksql/scoreboard/board"
	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/fuzz"
	"github.com/asksql/asksql/scoreboard/guard"
	"github.com/asksql/asksql/scoreboard/mysql8"
	"github.com/asksql/asksql/scoreboard/peers"
)

// contenderCommand is the first argument of a process that answers for a contender in Go; the
// second one is the contender's name.
const contenderCommand = "contender"

func main() { os.Exit(run(os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 2 && args[0] == contenderCommand {
		return failed(stderr, serve(args[1], stdin, stdout))
	}
	flags := flag.NewFlagSet("scoreboard", flag.ContinueOnError)
	flags.SetOutput(stderr)
	out := flags.String("out", "../docs/scoreboard.md", "the `file` to write")
	shared := flags.String("shared", "../../shared", "the `directory` of attacks, queries and replies")
	cache := flags.String("cache", getenv("ASKSQL_SCOREBOARD_CACHE"), "the `directory` to install other guards in; the user's cache directory if empty")
	if flags.Parse(args) != nil {
		return 2
	}
	b, err := measure(*shared, *cache, stderr)
	if err != nil {
		return failed(stderr, err)
	}
	if err := write(b, *out); err != nil {
		return failed(stderr, err)
	}
	faults := b.Faults()
	for _, line := range faults {
		fmt.Fprintln(stdout, line)
	}
	fmt.Fprintf(stdout, "%s is written; asksql got %d things wrong\n", *out, len(faults))
	return min(1, len(faults))
}

func failed(stderr io.Writer, err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, "scoreboard:", err)
	return 1
}

// serve answers for one of the contenders in Go.
func serve(name string, stdin io.Reader, stdout io.Writer) error {
	for _, c := range inGo("", "") {
		if c.Name == name {
			return guard.Serve(stdin, stdout, c.judge)
		}
	}
	return fmt.Errorf("there is no contender %q", name)
}

// measure does all of it, in reading order.
func measure(shared, cacheDir string, progress io.Writer) (*board.Board, error) {
	all, err := cases.Load(cases.Sources{Shared: shared, Answers: "differential/mysql/answers.json"})
	if err != nil {
		return nil, err
	}
	list, err := installable(cacheDir)
	if err != nil {
		return nil, err
	}
	b := &board.Board{Date: time.Now(), Versions: versions(), All: all}
	for _, c := range list {
		start := time.Now()
		judgeAll(c, all)
		b.Contenders = append(b.Contenders, &c.Contender)
		fmt.Fprintf(progress, "%s: %v %s\n", c.Name, time.Since(start).Round(time.Millisecond), c.Skipped)
	}
	if b.Speed, err = timeAll(list, all); err != nil {
		return nil, err
	}
	if b.Runs, err = mysql8.RunAll(all); err != nil {
		return nil, err
	}
	if b.Differentials, err = board.LoadDifferentials("differential"); err != nil {
		return nil, err
	}
	if b.Grammar, err = board.LoadGrammar("grammar.jsonl", "../sqlcheck/sqlchecktest/grammargen/testdata/never_accepted.txt", contains); err != nil {
		return nil, err
	}
	b.Fuzz, err = fuzz.Load("fuzz.json")
	return b, err
}

func installable(cacheDir string) ([]*contender, error) {
	if cacheDir == "" {
		var err error
		if cacheDir, err = peers.DefaultDir(); err != nil {
			return nil, err
		}
	}
	cache, err := peers.NewCache(cacheDir)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return contenders(self, output("git", "describe", "--always", "--dirty"), cache), nil
}

// versions returns what the contenders ran on.
func versions() []string {
	return []string{
		strings.Replace(runtime.Version(), "go", "Go ", 1),
		"Node " + output("node", "--version"),
		output("python3", "--version"),
		"TiDB's parser " + moduleVersion(parserModule),
		"go-mysql-server " + moduleVersion(engineModule),
		fmt.Sprintf("%s/%s with %d cores", runtime.GOOS, runtime.GOARCH, runtime.NumCPU()),
	}
}

// output returns what a command prints, or "unknown".
func output(name string, args ...string) string {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// contains reports whether a commit is another one or comes after it, as git has it.
func contains(commit, other string) bool {
	commit = strings.TrimSuffix(commit, "-dirty")
	return exec.Command("git", "merge-base", "--is-ancestor", other, commit).Run() == nil
}

func write(b *board.Board, path string) error {
	var page bytes.Buffer
	b.Write(&page)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, page.Bytes(), 0o644)
}
