package sensitive

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/unicode/norm"

	"github.com/asksql/asksql/internal/words"
)

// german writes its letters in ASCII as people do who have no others.
var german = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss")

// plainWords cuts a name into its words in lower case without accents: customerEMail2 and
// customer_e_mail_2 are customer, e, mail and 2.
func plainWords(name string) []string {
	var list []string
	bare := runes.Remove(runes.In(unicode.Mn)).String(norm.NFD.String(german.Replace(norm.NFC.String(name))))
	words.Each(bare, func(word string) { list = append(list, strings.ToLower(word)) })
	return list
}
