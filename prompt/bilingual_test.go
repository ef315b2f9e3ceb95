package prompt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// A question finds a table that is named or described in the other language.
func TestOtherLanguages(t *testing.T) {
	var tables []string
	for i := range 40 {
		tables = append(tables, fmt.Sprintf(`{"name": "x%d", "columns": [{"name": "c%d", "type": "int", "description": "其他数据%d 第%d个"}]}`, i, i, i, i))
	}
	tables = append(tables,
		`{"name": "oms_order", "columns": [{"name": "id", "type": "int"}]}`,
		`{"name": "t_dd", "description": "订单表", "columns": [{"name": "je", "type": "int", "description": "金额"}]}`,
		`{"name": "优惠券", "columns": [{"name": "名称", "type": "int"}]}`,
		`{"name": "departments", "columns": [{"name": "id", "type": "int"}]}`)
	v := view(t, `{"version": 1, "schemaId": "s", "tables": [`+strings.Join(tables, ", ")+`]}`, schema.Policy{})
	b := prompt.NewBuilder(prompt.Options{MaxRows: 1, MaxTokens: 1000})
	for question, want := range map[string]string{
		"How many orders are there?":       "t_dd",
		"有多少订单？":                           "oms_order",
		"Which coupons are valid?":         "优惠券",
		"每个部门有多少员工":                        "departments",
		"What is the amount of each order": "t_dd",
	} {
		p := b.Build(v, question)
		if !p.Pruned || !strings.Contains(p.User, "CREATE TABLE `"+want+"` ") {
			t.Errorf("%q: want %s among the %d of %d tables", question, want, p.Tables, p.OfTables)
		}
		if again := b.Build(v, question); again.User != p.User {
			t.Errorf("%q makes another prompt the second time", question)
		}
	}
}
