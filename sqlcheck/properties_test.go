package sqlcheck_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/forms"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A world is what a text is checked in, and the variations of it that the properties compare.
type world struct {
	dialect builtin.Dialects
	ascii   bool
	checker *sqlcheck.Checker
	// larger has limits of four times the size: a print is longer than its text.
	larger *sqlcheck.Checker
	// hidden is the shop, its sensitive columns out of scope; in absent, they do not even exist. whole is
	// the shop as its server has it.
	hidden sqlcheck.Catalog
	absent tableMap
	whole  sqlcheck.Catalog
}

// newWorld returns the world that a fuzzer's number stands for. There are few, and nothing in them
// changes.
func newWorld(tb testing.TB, number byte) *world {
	tb.Helper()
	if w, made := worlds.Load(number % 24); made {
		return w.(*world)
	}
	number %= 24
	// What the generator joins, a server need not run.
	options := sqlcheck.Options{Limits: sqlcheck.Limits{Rows: 1 << 40}, Dialect: dialects[number%3], ASCII: number/3&1 != 0, CaseSensitiveTables: number/6&1 != 0}
	w := &world{
		dialect: []builtin.Dialects{builtin.MySQL, builtin.MariaDB, builtin.TiDB}[number%3],
		ascii:   options.ASCII,
		checker: checker(tb, options),
		hidden:  sqlchecktest.Shop(corpus.Settings{}),
		absent:  tableMap{},
		whole:   sqlchecktest.Shop(corpus.Settings{WithSensitive: true}),
	}
	options.Limits = sqlcheck.Limits{Bytes: 4 << 16, Depth: 800, Nodes: 40000, Rows: 1 << 42}
	w.larger = checker(tb, options)
	for _, t := range w.tables() {
		columns := slices.DeleteFunc(slices.Clone(w.whole.Table("", t.Name()).Columns()), func(c sqlcheck.Column) bool { return t.Column(c.Name) == nil })
		w.absent[sqlcheck.Fold(t.Name())] = sqlcheck.NewTable(t.Database(), t.Name(), columns)
	}
	worlds.Store(number, w)
	return w
}

var worlds sync.Map // number → *world

// tables returns the tables of the shop.
func (w *world) tables() []*sqlcheck.Table { return w.hidden.(sqlcheck.Suggester).Tables() }

// only returns the tables of absent that keep says.
func (w *world) only(keep func(name string) bool) sqlcheck.Catalog {
	return catalogFunc(func(db, name string) *sqlcheck.Table {
		if t := w.absent.Table(db, name); t != nil && keep(t.Name()) {
			return t
		}
		return nil
	})
}

// holds checks every property of one text.
func (w *world) holds(tb testing.TB, sql string) {
	tb.Helper()
	q, err := w.checker.Check(sql, w.hidden)
	if err != nil {
		w.refusalIsSound(tb, sql, err)
		return
	}
	text := sqlcheck.Readable(sql, w.dialect)
	w.onlyBackquotesAreNew(tb, sql, text)
	nodesAreBounded(tb, text)
	w.printIsStable(tb, sql, q)
	sameTree(tb, w.dialect, sql, q.String())
	sameUnderEveryMode(tb, w.dialect, q.String())
	w.everyNameIsBound(tb, q.String())
	w.hiddenIsNotNeeded(tb, sql, q)
	w.spacingIsFree(tb, sql, q.String())
	w.callsAreListed(tb, q.String())
	w.nothingIsCaptured(tb, q)
	w.nothingElseIsPrinted(tb, q.String())
}

// What the parser is given is what was written, unless that does not parse: then there are back-quotes that
// were not written, and nothing else.
//
// Where a form is rewritten, FuzzRewrite says the same of what stands outside of it.
func (w *world) onlyBackquotesAreNew(tb testing.TB, sql, text string) {
	tb.Helper()
	rewritten := forms.Rewrite(sql, w.dialect, func(word string) bool { return reserved[strings.ToUpper(word)] })
	if text == sql || rewritten.Changed() {
		return
	}
	if _, err := parsed(sql, 0); err == nil {
		tb.Errorf("%q is read as %q, although it parses", sql, text)
	}
	rest := sql
	for i := range len(text) {
		switch {
		case rest != "" && text[i] == rest[0]:
			rest = rest[1:]
		case text[i] != '`':
			tb.Fatalf("%q is read as %q", sql, text)
		}
	}
	if rest != "" {
		tb.Errorf("%q is read as %q", sql, text)
	}
}

