package main_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var updateSessions = flag.Bool("update-sessions", false, "rewrite what the session of docs/access.md prints")

// The session of docs/access.md is what a shell prints that is given its commands.
func TestAccessSession(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
	const page = "../../docs/access.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), "```console\n")
	session, tail, ended := strings.Cut(rest, "```\n")
	if !found || !ended {
		t.Fatal("docs/access.md has no session")
	}
	got := replay(t, session)
	if *updateSessions {
		if err := os.WriteFile(page, []byte(head+"```console\n"+got+"```\n"+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != session {
		t.Errorf("the session prints\n%s\nwant\n%s", got, session)
	}
}

// replay gives the commands of a session to a shell at the root of the repository, and returns them with what each
// prints.
func replay(t *testing.T, session string) string {
	t.Helper()
	const mark = "-- next command --"
	port := freePort(t)
	var script strings.Builder
	script.WriteString("set +m\nexec 2>&1\n")
	var commands []string
	for line := range strings.Lines(session) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		commands = append(commands, line)
		if strings.HasPrefix(command, "asksql serve ") { // which is what the next ones speak to
			command = "{ " + strings.TrimSuffix(command, "\n") + " } ; server=$!; trap 'kill $server; wait $server' EXIT\n" +
				"for i in $(seq 100); do curl -s -o /dev/null localhost:3000/health && break; sleep 0.1; done\n"
			command = strings.Replace(command, "2>log", "2>"+filepath.Join(t.TempDir(), "log"), 1)
		}
		script.WriteString("echo '" + mark + "'\n" + strings.ReplaceAll(command, "localhost:3000", "localhost:"+port))
	}
	cmd := exec.Command("bash", "-c", script.String())
	cmd.Dir = "../.."
	cmd.Env = []string{"PATH=" + filepath.Dir(binary) + ":" + os.Getenv("PATH"), "ASKSQL_SERVER_PORT=" + port}
	timer := time.AfterFunc(3*patience, func() { cmd.Process.Kill() })
	defer timer.Stop()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Logf("%v\n%s", err, out)
	}
	printed := strings.Split(string(out), mark+"\n")
	var replayed strings.Builder
	for i, command := range commands {
		replayed.WriteString(command)
		if i+1 < len(printed) {
			replayed.WriteString(printed[i+1])
		}
	}
	return replayed.String()
}
