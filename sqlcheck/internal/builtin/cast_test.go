package builtin

import (
	"testing"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

var casts = []struct {
	why  string
	tp   string // after AS
	want string // printed
	in   Dialects
}{
	{"character set of the connection", "CHAR", "CHAR", All},
	{"length in characters", "CHAR(3)", "CHAR(3)", All},
	{"no length is not length 0", "CHAR(0)", "CHAR(0)", All},
	{"character set", "CHAR CHARACTER SET latin1", "CHAR CHARACTER SET latin1", All},
	{"the default one is kept: its collation is not the connection's", "CHAR(3) CHARSET utf8mb4", "CHAR(3) CHARACTER SET utf8mb4", All},
	{"the parser's spelling", "CHAR CHARACTER SET utf8mb3", "CHAR CHARACTER SET utf8", All},
	{"a character set of one dialect", "CHAR CHARACTER SET gb18030", "CHAR CHARACTER SET gb18030", MySQL},
	{"bytes", "BINARY", "BINARY", All},
	{"bytes", "BINARY(3)", "BINARY(3)", All},
	{"bytes by another name", "CHAR(3) CHARACTER SET binary", "BINARY(3)", All},
	{"a collation, which BINARY(3) is not", "CHAR(3) BINARY", "", 0},
	{"optional word", "SIGNED INTEGER", "SIGNED", All},
	{"unsigned", "UNSIGNED", "UNSIGNED", All},
	{"the default is written out", "DECIMAL", "DECIMAL(10)", All},
	{"digits", "DECIMAL(12)", "DECIMAL(12)", All},
	{"digits", "DECIMAL(12, 2)", "DECIMAL(12, 2)", All},
	{"0 is the default to a server too", "DECIMAL(0)", "DECIMAL(0)", All},
	{"too many digits", "DECIMAL(66)", "", 0},
	{"more behind the point than there are", "DECIMAL(5, 6)", "", 0},
	{"double precision", "DOUBLE", "DOUBLE", All},
	{"as a server takes it without REAL_AS_FLOAT", "REAL", "DOUBLE", All},
	{"single precision", "FLOAT", "FLOAT", All},
	{"precision in bits", "FLOAT(24)", "FLOAT", All},
	{"precision in bits", "FLOAT(25)", "DOUBLE", All},
	{"date", "DATE", "DATE", All},
	{"seconds", "DATETIME", "DATETIME", All},
	{"digits of seconds", "DATETIME(6)", "DATETIME(6)", All},
	{"digits of seconds", "TIME(3)", "TIME(3)", All},
	{"0 digits are none", "TIME(0)", "TIME", All},
	{"too many digits of seconds", "TIME(7)", "", 0},
	{"not on MariaDB", "JSON", "JSON", MySQL | TiDB},
	{"not on MariaDB", "YEAR", "YEAR", MySQL | TiDB},
	{"for indexes", "UNSIGNED ARRAY", "", 0},
	{"not supported", "VECTOR", "", 0},
	{"not supported", "VECTOR(3)", "", 0},
}

func TestCastType(t *testing.T) {
	for _, tc := range casts {
		for _, dialect := range eachDialect {
			want := ""
			if tc.in.Has(dialect.d) {
				want = tc.want
			}
			if got := castType(t, tc.tp, dialect.d); got != want {
				t.Errorf("%s: AS %s under %s = %q, want %q", tc.why, tc.tp, dialect.name, got, want)
			}
		}
	}
}

// The printed type has the same tree, so printing it again changes nothing.
func TestCastTypeIsAFixedPoint(t *testing.T) {
	for _, tc := range casts {
		if tc.want == "" {
			continue
		}
		if got := castType(t, tc.want, MySQL); got != tc.want {
			t.Errorf("AS %s is printed %q", tc.want, got)
		}
	}
}

// castType returns the printed type of CAST(NULL AS tp), "" for none.
func castType(t *testing.T, tp string, d Dialects) string {
	t.Helper()
	n := parseExpr(t, "CAST(NULL AS "+tp+")").(*ast.FuncCastExpr)
	name, ok := CastType(n.Tp, n.ExplicitCharSet, d)
	if !ok {
		return ""
	}
	return name
}

func TestBinaryOperatorIsACast(t *testing.T) {
	n := parseExpr(t, "BINARY 'a'").(*ast.FuncCastExpr)
	if got, ok := CastType(n.Tp, n.ExplicitCharSet, MariaDB); got != "BINARY" || !ok {
		t.Errorf("CastType(BINARY 'a') = %q, %t, want BINARY", got, ok)
	}
}

func TestCastTypeOfNothing(t *testing.T) {
	n := parseExpr(t, "CAST(NULL AS DATE)").(*ast.FuncCastExpr)
	if got, ok := CastType(nil, false, MySQL); ok {
		t.Errorf("CastType(nil) = %q", got)
	}
	if got, ok := CastType(n.Tp, false, 0); ok {
		t.Errorf("CastType under no dialect = %q", got)
	}
}

func TestUnits(t *testing.T) {
	for _, tc := range []struct {
		written, want string
		simple        bool
	}{
		{"MICROSECOND", "MICROSECOND", true},
		{"SECOND", "SECOND", true},
		{"MINUTE", "MINUTE", true},
		{"HOUR", "HOUR", true},
		{"DAY", "DAY", true},
		{"WEEK", "WEEK", true},
		{"MONTH", "MONTH", true},
		{"QUARTER", "QUARTER", true},
		{"YEAR", "YEAR", true},
		{"SQL_TSI_YEAR", "YEAR", true},
		{"SECOND_MICROSECOND", "SECOND_MICROSECOND", false},
		{"MINUTE_MICROSECOND", "MINUTE_MICROSECOND", false},
		{"MINUTE_SECOND", "MINUTE_SECOND", false},
		{"HOUR_MICROSECOND", "HOUR_MICROSECOND", false},
		{"HOUR_SECOND", "HOUR_SECOND", false},
		{"HOUR_MINUTE", "HOUR_MINUTE", false},
		{"DAY_MICROSECOND", "DAY_MICROSECOND", false},
		{"DAY_SECOND", "DAY_SECOND", false},
		{"DAY_MINUTE", "DAY_MINUTE", false},
		{"DAY_HOUR", "DAY_HOUR", false},
		{"YEAR_MONTH", "YEAR_MONTH", false},
	} {
		n := parseExpr(t, "EXTRACT("+tc.written+" FROM a)").(*ast.FuncCallExpr)
		u := n.Args[0].(*ast.TimeUnitExpr).Unit
		if got, ok := Unit(u); got != tc.want || !ok || SimpleUnit(u) != tc.simple {
			t.Errorf("Unit(%s) = %q, %t, simple %t; want %q, simple %t", tc.written, got, ok, SimpleUnit(u), tc.want, tc.simple)
		}
	}
	if got, ok := Unit(ast.TimeUnitInvalid); ok || SimpleUnit(ast.TimeUnitInvalid) {
		t.Errorf("Unit(invalid) = %q", got)
	}
}

func TestFrames(t *testing.T) {
	for written, want := range map[string]string{"ROWS": "ROWS", "RANGE": "RANGE", "GROUPS": ""} {
		n := parseExpr(t, "SUM(a) OVER (ORDER BY a "+written+" CURRENT ROW)").(*ast.WindowFuncExpr)
		if got, ok := Frame(n.Spec.Frame.Type); got != want || ok != (want != "") {
			t.Errorf("Frame(%s) = %q, %t, want %q", written, got, ok, want)
		}
	}
	if FrameInterval(MariaDB) || !FrameInterval(MySQL) || !FrameInterval(TiDB) || FrameInterval(0) {
		t.Error("RANGE INTERVAL is what MySQL and TiDB have")
	}
}

// FLOAT(54) never gets here: the parser refuses it.
func TestParserRefusesWideFloats(t *testing.T) {
	if _, _, err := parser.New().ParseSQL("SELECT CAST(NULL AS FLOAT(54))"); err == nil {
		t.Error("FLOAT(54) is read")
	}
}