// 1. A refusal has findings that can be shown. It never hides a fault of this package; of the
// parser it may.
func (w *world) refusalIsSound(tb testing.TB, sql string, err error) {
	tb.Helper()
	for _, v := range violations(tb, err) {
		if v.Rule == "" || v.Message == "" || len(v.Near) > 80 || len(v.Message) > 1000 || v.Offset < -1 || v.Offset > len(sql) {
			tb.Errorf("Check(%q) is refused by %+v", sql, v)
		}
		if !utf8.ValidString(v.Near) || !utf8.ValidString(v.Message) {
			tb.Errorf("Check(%q) is refused in broken UTF-8: %+v", sql, v)
		}
	}
	w.hiddenIsNotNamed(tb, sql, err)
	if cause := errors.Unwrap(err); cause != nil && !strings.HasPrefix(cause.Error(), "panic while parsing") {
		tb.Errorf("Check(%q) fails: %v", sql, cause)
	}
}

// A refusal never says the name of a hidden column that the text does not say.
func (w *world) hiddenIsNotNamed(tb testing.TB, sql string, err error) {
	tb.Helper()
	text := strings.ToLower(sql)
	for _, t := range w.tables() {
		for _, c := range w.whole.Table("", t.Name()).Columns() {
			if t.Column(c.Name) != nil || strings.Contains(text, c.Name) {
				continue
			}
			for _, v := range violations(tb, err) {
				if strings.Contains(v.Message, c.Name) || strings.Contains(v.Near, c.Name) {
					tb.Errorf("Check(%q) tells of the hidden %s: %+v", sql, c.Name, v)
				}
			}
		}
	}
}

// No text holds more nodes than its length allows, so that most need not be counted.
func nodesAreBounded(tb testing.TB, sql string) {
	tb.Helper()
	n, err := parsed(sql, 0)
	if err != nil {
		return // sameTree says so
	}
	nodes := 0
	n.Accept(visitor(func(ast.Node) { nodes++ }))
	if most := sqlcheck.MayHoldNodes(len(sql)); nodes > most {
		tb.Errorf("%q has %d nodes; a text of %d bytes is trusted to have %d at most", sql, nodes, len(sql), most)
	}
}

// 2. The print is accepted, prints the same, and has the same facts.
func (w *world) printIsStable(tb testing.TB, sql string, q *sqlcheck.Query) {
	tb.Helper()
	again, err := w.larger.Check(q.String(), w.hidden)
	if err != nil {
		tb.Errorf("Check(%q) gives %q, which is refused: %v (%v)", sql, q, err, errors.Unwrap(err))
		return
	}
	if again.String() != q.String() {
		tb.Errorf("Check(%q) gives %q, which gives %q", sql, q, again)
	}
	if sqlcheck.Wrapped(q) {
		return // a block more, and what its ORDER BY read is read in another order
	}
	if got, want := mention.Replace(describe(again.Facts())), mention.Replace(describe(q.Facts())); got != want {
		tb.Errorf("Check(%q) has the facts\n%sits print %q\n%s", sql, want, q, got)
	}
}

// mention takes out of a description how columns are mentioned: wildcards and NATURAL are printed as
// lists of columns.
var mention = strings.NewReplacer(" by *", "", " by join", "", ", starred", "")

// poison is a name that means nothing anywhere.
const poison = "zz_poison"

// 3. Every name is bound: when one of those that refer to something is replaced by a name that means
// nothing, the query is refused. That every name of the text is in the print, sameTree says.
func (w *world) everyNameIsBound(tb testing.TB, print string) {
	tb.Helper()
	names := references(print)
	const enough = 5
	for i := 0; i < len(names); i += 1 + len(names)/enough {
		n := names[i]
		poisoned := print[:n.from] + poison + print[n.to:]
		if q, err := w.larger.Check(poisoned, w.hidden); err == nil {
			tb.Errorf("%q is accepted although %s at %d means nothing: %q", poisoned, poison, n.from, q)
		}
	}
}

// A span is a part of a text.
type span struct{ from, to int }

// quoted matches strings and names of a print.
var quoted = regexp.MustCompile("'(?:[^']|'')*'|`(?:[^`]|``)*`")

