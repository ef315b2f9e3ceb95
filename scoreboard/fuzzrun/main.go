// Fuzzrun runs the fuzz tests of the core one after the other and adds what they did to a record:
//
//	go run ./fuzzrun -time 1m
//
// With logs as arguments it runs nothing and adds what they say: files called like their target, such as
// FuzzCheck.log or FuzzCheck-2.log, that hold what `go test -fuzz` wrote. It exits with 1 if a run found
// something.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/asksql/asksql/scoreboard/fuzz"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("fuzzrun", flag.ContinueOnError)
	flags.SetOutput(stderr)
	all := flags.Duration("time", time.Minute, "how `long` to run all targets together")
	record := flags.String("record", "fuzz.json", "the `file` to add the runs to")
	root := flags.String("root", "..", "the `directory` of the repository")
	commit := flags.String("commit", "", "what the logs are of; what is checked out if empty")
	if flags.Parse(args) != nil {
		return 2
	}
	if *commit == "" {
		*commit = described(*root)
	}
	runs, err := readAll(flags.Args())
	if flags.NArg() == 0 {
		runs, err = runAll(*root, *all, stdout)
	}
	for i := range runs {
		runs[i].Commit = *commit
	}
	if err = errors.Join(err, fuzz.Add(*record, runs...)); err != nil {
		fmt.Fprintln(stderr, "fuzzrun:", err)
		return 1
	}
	return report(runs, stdout)
}

// report writes a line for each run and returns the exit code.
func report(runs []fuzz.Run, w io.Writer) int {
	code := 0
	for _, run := range runs {
		said := "found nothing"
		if run.Found {
			said, code = "found something", 1
		}
		fmt.Fprintf(w, "%s: %d executions in %.0f s: %s\n", run.Target, run.Executions, run.Seconds, said)
	}
	return code
}

func described(root string) string {
	command := exec.Command("git", "describe", "--always", "--dirty")
	command.Dir = root
	out, err := command.Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// runAll runs every target, also after one that found something.
func runAll(root string, all time.Duration, output io.Writer) ([]fuzz.Run, error) {
	var runs []fuzz.Run
	for _, target := range fuzz.Targets() {
		run, err := runOne(root, target, target.TimeFor(all), output)
		if err != nil {
			return runs, fmt.Errorf("run %s: %w", target.Name, err)
		}
		runs = append(runs, run)
	}
	return runs, nil
}

func runOne(root string, target fuzz.Target, long time.Duration, output io.Writer) (fuzz.Run, error) {
	var log bytes.Buffer
	command := exec.Command("go", "test", target.Package, "-run", "^$", "-fuzz", "^"+target.Name+"$",
		"-fuzztime", long.String(), "-fuzzminimizetime", "10x")
	command.Dir = root
	command.Stdout = io.MultiWriter(output, &log)
	command.Stderr = command.Stdout
	failed := command.Run()
	run, err := fuzz.ParseLog(&log)
	if err != nil {
		return fuzz.Run{}, errors.Join(failed, err)
	}
	run.Target, run.Ended = target.Name, time.Now().UTC().Truncate(time.Second)
	return run, nil
}

// readAll reads logs. A run ended when its log was last written to.
func readAll(paths []string) ([]fuzz.Run, error) {
	var runs []fuzz.Run
	for _, path := range paths {
		run, err := readOne(path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		runs = append(runs, run)
	}
	return runs, nil
}

func readOne(path string) (fuzz.Run, error) {
	target, ok := fuzz.TargetOf(filepath.Base(path))
	if !ok {
		return fuzz.Run{}, errors.New("no target is called so")
	}
	file, err := os.Open(path)
	if err != nil {
		return fuzz.Run{}, err
	}
	defer file.Close()
	run, err := fuzz.ParseLog(file)
	if err != nil {
		return fuzz.Run{}, err
	}
	info, err := file.Stat()
	if err != nil {
		return fuzz.Run{}, err
	}
	run.Target = target
	run.Ended = info.ModTime().UTC().Truncate(time.Second)
	return run, nil
}
