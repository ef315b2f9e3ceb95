package literal

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A string that cannot stand between quotes as it is. A backslash escapes or stands for itself, as the
// server's sql_mode has it, so it has to be hexadecimal; and hexadecimal digits need an introducer,
// else they are bytes or a number. What has an introducer has a collation of its own: with
// _utf8mb4 it is the server's default, and beside the literals of a connection with another one the
// server fails (1267, 1270, 1271); CHAR(92 USING utf8mb4) is no better. But of two literals the one in
// the smaller character set is converted (MySQL manual, 12.8.4), so that
//
//	CONCAT('', _ascii x'5c', 'd')
//
// has the value, the character set, the collation and the coercibility of '\d' on every connection of
// character set utf8mb4, MySQL and MariaDB alike (TestServers). CONCAT is built in on both; a stored
// function of that name is not called.
//
// Text that must be ASCII takes _utf8mb3 instead. It is smaller than utf8mb4 and larger than any other
// character set of a connection. MariaDB does not convert hexadecimal _ascii to, say, latin1.
//
// Characters beyond U+FFFF are in no smaller character set that both servers have. Where they may not
// stand raw, the whole string is _utf8mb4 x'…' with a collation of its own.

// maxPieces is how many arguments CONCAT may get. A string of more pieces is hexadecimal throughout:
// no one would read it, and the print of a hostile one would be many times as long as its text.
const maxPieces = 16

// A piece is an argument of CONCAT: text as it is where charset is "", else hexadecimal digits.
type piece struct{ charset, text string }

// appendText writes a string without an introducer.
func appendText(dst []byte, text string, ascii bool) []byte {
	if Plain(text, ascii) {
		return quoted(dst, text)
	}
	var room [maxPieces]piece
	list, ok := pieces(room[:0], text, ascii)
	if !ok {
		return hexadecimals(dst, "utf8mb4", text)
	}
	dst = append(dst, "CONCAT("...)
	for i, p := range list {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if p.charset == "" {
			dst = quoted(dst, p.text)
		} else {
			dst = hexadecimals(dst, p.charset, p.text)
		}
	}
	return append(dst, ')')
}

// pieces cuts text into at least two pieces, which it appends to a list that has room for maxPieces, the first of them in quotes: it has the collation of the
// connection, and MariaDB would read 'd' in the character set of a _utf8mb3 x'…' before it. It returns
// false where there is no such list, as for plain text.
func pieces(list []piece, text string, ascii bool) ([]piece, bool) {
	if Plain(text, ascii) {
		return nil, false
	}
	charset := "ascii"
	if ascii {
		charset = "utf8mb3"
		if beyondUTF8MB3(text) {
			return nil, false
		}
	}
	for rest := text; rest != ""; {
		n, plain := run(rest, ascii)
		if !plain && len(list) == 0 {
			list = append(list, piece{})
		}
		if len(list) == maxPieces {
			return whole(list[:0], text, charset)
		}
		p := piece{"", rest[:n]}
		if !plain {
			p.charset = charset
		}
		list, rest = append(list, p), rest[n:]
	}
	return list, true
}

// Escapes returns how many pieces of a string are printed in hexadecimal.
func Escapes(text string) int {
	count := 0
	for rest := text; rest != "" && count <= maxPieces/2; {
		n, plain := run(rest, false)
		if !plain {
			count++
		}
		rest = rest[n:]
	}
	if count > maxPieces/2 {
		return 1 // all of it is
	}
	return count
}

// whole returns all of a text as one piece in the character set, or a larger one if it must be.
func whole(list []piece, text, charset string) ([]piece, bool) {
	if !isASCII(text) {
		charset = "utf8mb3"
	}
	return append(list, piece{}, piece{charset, text}), !beyondUTF8MB3(text)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// run returns how many bytes at the start of s are plain, or how many are not.
func run(s string, ascii bool) (n int, plain bool) {
	plain = plainByte(s[0], ascii)
	for n = 1; n < len(s) && plainByte(s[n], ascii) == plain; n++ {
	}
	return n, plain
}

// beyondUTF8MB3 reports whether valid UTF-8 holds a character of four bytes.
func beyondUTF8MB3(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 0xffff }) >= 0
}

// Printed returns the string that a call of CONCAT is the print of, and false for every other
// expression: the parser reads the print of a string as a call, and it is the literal all the same.
// The call is exactly what Append writes, and equal to the string, whoever has written it.
func Printed(e ast.ExprNode) (Literal, bool) {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok || call.FnName.L != "concat" || !mayBePrinted(call.Args) || call.Schema.O != "" || len(call.Args) < 2 || len(call.Args) > maxPieces {
		return Literal{}, false
	}
	var given, room [maxPieces]piece
	for i, arg := range call.Args {
		if given[i], ok = pieceOf(arg); !ok {
			return Literal{}, false
		}
	}
	text := joined(given[:len(call.Args)])
	for _, ascii := range [...]bool{false, true} {
		if list, ok := pieces(room[:0], text, ascii); ok && slices.Equal(list, given[:len(call.Args)]) {
			return Literal{Kind: String, Text: text}, true
		}
	}
	return Literal{}, false
}

// joined returns the text of pieces. Of two, the first is often empty.
func joined(list []piece) string {
	if len(list) == 2 {
		return list[0].text + list[1].text
	}
	var text strings.Builder
	n := 0
	for _, p := range list {
		n += len(p.text)
	}
	text.Grow(n)
	for _, p := range list {
		text.WriteString(p.text)
	}
	return text.String()
}

// mayBePrinted looks at the first two pieces: the second is hexadecimal.
func mayBePrinted(args []ast.ExprNode) bool {
	if len(args) < 2 {
		return false
	}
	first, ok := pieceOf(args[0])
	second, also := pieceOf(args[1])
	return ok && also && first.charset == "" && second.charset != ""
}

// pieceOf reads an argument of CONCAT as a string.
func pieceOf(e ast.ExprNode) (piece, bool) {
	v, ok := e.(ast.ValueExpr)
	if !ok {
		return piece{}, false
	}
	l, ok := Read(v)
	if l.Charset == "utf8" {
		l.Charset = "utf8mb3"
	}
	return piece{l.Charset, l.Text}, ok && l.Kind == String
}