// references returns the names in a print that do not declare anything, without their quotes. An
// alias stands behind AS; the name of a CTE or a window stands before AS and a parenthesis; columns
// are declared in a list behind the name of a CTE or a derived table.
func references(print string) []span {
	var list []span
	inList := false
	for _, at := range quoted.FindAllStringIndex(print, -1) {
		if print[at[0]] != '`' {
			continue
		}
		before, after := print[:at[0]], print[at[1]:]
		switch {
		case strings.HasSuffix(before, "` ("):
			inList = true
		case !strings.HasSuffix(before, "`, "):
			inList = false
		}
		declared := inList || strings.HasSuffix(before, " AS ") || strings.HasPrefix(after, " AS (") ||
			strings.HasPrefix(after, " (`")
		if !declared {
			list = append(list, span{at[0] + 1, at[1] - 1})
		}
	}
	return list
}

// 4. What is out of scope is never needed: without it the query is accepted, and the same. Nor is any
// table but those that the facts have, and each of them is.
func (w *world) hiddenIsNotNeeded(tb testing.TB, sql string, q *sqlcheck.Query) {
	tb.Helper()
	mentioned := map[string]bool{}
	for _, t := range q.Facts().Tables {
		mentioned[t.Table.Name()] = true
	}
	only := w.only(func(name string) bool { return mentioned[name] })
	for why, catalog := range map[string]sqlcheck.Catalog{"the hidden columns": w.absent, "the other tables": only} {
		alone, err := w.checker.Check(sql, catalog)
		if err != nil || alone.String() != q.String() {
			tb.Errorf("Check(%q) = %q, but without %s: %v, %v", sql, q, why, alone, err)
		}
	}
	for name := range mentioned {
		catalog := w.only(func(other string) bool { return other != name })
		if alone, err := w.checker.Check(sql, catalog); err == nil {
			tb.Errorf("Check(%q) = %q, and without the table %s still %q", sql, q, name, alone)
		}
	}
}

// 6. Spacing, comments and the letter case of key words change nothing. In a print every blank
// outside quotes parts two tokens, and every name is in quotes.
func (w *world) spacingIsFree(tb testing.TB, sql, print string) {
	tb.Helper()
	for i, blank := range []string{"\n", " /* x */\t", " -- x\n", " # '\n"} {
		spaced := outsideQuotes(print, func(text string) string {
			if i%2 == 0 {
				text = strings.ToLower(text)
			}
			return strings.ReplaceAll(text, " ", blank)
		})
		if len(spaced) > 4<<16 {
			continue
		}
		if again, err := w.larger.Check(spaced, w.hidden); err != nil || !strings.EqualFold(unlabelled(again.String()), unlabelled(print)) {
			tb.Errorf("%q is printed as %v (%v), spaced out it is\n%q", print, again, err, spaced)
		}
	}
	if strings.ContainsAny(sql, "'\"`#\\@{/-") {
		return // what a blank or a capital is cannot be told without a lexer
	}
	spaced := words.ReplaceAllStringFunc(strings.ReplaceAll(sql, " ", "\n"), func(word string) string {
		if reserved[strings.ToUpper(word)] {
			return strings.ToUpper(word[:1]) + strings.ToLower(word[1:])
		}
		return word
	})
	again, err := w.checker.Check(spaced, w.hidden)
	switch {
	case err != nil && strings.Contains(err.Error(), "without a certain name"):
		// The name of an expression without an alias is its own text, and a text of two lines is none.
	case err != nil || !strings.EqualFold(unlabelled(again.String()), unlabelled(print)):
		tb.Errorf("Check(%q) = %q, but Check(%q) = %v, %v", sql, print, spaced, again, err)
	}
}

// unlabelled returns a print without aliases. An expression without one has its own text for a name,
// which spacing and letter case do change.
func unlabelled(print string) string { return aliases.ReplaceAllString(print, "") }

var aliases = regexp.MustCompile(" AS `(?:[^`]|``)*`")

var (
	words    = regexp.MustCompile(`[A-Za-z_$][A-Za-z0-9_$]*`)
	reserved = func() map[string]bool {
		m := map[string]bool{}
		for _, k := range parser.Keywords {
			m[k.Word] = k.Reserved
		}
		return m
	}()
)

// outsideQuotes changes the parts of a print that are not in quotes.
func outsideQuotes(print string, change func(string) string) string {
	var b strings.Builder
	end := 0
	for _, at := range quoted.FindAllStringIndex(print, -1) {
		b.WriteString(change(print[end:at[0]]) + print[at[0]:at[1]])
		end = at[1]
	}
	return b.String() + change(print[end:])
}

