package servertest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// noDefaults keeps the machine's option files away. It must come first.
const noDefaults = "--no-defaults"

// command returns a command that runs a server. A script that runs one says for itself which option
// files count: the option cannot be given twice.
func command(daemon string, arguments ...string) *exec.Cmd {
	if isScript(daemon) {
		return exec.Command(daemon, arguments...)
	}
	return exec.Command(daemon, append([]string{noDefaults}, arguments...)...)
}

func isScript(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }() // it was only read
	head := make([]byte, 2)
	n, _ := f.Read(head) // a file without a head is no script
	return string(head[:n]) == "#!"
}

// A process is a program that was started.
type process struct {
	exited chan struct{} // closed when it has ended
	output bytes.Buffer  // complete by then
}

// launch starts cmd and kills it at the end of the test.
func launch(tb testing.TB, cmd *exec.Cmd) *process {
	tb.Helper()
	p := &process{exited: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = &p.output, &p.output
	tie(cmd)
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	go func() {
		defer close(p.exited)
		_ = cmd.Wait() // killed, or a test says that it ended
	}()
	tb.Cleanup(func() {
		select {
		case <-p.exited:
			tb.Errorf("the server ended by itself:\n%s", &p.output)
		default:
			if err := cmd.Process.Kill(); err != nil { // its data goes with it
				tb.Error(err)
			}
			<-p.exited
		}
	})
	return p
}

// await waits until the server answers.
func (s *Server) await(tb testing.TB, p *process) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := s.admin.PingContext(ctx)
		if err == nil {
			return
		}
		select {
		case <-tick.C:
		case <-p.exited:
			tb.FailNow() // the clean-up says why
		case <-ctx.Done():
			tb.Fatalf("%v did not answer within %v: %v", s.kind, startTimeout, err)
		}
	}
}

// innodbArguments are those of both servers. Nothing is worth syncing to disk.
func innodbArguments(dir string) []string {
	return []string{
		"--datadir=" + filepath.Join(dir, "data"),
		"--user=" + userName(), // root must say that it means it
		"--innodb-flush-method=nosync",
		"--innodb-flush-log-at-trx-commit=0",
		"--innodb-doublewrite=0",
		"--innodb-buffer-pool-size=16M",
	}
}
