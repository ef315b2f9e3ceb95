package grammargen

import "fmt"

// usual is the weight of a production that nothing is said about.
const usual = 4

// setRules gives a meaning to productions and nonterminals. What it does not name is derived as the
// grammar has it.
func (g *Generator) setRules() error {
	for i := range g.rules {
		g.rules[i].weight = usual
	}
	for line, weight := range weights {
		if err := g.rule(line, func(r *rule) { r.weight = weight }); err != nil {
			return err
		}
	}
	for _, p := range g.Reachable {
		if !p.Spelled() {
			g.rules[p.ID].tag = nowhere
		}
	}
	for line, tag := range tags {
		if err := g.rule(line, func(r *rule) { r.tag = tag }); err != nil {
			return err
		}
	}
	for line, set := range meanings {
		if err := g.rule(line, set); err != nil {
			return err
		}
	}
	for name, r := range symbolRules() {
		s := g.grammar.Nonterminal(name)
		if s == nil {
			return fmt.Errorf("the grammar has no %s", name)
		}
		g.symbols[s] = r
	}
	for _, line := range needed {
		if g.byText[line] == nil {
			return fmt.Errorf("the grammar has no %s", line)
		}
	}
	return nil
}

func (g *Generator) rule(line string, set func(*rule)) error {
	p := g.byText[line]
	if p == nil {
		return fmt.Errorf("the grammar has no %s", line)
	}
	set(&g.rules[p.ID])
	return nil
}

// needed are the productions that this package applies itself.
var needed = []string{
	"RowValue: ( ValuesOpt )", "ValuesOpt: Values", "ValuesOpt:", "Values: ExprOrDefault", "Values: Values , ExprOrDefault",
	"Identifier: identifier", "SetOpr: UNION SetOprOpt", "WhereClause: WHERE Expression", "CompareOp: <",
	"BoolPri: BoolPri CompareOp PredicateExpr",
	"SubSelect: ( SetOprStmt )",
	"SetOprStmt: SetOprStmtWoutLimitOrderBy",
	"SetOprStmtWoutLimitOrderBy: SetOprClauseList SetOpr SelectStmt",
	"SetOprClauseList: SetOprClause",
	"SetOprClause: SelectStmt",
	"SelectStmt: SelectStmtFromTable OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption",
	"Field: Expression FieldAsNameOpt",
	"FieldList: Field", "FieldList: FieldList , Field",
	"ExpressionList: Expression", "ExpressionList: ExpressionList , Expression",
	"SimpleIdent: Identifier", "SimpleIdent: Identifier . Identifier", "SimpleIdent: Identifier . Identifier . Identifier",
	"ColumnName: Identifier", "ColumnName: Identifier . Identifier", "ColumnName: Identifier . Identifier . Identifier",
	"ByList: ByItem", "ByList: ByList , ByItem", "ByItem: Expression", "ByItem: Expression Order",
	"FieldAsNameOpt: FieldAsName", "FieldAsNameOpt:",
	"TableAsNameOpt: TableAsName", "TableAsNameOpt:",
	"TableName: Identifier", "TableName: Identifier . Identifier", "TableName: * . Identifier",
	"Expression: BoolPri", "BoolPri: PredicateExpr", "PredicateExpr: BitExpr", "BitExpr: SimpleExpr", "SimpleExpr: SimpleIdent",
	"SimpleExpr: Literal", "Literal: intLit",
	"IdentList: Identifier", "IdentList: IdentList , Identifier",
	"IdentListWithParenOpt: ( IdentList )", "IdentListWithParenOpt:",
	"ExpressionListOpt: ExpressionList", "ExpressionListOpt:",
}

