package grammargen

import (
	"slices"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// A tag says where a production makes sense.
type tag uint8

const (
	anywhere tag = iota
	nowhere      // it has a token that no text has
	chain        // also as the way to a row
	rowOnly
	queryOnly // a query of as many columns
	shallowOnly
	columnOnly
	jsonOnly
	callOnly // an aggregate, or one with OVER
	aggregateOnly
	windowOnly
	notAggregate
	notWindow
	tailOnly
	limitOnly
	havingOnly
	groupOnly
	notGroup
	namedWindowOnly
	tableOnly
	tableStatementOnly
	valuesOnly
	lateralOnly
	derivedOnly
	factorOnly
	usingOnly
	notRecursive
	joinOnly
	naturalOnly
)

// tags are the productions that do not make sense everywhere.
var tags = map[string]tag{
	"Expression: BoolPri": chain, "BoolPri: PredicateExpr": chain, "PredicateExpr: BitExpr": chain, "BitExpr: SimpleExpr": chain,
	"SimpleExpr: ( ExpressionList , Expression )": rowOnly, "SimpleExpr: ROW ( ExpressionList , Expression )": rowOnly,
	"SimpleExpr: SubSelect": queryOnly, "SimpleExpr: EXISTS SubSelect": shallowOnly,
	"PredicateExpr: BitExpr InOrNotOp SubSelect": shallowOnly, "BoolPri: BoolPri CompareOp AnyOrAll SubSelect": shallowOnly,
	"SimpleExpr: SimpleIdent": columnOnly, "SimpleExpr: SimpleIdent jss stringLit": jsonOnly, "SimpleExpr: SimpleIdent juss stringLit": jsonOnly,
	"Expression: MATCH ( ColumnNameList ) AGAINST ( BitExpr FulltextSearchModifierOpt )": tableOnly,
	"SimpleExpr: SumExpr": callOnly, "SimpleExpr: WindowFuncCall": windowOnly,
	"OptWindowingClause:": aggregateOnly, "OptWindowingClause: WindowingClause": windowOnly,
	"SumExpr: builtinCount ( DistinctKwd ExpressionList )": aggregateOnly,
	"OrderByOptional: OrderBy":                             tailOnly, "SelectStmtLimitOpt: SelectStmtLimit": limitOnly,
	"HavingClause: HAVING Expression": havingOnly, "SelectStmtGroup: GroupByClause": groupOnly, "SelectStmtGroup:": notGroup,
	"WindowNameOrSpec: WindowName": namedWindowOnly, "OptExistingWindowName: WindowName": namedWindowOnly,
	"SelectStmt: TABLE TableName OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption":                                     tableStatementOnly,
	"SelectStmt: VALUES ValuesStmtList OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption":                               valuesOnly,
	"SelectStmt: SelectStmtBasic WhereClauseOptional SelectStmtGroup OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption": derivedOnly,
	"SelectStmt: SelectStmtFromDualTable SelectStmtGroup OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption":             derivedOnly,
	"TableFactor: LATERAL SubSelect TableAsName IdentListWithParenOpt":                                                                      lateralOnly,
	"TableFactor: SubSelect TableAsNameOpt":                                        factorOnly,
	"JoinTable: TableRef CrossOpt TableRef USING ( ColumnNameList )":               usingOnly,
	"JoinTable: TableRef JoinType OuterOpt JOIN TableRef USING ( ColumnNameList )": usingOnly,
	"JoinTable: TableRef STRAIGHT_JOIN TableRef USING ( ColumnNameList )":          usingOnly,
	"TableRef: JoinTable": joinOnly, "TableRefs: TableRefs , EscapedTableRef": joinOnly,
	"JoinTable: TableRef NATURAL JOIN TableRef": naturalOnly, "JoinTable: TableRef NATURAL JoinType OuterOpt JOIN TableRef": naturalOnly,
	"WhereClauseOptional:": notRecursive,
}

const (
	maxDepth = 3 // of queries in queries
	maxJoins = 3 // of a block
)

// allowed reports whether a production makes sense here. It says little about names: those are
// chosen when they come.
func (w *walk) allowed(p *grammar.Production, e *env) bool {
	tag := w.rules[p.ID].tag
	if e.row > 1 && isExpression[p.Left.Name] {
		return tag == chain || tag == rowOnly || tag == queryOnly && e.depth < maxDepth
	}
	b := e.block
	switch tag {
	case rowOnly, nowhere:
		return false
	case queryOnly, shallowOnly, factorOnly:
		return e.depth < maxDepth
	case columnOnly:
		return e.hasColumn()
	case jsonOnly:
		return b != nil && hasJSON(b.relations)
	case callOnly:
		return b != nil && (e.aggregates || e.windows)
	case aggregateOnly:
		return b != nil && e.aggregates
	case windowOnly:
		return b != nil && e.windows
	case tailOnly:
		return !e.bare
	case limitOnly:
		return !e.bare && !e.noLimit
	case havingOnly:
		return !e.noHaving && (b.grouped || b.aggregated || w.one(30))
	case groupOnly:
		return b.recursive == nil && (len(b.relations) > 0 || w.one(10))
	case notGroup:
		return !b.aggregated || len(b.bare) == 0 || w.one(12)
	case namedWindowOnly:
		return b != nil && len(b.windows) > 0
	case tableOnly:
		return e.hasColumn()
	case tableStatementOnly:
		return e.recursive == nil && (e.width == 0 || w.tableOfWidth(e.width) != nil) && w.Dialect != sqlcheck.MariaDB
	case valuesOnly:
		return e.recursive == nil
	case derivedOnly:
		return e.recursive == nil
	case usingOnly:
		return len(e.using) > 0
	case joinOnly:
		return b.joins < maxJoins
	case naturalOnly:
		return e.natural
	case notRecursive:
		return b.recursive == nil
	case lateralOnly:
		return e.depth < maxDepth && w.Dialect == sqlcheck.MySQL
	}
	return true
}

var isExpression = map[string]bool{"Expression": true, "BoolPri": true, "PredicateExpr": true, "BitExpr": true, "SimpleExpr": true}

func hasJSON(relations []relation) bool {
	return slices.ContainsFunc(relations, func(r relation) bool {
		return slices.ContainsFunc(r.columns, func(c Column) bool { return c.Kind == JSON })
	})
}

func (w *walk) tableOfWidth(n int) *Table {
	for i := range w.Tables {
		if len(w.Tables[i].Columns) == n {
			return &w.Tables[i]
		}
	}
	return nil
}
