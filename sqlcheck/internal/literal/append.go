package literal

import (
	"encoding/hex"
	"strings"
)

// Append writes l to dst so that it means the same under every sql_mode. With ascii it also means
// the same on a connection of any character set.
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
	if l.Charset != "" {
		dst = append(append(append(dst, '_'), l.Charset...), ' ')
	}
	if Plain(l.Text, ascii || l.Charset == "binary") {
		return quoted(dst, l.Text)
	}
	// A backslash escapes or stands for itself, as the server's sql_mode has it. Hexadecimal reads
	// the same everywhere, and with the introducer it is a string, not a number.
	if l.Charset == "" {
		dst = append(dst, "_utf8mb4 "...)
	}
	dst = append(dst, "x'"...)
	dst = hex.AppendEncode(dst, []byte(l.Text))
	return append(dst, '\'')
}

// Plain reports whether a string between single quotes, with those in it doubled, is read the same
// by every sql_mode and, with ascii, in every character set.
func Plain(s string, ascii bool) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' || c == 0x7f || c < ' ' && c != '\t' && c != '\n' || ascii && c >= 0x80 {
			return false
		}
	}
	return true
}

func quoted(dst []byte, s string) []byte {
	dst = append(dst, '\'')
	for {
		before, after, found := strings.Cut(s, "'")
		dst = append(dst, before...)
		if !found {
			return append(dst, '\'')
		}
		dst = append(dst, "''"...)
		s = after
	}
}
