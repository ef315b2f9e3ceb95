package sqlcheck

import (
	"errors"
	"fmt"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// How the condition of a row rule is read: as the WHERE of a block over its table, by the reader and the resolver
// that queries have. Its print is read again, and must come back the same.

// A ruleCondition is the condition of a row rule while it is resolved.
type ruleCondition struct {
	known  map[string]Parameter
	root   *ast.TableSource // the mention of the table that the rule is for
	tables map[*ast.TableSource]*Table
	build  func(*Table) error // makes the filter of a table that the condition looks into
	failed error              // what build said
}

// mention notes a mention of a table in the condition, and reports whether it is the root, which the condition is
// over. All others are filtered in their turn.
func (c *ruleCondition) mention(n *ast.TableName, source *ast.TableSource, t *Table) (root bool) {
	c.tables[source] = t
	n.Schema.O = t.database // a CTE of the query cannot be taken for it
	if c.root == nil {
		c.root = source
		return true
	}
	if c.build != nil && c.failed == nil {
		c.failed = c.build(t)
	}
	return c.failed != nil
}

// isParameter reports whether a variable is a parameter of the row rule that is resolved.
func (r *resolver) isParameter(n *ast.VariableExpr) bool {
	if r.rule == nil || n.IsSystem || n.Value != nil {
		return false
	}
	_, ok := r.rule.known[n.Name]
	return ok
}

// condition reads a rule for one table, and returns its print.
func (b *accessBuilder) condition(rule int, t *Table) (string, error) {
	c := &ruleCondition{known: b.known, tables: make(map[*ast.TableSource]*Table)}
	c.build = func(other *Table) error { return b.build(other, rule) }
	w := workspaces.Get().(*workspace)
	defer w.release()
	where, err := b.resolve(b.rules[rule].Where, t, c, &w.reader, &w.given, false)
	if c.failed != nil {
		return "", c.failed
	}
	if err != nil {
		return "", &AccessError{rule, err.Error()}
	}
	j := ruleJudge{resolver: &w.given, rule: c, collation: b.rules[rule].Collation}
	if j.exact, err = exactForm(&w.reader); err == nil {
		where, err = j.condition(where)
	}
	if err != nil {
		return "", &AccessError{rule, err.Error()}
	}
	for name := range j.mentioned {
		b.mentioned[name] = true
	}
	text, err := b.printed(where, c, &w.given)
	if err != nil {
		return "", &AccessError{rule, err.Error()}
	}
	return text, nil
}

// resolve reads a condition over a table.
func (b *accessBuilder) resolve(where string, t *Table, c *ruleCondition, texts *reader, r *resolver, again bool) (ast.ExprNode, error) {
	how := reading{limits: b.checker.options.Limits, rules: b.checker.refusing, filters: &Filters{access: b.access}, rule: c, again: again}
	if !again {
		how.barewords = b.checker.dialect
	} else {
		how.limits = how.limits.ofPrint()
	}
	result, rejected := b.checker.judge("SELECT 1 FROM "+quotedTable(t)+" WHERE "+where, b.catalog, how, texts, r)
	if rejected != nil {
		return nil, errors.New(rejected.Violations[0].Message)
	}
	n, ok := result.statement.(*ast.SelectStmt)
	if !ok || !tree.PlainBlock(n) || n.From == nil || n.From.TableRefs.Right != nil || n.Where == nil || n.Distinct || len(n.Fields.Fields) != 1 {
		return nil, errors.New("it is no condition alone; write what would stand behind WHERE, and nothing else")
	}
	return n.Where, nil
}

// quotedTable returns the name of a table with its database, as SQL.
func quotedTable(t *Table) string { return quotedName(t.database) + "." + quotedName(t.name) }

func quotedName(name string) string {
	quoted := []byte{'`'}
	for i := range len(name) {
		if name[i] == '`' {
			quoted = append(quoted, '`')
		}
		quoted = append(quoted, name[i])
	}
	return string(append(quoted, '`'))
}

// printed returns the print of a condition: with its parameters by their names, and the table's columns with its
// name and that of its database.
func (b *accessBuilder) printed(where ast.ExprNode, c *ruleCondition, r *resolver) (string, error) {
	style := r.style()
	style.Root, style.Parameters = c.root, true
	if !r.again {
		r.finishMentions(false)
	}
	text, err := print.Filter(nil, where, &r.names, style)
	return string(text), err
}

// reread returns the print of the condition in a print, and the relations that it looks into.
func (b *accessBuilder) reread(text string, t *Table) (string, []string, error) {
	c := &ruleCondition{known: b.known, tables: make(map[*ast.TableSource]*Table)}
	w := workspaces.Get().(*workspace)
	defer w.release()
	where, err := b.resolve(text, t, c, &w.reader, &w.given, true)
	if err != nil {
		return "", nil, err
	}
	var names []string
	for source := range c.tables {
		if source != c.root {
			names = append(names, print.Called(source))
		}
	}
	text, err = b.printed(where, c, &w.given)
	return text, names, err
}

// finish reads the print of all rules of a table again, and keeps its tree: queries are held to that.
func (b *accessBuilder) finish(f *tableFilter) error {
	if f.text == "" {
		return nil
	}
	t := b.catalog.Table(f.table.database, f.table.name)
	if t == nil || keyOf(t) != f.table {
		return fmt.Errorf("the catalog does not find the table %s by its own name", excerpt(f.table.name))
	}
	again, names, err := b.reread(f.text, t)
	if err == nil && len(f.rules) > 1 { // where several were put together, parentheses are there that no print has
		f.text = again
		again, names, err = b.reread(f.text, t)
	}
	if err != nil {
		return err
	}
	if again != f.text {
		return errors.New("it does not come back the same when it is read again; write it in a simpler form")
	}
	f.pieces, f.names = f.split(), names
	for _, p := range f.pieces {
		if p.parameter && !slices.Contains(f.mentions, p.text) {
			f.mentions = append(f.mentions, p.text)
		}
	}
	return b.keepTree(f, t)
}

// keepTree parses the text once more, so that nothing that was resolved is in the tree, and holds the tree to itself:
// a form that cannot be compared has no place in a rule.
func (b *accessBuilder) keepTree(f *tableFilter, t *Table) error {
	var trees [2]ast.ExprNode
	for i := range trees {
		texts := reader{dialect: b.checker.dialect}
		list, failed := texts.parse("SELECT 1 FROM "+quotedTable(t)+" WHERE "+f.text, nil)
		if failed != nil || len(list) != 1 {
			return errors.New("its print cannot be parsed; write it in a simpler form")
		}
		n, ok := list[0].(*ast.SelectStmt)
		if !ok {
			return errors.New("its print is no condition; write it in a simpler form")
		}
		trees[i] = n.Where
	}
	if unbound := (&Filters{access: b.access}); !tree.Same(trees[0], trees[1], tree.Own{Database: f.table.database, Table: f.table.name, Called: f.table.name}, unbound.is) {
		return errors.New("this form has no place in a row rule; compare columns, parameters and literals, with AND, OR, NOT, IS NULL, BETWEEN, IN and EXISTS")
	}
	f.tree = trees[0]
	return nil
}
