package estimate_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/estimate"
)

// TestTokens: counted is the larger of the counts of cl100k_base and o200k_base. The tests of the
// scoreboard's module have the vocabularies and hold whole prompts to them more closely.
func TestTokens(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		counted    int
	}{
		{"nothing", "", 0},
		{"English", "number of the order of the customer, date of creation and amount that was paid", 16},
		{"DDL", "`id` bigint NOT NULL,\n  `name` varchar(20)", 15},
		{"a name in capitals", "`VARIABLE_ID`", 5},
		{"a number", "9007199254740993", 6},
		{"German", "Kundenbestellnummer und Erstellungsdatum für die Überweisung größerer Beträge", 21},
		{"French", "numéro de commande du client, date de création et montant payé à l'échéance", 20},
		{"Russian", "номер заказа клиента, дата создания и сумма платежа в рублях", 24},
		{"Japanese", "顧客の注文番号と作成日、支払い金額はこのテーブルにあります", 29},
		{"Korean", "고객 주문 번호와 생성 날짜 및 결제 금액", 21},
		{"Arabic", "رقم طلب العميل وتاريخ الإنشاء ومبلغ الدفع", 30},
		{"Hindi", "ग्राहक का ऑर्डर नंबर और निर्माण की तारीख", 40},
		{"Amharic", "የደንበኛ ትዕዛዝ ቁጥር እና ቀን", 48},
		{"emoji", "😀🎉👩‍👧🚀✅⚠️🇩🇪", 28},
		{"what is no UTF-8", "\xff\xfe", 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := estimate.Tokens(tc.text); got < tc.counted || got > tc.counted+tc.counted/2 {
				t.Errorf("Tokens(%q) = %d, want %d or up to half as many again", tc.text, got, tc.counted)
			}
		})
	}
}

// No text, however odd, makes it slow: it reads each byte once or twice.
func TestTokensOfLongTexts(t *testing.T) {
	for _, piece := range []string{"a", "A", "Aa", " ", "`", "1", "用", "\xff", "_"} {
		if got := estimate.Tokens(strings.Repeat(piece, 1<<20)); got < 0 {
			t.Errorf("Tokens of %q repeated = %d", piece, got)
		}
	}
}
