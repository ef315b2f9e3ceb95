package builtin

import (
	"fmt"
	"strings"
)

// A Kind tells which node of the tree a function is called by.
type Kind uint8

// The kinds.
const (
	Scalar    Kind = iota // *ast.FuncCallExpr
	Aggregate             // *ast.AggregateFuncExpr
	Window                // *ast.WindowFuncExpr: window functions, and aggregates with OVER

	kinds = iota // how many they are
)

// A Parity restricts the number of arguments.
type Parity uint8

// The parities.
const (
	AnyCount Parity = iota
	EvenCount
	OddCount
)

// A Function is a built-in function as one or several dialects have it. Where dialects differ, the
// table has several Functions of one name. A Function is immutable.
type Function struct {
	Name string // as in the tree, letters in lower case
	SQL  string // the spelling to print
	Kind Kind
	Form Form // how the arguments are written
	// Min and Max bound the number of arguments that the tree's node has, which counts units, the
	// separator of GROUP_CONCAT and the like. Max is -1 where there is no upper bound.
	Min, Max int
	Parity   Parity
	Dialects Dialects // where the function is built in
	Distinct Dialects // where DISTINCT may stand before the arguments; none for scalar functions
	// Since is the first version that has the function, Until the first that no longer has it; 0 where that
	// is before or behind all that the package knows of. An entry with one of them is for one dialect.
	Since, Until Version
	// Replaced says that from Until on another entry of the name has it, which takes all that this one takes.
	Replaced bool
	// Aggregates says that the function computes over the rows of its block, though the tree has a call of
	// a scalar function.
	Aggregates bool
}

// Arity reports whether the function may have n arguments.
func (f *Function) Arity(n int) bool {
	if n < f.Min || f.Max >= 0 && n > f.Max {
		return false
	}
	switch f.Parity {
	case AnyCount:
		return true
	case EvenCount:
		return n%2 == 0
	case OddCount:
		return n%2 == 1
	default:
		return false
	}
}

// Takes says how many arguments the function takes, such as "1 or 2 arguments". It counts those of
// the tree, so it suits messages on calls in FormPlain.
func (f *Function) Takes() string {
	switch {
	case f.Max == 0:
		return "no arguments"
	case f.Parity == EvenCount:
		return "an even number of arguments"
	case f.Parity == OddCount:
		return fmt.Sprintf("an odd number of arguments, at least %d", f.Min)
	case f.Max < 0 && f.Min == 0:
		return "any number of arguments"
	case f.Max < 0:
		return "at least " + arguments(f.Min)
	case f.Min == f.Max:
		return arguments(f.Min)
	case f.Max == f.Min+1:
		return fmt.Sprintf("%d or %s", f.Min, arguments(f.Max))
	default:
		return fmt.Sprintf("%d to %s", f.Min, arguments(f.Max))
	}
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// internal reports whether Name is the parser's own invention.
func (f *Function) internal() bool { return !strings.EqualFold(f.Name, f.SQL) }

// The rest of this file is the vocabulary in which the tables are written.

// plain is a scalar function called NAME(a, b) with min to max arguments; max -1 is no bound.
func plain(name string, min, max int, d Dialects) Function {
	return Function{Name: name, SQL: strings.ToUpper(name), Min: min, Max: max, Dialects: d}
}

func aggregate(name string, min, max int, d Dialects) Function {
	f := plain(name, min, max, d)
	f.Kind = Aggregate
	return f
}

func window(name string, min, max int, d Dialects) Function {
	f := plain(name, min, max, d)
	f.Kind = Window
	return f
}

func (f Function) as(form Form) Function           { f.Form = form; return f }
func (f Function) printed(sql string) Function     { f.SQL = sql; return f }
func (f Function) even() Function                  { f.Parity = EvenCount; return f }
func (f Function) odd() Function                   { f.Parity = OddCount; return f }
func (f Function) since(major, minor int) Function { f.Since = version(major, minor, 0); return f }
func (f Function) until(major, minor int) Function { f.Until = version(major, minor, 0); return f }
func (f Function) replaced(major, minor int) Function {
	f.Replaced = true
	return f.until(major, minor)
}
func (f Function) aggregates() Function          { f.Aggregates = true; return f }
func (f Function) distinct(in Dialects) Function { f.Distinct = in; return f }
