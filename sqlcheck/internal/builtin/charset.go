package builtin

import "strings"

// Charset reports whether dialect d has the character set called name, which is in the spelling
// that the parser gives it: utf8 where utf8mb3 was written. The parser reads no more than these.
func Charset(name string, d Dialects) bool { return charsets(name).Has(d) }

func charsets(name string) Dialects {
	switch name {
	case "utf8mb4", "utf8", "latin1", "ascii", "binary", "gbk":
		return All
	case "gb18030": // MariaDB 10.11 answers 1115, and TiDB 8.5 does not have it
		return MySQL
	default:
		return 0
	}
}

// Collation reports whether dialect d has the collation called name, which is in the spelling that
// the parser gives it: utf8_bin where utf8mb3_bin was written. Only collations of the character sets
// above are listed. Whether one suits the operand is left to the server.
func Collation(name string, d Dialects) bool { return collations(name).Has(d) }

func collations(name string) Dialects {
	cs, rule, _ := strings.Cut(name, "_")
	switch cs {
	case "utf8mb4":
		return unicodeCollations(rule) | unicode9Collations(rule)
	case "utf8":
		return unicodeCollations(rule)
	default:
		return otherCollations(name)
	}
}

// unicodeCollations answers for utf8mb4_rule and utf8_rule.
func unicodeCollations(rule string) Dialects {
	switch rule {
	case "bin", "general_ci", "unicode_ci":
		return All
	case "croatian_ci", "czech_ci", "danish_ci", "esperanto_ci", "estonian_ci", "german2_ci",
		"hungarian_ci", "icelandic_ci", "latvian_ci", "lithuanian_ci", "persian_ci", "polish_ci",
		"roman_ci", "romanian_ci", "sinhala_ci", "slovak_ci", "slovenian_ci", "spanish2_ci",
		"spanish_ci", "swedish_ci", "turkish_ci", "unicode_520_ci", "vietnamese_ci":
		return MySQL | MariaDB
	default:
		return 0
	}
}

// unicode9Collations answers for utf8mb4_rule, rule being of Unicode 9.0. MariaDB has its own,
// uca1400_*, which the parser does not know.
func unicode9Collations(rule string) Dialects {
	switch rule {
	case "0900_ai_ci", "0900_bin":
		return MySQL | TiDB
	case "0900_as_ci", "0900_as_cs", "ja_0900_as_cs", "ja_0900_as_cs_ks", "zh_0900_as_cs":
		return MySQL
	}
	language, sensitivity, ok := strings.Cut(rule, "_0900_")
	if !ok || sensitivity != "ai_ci" && sensitivity != "as_cs" {
		return 0
	}
	switch language {
	case "cs", "da", "de_pb", "eo", "es", "es_trad", "et", "hr", "hu", "is", "la", "lt", "lv", "pl",
		"ro", "ru", "sk", "sl", "sv", "tr", "vi":
		return MySQL
	default:
		return 0
	}
}

func otherCollations(name string) Dialects {
	switch name {
	case "ascii_bin", "latin1_bin", "gbk_bin", "gbk_chinese_ci":
		return All
	case "binary": // a syntax error to MariaDB 10.11 unless it is quoted
		return MySQL | TiDB
	case "ascii_general_ci", "latin1_danish_ci", "latin1_general_ci", "latin1_general_cs",
		"latin1_german1_ci", "latin1_german2_ci", "latin1_spanish_ci", "latin1_swedish_ci":
		return MySQL | MariaDB
	case "gb18030_bin", "gb18030_chinese_ci", "gb18030_unicode_520_ci":
		return MySQL
	default:
		return 0
	}
}
