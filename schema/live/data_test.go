package live_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/live"
)

// rowsOf returns an INSERT of n rows, each with the expressions of its number.
func rowsOf(table string, n int, row func(i int) string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = "(" + row(i) + ")"
	}
	return "INSERT INTO shop." + table + " VALUES " + strings.Join(list, ", ")
}

func shopServer(t *testing.T, kind servertest.Kind) (*live.Server, *schema.Document) {
	t.Helper()
	server := servertest.Start(t, kind)
	db := server.Open(t, servertest.Session{User: "root"})
	for _, statement := range []string{
		"CREATE DATABASE shop", "CREATE TABLE shop.country (code CHAR(2) PRIMARY KEY, name VARCHAR(40)) ENGINE=InnoDB", "INSERT INTO shop.country VALUES ('PT', 'Portugal'), ('DE', 'Germany')",
		"CREATE TABLE shop.customers (id INT PRIMARY KEY, name VARCHAR(40), email VARCHAR(99), country CHAR(2), number VARCHAR(20), reach VARCHAR(60), grade ENUM('a', 'b'), remark VARCHAR(200), story TEXT, FOREIGN KEY (country) REFERENCES shop.country (code)) ENGINE=InnoDB",
		"CREATE TABLE shop.`or``ders` (id INT PRIMARY KEY, customer_id INT, parent_id INT, country_id INT, status TEXT NULL)",
		"CREATE TABLE shop.secrets (id INT PRIMARY KEY, status VARCHAR(10))",
		rowsOf("customers", 300, func(i int) string {
			return fmt.Sprintf("%d, 'n%d', 'a%d@x.org', '%s', 'AB-%d', 'b%d@y.org', 'a', 'what was said when they called for the time %d', 'a story that is longer than any value would be'", i, i%5, i, []string{"PT", "DE"}[i%2], 1000+i, i%3, i)
		}),
		rowsOf("`or``ders`", 200, func(i int) string {
			return fmt.Sprintf("%d, %d, %d, %d, %s", i, i+1, 0, i+1000, []string{"'new'", "'paid'", "NULL", "''"}[i%4])
		}),
		rowsOf("secrets", 20, func(i int) string { return fmt.Sprintf("%d, 'open'", i) }),
		"CREATE USER reader_of_some", "GRANT SELECT ON shop.country TO reader_of_some", "GRANT SELECT ON shop.customers TO reader_of_some",
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%v: %s", err, statement[:min(len(statement), 200)])
		}
	}
	s, err := live.Open(live.Config{DSN: "root@unix(" + server.Socket() + ")/shop"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	result, err := s.Read(context.Background(), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, result.Document
}

func TestValues(t *testing.T) {
	servertest.Each(t, func(t *testing.T, kind servertest.Kind) {
		s, doc := shopServer(t, kind)
		skip := func(table, column string) bool { return column == "email" || table == "secrets" }
		found, report, err := s.Values(context.Background(), doc, skip, live.DataOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range found {
			got = append(got, c.String())
		}
		// Not the name of customers, who have an email; nor what reaches them, what is said of them, and what is skipped.
		want := []string{"country.code: 'DE', 'PT'", "country.name: 'Germany', 'Portugal'", "customers.number: values such as AA-0000", "or`ders.status: 'new', 'paid'"}
		if !slices.Equal(got, want) {
			t.Errorf("values %q, want %q", got, want)
		}
		if report.Statements != 3 || report.Cut != 0 || len(report.Skipped) != 0 {
			t.Errorf("report %+v, want a statement a table", report)
		}
	})
}

func TestIncluded(t *testing.T) {
	servertest.Each(t, func(t *testing.T, kind servertest.Kind) {
		s, _ := shopServer(t, kind)
		key := func(table, column, far, farColumn string) live.KeyOf {
			return live.KeyOf{Table: table, ForeignKey: schema.ForeignKey{Columns: []string{column}, References: schema.Reference{Table: far, Columns: []string{farColumn}}}}
		}
		keys := []live.KeyOf{
			key("or`ders", "customer_id", "customers", "id"), key("or`ders", "country_id", "customers", "id"), key("or`ders", "parent_id", "or`ders", "id"),
			key("customers", "country", "country", "code"), key("customers", "gone", "country", "code"),
		}
		found, report, err := s.Included(context.Background(), keys, live.DataOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, fmt.Sprintf("%v holds %v fails %v", f, f.Holds(), f.Fails()))
		}
		want := []string{
			"all of 200 values are there holds true fails false", "200 of 200 values are missing there holds false fails true", "there is no data holds false fails false",
			"all of 2 values are there holds true fails false", "the data was not checked holds false fails false",
		}
		if !slices.Equal(got, want) || len(report.Skipped) != 1 || !strings.HasPrefix(report.Skipped[0], "customers(gone): ") {
			t.Errorf("inclusions %q, want %q; report %+v", got, want, report)
		}
	})
}

// What was not read is not passed off as read: a table that is denied is named, and so is how much the time cut off. A
// reading that is cancelled is an error.
func TestDataThatIsNotRead(t *testing.T) {
	root, doc := shopServer(t, servertest.MariaDB)
	ctx, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	if _, _, err := root.Values(ctx, doc, func(string, string) bool { return false }, live.DataOptions{}); err == nil {
		t.Error("no error, though there was no time to connect")
	}
	ctx, stop := context.WithCancel(context.Background())
	_, _, err := root.Values(ctx, doc, func(string, string) bool { return false }, live.DataOptions{Progress: func(int, int) { stop() }})
	if err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("a reading that is cancelled gives the error %v", err)
	}
	slow, report := context.Context(nil), (*live.DataReport)(nil)
	slow, cancel = context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	_, report, err = root.Values(slow, doc, func(string, string) bool { return false }, live.DataOptions{Progress: func(int, int) { <-slow.Done() }})
	if err != nil || report.Cut == 0 {
		t.Errorf("a reading that takes too long gives the error %v and the report %+v", err, report)
	}
}
