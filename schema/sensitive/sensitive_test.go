package sensitive_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/sensitive"
)

func ExampleParsePatterns() {
	patterns, err := sensitive.ParsePatterns(strings.NewReader("*.email\n!newsletters.email\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(patterns.Of("Users", "Email") == sensitive.Sensitive)
	fmt.Println(patterns.Of("newsletters", "email") == sensitive.NotSensitive)
	// Output:
	// true
	// true
}

func ExampleSuggester_Reason() {
	s := sensitive.NewSuggester()
	fmt.Printf("%q\n", s.Reason(&schema.Column{Name: "customer_email", Type: "varchar(200)"}))
	fmt.Printf("%q\n", s.Reason(&schema.Column{Name: "email_sent", Type: "datetime"}))
	// Output:
	// "its name says an e-mail address"
	// ""
}

func TestSuggestions(t *testing.T) {
	s := sensitive.NewSuggester()
	for what, columns := range map[string][]string{
		"an e-mail address": {
			"email varchar(50)", "EMail varchar(50)", "customerEmail varchar(255)", "e_mail text", "email2 varchar(9)", "email_hash char(64)", "contact_email_address varchar(9)",
			"email_id varchar(9)", "EMAIL ", "courriel varchar(9)", "correo_electronico varchar(9)", "E-Mail-Adresse varchar(9)", "youxiang varchar(9)", "email_encrypted varbinary(200)",
			"emails text", "user_email_addresses json", "emailaddress varchar(9)", "ｅｍａｉｌ varchar(9)", "email json",
		},
		"a telephone number": {
			"phone varchar(20)", "phone bigint", "homePhone varchar(20)", "phone_number_2 varchar(20)", "tel varchar(9)", "Telefonnummer varchar(9)", "téléphone varchar(9)", "teléfono_casa varchar(9)",
			"telefone_celular varchar(9)", "cellulare varchar(9)", "telefoonnummer varchar(9)", "shouji char(11)", "dianhua varchar(9)", "handy varchar(9)", "numero_de_telephone varchar(9)", "num_tel varchar(9)", "phone_numbers json", "phoneNumbers text",
		},
		"a password or its hash": {
			"password varchar(100)", "password_hash varchar(60)", "user_pass varchar(255)", "passwd char(64)", "pwd varbinary(9)", "Kennwort varchar(9)", "mot_de_passe varchar(9)", "contraseña varchar(9)",
			"senha varchar(9)", "wachtwoord varchar(9)", "mima varchar(9)", "pin varchar(4)", "hasło varchar(9)", "HASŁO varchar(9)",
		},
		"a secret or token": {
			"token varchar(64)", "api_key varchar(64)", "remember_token varchar(100)", "refreshToken text", "client_secret varchar(9)", "session_id varchar(9)", "otp varchar(6)", "private_key text",
		},
		"an official number of a person": {
			"ssn char(11)", "ssn int", "passport_no varchar(9)", "codice_fiscale char(16)", "cpf char(11)", "dni varchar(9)", "bsn int", "shenfenzheng char(18)", "Steuernummer varchar(9)", "numero_securite_sociale char(15)", "num_secu char(15)", "passportno varchar(9)",
		},
		"a bank account or card":          {"iban varchar(34)", "customer_iban varchar(34)", "cardNumber varchar(19)", "kontonummer varchar(9)", "cvv char(3)", "tarjeta varchar(9)", "yinhangka varchar(9)", "rekeningnummer varchar(9)"},
		"a date or place of birth":        {"birth_date date", "birthdate date", "dob varchar(10)", "Geburtsdatum date", "date_de_naissance date", "fecha_nacimiento date", "data_nascimento date", "data_di_nascita date", "geboortedatum date", "fødselsdato date", "dateofbirth date", "shengri date", "birth_year year"},
		"a postal address":                {"address varchar(50)", "address2 varchar(50)", "shipping_address text", "Straße varchar(9)", "PLZ varchar(5)", "postal_code varchar(10)", "dirección varchar(9)", "endereco_entrega varchar(9)", "indirizzo varchar(9)", "huisnummer varchar(9)", "dizhi varchar(9)", "adresse_livraison varchar(9)"},
		"a position of a person or thing": {"latitude decimal(9,6)", "pickup_lat double", "lng double", "geolocation point", "coordinates point", "Längengrad double", "weidu double"},
		"an address in a network":         {"ip varchar(45)", "client_ip inet6", "ip_address varbinary(16)", "lastIP int unsigned", "mac_address char(17)"},
		"pay":                             {"salary decimal(10,2)", "gehalt int", "sueldo int", "salaire_brut int"},
		"health":                          {"diagnosis text", "blood_type enum('A','B')", "medical_history json"},
		"belief, origin or orientation":   {"religion varchar(9)", "ethnicity enum('a')", "political_party varchar(9)"},
		"": {
			"address_count int", "email_sent tinyint(1)", "email_sent datetime", "token_count int", "tokens_used int", "email_count varchar(9)", "has_email varchar(9)", "is_phone_verified char(1)", "email_template text",
			"email_subject varchar(9)", "email_status varchar(9)", "phone_type enum('home','work')", "phone_type varchar(9)", "address_type varchar(9)", "address_id int", "address_id char(36)", "password_policy varchar(9)",
			"password_changed_at datetime", "password_reset tinyint(1)", "token_type varchar(9)", "token_expires_at timestamp", "email_domain varchar(9)", "emails_enabled bit(1)", "street_count int", "name varchar(9)",
			"city varchar(9)", "country char(2)", "title text", "status varchar(9)", "description text", "passenger varchar(9)", "pass_rate decimal(5,2)", "belonging varchar(9)", "long_description text", "race_id int", "car_race varchar(9)",
			"is_portable varchar(9)", "num_phones int", "races_won varchar(9)", "cells varchar(9)", "passes varchar(9)", "frying_pan varchar(9)", "lat_bucket_count int", "ipo_date date", "tip decimal(5,2)", "mailing_list varchar(9)", "mail_server varchar(9)", "birthday_discount int", "salary_band varchar(9)",
			"keyword varchar(9)", "secretary varchar(9)", "account_number_format varchar(9)", "zipped tinyint(1)", "phone tinyint(1)", "cellar varchar(9)", "telescope varchar(9)", "color varchar(9)",
		},
	} {
		for _, text := range columns {
			name, kind, _ := strings.Cut(text, " ")
			got := strings.TrimPrefix(s.Reason(&schema.Column{Name: name, Type: kind}), "its name says ")
			if got != what {
				t.Errorf("Reason(%s) = %q, want %q", text, got, what)
			}
		}
	}
}

// No name in the list is one that another rule keeps from being found.
func TestEveryNameIsFound(t *testing.T) {
	text, err := os.ReadFile("words.txt")
	if err != nil {
		t.Fatal(err)
	}
	s := sensitive.NewSuggester()
	what, found := "", 0
	for line := range strings.Lines(string(text)) {
		if head, types, isHead := strings.Cut(strings.TrimSpace(line), "] "); isHead {
			what = strings.TrimPrefix(head, "[")
			if !strings.Contains(types, "text") {
				t.Fatalf("%s are no text; give the columns of this test another type", what)
			}
		} else if strings.HasPrefix(line, "[") {
			what = "" // words that are no names
		}
		_, names, isNames := strings.Cut(strings.TrimSpace(line), ": ")
		if what == "" || !isNames || strings.HasPrefix(line, "#") {
			continue
		}
		for _, name := range strings.Split(names, "; ") {
			found++
			c := &schema.Column{Name: strings.ReplaceAll(name, " ", "_"), Type: "text"}
			if got := s.Reason(c); got != "its name says "+what {
				t.Errorf("Reason(%s) = %q, want %q", c.Name, got, what)
			}
		}
	}
	if found < 400 {
		t.Errorf("%d names; the test is looking in the wrong place", found)
	}
}

func TestSuggestionsFromComments(t *testing.T) {
	s := sensitive.NewSuggester()
	for comment, want := range map[string]string{
		"E-Mail-Adresse":                         "its comment says an e-mail address",
		"Telefon privat":                         "its comment says a telephone number",
		"number of the phone calls that we made": "",
		"sent by email":                          "",
		"email template":                         "",
		"":                                       "",
		"The customer's address, if they gave it": "",
	} {
		if got := s.Reason(&schema.Column{Name: "x1", Type: "varchar(9)", Description: comment}); got != want {
			t.Errorf("Reason(comment %q) = %q, want %q", comment, got, want)
		}
	}
}

func TestPatterns(t *testing.T) {
	p, err := sensitive.ParsePatterns(strings.NewReader("\ufeff# people\n\nusers.ssn\n*.EMAIL\n!lists.email\nhr_*.*\n!hr_jobs.title\nodd\\.name.[ab]c\n*.nowhere\n"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]sensitive.Verdict{
		"users.ssn":      sensitive.Sensitive,
		"USERS.SSN":      sensitive.Sensitive,
		"users.ssn2":     sensitive.Silent,
		"orders.email":   sensitive.Sensitive,
		"lists.email":    sensitive.NotSensitive,
		"hr_people.name": sensitive.Sensitive,
		"hr_jobs.title":  sensitive.NotSensitive,
		"hr_jobs.pay/h":  sensitive.Sensitive,
	} {
		table, column, _ := strings.Cut(name, ".")
		if got := p.Of(table, column); got != want {
			t.Errorf("Of(%s) = %d, want %d", name, got, want)
		}
	}
	if got := p.Of("odd.name", "bc"); got != sensitive.Sensitive {
		t.Errorf("Of(odd.name, bc) = %d, want sensitive", got)
	}
	if got, want := p.Unused(), []string{"line 9: *.nowhere"}; !slices.Equal(got, want) {
		t.Errorf("Unused() = %q, want %q", got, want)
	}
}

func TestPatternsThatAreNone(t *testing.T) {
	for _, text := range []string{"email", "users.", ".email", "users.[", "!", "a\\.b"} {
		if _, err := sensitive.ParsePatterns(strings.NewReader("*.ok\n" + text)); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("ParsePatterns(%q) gives the error %v, want one about line 2", text, err)
		}
	}
}

func TestCutTag(t *testing.T) {
	for comment, want := range map[string]string{
		"@sensitive":                  "",
		"Home phone @sensitive":       "Home phone",
		"@Sensitive: who it is":       "who it is",
		"Home phone (@sensitive)":     "Home phone",
		"Home phone, @sensitive, old": "Home phone, , old",
		"@sensitive Home @sensitive":  "Home",
		"phone:@sensitive":            "phone",
		"<@sensitive> {@sensitive}":   "",
		"pii/@sensitive!":             "pii/!",
		"@sensitive-data":             "-data",
		"住所@sensitive電話":              "住所電話",
		"住所，＠SENSITIVE。":              "住所，。",
		"a\u00a0@sensitive\u00a0b":    "a b",
	} {
		if got, tagged := sensitive.CutTag(comment); got != want || !tagged {
			t.Errorf("CutTag(%q) = %q, %v, want %q and a tag", comment, got, tagged, want)
		}
	}
	for _, comment := range []string{"", "sensitive", "mail me@sensitive.example", "@sensitivity", "@sensitive_data", "@sensitive2", "_@sensitive"} {
		if got, tagged := sensitive.CutTag(comment); got != comment || tagged {
			t.Errorf("CutTag(%q) = %q, %v, want it as it is", comment, got, tagged)
		}
	}
}