// symbolRules are the nonterminals that mean something.
func symbolRules() map[string]symbolRule {
	return map[string]symbolRule{
		"SelectStmt":                 {hook: (*walk).selectStatement},
		"SubSelect":                  {hook: (*walk).subSelect},
		"SetOprStmt":                 {hook: (*walk).setOperation},
		"SetOprStmtWithLimitOrderBy": {hook: (*walk).arms},
		"SetOprStmtWoutLimitOrderBy": {hook: (*walk).arms},
		"SetOprClauseList":           {hook: (*walk).arms},
		"SetOprClause":               {hook: (*walk).arms},
		"CommonTableExpr":            {hook: (*walk).commonTable},
		"RowValue":                   {hook: (*walk).rowValue},
		"TableFactor":                {hook: (*walk).tableFactor},
		"JoinTable":                  {hook: (*walk).join},
		"TableName":                  {hook: (*walk).tableName},
		"WhereClause":                {hook: (*walk).whereClause},
		"WhereClauseOptional":        {enter: enterWhere},
		"HavingClause":               {enter: enterHaving},
		"SelectStmtGroup":            {enter: enterGroup},
		"OrderByOptional":            {enter: enterOrder},
		"OrderBy":                    {enter: enterOrder},
		"WindowClauseOptional":       {enter: enterWindow},
		"WindowingClause":            {enter: enterWindow},
		"WindowName":                 {hook: (*walk).windowName},
		"FieldList":                  {hook: (*walk).fieldList},
		"SelectStmtFieldList":        {enter: enterFields},
		"ByList":                     {hook: (*walk).byList},
		"ExpressionList":             {hook: (*walk).expressionList},
		"ExpressionListOpt":          {hook: (*walk).expressionListOpt},
		"SimpleIdent":                {hook: (*walk).columnReference},
		"ColumnName":                 {hook: (*walk).columnReference},
		"Identifier":                 {hook: (*walk).anyIdentifier},
		"Expression":                 {enter: enterExpression},
		"SumExpr":                    {hook: (*walk).aggregate},
		"WindowFuncCall":             {enter: func(_ *walk, e *env) { e.windows = false }},
		"FunctionCallKeyword":        {hook: (*walk).callKeyword},
		"FunctionCallGeneric":        {hook: (*walk).callGeneric},
		"CharsetName":                {enter: func(_ *walk, e *env) { e.role = charsetRole }},
		"CollationName":              {enter: func(_ *walk, e *env) { e.role = collationRole }},
	}
}

