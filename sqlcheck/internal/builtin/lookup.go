package builtin

import (
	"math/bits"
	"slices"
	"sync"
)

// Lookup returns the scalar function that name is on a server. The name is the one of the tree in
// its original spelling (ast.FuncCallExpr.FnName.O): letter case is folded in ASCII only, and a name
// with anything but ASCII letters, digits and underscores is no function. The parser's folding must
// not decide, because a server folds otherwise: to it ſleep is SLEEP.
func Lookup(name string, on Server) (*Function, bool) { return lookup(Scalar, name, on) }

// LookupAggregate is Lookup for ast.AggregateFuncExpr.F.
func LookupAggregate(name string, on Server) (*Function, bool) { return lookup(Aggregate, name, on) }

// LookupWindow is Lookup for ast.WindowFuncExpr.Name.
func LookupWindow(name string, on Server) (*Function, bool) { return lookup(Window, name, on) }

// lookup does not allocate.
func lookup(kind Kind, name string, on Server) (*Function, bool) {
	for _, f := range named(kind, name, on.Dialect) {
		if f.On(on) {
			return f, true
		}
	}
	return nil, false
}

// named returns the functions that name is on the servers of one dialect.
func named(kind Kind, name string, d Dialects) []*Function {
	functions := tables().of(kind, d)
	var buf [maxName]byte
	if n, ok := foldASCII(buf[:], name); ok {
		if list := functions[string(buf[:n])]; list != nil && (list[0].Name == name || !list[0].internal()) {
			return list
		}
	}
	return functions[name]
}

// OnOthers returns the scalar function that name is on servers of the dialect whose version is another one,
// nil if it is none on any.
func OnOthers(name string, on Server) *Function {
	if list := named(Scalar, name, on.Dialect); len(list) > 0 {
		return list[0]
	}
	return nil
}

// Deterministic reports whether the scalar function that name is on a server gives the same value each
// time that it is called with the same arguments in one statement. What is no built-in may not.
func Deterministic(name string, on Server) bool {
	f, ok := Lookup(name, on)
	if !ok || f.Aggregates {
		return false
	}
	switch f.Name {
	case "rand", "rownum", "sys_guid", "sysdate", "uuid", "uuid_v4", "uuid_v7":
		return false
	default:
		return true
	}
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

// An index holds the functions of each kind and dialect by name.
type index [kinds][dialects]map[string][]*Function

// of returns the functions of one kind of exactly one dialect, of any version; nil if d is none or several.
func (x *index) of(kind Kind, d Dialects) map[string][]*Function {
	if at := bits.TrailingZeros8(uint8(d)); at < dialects && d == 1<<at {
		return x[kind][at]
	}
	return nil
}

// tables returns the whole table, built at the first call.
var tables = sync.OnceValue(func() *index {
	x := new(index)
	for kind := range x {
		for d := range x[kind] {
			x[kind][d] = make(map[string][]*Function)
		}
	}
	for _, family := range families() {
		for i := range family {
			f := &family[i]
			for d := range dialects {
				if f.Dialects.Has(1 << d) {
					x[f.Kind][d][f.Name] = append(x[f.Kind][d][f.Name], f)
				}
			}
		}
	}
	return x
})

// Names returns the printed names of the scalar and aggregate functions of a server, sorted.
func Names(on Server) []string {
	if list, ok := names.Load(on); ok {
		return slices.Clone(list.([]string))
	}
	list := namesOn(on)
	if on.Version == 0 { // versions are many, and come from outside
		names.Store(on, list)
	}
	return slices.Clone(list)
}

// names keeps them for servers of no known version.
var names sync.Map

func namesOn(on Server) []string {
	var names []string
	for _, kind := range [...]Kind{Scalar, Aggregate} {
		for _, list := range tables().of(kind, on.Dialect) {
			for _, f := range list {
				if f.On(on) && !f.internal() {
					names = append(names, f.SQL)
				}
			}
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
