package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/infer"
)

// document returns a document of tables in short: "orders(id* int, customer_id int, code! char(3))". An asterisk
// marks the columns of the primary key, an exclamation mark a unique column; "view v(…)" is a view. Behind the
// columns, "(a)->t(b)" is a foreign key.
func document(text string) *schema.Document {
	doc := &schema.Document{}
	for _, line := range strings.Split(text, "; ") {
		line, isView := strings.CutPrefix(line, "view ")
		head, rest, _ := strings.Cut(line, "(")
		columns, keys, _ := strings.Cut(strings.ReplaceAll(rest, "), ", ")\x00, ")+" ", ") ")
		t := schema.Table{Name: head, Kind: schema.KindTable}
		if isView {
			t.Kind = schema.KindView
		}
		for _, column := range strings.Split(strings.ReplaceAll(columns, "\x00", ""), ", ") {
			addColumn(&t, strings.TrimSpace(column))
		}
		if near, far, ok := strings.Cut(strings.Trim(keys, "() "), ")->"); ok {
			table, key, _ := strings.Cut(far, "(")
			t.ForeignKeys = []schema.ForeignKey{{Columns: []string{near}, References: schema.Reference{Table: table, Columns: []string{key}}}}
		}
		doc.Tables = append(doc.Tables, t)
	}
	return doc
}

func addColumn(t *schema.Table, text string) {
	name, kind, _ := strings.Cut(text, " ")
	bare := strings.TrimRight(name, "*!")
	t.Columns = append(t.Columns, schema.Column{Name: bare, Type: strings.TrimSuffix(kind, ")") + closing(kind)})
	if strings.HasSuffix(name, "*") {
		t.PrimaryKey = append(t.PrimaryKey, bare)
	}
	if strings.HasSuffix(name, "!") {
		t.UniqueKeys = append(t.UniqueKeys, []string{bare})
	}
}

// closing returns the parenthesis that a type with a length ends with.
func closing(kind string) string {
	if strings.Contains(kind, "(") {
		return ")"
	}
	return ""
}

// proposed returns the proposals in short: "t.a>u.b", with "?" behind weak ones.
func proposed(doc *schema.Document) []string {
	var list []string
	for _, p := range infer.References(doc) {
		text := p.Name() + ">" + p.Target()
		if p.Grade == infer.Weak {
			text += "?"
		}
		list = append(list, text)
	}
	return list
}

