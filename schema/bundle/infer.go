package bundle

import (
	"fmt"
	"path"
	"slices"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/infer"
	"github.com/asksql/asksql/sqlcheck"
)

// An Inference proposes foreign keys, and takes over those that are wanted.
type Inference struct {
	// Accept are globs of names such as orders.customer_id, in the syntax of path.Match; those that match are taken
	// over. Letter case does not count.
	Accept []string
	// Check holds proposals to the data; nil if there is none.
	Check func([]infer.Proposal) ([]Evidence, error)
}

// An Evidence is what the data says of a proposal.
type Evidence struct {
	Holds, Fails bool
	Text         string // such as "all of 12 values are there"
}

// A Proposed is a proposal and what became of it.
type Proposed struct {
	infer.Proposal
	Data     string `json:"data,omitempty"` // what the data says
	Refuted  bool   `json:"refuted"`        // the data speaks against it
	Accepted bool   `json:"accepted"`
}

// String returns "orders.customer_id to customers.id (strong): it is named after table customers; all of 12 values are there".
func (p Proposed) String() string {
	if p.Data == "" {
		return p.Proposal.String()
	}
	return p.Proposal.String() + "; " + p.Data
}

// CheckGlobs returns what is wrong with globs.
func CheckGlobs(globs []string) error {
	for _, glob := range globs {
		if _, err := path.Match(glob, ""); err != nil {
			return fmt.Errorf("%q is no pattern of names such as orders.customer_id: %w", glob, err)
		}
	}
	return nil
}

// Run returns the proposals for the document and adds to it those that are accepted: what is weak only if the data
// bears it out, and nothing that the data speaks against.
func (n *Inference) Run(doc *schema.Document) ([]Proposed, error) {
	proposals := infer.References(doc)
	evidence := make([]Evidence, len(proposals))
	if n.Check != nil && len(proposals) > 0 {
		var err error
		if evidence, err = n.Check(proposals); err != nil {
			return nil, err
		}
	}
	tables := map[string]*schema.Table{}
	for i := range doc.Tables {
		tables[doc.Tables[i].Name] = &doc.Tables[i]
	}
	all := make([]Proposed, len(proposals))
	for i, p := range proposals {
		all[i] = Proposed{Proposal: p, Data: evidence[i].Text, Refuted: evidence[i].Fails}
		sure := p.Grade > infer.Weak || evidence[i].Holds
		if all[i].Accepted = sure && !all[i].Refuted && n.wants(p); all[i].Accepted {
			t := tables[p.Table]
			t.ForeignKeys = append(slices.Clip(t.ForeignKeys), p.Key())
		}
	}
	return all, nil
}

// wants reports whether a glob matches the name of a proposal.
func (n *Inference) wants(p infer.Proposal) bool {
	return slices.ContainsFunc(n.Accept, func(glob string) bool { return match(glob, p.Name()) || match(glob, p.Table+"."+p.Columns[0]) })
}

func match(glob, name string) bool {
	ok, err := path.Match(sqlcheck.Fold(glob), sqlcheck.Fold(name))
	return ok && err == nil
}
