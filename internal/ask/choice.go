package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A choice is the part of a role's schema that a request asks about. Its text, with the artifact that the
// request brought behind it, is the key of the cache of parts: what the parameters of a caller are has no
// effect on a part, which role it has, has.
type choice struct {
	Role   string   `json:"role"`
	Tables []string `json:"tables"`
	Inline bool     `json:"inline"` // an artifact follows
	// Sensitive says that sensitive columns are there to be chosen. Those that are not do not exist here either:
	// what is chosen, and the words for a choice that leads nowhere, are the same with them and without.
	Sensitive bool `json:"sensitive"`
}

// errChoice is why a choice leads nowhere, in words for the client.
type errChoice struct{ message string }

func (e *errChoice) Error() string { return e.message }

// maxTables is how many tables a request may name.
const maxTables = 1000

// part returns what a request chooses of what it may see.
func (p *Pipeline) part(ctx context.Context, now *schemas, req *Request, grant *access.Grant) (*schema.Artifact, *Error) {
	switch {
	case now.configured == nil && p.options.NarrowInline:
		return nil, badRequest("no schema is configured, of which schemaJson could choose a part")
	case now.configured == nil:
		return nil, badRequest("no schema is configured, of which tables could be chosen")
	case req.Tables != nil && len(req.Tables) == 0:
		return nil, badRequest("tables is empty; name at least one, or leave it out")
	case len(req.Tables) > maxTables:
		return nil, badRequest(fmt.Sprintf("tables has more than %d names; leave it out", maxTables))
	}
	c := choice{Tables: slices.Clone(req.Tables), Inline: req.SchemaJSON != nil, Sensitive: !p.omitSensitive(req)}
	if grant != nil {
		c.Role = grant.Role
	}
	slices.Sort(c.Tables)
	text, err := json.Marshal(c)
	if err != nil {
		return nil, badRequest("tables must be names in UTF-8")
	}
	key := string(text) + "\n"
	if c.Inline {
		key += *req.SchemaJSON
	}
	artifact, err := now.parts.Get(ctx, key)
	var wrong *errChoice
	switch {
	case errors.As(err, &wrong):
		return nil, badRequest(wrong.message)
	case err != nil:
		return nil, unreadable(err)
	}
	return artifact, nil
}

// chosen returns the part of the schema that the text of a choice asks for.
func (p *Pipeline) chosen(ctx context.Context, now *schemas, text []byte) (*schema.Artifact, error) {
	head, brought, _ := bytes.Cut(text, []byte("\n"))
	var c choice
	if err := json.Unmarshal(head, &c); err != nil {
		return nil, err
	}
	artifact, err := now.of(ctx, c)
	if err != nil {
		return nil, err
	}
	if c.Inline {
		if artifact, err = p.reworded(ctx, artifact, brought); err != nil {
			return nil, err
		}
	}
	if len(c.Tables) == 0 {
		return artifact, nil
	}
	view := artifact.View(schema.Policy{Sensitive: true})
	wanted := map[string]bool{}
	for _, name := range c.Tables {
		table := view.Table("", name)
		if table == nil {
			return nil, &errChoice{"tables: table " + clipName(name) + " is not in the schema"}
		}
		wanted[sqlcheck.Fold(table.Name())] = true
	}
	return artifact.Narrowed(ctx, func(table, _ string) bool { return wanted[sqlcheck.Fold(table)] })
}

// of returns what there is to choose of.
func (now *schemas) of(ctx context.Context, c choice) (*schema.Artifact, error) {
	artifact := now.configured
	if now.guard != nil {
		artifact = now.guard.Role(c.Role)
	}
	if c.Sensitive {
		return artifact, nil
	}
	shown := artifact.View(schema.Policy{})
	artifact, err := artifact.Narrowed(ctx, func(table, column string) bool {
		t := shown.Table("", table)
		return t != nil && t.Column(column) != nil
	})
	if errors.Is(err, schema.ErrNothingLeft) {
		return nil, &errChoice{"the schema has no column that may be asked about"}
	}
	return artifact, err
}

// reworded returns the part that an artifact chooses, in its words.
func (p *Pipeline) reworded(ctx context.Context, of *schema.Artifact, brought []byte) (*schema.Artifact, error) {
	inline, err := p.parts.Decoder.DecodeContext(ctx, brought)
	if err != nil {
		return nil, err
	}
	artifact, err := of.Reworded(ctx, inline)
	if errors.Is(err, schema.ErrNothingLeft) {
		return nil, &errChoice{"schemaJson has no column of the schema that may be asked about; leave it out"}
	}
	return artifact, err
}

// clipName cuts a name of the client's to the length of a name.
func clipName(name string) string {
	if len(name) <= schema.MaxNameRunes {
		return name
	}
	return strings.ToValidUTF8(name[:schema.MaxNameRunes], "") + "…"
}
