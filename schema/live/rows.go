package live

import (
	"context"
	"database/sql"
	"regexp"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
	"github.com/asksql/asksql/schema/ddl"
	"github.com/asksql/asksql/sqlcheck"
)

// A columnRow is a row of information_schema.COLUMNS.
type columnRow struct {
	table, name, kind, nullable, comment, extra, expression string
}

// addColumn adds a column to its table. One that is not part of * is left out: the checker writes *
// out as the columns that it knows, so with it * would mean more than it says.
func (r *reading) addColumn(row columnRow) {
	i, ok := r.index[row.table]
	if !ok {
		return
	}
	extra := strings.ToUpper(row.extra)
	if strings.Contains(extra, "INVISIBLE") {
		r.invisible[[2]string{row.table, row.name}] = true
		r.note("column %s.%s is left out: it is invisible", row.table, row.name)
		return
	}
	c := schema.Column{
		Name:        row.name,
		Type:        columntype.Canonical(row.kind),
		Description: row.comment,
		// DEFAULT_GENERATED is only a default that is an expression.
		Generated: strings.Contains(extra, "VIRTUAL GENERATED") || strings.Contains(extra, "STORED GENERATED"),
	}
	if c.Generated && row.expression != "" {
		r.made.Generated[ddl.ColumnName{Table: row.table, Column: row.name}] = row.expression
	}
	if row.nullable == "NO" {
		c.Nullable = new(bool)
	}
	r.all[i].Columns = append(r.all[i].Columns, c)
}

// A keyRow is a column of a key.
type keyRow struct {
	table, name, column              string
	farDatabase, farTable, farColumn sql.NullString
}

// keys reads the primary and foreign keys.
func (r *reading) keys(ctx context.Context, tx *sql.Tx) error {
	const query = `SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
		FROM information_schema.KEY_COLUMN_USAGE
		WHERE TABLE_SCHEMA = ? AND (CONSTRAINT_NAME = 'PRIMARY' OR REFERENCED_TABLE_NAME IS NOT NULL)
		ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`
	keys := map[[2]string][]keyRow{} // by table and name
	var order [][2]string
	err := r.each(ctx, tx, query, func(scan scanner) error {
		var row keyRow
		if err := scan(&row.table, &row.name, &row.column, &row.farDatabase, &row.farTable, &row.farColumn); err != nil {
			return err
		}
		key := [2]string{row.table, row.name}
		if keys[key] == nil {
			order = append(order, key)
		}
		keys[key] = append(keys[key], row)
		return nil
	})
	for _, key := range order {
		r.addKey(keys[key])
	}
	return err
}

// addKey adds a key to its table, unless a column of it was left out.
func (r *reading) addKey(rows []keyRow) {
	first := rows[0]
	i, ok := r.index[first.table]
	if !ok {
		return
	}
	if !first.farTable.Valid {
		rows = r.withoutHidden(rows, r.all[i].Columns)
	}
	if len(rows) == 0 || slices.ContainsFunc(rows, func(row keyRow) bool { return r.invisible[[2]string{row.table, row.column}] }) {
		return
	}
	var near, far []string
	for _, row := range rows {
		near, far = append(near, row.column), append(far, row.farColumn.String)
	}
	if !first.farTable.Valid {
		r.all[i].PrimaryKey = near
		return
	}
	if sqlcheck.Fold(first.farDatabase.String) != sqlcheck.Fold(r.database) {
		r.note("a foreign key of %s is left out: it refers to the database %s", first.table, first.farDatabase.String)
		return
	}
	r.all[i].ForeignKeys = append(r.all[i].ForeignKeys, schema.ForeignKey{
		Columns: near, References: schema.Reference{Table: first.farTable.String, Columns: far},
	})
}

// uniqueKeys reads the unique keys, of which both servers show all whose columns they show. An index over an
// expression or over the beginnings of values determines no column.
func (r *reading) uniqueKeys(ctx context.Context, tx *sql.Tx) error {
	const query = `SELECT TABLE_NAME, INDEX_NAME, COALESCE(COLUMN_NAME, ''), SUB_PART IS NOT NULL, NON_UNIQUE
		FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ?
		ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`
	for i := range r.all {
		if r.all[i].Kind != schema.KindView {
			r.all[i].UniqueKeys = [][]string{}
		}
	}
	var before [2]string
	var key []string
	end := func() {
		if i, ok := r.index[before[0]]; ok && len(key) > 0 {
			r.addUnique(&r.all[i], key)
		}
		key = nil
	}
	err := r.each(ctx, tx, query, func(scan scanner) error {
		var table, name, column string
		var partial, several bool
		if err := scan(&table, &name, &column, &partial, &several); err != nil {
			return err
		}
		if now := [2]string{table, name}; now != before {
			end()
			before = now
		}
		if name == "PRIMARY" || several {
			return nil
		}
		if partial {
			column = ""
		}
		key = append(key, column)
		return nil
	})
	end()
	return err
}

// addUnique adds a unique key to its table, unless a part of it is no column that the document has.
func (r *reading) addUnique(t *schema.Table, key []string) {
	shown := func(name string) bool {
		return slices.ContainsFunc(t.Columns, func(c schema.Column) bool { return c.Name == name })
	}
	if !slices.ContainsFunc(key, func(name string) bool { return !shown(name) }) {
		t.UniqueKeys = append(t.UniqueKeys, key)
	}
}

// withoutHidden leaves out the columns that information_schema shows nowhere else: the end of a row's
// life, which a system-versioned table of MariaDB adds to its primary key.
func (r *reading) withoutHidden(rows []keyRow, columns []schema.Column) []keyRow {
	return slices.DeleteFunc(rows, func(row keyRow) bool {
		return !r.invisible[[2]string{row.table, row.column}] &&
			!slices.ContainsFunc(columns, func(c schema.Column) bool { return c.Name == row.column })
	})
}

var jsonCheck = regexp.MustCompile("(?i)json_valid\\(`((?:[^`]|``)+)`\\)")

// checks reads which columns of a MariaDB hold JSON: its JSON is a LONGTEXT with a check.
func (r *reading) checks(ctx context.Context, tx *sql.Tx) error {
	if r.dialect != sqlcheck.MariaDB {
		return nil
	}
	const query = `SELECT TABLE_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
		WHERE CONSTRAINT_SCHEMA = ? AND CHECK_CLAUSE LIKE '%json_valid%'`
	return r.each(ctx, tx, query, func(scan scanner) error {
		var table, clause string
		if err := scan(&table, &clause); err != nil {
			return err
		}
		for _, found := range jsonCheck.FindAllStringSubmatch(clause, -1) {
			r.setJSON(table, strings.ReplaceAll(found[1], "``", "`"))
		}
		return nil
	})
}

// setJSON says that a column of text holds JSON.
func (r *reading) setJSON(table, column string) {
	i, ok := r.index[table]
	if !ok {
		return
	}
	for j := range r.all[i].Columns {
		if c := &r.all[i].Columns[j]; sqlcheck.Fold(c.Name) == sqlcheck.Fold(column) && c.Type == "longtext" {
			c.Type = "json"
		}
	}
}
