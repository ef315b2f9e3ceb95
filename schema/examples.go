package schema

import (
	"context"
	"fmt"
	"slices"
)

// exampleFaults judges the examples against everything that the artifact holds. The error is that of
// ctx, which may be done before all are judged.
func (a *Artifact) exampleFaults(ctx context.Context) (Errors, error) {
	if a.check == nil {
		return nil, nil
	}
	var faults Errors
	for i, example := range a.doc.Examples {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sensitive, err := a.check(a.View(Policy{Sensitive: true}), example.SQL)
		if err != nil {
			faults.add(fmt.Sprintf("$.examples[%d].sql", i), "the example is refused: %v", err)
		}
		a.plain[example.SQL] = err == nil && !sensitive
	}
	return faults, nil
}

// omitExamples leaves the examples out of the views that omit sensitive columns which are refused
// there. It does so before anybody else has the artifact: a View is made in no time, and each of
// those checks may take some. The error is that of ctx.
func (a *Artifact) omitExamples(ctx context.Context) error {
	if a.check == nil || len(a.doc.Examples) == 0 || !hasSensitive(a.doc) {
		return nil
	}
	v := a.View(Policy{Values: true}) // the one without values is made of it
	var kept []Example
	for _, example := range v.examples {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !a.plain[example.SQL] {
			if _, err := a.check(v, example.SQL); err != nil {
				continue
			}
		}
		kept = append(kept, example)
	}
	v.examples = kept
	return nil
}

func hasSensitive(doc *Document) bool {
	return slices.ContainsFunc(doc.Tables, func(t Table) bool {
		return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Sensitive })
	})
}
