package ddl

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/types"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
	"github.com/asksql/asksql/sqlcheck"
)

// A definition is what one column definition says.
type definition struct {
	column
	primaryKey bool
	unique     bool
	references *ast.ReferenceDef
}

// A hint is what the tokens of a statement say about its columns beside what the parser reads.
type hint struct {
	*reduced
	json map[string]bool // columns that hold JSON by a check, by folded name
}

// define returns what the definition of a column says.
func (h hint) define(def *ast.ColumnDef) definition {
	key := sqlcheck.Fold(def.Name.Name.O)
	d := definition{column: column{
		Column:    schema.Column{Name: def.Name.Name.O, Type: typeText(def.Tp), Generated: h.generated[key]},
		invisible: h.invisible[key], expression: h.expressions[key],
	}}
	if known, ok := h.types[key]; ok {
		d.Type = known
	}
	if h.json[key] && d.Type == "longtext" {
		d.Type = "json" // what MariaDB makes of JSON
	}
	for _, option := range def.Options {
		d.apply(option)
	}
	return d
}

func (d *definition) apply(option *ast.ColumnOption) {
	switch option.Tp {
	case ast.ColumnOptionNotNull:
		d.Nullable = never()
	case ast.ColumnOptionNull:
		d.Nullable = nil
	case ast.ColumnOptionPrimaryKey:
		d.primaryKey, d.Nullable = true, never()
	case ast.ColumnOptionUniqKey:
		d.unique = true
	case ast.ColumnOptionComment:
		d.Description = stringOf(option.Expr)
	case ast.ColumnOptionGenerated:
		d.Generated, d.expression = true, expressionText(option.Expr)
	case ast.ColumnOptionReference:
		d.references = option.Refer
	default:
		// Defaults, indexes, checks, collations, storage: an artifact has none.
	}
}

// stringOf returns the value of a string literal.
func stringOf(e ast.ExprNode) string {
	if v, ok := e.(ast.ValueExpr); ok {
		return v.GetString()
	}
	return ""
}

// typeText returns a type as information_schema shows it.
func typeText(t *types.FieldType) string {
	switch tp := t.GetType(); {
	case tp == mysql.TypeYear:
		return "year"
	case tp == mysql.TypeEnum:
		return columntype.List("enum", t.GetElems())
	case tp == mysql.TypeSet:
		return columntype.List("set", t.GetElems())
	case tp == mysql.TypeBlob && t.GetFlen() > 0:
		return smallestBlob(t)
	}
	text := t.InfoSchemaStr()
	if name, rest, _ := strings.Cut(text, " "); (name == "float" || name == "double") && t.GetFlen() > 0 && t.GetDecimal() == 0 {
		text = strings.TrimSpace(fmt.Sprintf("%s(%d,0) %s", name, t.GetFlen(), rest)) // the parser leaves that out
	}
	if mysql.HasZerofillFlag(t.GetFlag()) {
		text += " zerofill"
	}
	return columntype.Canonical(text)
}

// smallestBlob returns the type that a server makes of TEXT(n) or BLOB(n) (manual 13.3.4). A TEXT
// counts characters, of up to four bytes each.
func smallestBlob(t *types.FieldType) string {
	kind, length := "blob", t.GetFlen()
	if !strings.HasSuffix(t.InfoSchemaStr(), "blob") {
		kind, length = "text", 4*length
	}
	switch {
	case length < 1<<8:
		return "tiny" + kind
	case length < 1<<16:
		return kind
	case length < 1<<24:
		return "medium" + kind
	}
	return "long" + kind
}

// jsonColumns returns the columns of which a check says that they hold JSON, by folded name.
func jsonColumns(tokens []token) map[string]bool {
	found := map[string]bool{}
	for c := (&cursor{tokens: tokens}); !c.done(); c.i++ {
		if c.peek(0).is("JSON_VALID") && c.peek(1).is("(") && c.peek(3).is(")") {
			if name, ok := c.peek(2).name(); ok {
				found[sqlcheck.Fold(name)] = true
			}
		}
	}
	return found
}

// newForeignKey returns the key that a definition gives.
func newForeignKey(name string, columns []string, ref *ast.ReferenceDef, database string) foreignKey {
	k := foreignKey{name: name, columns: columns, database: database, table: ref.Table.Name.O}
	if ref.Table.Schema.O != "" {
		k.database = ref.Table.Schema.O
	}
	for _, part := range ref.IndexPartSpecifications {
		if part.Column != nil {
			k.references = append(k.references, part.Column.Name.O)
		}
	}
	return k
}

// columnsOf returns the columns of a key, or an error if it has a part that is none.
func columnsOf(keys []*ast.IndexPartSpecification) ([]string, error) {
	var names []string
	for _, part := range keys {
		if part.Column == nil {
			return nil, fmt.Errorf("a key of an expression is no key here; name its columns")
		}
		names = append(names, part.Column.Name.O)
	}
	return names, nil
}
