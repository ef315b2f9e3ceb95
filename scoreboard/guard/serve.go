package guard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"

	"github.com/asksql/asksql/scoreboard/cases"
)

// Serve answers the questions in r on w as the judge that newJudge makes of the schemas that come
// first. It returns nil at the end of r.
func Serve(r io.Reader, w io.Writer, newJudge func([]cases.Catalog) (Judge, error)) error {
	var catalogs []cases.Catalog
	var judge Judge
	in, out := json.NewDecoder(r), json.NewEncoder(w)
	for {
		var q Question
		if err := in.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read a question: %w", err)
		}
		if q.Catalog != nil {
			catalogs = append(catalogs, *q.Catalog)
			continue
		}
		if judge == nil {
			var err error
			if judge, err = newJudge(catalogs); err != nil {
				return err
			}
		}
		if err := out.Encode(answer(judge, q)); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
	}
}

func answer(judge Judge, q Question) any {
	if q.Text != nil {
		return judged(judge, *q.Text)
	}
	start := ProcessorTime()
	for _, text := range q.Time {
		judge.Judge(text)
	}
	return Timing{Nanoseconds: int64(ProcessorTime() - start)}
}

func judged(judge Judge, text Text) (a Answer) {
	defer func() {
		if r := recover(); r != nil {
			a = Answer{Verdict: Crashed, Message: fmt.Sprint(r)}
		}
	}()
	return judge.Judge(text)
}

// ProcessorTime returns what the process has used so far, garbage collection included.
func ProcessorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // it has no way to fail for the process itself
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
