package census

import (
	"fmt"
	"io"
	"reflect"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// dump writes a value of a tree: of a node its type and its exported fields.
func dump(w io.Writer, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		dumpReferred(w, v)
	case reflect.Struct:
		dumpStruct(w, v)
	case reflect.Slice, reflect.Array:
		fmt.Fprint(w, "[")
		for i := range v.Len() {
			dump(w, v.Index(i))
			fmt.Fprint(w, " ")
		}
		fmt.Fprint(w, "]")
	default:
		if v.CanInterface() {
			fmt.Fprintf(w, "%v", v)
		}
	}
}

func dumpReferred(w io.Writer, v reflect.Value) {
	if v.IsNil() {
		fmt.Fprint(w, "-")
		return
	}
	if value, ok := v.Interface().(ast.ValueExpr); ok {
		dumpLiteral(w, value)
		return
	}
	dump(w, v.Elem())
}

// dumpLiteral writes as much of a literal as is the parser's: the values of strings. The rest, and the types of
// all of them, are those of the driver that was registered last, which may be another than ours.
func dumpLiteral(w io.Writer, v ast.ValueExpr) {
	if l, ok := literal.Read(v); ok && l.Kind == literal.String {
		fmt.Fprintf(w, "%q", l.Text)
		return
	}
	fmt.Fprint(w, "literal")
}

func dumpStruct(w io.Writer, v reflect.Value) {
	t := v.Type()
	if t.PkgPath() != nodes[0].PkgPath() {
		if v.CanAddr() && v.Addr().CanInterface() { // a type of a column: its String has all there is to it
			fmt.Fprintf(w, "%v", v.Addr().Interface())
		}
		return
	}
	fmt.Fprint(w, t.Name(), "{")
	for i := range t.NumField() {
		if t.Field(i).IsExported() {
			fmt.Fprint(w, t.Field(i).Name, ":")
			dump(w, v.Field(i))
			fmt.Fprint(w, " ")
		}
	}
	fmt.Fprint(w, "}")
}