// weights are the productions that are likelier or less likely than others. Those that are refused
// whatever else the query has, have none: only a walk that aims at one uses it.
var weights = map[string]int{
	"SelectStmt: SelectStmtBasic WhereClauseOptional SelectStmtGroup OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption": 2,
	"SelectStmt: SelectStmtFromDualTable SelectStmtGroup OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption":             1,
	"SelectStmt: SelectStmtFromTable OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption":                                 40,
	"SelectStmt: TABLE TableName OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption":                                     1,
	"SelectStmt: VALUES ValuesStmtList OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption":                               1,
	"SelectLockOpt:": 400, "SelectLockOpt: FOR UPDATE OfTablesOpt": 0, "SelectLockOpt: FOR SHARE OfTablesOpt": 0,
	"SelectLockOpt: FOR UPDATE OfTablesOpt NOWAIT": 0, "SelectLockOpt: FOR UPDATE OfTablesOpt WAIT NUM": 0,
	"SelectLockOpt: FOR SHARE OfTablesOpt NOWAIT": 0, "SelectLockOpt: FOR UPDATE OfTablesOpt SKIP LOCKED": 0,
	"SelectLockOpt: FOR SHARE OfTablesOpt SKIP LOCKED": 0, "SelectLockOpt: LOCK IN SHARE MODE": 0,
	"SelectStmtIntoOption: INTO OUTFILE stringLit Fields Lines": 0,
	"SelectStmtLimitOpt:": 12, "LimitOption: paramMarker": 0,
	"SelectStmtLimit: FETCH FirstOrNext FetchFirstOpt RowOrRows ONLY": 1,
	"OrderByOptional:": 8, "WhereClauseOptional:": 5, "SelectStmtGroup:": 12, "HavingClause:": 20, "WindowClauseOptional:": 40,
	"SelectStmtOpts:": 20, "SelectStmtOpt: SQL_CALC_FOUND_ROWS": 0, "SelectStmtOpt: DistinctOpt": 30,
	"SelectStmtOptsList: SelectStmtOptsList SelectStmtOpt": 1,
	"WithClause: WITH recursive WithList":                  2,
	"SubSelect: ( SelectStmt )":                            30, "SubSelect: ( SelectStmtWithClause )": 2, "SubSelect: ( SubSelect )": 2,
	"SetOprClauseList: SetOprClause": 12,
	"TableRefs: EscapedTableRef":     12, "EscapedTableRef: TableRef": 60,
	"TableRef: TableFactor": 10,
	"TableFactor: TableName PartitionNameListOpt TableAsNameOpt AsOfClauseOpt IndexHintListOpt TableSampleOpt": 30,
	"TableFactor: SubSelect TableAsNameOpt": 4, "TableFactor: LATERAL SubSelect TableAsName IdentListWithParenOpt": 1,
	"TableFactor: ( TableRefs )":                            1,
	"PartitionNameListOpt: PARTITION ( PartitionNameList )": 0, "AsOfClauseOpt: AsOfClause": 0, "IndexHintListOpt:": 40,
	"TableSampleOpt: TABLESAMPLE TableSampleMethodOpt ( Expression TableSampleUnitOpt ) RepeatableOpt": 0,
	"TableSampleOpt: TABLESAMPLE TableSampleMethodOpt ( ) RepeatableOpt":                               0,
	"TableName: * . Identifier": 0,
	"Field: *":                  4, "Field: Identifier . *": 2, "Field: Identifier . Identifier . *": 1, "Field: Expression FieldAsNameOpt": 60,
	"ByItem: Expression": 6, "WithRollupClause:": 16,
	"Expression: BoolPri": 60, "Expression: singleAtIdentifier assignmentEq Expression": 0,
	"Expression: MATCH ( ColumnNameList ) AGAINST ( BitExpr FulltextSearchModifierOpt )": 1,
	"BoolPri: PredicateExpr": 30, "BoolPri: BoolPri CompareOp singleAtIdentifier assignmentEq PredicateExpr": 0,
	"BoolPri: BoolPri CompareOp PredicateExpr": 8, "BoolPri: BoolPri CompareOp AnyOrAll SubSelect": 1, "BoolPri: BoolPri IsOrNotOp NULL": 3,
	"PredicateExpr: BitExpr": 60, "PredicateExpr: BitExpr IlikeOrNotOp SimpleExpr LikeOrIlikeEscapeOpt": 0,
	"PredicateExpr: BitExpr memberof ( SimpleExpr )": 1,
	"BitExpr: SimpleExpr":                            120,
	"SimpleExpr: SimpleIdent":                        120, "SimpleExpr: Literal": 60, "SimpleExpr: FunctionCallGeneric": 14, "SimpleExpr: FunctionCallKeyword": 10,
	"SimpleExpr: FunctionCallNonKeyword": 8, "SimpleExpr: SumExpr": 14, "SimpleExpr: WindowFuncCall": 5, "SimpleExpr: SubSelect": 4,
	"SimpleExpr: EXISTS SubSelect": 2, "SimpleExpr: paramMarker": 0, "SimpleExpr: Variable": 0, "SimpleExpr: not2 SimpleExpr": 0,
	"SimpleExpr: SimpleExpr pipes SimpleExpr": 0, "SimpleExpr: jsonSumCrc32 ( Expression AS CastType ARRAY )": 0,
	"SimpleExpr: DEFAULT ( SimpleIdent )": 0, "SimpleExpr: VALUES ( SimpleIdent )": 0,
	"SimpleExpr: SimpleExpr COLLATE CollationName": 1, "SimpleExpr: { Identifier Expression }": 1,
	"SimpleExpr: ! SimpleExpr": 2, "SimpleExpr: ~ SimpleExpr": 2, "SimpleExpr: - SimpleExpr": 2, "SimpleExpr: + SimpleExpr": 2, "SimpleExpr: BINARY SimpleExpr": 2,
	"SimpleExpr: SimpleIdent jss stringLit": 2, "SimpleExpr: SimpleIdent juss stringLit": 2,
	"ArrayKwdOpt: ARRAY": 0, "CastType: VECTOR OptVectorElementType OptFieldLen": 0, "CastType: BINARY OptFieldLen": 1,
	"NotSym: not2": 0, "NumLiteral: intLit": 40, "CastType: JSON": 1, "ValuesOpt:": 0, "FunctionNameConflict: DATABASE": 0, "FunctionNameConflict: ROW_COUNT": 0, "FunctionNameConflict: USER": 0, "ColumnNameList: ColumnName": 16, "Literal: UNDERSCORE_CHARSET bitLit": 0, "ExprOrDefault: DEFAULT": 0,
	"OptNullTreatment: RESPECT NULLS": 1, "OptNullTreatment:": 20, "OptFromFirstLast:": 20, "OptNullTreatment: IGNORE NULLS": 0, "OptFromFirstLast: FROM LAST": 0, "OptFromFirstLast: FROM FIRST": 1,
	"OptLeadLagInfo: , paramMarker OptLLDefault": 0, "WindowFrameStart: paramMarker PRECEDING": 0, "WindowFrameBound: paramMarker FOLLOWING": 0,
	"WindowFrameUnits: GROUPS": 0, "OptWindowFrameClause:": 12, "OptWindowingClause:": 16,
	"FunctionCallKeyword: builtinUser ( ExpressionListOpt )": 0, "FunctionCallKeyword: PASSWORD ( ExpressionListOpt )": 0,
	"FunctionCallKeyword: FunctionNameConflict ( ExpressionListOpt )": 30,
	"FunctionNameOptionalBraces: CURRENT_USER":                        0, "FunctionNameOptionalBraces: CURRENT_ROLE": 0, "FunctionNameOptionalBraces: TIDB_CURRENT_TSO": 0,
	"FunctionCallNonKeyword: FunctionNameSequence": 0, "FunctionCallNonKeyword: builtinTranslate ( Expression , Expression , Expression )": 0,
	"FunctionCallGeneric: Identifier . Identifier ( ExpressionListOpt )": 0,
	"SumExpr: builtinApproxCountDistinct ( ExpressionList )":             0, "SumExpr: builtinApproxPercentile ( ExpressionList )": 0,
	"BuggyDefaultFalseDistinctOpt: DistinctKwd ALL": 0, "BuggyDefaultFalseDistinctOpt: DefaultFalseDistinctOpt": 20,
	"DefaultFalseDistinctOpt:":               12,
	"Variable: SystemVariable":               1,
	"StringLiteral: StringLiteral stringLit": 1, "StringLiteral: stringLit": 20,
	"Identifier: identifier": 40, "StringName: Identifier": 30,
}

