// Package infer proposes foreign keys that no server declares: from the names of tables and columns, their types and
// keys, and from the prefixes that applications put before the names of their tables.
//
// A proposal is a hint for people, prompts and diagrams. It is no key: nothing that decides on a query asks for it.
package infer

import (
	"fmt"
	"strings"

	"github.com/asksql/asksql/schema"
)

// A Grade says how far a proposal can be trusted.
type Grade uint8

// The grades.
const (
	// Weak proposals are often wrong: a name fits one table, and nothing else says so.
	Weak Grade = iota
	// Likely proposals have a name that fits one table only, less a role or the words that it has in common
	// with the table that the column is in.
	Likely
	// Strong proposals have the whole name of a table or of its key.
	Strong
)

// String returns "weak", "likely" or "strong".
func (g Grade) String() string {
	switch g {
	case Strong:
		return "strong"
	case Likely:
		return "likely"
	}
	return "weak"
}

// MarshalText returns the text of String.
func (g Grade) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// A Proposal is a foreign key that a schema may lack.
type Proposal struct {
	Table      string           `json:"table"`
	Columns    []string         `json:"columns"`
	References schema.Reference `json:"references"`
	Grade      Grade            `json:"grade"`
	Reason     string           `json:"reason"` // such as "it is named after table customers"
}

// Key returns the foreign key that the proposal is.
func (p Proposal) Key() schema.ForeignKey {
	return schema.ForeignKey{Columns: p.Columns, References: p.References, Inferred: true}
}

// Name returns "orders.customer_id", or "orders(a, b)" for a key of several columns.
func (p Proposal) Name() string {
	if len(p.Columns) == 1 {
		return p.Table + "." + p.Columns[0]
	}
	return fmt.Sprintf("%s(%s)", p.Table, strings.Join(p.Columns, ", "))
}

// Target returns "customers.id", or "customers(a, b)".
func (p Proposal) Target() string {
	if far := p.References; len(far.Columns) != 1 {
		return fmt.Sprintf("%s(%s)", far.Table, strings.Join(far.Columns, ", "))
	}
	return p.References.Table + "." + p.References.Columns[0]
}

// String returns "orders.customer_id to customers.id (strong): it is named after table customers".
func (p Proposal) String() string {
	return fmt.Sprintf("%s to %s (%v): %s", p.Name(), p.Target(), p.Grade, p.Reason)
}

// References returns the foreign keys that the document may lack, in the order of its tables and columns. Columns
// that are part of a foreign key have none, and neither have views. What a column is called decides; its type only
// keeps it from being a reference to a key of another kind.
func References(doc *schema.Document) []Proposal {
	x := newIndex(doc)
	var all []Proposal
	for _, t := range x.tables {
		single := make([]*candidate, len(t.columns))
		for i := range t.columns {
			single[i] = x.reference(t, &t.columns[i])
		}
		t.proposed = single
	}
	for _, t := range x.tables {
		for i, c := range t.proposed {
			if c != nil {
				all = append(all, c.proposal(t, &t.columns[i]))
			}
		}
		all = append(all, x.composite(t)...)
	}
	return all
}
