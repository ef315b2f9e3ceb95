package live_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/live"
)

// What a server alone knows: who may see what, how much there is, and what it is.
func TestRead(t *testing.T) {
	server := servertest.Start(t, servertest.MariaDB)
	db := server.Open(t, servertest.Session{User: "root"})
	for _, statement := range []string{
		"CREATE DATABASE shop", "CREATE DATABASE other", "CREATE TABLE other.o (id INT PRIMARY KEY) ENGINE=InnoDB",
		"CREATE TABLE shop.`Orders` (id INT PRIMARY KEY, at DATETIME DEFAULT current_timestamp(), secret INT INVISIBLE DEFAULT 1, o INT REFERENCES other.o (id), UNIQUE KEY k (o, at), UNIQUE KEY h (secret), KEY p (at)) ENGINE=InnoDB COMMENT 'what was bought'",
		"CREATE TABLE shop.numbers (n INT)", "INSERT INTO shop.numbers SELECT seq FROM shop_numbers",
		"CREATE SEQUENCE shop.tickets", "CREATE VIEW shop.late AS SELECT id, at FROM shop.`Orders`", "CREATE TABLE shop.gone (a INT)", "CREATE VIEW shop.broken AS SELECT a FROM shop.gone", "DROP TABLE shop.gone",
		"CREATE USER asker IDENTIFIED BY '" + secret + "'", "GRANT SELECT ON shop.`Orders` TO asker",
	} {
		statement = strings.Replace(statement, "SELECT seq FROM shop_numbers", "VALUES "+strings.TrimSuffix(strings.Repeat("(1),", 1234), ","), 1)
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%v: %s", err, statement)
		}
	}
	t.Run("everything", func(t *testing.T) {
		got, err := read(t, server, "root", "", live.Options{})
		if err != nil {
			t.Fatal(err)
		}
		doc := got.Document
		if want := []string{"Orders id at o", "late id at", "numbers n"}; !slices.Equal(names(doc), want) {
			t.Errorf("tables %q, want %q", names(doc), want)
		}
		source := doc.Source
		if doc.Dialect != "mariadb" || doc.Database != "shop" || !strings.Contains(source.Server, "MariaDB") || *source.LowerCaseTableNames != 0 || source.SQLMode == nil || *source.SQLMode == "" {
			t.Errorf("dialect %s, database %s, source %+v", doc.Dialect, doc.Database, source)
		}
		if got := fmt.Sprint(doc.Tables[0].UniqueKeys, doc.Tables[1].UniqueKeys == nil, doc.Tables[2].UniqueKeys == nil); got != "[[o at]] true false" {
			t.Errorf("unique keys %s; want those of the table, nothing known of a view, and a table that has none", got)
		}
		if got := fmt.Sprint(source.RowEstimates); got != "map[Orders:0 numbers:1200]" {
			t.Errorf("estimates %s, want two digits of 1234, and none of views", got)
		}
		if orders := doc.Tables[0]; orders.Description != "what was bought" || orders.Kind != schema.KindTable || orders.Columns[1].Generated || doc.Tables[1].Kind != schema.KindView || doc.Tables[1].Description != "" {
			t.Errorf("tables %+v", doc.Tables[:2])
		}
		for _, words := range []string{"sequence tickets", "column Orders.secret", "refers to the database other", "view broken"} {
			if !slices.ContainsFunc(got.Notes, func(note string) bool { return strings.Contains(note, words) }) {
				t.Errorf("notes %q, want one about %q", got.Notes, words)
			}
		}
	})
	t.Run("what is wanted", func(t *testing.T) {
		got, err := read(t, server, "root", "", live.Options{Keep: func(name string) bool { return name == "numbers" }})
		if err != nil || !slices.Equal(names(got.Document), []string{"numbers n"}) || len(got.Notes) > 0 {
			t.Errorf("%v: %+v", err, got)
		}
	})
	t.Run("what a user may see", func(t *testing.T) {
		got, err := read(t, server, "asker", secret, live.Options{})
		if err != nil || !slices.Equal(names(got.Document), []string{"Orders id at o"}) {
			t.Errorf("%v: %+v", err, got)
		}
	})
	t.Run("a wrong password", func(t *testing.T) {
		_, err := read(t, server, "asker", "wrong"+secret, live.Options{})
		if err == nil || !strings.Contains(err.Error(), "check the user and the password") || strings.Contains(err.Error(), secret) {
			t.Errorf("the error is %v", err)
		}
	})
}

func read(t *testing.T, server *servertest.Server, user, password string, o live.Options) (*live.Result, error) {
	t.Helper()
	s, err := live.Open(live.Config{DSN: user + "@unix(" + server.Socket() + ")/shop", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return s.Read(context.Background(), o)
}

// names lists each table with its columns.
func names(doc *schema.Document) []string {
	var list []string
	for _, table := range doc.Tables {
		line := table.Name
		for _, c := range table.Columns {
			line += " " + c.Name
		}
		list = append(list, line)
	}
	return list
}
