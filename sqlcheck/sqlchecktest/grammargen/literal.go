package grammargen

import "github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"

var (
	texts    = []string{"'a'", "'n1'", "'paid'", "'%a%'", "'2025-01-31'", "'1'", "''", `'it''s'`, `'\\'`, `"x"`, `'a_%'`, `'{"a": 1}'`, "'é'", "'12:30:00'", "'a\nb'", "'to' 'tal'", "'a'\n'b'", "'id' ''"}
	integers = []string{"0", "1", "2", "3", "1", "2", "7", "100"}
)

// lexeme returns a word of a class, such as one that the production it stands in has a use for.
func (w *walk) lexeme(p *grammar.Production, i int, e env) string {
	switch p.Right[i].Name {
	case "identifier":
		return "x"
	case "stringLit":
		return w.text(p, i, e)
	case "intLit":
		return w.integer(p)
	case "floatLit":
		return pick(w, []string{"1e0", "1.5e0", "2e1", "0.1E1"})
	case "decLit":
		return pick(w, []string{"0.5", "1.0", "2.25", ".5", "10.50"})
	case "hexLit":
		return pick(w, []string{"x'4A'", "0x61", "X'6162'", "0x31"})
	case "bitLit":
		return pick(w, []string{"b'01'", "0b1", "b'1000001'"})
	case "UNDERSCORE_CHARSET":
		return pick(w, []string{"_utf8mb4", "_utf8mb4", "_binary", "_utf8mb3"})
	case "singleAtIdentifier":
		return "@a"
	case "doubleAtIdentifier":
		return "@@version"
	case "hintComment":
		return pick(w, []string{"/*+ MAX_EXECUTION_TIME(9000) */", "/*+ NO_MERGE() */", "/*+ BKA(t1) */"})
	}
	return "" // a token that no text has in the default mode
}

func (w *walk) text(p *grammar.Production, i int, e env) string {
	switch e.role {
	case charsetRole:
		return pick(w, []string{"'utf8mb4'", "'latin1'"})
	case collationRole:
		return "'utf8mb4_bin'"
	}
	word := ""
	if i > 0 {
		word = p.Right[i-1].Name
	}
	switch word {
	case "DATE":
		return pick(w, []string{"'2025-01-31'", "'2024-02-29'"})
	case "TIME":
		return "'10:11:12'"
	case "TIMESTAMP":
		return "'2025-01-31 10:11:12'"
	case "ESCAPE":
		return pick(w, []string{"'|'", "'!'", "'a'"})
	case "jss", "juss", "->", "->>":
		return pick(w, []string{"'$.a'", "'$'", "'$.b[0]'"})
	case "UNDERSCORE_CHARSET":
		return pick(w, []string{"'a'", "'n1'"})
	case "OUTFILE":
		return "'/tmp/x'"
	case "SEPARATOR":
		return pick(w, []string{"','", "' '", "''", "'; '"})
	}
	if p.Left.Name == "FieldAsName" {
		w.name = pick(w, []string{"a label", "c", "total", "lbl"})
		if e.distinct && e.block.labelled(w.name) {
			w.name = "lbl" + position(len(e.block.output))
		}
		w.given = append(w.given, w.name)
		return "'" + w.name + "'"
	}
	return pick(w, texts)
}

func (w *walk) integer(p *grammar.Production) string {
	switch p.Left.Name {
	case "FuncDatetimePrec", "FuncDatetimePrecList":
		return pick(w, []string{"0", "3", "6"})
	case "NUM":
		return pick(w, []string{"1", "2", "3", "5", "9"})
	}
	return pick(w, integers)
}
