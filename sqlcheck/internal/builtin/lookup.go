package builtin

import (
	"math/bits"
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
	functions := tables().of(kind, d)
	var buf [maxName]byte
	if n, ok := foldASCII(buf[:], name); ok {
		if f := functions[string(buf[:n])]; f != nil && (f.Name == name || !f.internal()) {
			return f, true
		}
	}
	f := functions[name]
	return f, f != nil
}

// Deterministic reports whether the scalar function that name is in dialect d gives the same value each
// time that it is called with the same arguments in one statement. What is no built-in may not.
func Deterministic(name string, d Dialects) bool {
	f, ok := Lookup(name, d)
	if !ok {
		return false
	}
	switch f.Name {
	case "rand", "uuid", "uuid_v4", "uuid_v7", "sysdate":
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
type index [kinds][dialects]map[string]*Function

// of returns the functions of one kind of exactly one dialect, nil if d is none or several.
func (x *index) of(kind Kind, d Dialects) map[string]*Function {
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
			x[kind][d] = make(map[string]*Function)
		}
	}
	for _, family := range families() {
		for i := range family {
			f := &family[i]
			for d := range dialects {
				if f.Dialects.Has(1 << d) {
					x[f.Kind][d][f.Name] = f
				}
			}
		}
	}
	return x
})

// Names returns the printed names of the scalar and aggregate functions of one dialect, sorted.
func Names(d Dialects) []string {
	if at := bits.TrailingZeros8(uint8(d)); at < dialects && d == 1<<at {
		return slices.Clone(names()[at])
	}
	return nil
}

// names returns them for each dialect, made at the first call.
var names = sync.OnceValue(func() (lists [dialects][]string) {
	for d := range lists {
		lists[d] = namesIn(1 << d)
	}
	return lists
})

func namesIn(d Dialects) []string {
	var names []string
	for _, kind := range [...]Kind{Scalar, Aggregate} {
		for _, f := range tables().of(kind, d) {
			if !f.internal() {
				names = append(names, f.SQL)
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
