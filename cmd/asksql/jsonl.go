package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/sqlcheck"
)

// linesPerWorker is how many lines may wait for each worker, which bounds memory.
const linesPerWorker = 4

// A line is one text to check. Other members of its object are ignored.
type line struct {
	ID  jsontext.Value `json:"id"`
	SQL *string        `json:"sql"`
}

type acceptedLine struct {
	ID  jsontext.Value `json:"id"`
	OK  bool           `json:"ok"`
	SQL string         `json:"sql"`
}

type refusedLine struct {
	ID         jsontext.Value       `json:"id"`
	OK         bool                 `json:"ok"`
	Rule       string               `json:"rule"`
	Message    string               `json:"message"`
	Violations []sqlcheck.Violation `json:"violations"`
}

// A verdict is one line of output.
type verdict struct {
	text     []byte
	accepted bool
	err      error
}

// A task is a line on its way through the workers.
type task struct {
	line   line
	result chan verdict
}

// checkLines checks the text of each line of r and writes one verdict a line to w, in the order of
// r, while it reads on. It returns failure if some were refused, and another error for a line that
// is malformed or that cannot be read or written; what came before it is answered first.
//
//	reader ──► tasks ──► workers, one a core
//	   └─────► order ──► this goroutine, which waits for each result in turn
func checkLines(check checkFunc, r io.Reader, w io.Writer) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	room := linesPerWorker * runtime.GOMAXPROCS(0)
	tasks, order := make(chan task, room), make(chan task, room)
	startWorkers(check, tasks)
	read := make(chan error, 1)
	go func() {
		defer close(order)
		defer close(tasks)
		read <- readLines(ctx, r, order, tasks)
	}()
	refused, err := writeVerdicts(w, order)
	if err == nil {
		err = <-read
	}
	if err == nil && refused {
		return failure{}
	}
	return err
}

// startWorkers starts one worker a core. They end with the channel.
func startWorkers(check checkFunc, tasks <-chan task) {
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for t := range tasks {
				t.result <- checkLine(check, t.line)
			}
		}()
	}
}

// readLines sends each line of r, blank ones aside, to both channels until r ends or ctx is done.
func readLines(ctx context.Context, r io.Reader, order, tasks chan<- task) error {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 64<<10), maxText)
	n := 0
	for s.Scan() {
		n++
		if len(bytes.TrimSpace(s.Bytes())) == 0 {
			continue
		}
		l, err := parseLine(s.Bytes())
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		// Room for the result, so that no worker waits for the writer.
		if err := send(ctx, task{l, make(chan verdict, 1)}, order, tasks); err != nil {
			return err
		}
	}
	switch err := s.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("line %d: longer than %d bytes", n+1, maxText)
	case err != nil:
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	return nil
}

// send sends t to each channel in turn, unless ctx is done before there is room.
func send(ctx context.Context, t task, channels ...chan<- task) error {
	for _, c := range channels {
		select {
		case c <- t:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// parseLine reads one object with an id, which is a string or a number, and an SQL text.
func parseLine(data []byte) (line, error) {
	var l line
	var semantic *json.SemanticError
	switch err := json.Unmarshal(data, &l); {
	case errors.As(err, &semantic) && semantic.JSONPointer != "":
		return l, fmt.Errorf("%s must be a string", semantic.JSONPointer.LastToken())
	case err != nil:
		return l, fmt.Errorf(`want {"id":…,"sql":"…"}: %w`, err)
	}
	if kind := l.ID.Kind(); kind != '"' && kind != '0' {
		return l, errors.New("id must be a string or a number")
	}
	if l.SQL == nil {
		return l, errors.New("sql must be a string")
	}
	return l, nil
}

// checkLine returns the verdict on one line.
func checkLine(check checkFunc, l line) verdict {
	query, err := check(*l.SQL)
	var rejected *sqlcheck.RejectedError
	switch {
	case err == nil:
		return encoded(acceptedLine{l.ID, true, query.String()}, true)
	case errors.As(err, &rejected):
		first := rejected.Violations[0]
		return encoded(refusedLine{l.ID, false, first.Rule, first.Message, rejected.Violations}, false)
	default:
		return verdict{err: err}
	}
}

// encoded returns the verdict whose text is v. The id comes out as it went in.
func encoded(v any, accepted bool) verdict {
	text, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true), jsontext.PreserveRawStrings(true))
	return verdict{append(text, '\n'), accepted, err}
}

// writeVerdicts writes the results of the tasks in their order and reports whether any was a
// refusal. Whenever no other task is waiting, it flushes: a reader at the other end of a pipe gets
// each answer as soon as there is one.
func writeVerdicts(w io.Writer, order <-chan task) (refused bool, err error) {
	out := bufio.NewWriter(w)
	for t := range order {
		v := <-t.result
		if v.err != nil {
			_ = out.Flush() // what came before is still good
			return refused, v.err
		}
		refused = refused || !v.accepted
		if _, err := out.Write(v.text); err != nil {
			return refused, err
		}
		if len(order) == 0 {
			if err := out.Flush(); err != nil {
				return refused, err
			}
		}
	}
	return refused, out.Flush()
}
