package builtin

import (
	"slices"
	"sync"
)

// Lookup returns the scalar function that name is in dialect d. The name is the one of the tree in
// its original spelling (ast.FuncCallExpr.FnName.O): letter case is folded in ASCII only, and a name
// with anything but ASCII letters, digits and underscores is no function. The parser's folding must
// not decide, because a server folds otherwise: to it ſleep is SLEEP.
func Lookup(name string, d Dialects) (*Function, bool) { return lookup(Scalar, name, d) }

// LookupAggregate is Lookup for ast.AggregateFuncExpr.F.
func LookupAggregate(name string, d Dialects) (*Function, bool) { return lookup(Aggregate, name, d) }

// LookupWindow is Lookup for ast.WindowFuncExpr.Name.
func LookupWindow(name string, d Dialects) (*Function, bool) { return lookup(Window, name, d) }

// lookup does not allocate.
func lookup(kind Kind, name string, d Dialects) (*Function, bool) {
	functions := index()
	if f := functions[key{kind, name, d}]; f != nil {
		return f, true
	}
	var buf [maxName]byte
	n, ok := foldASCII(buf[:], name)
	if !ok {
		return nil, false
	}
	f := functions[key{kind, string(buf[:n]), d}]
	if f == nil || f.internal() {
		return nil, false
	}
	return f, true
}

// maxName is the length of the longest name in the table, in bytes.
const maxName = 32

// foldASCII writes name in lower case to buf and returns its length. It reports false for a name
// that does not fit or has a byte that no function's name has.
func foldASCII(buf []byte, name string) (n int, ok bool) {
	if len(name) > len(buf) {
		return 0, false
	}
	for i := range len(name) {
		c := name[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '_':
		default:
			return 0, false
		}
		buf[i] = c
	}
	return len(name), true
}

// A key is what one function of one dialect is found by.
type key struct {
	kind    Kind
	name    string
	dialect Dialects // exactly one
}

// index returns the table, built at the first call.
var index = sync.OnceValue(func() map[key]*Function {
	m := make(map[key]*Function)
	for _, family := range families() {
		for i := range family {
			f := &family[i]
			for _, d := range [...]Dialects{MySQL, MariaDB, TiDB} {
				if f.Dialects.Has(d) {
					m[key{f.Kind, f.Name, d}] = f
				}
			}
		}
	}
	return m
})

// Names returns the printed names of the scalar and aggregate functions of one dialect, sorted.
func Names(d Dialects) []string {
	var names []string
	for k, f := range index() {
		if k.dialect == d && k.kind != Window && !f.internal() {
			names = append(names, f.SQL)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// families returns the whole table.
func families() [][]Function {
	return [][]Function{
		stringFunctions(), regexpFunctions(), numericFunctions(), datetimeFunctions(),
		comparisonFunctions(), jsonFunctions(), hashFunctions(), identifierFunctions(),
		spatialFunctions(), spatialConstructors(), vectorFunctions(),
		aggregateFunctions(), windowFunctions(),
	}
}