// 7. Every function in the print is in the table, with as many arguments as it takes.
func (w *world) callsAreListed(tb testing.TB, print string) {
	tb.Helper()
	n, err := parsedIn(w.dialect, print, 0)
	if err != nil {
		return // sameTree has said so
	}
	n.Accept(visitor(func(n ast.Node) {
		ok := true
		switch n := n.(type) {
		case *ast.FuncCallExpr:
			f, known := builtin.Lookup(n.FnName.O, builtin.Server{Dialect: w.dialect})
			ok = known && f.CallOK(n, w.dialect)
		case *ast.AggregateFuncExpr:
			f, known := builtin.LookupAggregate(n.F, builtin.Server{Dialect: w.dialect})
			ok = known && f.AggregateOK(n, w.dialect)
		case *ast.WindowFuncExpr:
			f, known := builtin.LookupWindow(n.Name, builtin.Server{Dialect: w.dialect})
			ok = known && f.WindowOK(n, w.dialect)
		case *ast.VariableExpr, *ast.TableNameExpr, *ast.ValuesExpr, *ast.SelectIntoOption, *ast.TableOptimizerHint, ast.ParamMarkerExpr:
			ok = false
		}
		if !ok {
			tb.Errorf("the print %q has %T, which is not allowed in it: %v", print, n, n)
		}
	}))
}

// 8. A server may have columns that the schema does not show. Whatever name of the print they have, in
// whichever tables, the print reads the columns that it was checked as reading.
func (w *world) nothingIsCaptured(tb testing.TB, q *sqlcheck.Query) {
	tb.Helper()
	names := map[string]bool{}
	for _, name := range quoted.FindAllString(q.String(), -1) {
		if name[0] == '`' && len(names) < 4 {
			names[strings.ReplaceAll(name[1:len(name)-1], "``", "`")] = true
		}
	}
	want := columnsRead(q.Facts())
	for name := range names {
		there, err := w.larger.Check(q.String(), w.withColumn(name))
		if err != nil {
			tb.Errorf("where every table has a column %q, the print %q is refused: %v", name, q, err)
			continue
		}
		if got := columnsRead(there.Facts()); got != want {
			tb.Errorf("where every table has a column %q, the print %q reads\n%sit was checked as\n%s", name, q, got, want)
		}
	}
}

// withColumn returns the shop as a server has it on which every table has one column more.
func (w *world) withColumn(name string) tableMap {
	server := tableMap{}
	for _, t := range w.tables() {
		whole := w.whole.Table("", t.Name())
		columns := slices.Clone(whole.Columns())
		if whole.Column(name) == nil {
			columns = append(columns, sqlcheck.Column{Name: name, InScope: true})
		}
		server[sqlcheck.Fold(t.Name())] = sqlcheck.NewTable(t.Database(), t.Name(), columns)
	}
	return server
}

// columnsRead lists the columns that a query reads, each once, and those behind each output.
func columnsRead(f *sqlcheck.Facts) string {
	var read []string
	for _, c := range f.Columns {
		read = append(read, c.Table.Name()+"."+c.Column.Name)
	}
	slices.Sort(read)
	return strings.Join(slices.Compact(read), ", ") + "\n" + list(f.Projection, describeOutput) + "\n"
}

// A visitor is called with each node.
type visitor func(ast.Node)

func (v visitor) Enter(n ast.Node) (ast.Node, bool) { v(n); return n, false }

func (v visitor) Leave(n ast.Node) (ast.Node, bool) { return n, true }

var (
	printable = regexp.MustCompile(`^[A-Za-z0-9_ .,()=<>+*/%&|^~-]*$`)
	forbidden = []string{"--", "/*", " INTO ", " FOR ", " LOCK ", " PROCEDURE "}
)

// What stands outside quotes is made of key words, numbers, operators and names of functions. A string
// holds no backslash, nothing in quotes a control character, and with ASCII nothing but ASCII.
func (w *world) nothingElseIsPrinted(tb testing.TB, print string) {
	tb.Helper()
	outsideQuotes(print, func(text string) string {
		if !printable.MatchString(text) || slices.ContainsFunc(forbidden, func(word string) bool { return strings.Contains(text, word) }) {
			tb.Errorf("the print %q has %q outside quotes", print, text)
		}
		return text
	})
	for _, text := range quoted.FindAllString(print, -1) {
		for _, r := range text {
			if r == '\\' && text[0] == '\'' || r < ' ' && r != '\t' && r != '\n' || r == 0x7f || w.ascii && r >= 0x80 {
				tb.Errorf("the print %q has %q in quotes", print, r)
			}
		}
	}
	if !utf8.ValidString(print) {
		tb.Errorf("the print %q is not valid UTF-8", print)
	}
}