func TestReferences(t *testing.T) {
	for _, tc := range []struct {
		name, tables string
		want         []string
	}{
		{"the name of a table and its key", "customers(id* int, name text); orders(id* int, customer_id bigint)", []string{"orders.customer_id>customers.id"}},
		{"the name of a key", "Customer(CustomerNo* int); Orders(id* int, customer_no int)", []string{"Orders.customer_no>Customer.CustomerNo"}},
		{"plurals", "categories(id* int); people(id* int); statuses(id* int); a(category_id int, person_id int, status_id int)",
			[]string{"a.category_id>categories.id", "a.person_id>people.id", "a.status_id>statuses.id"}},
		{"the prefix of an application", "ums_member(id* bigint); ums_role(id* bigint); ums_tag(id* bigint); oms_order(id* bigint, member_id bigint)",
			[]string{"oms_order.member_id>ums_member.id"}},
		{"a prefix of two words", "t_ds_user(id* int); t_ds_queue(id* int); t_ds_tenant(id* int, queue_id int, create_user_id int)",
			[]string{"t_ds_tenant.queue_id>t_ds_queue.id", "t_ds_tenant.create_user_id>t_ds_user.id"}},
		{"a word that is a table is no prefix", "orders(id* int); order_items(id* int, order_id int); order_taxes(id* int, order_item_id int); notes(id* int, item_id int); items(id* int)",
			[]string{"order_items.order_id>orders.id", "order_taxes.order_item_id>order_items.id", "notes.item_id>items.id"}},
		{"of two, that with the words of its own table", "cms_help(id* int, category_id int); cms_help_category(id* int); cms_topic_category(id* int); cms_topic(id* int, category_id int)",
			[]string{"cms_help.category_id>cms_help_category.id", "cms_topic.category_id>cms_topic_category.id"}},
		{"two tables that nothing tells apart", "red_item(id* int); blue_item(id* int); x(item_id int)", nil},
		{"what refers to the thing itself is not it", "user(id* int); notification_user(id* int, notification_id int, user_id int); notification_recipient(id* int, user_id int)",
			[]string{"notification_user.user_id>user.id", "notification_recipient.user_id>user.id"}},
		{"a column that says more of the name has it", "users(id* int); social_user(id* int); social_user_bind(id* int, user_id int, social_user_id int)",
			[]string{"social_user_bind.user_id>users.id", "social_user_bind.social_user_id>social_user.id"}},
		{"a part that something plays", "staff(staff_id* int); store(store_id* int, manager_staff_id int)", []string{"store.manager_staff_id>staff.staff_id"}},
		{"columns called by their table", "g_member(mb_no* int, mb_id! varchar(20), mb_name text, mb_age int); g_memo(me_id* int, mb_id varchar(20), me_send_mb_id varchar(20))",
			[]string{"g_memo.mb_id>g_member.mb_id", "g_memo.me_send_mb_id>g_member.mb_id"}},
		{"a code", "project(id* int, code! bigint); task(id* int, project_code bigint)", []string{"task.project_code>project.code"}},
		{"a row that extends another", "users(id* int); user_infos(user_id* int, bio text)", []string{"user_infos.user_id>users.id"}},
		{"a parent", "menu(id* int, parent_id int); dept(dept_id* int, parent_id int)", []string{"menu.parent_id>menu.id", "dept.parent_id>dept.dept_id"}},
		{"what a user does", "users(id* int); posts(id* int, author_id int, created_by int)", []string{"posts.author_id>users.id", "posts.created_by>users.id"}},
		{"marks and numbers", "event(event_id* text); x(link_to_event text, fk_event text, 1_event_id text, event_id_2 text)",
			[]string{"x.link_to_event>event.event_id", "x.fk_event>event.event_id", "x.1_event_id>event.event_id", "x.event_id_2>event.event_id"}},
		{"short for a table", "organisations(id* int); x(org_id int)", []string{"x.org_id>organisations.id"}},
		{"a bare name is a hint at most", "member_level(id* int); coupon(id* int, member_level int)", []string{"coupon.member_level>member_level.id?"}},
		{"another column says of which table", "users(id* int); comments(id* int, owner_id int, owner_type varchar(20))", nil},
		{"another kind of type", "users(id* int); x(user_id varchar(36), u datetime)", nil},
		{"a flag", "users(id* int); x(user_id tinyint(1))", nil},
		{"what is one already", "customers(id* int); orders(id* int, customer_id int) (customer_id)->customers(id)", nil},
		{"views have none, and are none", "customers(id* int); view orders(id int, customer_id int); view items(id int); x(item_id int)", nil},
		{"its own key", "customers(customer_id* int); orders(order_id* int)", nil},
		{"several columns", "q_triggers(sched* varchar(9), trigger_name* varchar(9), trigger_group* varchar(9)); q_blob_triggers(sched* varchar(9), trigger_name* varchar(9), trigger_group* varchar(9)); q_paused(sched* varchar(9), trigger_group* varchar(9))",
			[]string{"q_blob_triggers(sched, trigger_name, trigger_group)>q_triggers(sched, trigger_name, trigger_group)"}},
		{"rows of a language have no key of their own", "product(id_product* int); lang(id_lang* int); product_lang(id_product* int, id_lang* int); note(id_note* int, id_product int, id_lang int)",
			[]string{"product_lang.id_product>product.id_product", "product_lang.id_lang>lang.id_lang", "note.id_product>product.id_product", "note.id_lang>lang.id_lang"}},
		{"the key of a table that only ends so", "coupon_customer(customer_id* int, amount int); customers(customers_id* int); queue(id* int, customer_id int)", []string{"queue.customer_id>customers.customers_id"}},
		{"a key of another word", "sessions(sesskey* varchar(32)); online(id* int, session_id varchar(32))", nil},
		{"two tables of one key", "cache(cache_key varchar(9)); cache_shared(cache_key* varchar(9))", nil},
		{"names without a word", "`(id* int); -(`_id int)", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := proposed(document(tc.tables)); !slices.Equal(got, tc.want) {
				t.Errorf("References(%s) = %q, want %q", tc.tables, got, tc.want)
			}
		})
	}
}

func Example() {
	doc := &schema.Document{Tables: []schema.Table{
		{Name: "customers", PrimaryKey: []string{"id"}, Columns: []schema.Column{{Name: "id", Type: "int"}}},
		{Name: "orders", Columns: []schema.Column{{Name: "customer_id", Type: "int"}}},
	}}
	fmt.Println(infer.References(doc)[0])
	// Output: orders.customer_id to customers.id (strong): it is named after table customers
}

// Ten thousand tables, all of which are named alike, cost no more than a while.
func TestManyTables(t *testing.T) {
	doc := &schema.Document{}
	for i := range 10_000 {
		table := schema.Table{Name: fmt.Sprintf("app_%s_item", number(i)), PrimaryKey: []string{"id"}}
		for _, name := range []string{"id", "item_id", "org_id", number(i/2) + "_item_id", "created_by"} {
			table.Columns = append(table.Columns, schema.Column{Name: name, Type: "int"})
		}
		doc.Tables = append(doc.Tables, table)
	}
	start := time.Now()
	n := len(infer.References(doc))
	if took := time.Since(start); took > 20*time.Second || n == 0 {
		t.Errorf("%d proposals after %v", n, took)
	}
}

// number returns a number in letters.
func number(i int) string {
	return strings.Map(func(r rune) rune { return 'a' + r - '0' }, fmt.Sprint(i))
}
