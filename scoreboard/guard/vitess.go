package guard

import (
	"errors"
	"fmt"
	"strings"

	"vitess.io/vitess/go/sqltypes"
	"vitess.io/vitess/go/vt/key"
	topodatapb "vitess.io/vitess/go/vt/proto/topodata"
	"vitess.io/vitess/go/vt/sqlparser"
	"vitess.io/vitess/go/vt/vtenv"
	"vitess.io/vitess/go/vt/vtgate/semantics"
	"vitess.io/vitess/go/vt/vtgate/vindexes"

	"github.com/asksql/asksql/scoreboard/cases"
)

// vitessParser asks Vitess' parser whether a text is one SELECT.
type vitessParser struct{ parser *sqlparser.Parser }

// NewVitessParser returns the guard that many write first: parse, and see whether it is a SELECT.
func NewVitessParser([]cases.Catalog) (Judge, error) {
	parser, err := newVitessParser()
	return vitessParser{parser}, err
}

func newVitessParser() (*sqlparser.Parser, error) {
	return sqlparser.New(sqlparser.Options{MySQLServerVersion: "8.0.36"})
}

// Judge implements Judge.
func (v vitessParser) Judge(text Text) Answer {
	if _, err := parseSelect(v.parser, string(text.SQL)); err != nil {
		return refused(err)
	}
	return Answer{Verdict: Accepted}
}

func parseSelect(parser *sqlparser.Parser, sql string) (sqlparser.Statement, error) {
	statement, err := parser.Parse(sql)
	if err != nil {
		return nil, err
	}
	if kind := sqlparser.ASTToStatementType(statement); kind != sqlparser.StmtSelect {
		return nil, fmt.Errorf("a statement of type %s", kind)
	}
	return statement, nil
}

// vitessSemantics also has Vitess resolve every name.
type vitessSemantics struct {
	parser  *sqlparser.Parser
	schemas map[string]*vitessSchema // by ID
}

// NewVitessSemantics returns the guard that parses a SELECT and has Vitess resolve its names
// against the columns that are not hidden.
func NewVitessSemantics(catalogs []cases.Catalog) (Judge, error) {
	parser, err := newVitessParser()
	if err != nil {
		return nil, err
	}
	v := vitessSemantics{parser: parser, schemas: map[string]*vitessSchema{}}
	environment := vtenv.NewTestEnv()
	for _, c := range catalogs {
		v.schemas[c.ID] = newVitessSchema(c, environment)
	}
	return v, nil
}

// Judge implements Judge.
func (v vitessSemantics) Judge(text Text) Answer {
	statement, err := parseSelect(v.parser, string(text.SQL))
	if err != nil {
		return refused(err)
	}
	s := v.schemas[text.Catalog]
	if _, err := semantics.AnalyzeStrict(statement, s.database, s); err != nil {
		return refused(err)
	}
	return Answer{Verdict: Accepted}
}

// vitessSchema is a semantics.SchemaInformation for one unsharded database.
type vitessSchema struct {
	semantics.FakeSI // what has no bearing on names
	database         string
	tables           map[string]*vindexes.BaseTable
	dual             *vindexes.BaseTable // what a SELECT without FROM reads from, and so one that says so
	environment      *vtenv.Environment
}

func newVitessSchema(c cases.Catalog, environment *vtenv.Environment) *vitessSchema {
	s := &vitessSchema{database: c.Database, tables: map[string]*vindexes.BaseTable{}, environment: environment}
	keyspace := &vindexes.Keyspace{Name: c.Database}
	for _, t := range c.Tables {
		table := &vindexes.BaseTable{
			Keyspace: keyspace, Name: sqlparser.NewIdentifierCS(t.Name),
			ColumnListAuthoritative: true, // there are no other columns
		}
		for _, column := range t.Columns {
			if !column.Hidden {
				table.Columns = append(table.Columns, vindexes.Column{
					Name: sqlparser.NewIdentifierCI(column.Name), Type: sqltypes.VarChar,
				})
			}
		}
		s.tables[strings.ToLower(t.Name)] = table
	}
	s.dual = &vindexes.BaseTable{Keyspace: keyspace, Name: sqlparser.NewIdentifierCS("dual"), ColumnListAuthoritative: true}
	s.tables["dual"] = s.dual
	return s
}

// Environment implements semantics.SchemaInformation.
func (s *vitessSchema) Environment() *vtenv.Environment { return s.environment }

var errNoTable = errors.New("no such table in the schema")

// FindTableOrVindex implements semantics.SchemaInformation: letter case does not count, and a name
// may carry the one database there is.
func (s *vitessSchema) FindTableOrVindex(name sqlparser.TableName) (*vindexes.BaseTable, vindexes.Vindex, string, topodatapb.TabletType, key.ShardDestination, error) {
	table := s.tables[strings.ToLower(name.Name.String())]
	qualifier := name.Qualifier.String()
	if table == nil || qualifier != "" && (table == s.dual || !strings.EqualFold(qualifier, s.database)) {
		return nil, nil, "", 0, nil, fmt.Errorf("%w: %s", errNoTable, sqlparser.String(name))
	}
	return table, nil, "", 0, nil, nil
}
