package evaluation

import (
	"bufio"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// The program as users run it gives the verdicts that the library gives.
func TestBinary(t *testing.T) {
	sharedPath(t, "eval")
	binary := filepath.Join(t.TempDir(), "asksql")
	if out, err := exec.Command("go", "build", "-o", binary, "../../cmd/asksql").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	t.Run("check", func(t *testing.T) { testCheckCommand(t, binary) })
	t.Run("ask", func(t *testing.T) { testReplay(t, binary) })
	t.Run("repair", func(t *testing.T) { testRepairs(t, binary) })
}

// serve runs "asksql serve" with nothing but env until the end of the test, when it must stop as
// it should, and returns its address.
func serve(t *testing.T, binary string, env ...string) string {
	t.Helper()
	cmd := exec.Command(binary, "serve")
	cmd.Dir, cmd.Env = t.TempDir(), env
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	address := make(chan string, 1)
	logged := make(chan struct{})
	go func() {
		defer close(logged)
		readLog(log, address)
	}()
	t.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Errorf("serve has ended by itself: %v", err)
		}
		<-logged
		if err := cmd.Wait(); err != nil {
			t.Errorf("serve: %v, want exit code 0", err)
		}
	})
	found, ok := <-address
	if !ok {
		t.Fatal("the server did not say where it listens")
	}
	return "http://" + found
}

// readLog reads a log to its end and sends the address that the server says it listens on.
func readLog(log io.Reader, address chan<- string) {
	defer close(address)
	lines := bufio.NewReader(log)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var event struct{ Msg, Address string }
		if json.Unmarshal(line, &event) == nil && event.Msg == "server_started" {
			address <- event.Address
		}
	}
}
