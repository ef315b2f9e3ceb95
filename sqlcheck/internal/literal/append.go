package literal

import (
	"encoding/hex"
	"strings"
)

// Append writes l to dst so that it means the same under every sql_mode, on a connection of character
// set utf8mb4. With ascii it also means the same on a connection of any other.
//
// A string is written with its value, its character set and the collation that the server gives it,
// which is the connection's where it has no introducer. It may become a call of CONCAT; see Printed.
func Append(dst []byte, l Literal, ascii bool) []byte {
	switch l.Kind {
	case Null:
		return append(dst, "NULL"...)
	case Hex:
		if l.Quoted || l.Text == "" {
			return quoted(append(dst, 'x'), l.Text)
		}
		return append(append(dst, "0x"...), l.Text...)
	case Bit:
		return quoted(append(dst, 'b'), l.Text)
	case AllRows:
		return append(dst, '*')
	case String:
		return appendString(dst, l, ascii)
	case Decimal:
		// The parser takes what follows a point for part of a qualified name: 5. AS x is no alias.
		if strings.HasSuffix(l.Text, ".") {
			return append(append(append(dst, '('), l.Text...), ')')
		}
		return append(dst, l.Text...)
	default:
		return append(dst, l.Text...)
	}
}

func appendString(dst []byte, l Literal, ascii bool) []byte {
	if l.Charset == "" {
		return appendText(dst, l.Text, ascii)
	}
	if Plain(l.Text, ascii || l.Charset == "binary") {
		return quoted(append(introducer(dst, l.Charset), ' '), l.Text)
	}
	return hexadecimals(dst, l.Charset, l.Text)
}

func introducer(dst []byte, charset string) []byte {
	return append(append(dst, '_'), charset...)
}

// hexadecimals writes text so that no sql_mode reads it otherwise: with the introducer it is a string,
// not a number.
func hexadecimals(dst []byte, charset, text string) []byte {
	dst = append(introducer(dst, charset), " x'"...)
	dst = hex.AppendEncode(dst, []byte(text))
	return append(dst, '\'')
}

// Plain reports whether a string between single quotes, with those in it doubled, is read the same
// by every sql_mode and, with ascii, in every character set.
func Plain(s string, ascii bool) bool {
	for i := 0; i < len(s); i++ {
		if !plainByte(s[i], ascii) {
			return false
		}
	}
	return true
}

func plainByte(c byte, ascii bool) bool {
	return c != '\\' && c != 0x7f && (c >= ' ' || c == '\t' || c == '\n') && (c < 0x80 || !ascii)
}

func quoted(dst []byte, s string) []byte {
	dst = append(dst, '\'')
	if strings.IndexByte(s, '\'') < 0 {
		return append(append(dst, s...), '\'')
	}
	for i := range len(s) {
		if s[i] == '\'' {
			dst = append(dst, '\'')
		}
		dst = append(dst, s[i])
	}
	return append(dst, '\'')
}
