package sensitive

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/unicode/norm"

	"github.com/asksql/asksql/internal/words"
)

// ascii writes German letters, and those that are no letter with an accent, as people do who have no
// others.
var ascii = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss",
	"æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ı", "i", "Æ", "Ae", "Œ", "Oe", "Ø", "O", "Ł", "L", "Đ", "D")

// whole are the words that people cut short in names, and that mean nothing else when they are.
var whole = map[string]string{"acct": "account", "amt": "amount", "nbr": "number", "tok": "token", "toks": "tokens"}

// plainWords cuts a name into its words in lower case without accents, wide letters
// and ligatures: customerEMail2 and customer_e_mail_2 are customer, e, mail and 2. Words that are cut short are whole.
func plainWords(name string) []string {
	var list []string
	bare := runes.Remove(runes.In(unicode.Mn)).String(norm.NFKD.String(ascii.Replace(norm.NFC.String(name))))
	words.Each(bare, func(word string) {
		word = strings.ToLower(word)
		list = append(list, cmp.Or(whole[word], word))
	})
	return list
}