// meanings are the productions that mean more than their words.
var meanings = map[string]func(*rule){
	"SelectStmtFromTable: SelectStmtBasic FROM TableRefsClause WhereClauseOptional SelectStmtGroup HavingClause WindowClauseOptional": func(r *rule) {
		r.order = []int{1, 2, 3, 6, 0, 4, 5}
		r.child = func(_ *walk, i int, e *env) { e.noHaving = i == 0 }
	},
	"SelectStmtFromDualTable: SelectStmtBasic FromDual WhereClauseOptional": func(r *rule) { r.order = []int{1, 2, 0} },
	"SelectStmt: TABLE TableName OrderByOptional SelectStmtLimitOpt SelectLockOpt SelectStmtIntoOption": func(r *rule) {
		r.child = func(w *walk, i int, e *env) {
			if i == 2 {
				e.block.output = append([]Column(nil), w.result...)
			}
		}
	},
	"DistinctOpt: DistinctKwd": func(r *rule) {
		r.before = func(_ *walk, e *env) {
			if e.block != nil && e.clause == inFrom {
				e.block.distinct = true
			}
		}
	},
	"PredicateExpr: BitExpr InOrNotOp SubSelect": func(r *rule) {
		r.before = rows
		r.child = func(w *walk, i int, e *env) {
			scalar(w, i, e)
			e.noLimit = i == 2
		}
	},
	"PredicateExpr: BitExpr InOrNotOp ( ExpressionList )": func(r *rule) { r.before = rows },
	"BoolPri: BoolPri CompareOp AnyOrAll SubSelect": func(r *rule) {
		r.child = func(w *walk, i int, e *env) {
			scalar(w, i, e)
			e.noLimit = i == 3
		}
	},
	"BoolPri: BoolPri CompareOp PredicateExpr":        func(r *rule) { r.before = rows },
	"SimpleExpr: ( ExpressionList , Expression )":     func(r *rule) { r.before = splitRow },
	"SimpleExpr: ROW ( ExpressionList , Expression )": func(r *rule) { r.before = splitRow },
	"SimpleExpr: { Identifier Expression }": func(r *rule) {
		r.node = func(w *walk, i int, e env) *Node {
			switch i {
			case 1:
				return w.identifier(pick(w, []string{"fn", "d", "t", "ts"}))
			case 2:
				if text := odbc[w.name]; text != "" {
					return w.literal(text)
				}
			}
			return nil
		}
	},
	"FunctionCallNonKeyword: COMPRESS ( ExpressionListOpt )": func(r *rule) {
		r.child = func(_ *walk, _ int, e *env) { e.args = 1 }
	},
	"Expression: MATCH ( ColumnNameList ) AGAINST ( BitExpr FulltextSearchModifierOpt )": func(r *rule) { r.node = constant(6) },
	"WindowFuncCall: NTILE ( SimpleExpr ) WindowingClause":                               func(r *rule) { r.node = constant(2) },
	"EscapedTableRef: { Identifier TableRef }": func(r *rule) {
		r.node = func(w *walk, i int, _ env) *Node {
			if i == 1 {
				return w.identifier(pick(w, []string{"oj", "OJ"}))
			}
			return nil
		}
	},
	"SelectStmtWithClause: WithClause SelectStmt":       scoped,
	"SelectStmtWithClause: WithClause SubSelect":        scoped,
	"SetOprStmt: WithClause SetOprStmtWithLimitOrderBy": scoped,
	"SetOprStmt: WithClause SetOprStmtWoutLimitOrderBy": scoped,
	"WithClause: WITH recursive WithList":               func(r *rule) { r.before = func(_ *walk, e *env) { e.with.recursive = true } },
	"SimpleExpr: SubSelect":                             func(r *rule) { r.child = scalar },
	"SimpleExpr: EXISTS SubSelect":                      func(r *rule) { r.child = func(_ *walk, _ int, e *env) { e.width, e.distinct = 0, false } },
	"TableRefs: TableRefs , EscapedTableRef":            func(r *rule) { r.before = func(_ *walk, e *env) { e.block.joins++ } },
	"FieldAsName: Identifier":                           named("c", 0),
	"FieldAsName: AS Identifier":                        named("c", 1),
	"TableAsName: Identifier":                           named("t", 0),
	"TableAsName: AS Identifier":                        named("t", 1),
	"WindowDefinition: WindowName AS WindowSpec": func(r *rule) {
		r.order = []int{2, 1, 0}
		r.node = func(w *walk, i int, e env) *Node {
			if i > 0 {
				return nil
			}
			name := w.newName("w", &e)
			e.block.windows = append(e.block.windows, w.name)
			return w.node("WindowName: Identifier", name)
		}
	},
}

