package census

import (
	"io"
	"reflect"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// Dump writes a tree as the census has it.
func Dump(w io.Writer, n ast.Node) { dump(w, reflect.ValueOf(n)) }
