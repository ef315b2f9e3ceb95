package bundle

import (
	"errors"
	"fmt"
	"slices"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// check returns the text of the document once the decoder takes it. Examples that it refuses, since
// what they are about has changed, are dropped.
func (r *Report) check(doc *schema.Document, d schema.Decoder) ([]byte, error) {
	examples := doc.Examples
	doc.Examples = nil
	artifact, _, err := encoded(doc, d)
	if err != nil {
		return nil, err
	}
	view := artifact.View(schema.Policy{Values: true, Sensitive: true})
	doc.Examples = slices.DeleteFunc(slices.Clone(examples), func(e schema.Example) bool {
		if d.CheckExample == nil {
			return false
		}
		_, err := d.CheckExample(view, e.SQL)
		if err != nil {
			r.drop("the example %q is refused now: %v", e.Question, reasonOf(err))
		}
		return err != nil
	})
	_, text, err := encoded(doc, d)
	return text, err
}

// encoded returns the artifact that a document is, and its text.
func encoded(doc *schema.Document, d schema.Decoder) (*schema.Artifact, []byte, error) {
	text, err := schema.Encode(doc)
	if err != nil {
		return nil, nil, err
	}
	artifact, err := d.Decode(text)
	if err != nil {
		return nil, nil, fmt.Errorf("no artifact can be made of this schema: %w", err)
	}
	return artifact, text, nil
}

func reasonOf(err error) error {
	var rejected *sqlcheck.RejectedError
	if errors.As(err, &rejected) && len(rejected.Violations) > 0 {
		return errors.New(rejected.Violations[0].Message)
	}
	return err
}