var odbc = map[string]string{"d": "'2025-01-31'", "t": "'10:11:12'", "ts": "'2025-01-31 10:11:12'"}

// scoped lets the query behind a WITH clause see its CTEs.
func scoped(r *rule) {
	r.before = func(_ *walk, e *env) { e.with = &with{} }
	r.child = func(_ *walk, i int, e *env) {
		if i == 1 {
			e.ctes = append(e.ctes[:len(e.ctes):len(e.ctes)], e.with.ctes...)
			e.with = nil
		}
	}
}

// named has the name at a place of a production invented.
func named(prefix string, at int) func(*rule) {
	return func(r *rule) {
		r.node = func(w *walk, i int, e env) *Node {
			if i != at {
				return nil
			}
			return w.newName(prefix, &e)
		}
	}
}

// constant has a place be a number, mostly: servers take no other expression there.
func constant(at int) func(w *walk, i int, e env) *Node {
	return func(w *walk, i int, _ env) *Node {
		if i != at || w.steering || w.one(20) {
			return nil
		}
		n := w.literal("3")
		for n.production.Left.Name != "BitExpr" {
			n = n.children[0]
		}
		if at == 2 {
			n = n.children[0]
		}
		return n
	}
}

// rows makes a comparison one of rows now and then.
func rows(w *walk, e *env) {
	aims := w.steering && w.rules[w.target.ID].tag == rowOnly
	if e.row == 0 && (aims || w.one(25)) {
		e.row = 2
	}
}

// splitRow gives the values of a row to its list and to what follows it.
func splitRow(_ *walk, e *env) { e.args, e.row = max(1, e.row-1), 0 }
