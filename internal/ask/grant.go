package ask

import (
	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/sqlcheck"
)

// An AccessUse says under which part of the access file a request was answered. Its lists are never null.
type AccessUse struct {
	Role       string   `json:"role"`       // "" where the file has no roles
	Parameters []string `json:"parameters"` // names of those that the caller had; never a value
	Filters    []Filter `json:"filters"`    // of the checked statement, one for each table that is filtered
}

// A Filter says that a statement reads some rows of a table only.
type Filter struct {
	Table      string   `json:"table"`
	Rules      []int    `json:"rules"` // their places in the rows of the access file, from 0
	Parameters []string `json:"parameters"`
}

// accessUse returns what grant and query tell, nil without a grant.
func accessUse(grant *access.Grant, query *sqlcheck.Query) *AccessUse {
	if grant == nil {
		return nil
	}
	use := &AccessUse{Role: grant.Role, Parameters: append([]string{}, grant.Parameters...), Filters: []Filter{}}
	if query == nil {
		return use
	}
	for _, f := range query.Filters() {
		use.Filters = append(use.Filters, Filter{f.Table, grant.Rules(f.Rules), append([]string{}, f.Parameters...)})
	}
	return use
}

// logged returns what each line about a request in the scope tells of the caller.
func (s scope) logged() []zap.Field {
	if s.grant == nil {
		return nil
	}
	return []zap.Field{zap.String("role", s.grant.Role), zap.Strings("parameters", s.grant.Parameters)}
}

// logGenerated writes the line for an answer. Parameters stand in its SQL by their names; what their values
// are, only a fingerprint tells, by which requests of one tenant are found in the log of one process.
func (r *run) logGenerated(query *sqlcheck.Query) {
	if r.grant == nil {
		r.log.Info("sql_generated", r.redact.string("sql", query.String()))
		return
	}
	var filters []string
	for _, f := range query.Filters() {
		filters = append(filters, f.Table)
	}
	r.log.Info("sql_generated", r.redact.string("sql", query.Redacted()), zap.Strings("filters", filters),
		zap.Any("values", r.grant.Fingerprints(r.marks)))
}
