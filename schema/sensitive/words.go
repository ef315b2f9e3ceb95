package sensitive

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// german writes its letters in ASCII as people do who have no others.
var german = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss")

// words cuts a name into its words in lower case without accents: customerEMail2 and
// customer_e_mail_2 are customer, e, mail and 2.
func words(name string) []string {
	var list []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			list = append(list, b.String())
			b.Reset()
		}
	}
	runes := []rune(norm.NFD.String(german.Replace(norm.NFC.String(name))))
	for i, r := range runes {
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case i > 0 && begins(runes, i):
			flush()
		}
		b.WriteRune(unicode.ToLower(r))
	}
	flush()
	return list
}

// begins reports whether a word begins at the i-th character of a name: a capital behind a small
// letter, the last capital of several before a small letter, a digit behind a letter or the reverse.
func begins(name []rune, i int) bool {
	r, before := name[i], name[i-1]
	switch {
	case unicode.IsUpper(r) && unicode.IsLower(before):
		return true
	case unicode.IsUpper(r) && unicode.IsUpper(before):
		return i+1 < len(name) && unicode.IsLower(name[i+1])
	}
	return unicode.IsDigit(r) != unicode.IsDigit(before) && (unicode.IsDigit(before) || unicode.IsLetter(before))
}
