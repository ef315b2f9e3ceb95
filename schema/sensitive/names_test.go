package sensitive_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/sensitive"
)

// Names as applications have them, and what they say.
func TestNamesOfApplications(t *testing.T) {
	s := sensitive.NewSuggester()
	for what, columns := range map[string]string{
		"a password or its hash": "password_history1 varchar(255); prev_pass1 varchar(255); mpass varchar(128); authpass varchar(64); snmp_v3_auth_pass varchar(64); password_salt varchar(255); dbpassword text; cf_icode_pw varchar(9)",
		"a secret or token": "totp varchar(255); otp_code varchar(32); activation_key varchar(64); credential varchar(500); raw_token_info varchar(1024); license_key varchar(191); webhook_url varchar(191); " +
			"encrypted_data_key varchar(1024); cf_cert_kcp_enckey varchar(100); stripe_apikey varchar(64); refresh_tok text; accessTok varchar(99); sms_code varchar(6); reset_hash varchar(99); session_cookie text",
		"a telephone number":                  "phonecell varchar(30); phone_biz varchar(255); phone_contact varchar(255); pager varchar(20)",
		"an e-mail address":                   "email_direct varchar(255); contact_mail varchar(254); from_mail varchar(255); cc_mails varchar(255)",
		"a bank account or card":              "account_no varchar(20); bank_acct varchar(20); bank_acct_nbr varchar(20); routing_no varchar(20); card_holder varchar(254); cc_owner varchar(64)",
		"an official number of a person":      "vat_number varchar(32); tax_id varchar(32)",
		"an identifier of a person elsewhere": "openid varchar(32); device_id char(36)",
		"a date or place of birth":            "birth varchar(255); mb_birth varchar(255); birthday bigint",
		"pay":                                 "monthly_income varchar(255); salary_amt decimal(10,2)",
		"a signature":                         "signature_base64 text",
		"a postal address":                    "address_detail varchar(127); address_billing text; post_code varchar(100)",
		"an address in a network":             "ipv4_address varchar(15); rpc_address varchar(99); framedipaddress varchar(15); framedipv6address varchar(45); src_ip varchar(50); nasipaddr varchar(15)",
		"": "LONG_ bigint; data_key varchar(9); device_id int unsigned; tax_id int unsigned; status_mobile tinyint; accepted_credit_cards int unsigned; cf_use_tel tinyint; compass varchar(9); boarding_pass varchar(9); passes varchar(9); site_key varchar(99); public_key text; " +
			"web_address varchar(99); email_template text; key_pass int; phones int; use_password varchar(3); sort_key varchar(9); primary_key varchar(9); token_count bigint; tok_count bigint; order_amt decimal(9,2); pay_amount decimal(9,2); toks int; cookie_banner text; hash varchar(99); average_salary varchar(9); link_address varchar(99)",
	} {
		for _, text := range strings.Split(columns, "; ") {
			name, kind, _ := strings.Cut(text, " ")
			if got := strings.TrimPrefix(s.Reason(&schema.Column{Name: name, Type: kind}), "its name says "); got != what {
				t.Errorf("Reason(%s) = %q, want %q", text, got, what)
			}
		}
	}
}

// Comments in Chinese, Japanese and Korean say it with their last words, up to the first mark.
func TestCommentsInOtherScripts(t *testing.T) {
	s := sensitive.NewSuggester()
	for comment, what := range map[string]string{
		"详细收货地址": "a postal address", "收票人邮箱": "an e-mail address", "手机号码": "a telephone number", "联系电话(座机)": "a telephone number", "登录密码，MD5 加密": "a password or its hash",
		"短信 API 的秘钥": "a secret or token", "身份证号": "an official number of a person", "银行卡号": "a bank account or card", "出生日期": "a date or place of birth", "用户IP": "an address in a network", "邮箱列表": "an e-mail address",
		"会員の電話番号": "a telephone number", "パスワード": "a password or its hash", "ﾒｰﾙｱﾄﾞﾚｽ": "an e-mail address", "生年月日": "a date or place of birth", "郵便番号": "a postal address", "비밀번호": "a password or its hash", "휴대폰번호": "a telephone number",
		"请求地址": "", "头像地址": "", "邮箱状态": "", "是否验证手机": "", "手机型号": "", "最后一次修改登录密码的操作人员姓名": "", "用户昵称": "", "名前": "",
	} {
		got := s.Reason(&schema.Column{Name: "c1", Type: "varchar(99)", Description: comment})
		if got = strings.TrimPrefix(got, "its comment says "); got != what {
			t.Errorf("Reason(comment %s) = %q, want %q", comment, got, what)
		}
	}
	if got := s.Reason(&schema.Column{Name: "手机号", Type: "varchar(11)"}); got != "its name says a telephone number" {
		t.Errorf("a name in Chinese says %q", got)
	}
	if got := s.Reason(&schema.Column{Name: "birthday", Type: "int", Description: "是否有生日特权"}); got != "" {
		t.Errorf("an answer of yes or no says %q", got)
	}
}

// A number that is a key says nothing about anybody, and a word before all names of a table says nothing at all.
func TestReasonIn(t *testing.T) {
	s := sensitive.NewSuggester()
	table := &schema.Table{Name: "members", PrimaryKey: []string{"mb_phone"}, Columns: []schema.Column{
		{Name: "mb_phone", Type: "int"}, {Name: "mb_hp", Type: "varchar(20)"}, {Name: "mb_ssn", Type: "int"}, {Name: "mb_tel", Type: "bigint"},
	}, ForeignKeys: []schema.ForeignKey{{Columns: []string{"MB_SSN"}, References: schema.Reference{Table: "x", Columns: []string{"id"}}}}}
	for i, want := range []string{"", "its name says a telephone number", "", "its name says a telephone number"} {
		if got := s.ReasonIn(table, &table.Columns[i]); got != want {
			t.Errorf("ReasonIn(%s) = %q, want %q", table.Columns[i].Name, got, want)
		}
	}
}
