package guard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/asksql/asksql/scoreboard/cases"
)

// Patience is how long a contender may take over one text.
const Patience = 10 * time.Second

// A Process is a contender that runs. It is started again when it hangs or dies.
type Process struct {
	command  []string // and its arguments
	catalogs []cases.Catalog
	patience time.Duration // for one text

	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *json.Decoder
	stderr *bytes.Buffer
}

// NewProcess returns a contender that knows the schemas. command is the program and its arguments,
// patience how long it may take over one text. It is started when it is first asked.
func NewProcess(command []string, catalogs []cases.Catalog, patience time.Duration) *Process {
	return &Process{command: command, catalogs: catalogs, patience: patience}
}

// Judge returns the contender's answer to a text. A process that hangs has TimedOut, one that dies
// has Crashed. The error is about a process that cannot be started.
func (p *Process) Judge(text Text) (Answer, error) {
	if err := p.start(); err != nil {
		return Answer{}, err
	}
	var a Answer
	err := p.ask(Question{Text: &text}, &a, p.patience)
	switch {
	case errors.Is(err, errTimedOut):
		return Answer{Verdict: TimedOut, Message: fmt.Sprintf("no answer in %v", p.patience)}, nil
	case err != nil:
		return Answer{Verdict: Crashed, Message: err.Error()}, nil
	}
	return a, nil
}

// Time returns the processor time that the contender takes over all the texts.
func (p *Process) Time(texts []Text) (time.Duration, error) {
	if err := p.start(); err != nil {
		return 0, err
	}
	var took Timing
	err := p.ask(Question{Time: texts}, &took, time.Duration(len(texts))*p.patience)
	return time.Duration(took.Nanoseconds), err
}

var errTimedOut = errors.New("out of time")

// ask sends a question and reads the reply. Whatever goes wrong stops the process.
func (p *Process) ask(q Question, reply any, patience time.Duration) error {
	done := make(chan error, 1)
	in, out := p.stdin, p.stdout
	go func() {
		err := json.NewEncoder(in).Encode(q)
		if err == nil {
			err = out.Decode(reply)
		}
		done <- err
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case err := <-done:
		if err != nil {
			return p.died(err)
		}
		return nil
	case <-timer.C:
		p.Stop()
		<-done //nolint:errcheck // its pipes are closed: the goroutine ends, with an error about that
		return errTimedOut
	}
}

// died stops a process that does not answer and returns why, in its own last words if it has any.
func (p *Process) died(err error) error {
	words := p.stderr
	p.Stop()
	if said := strings.TrimSpace(words.String()); said != "" {
		return errors.New(said)
	}
	return fmt.Errorf("it died: %w", err)
}

// start starts the process if none runs and tells it the schemas.
func (p *Process) start() error {
	if p.cmd != nil {
		return nil
	}
	cmd := exec.Command(p.command[0], p.command[1:]...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.stderr = &bytes.Buffer{}
	cmd.Stderr = p.stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd, p.stdin, p.stdout = cmd, stdin, json.NewDecoder(stdout)
	for i := range p.catalogs {
		if err := json.NewEncoder(stdin).Encode(Question{Catalog: &p.catalogs[i]}); err != nil {
			return fmt.Errorf("start %s: %w", p.command[0], p.died(err))
		}
	}
	return nil
}

// Stop ends the process. The next question starts another one.
func (p *Process) Stop() {
	if p.cmd == nil {
		return
	}
	// Each of these fails only if the process is gone already, and how it ended says nothing: it
	// was killed.
	_ = p.stdin.Close()
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
	p.cmd = nil
}
