package jsonschema_test

import "fmt"

// put adds a member that can be broken in the ways.
func (g *generator) put(in map[string]any, path, name string, value any, ways ...string) {
	in[name] = value
	g.sites = append(g.sites, site{in, name, path + "." + name, append([]string{wrongType}, ways...)})
}

// maybe adds a member that may be absent: half of the time, and then sometimes as null.
func (g *generator) maybe(in map[string]any, path, name string, value any, ways ...string) {
	switch g.IntN(8) {
	case 0, 1, 2:
	case 3:
		in[name] = nil
	default:
		g.put(in, path, name, value, ways...)
	}
}

// word returns one of the words.
func (g *generator) word(words ...string) string { return words[g.IntN(len(words))] }

// unknownMember sometimes adds a member that the format does not have.
func (g *generator) unknownMember(in map[string]any) {
	if g.IntN(4) == 0 {
		in[g.word("engine", "$schema", "Name", "kind2")] = []any{1, nil, map[string]any{"a": "b"}}
	}
}

func (g *generator) document() map[string]any {
	doc := map[string]any{}
	g.put(doc, "$", "version", 1, missing, isNull)
	g.put(doc, "$", "schemaId", g.word("shop", "s p a c e", "表"), missing, isNull, noName, longName, control)
	g.maybe(doc, "$", "dialect", g.word("", "mysql", "mariadb", "tidb"), unknown)
	g.maybe(doc, "$", "database", g.word("", "shop", "Größe"), longName, control)
	tables := make([]any, 1+g.IntN(4))
	for i := range tables {
		tables[i] = g.table(fmt.Sprintf("$.tables[%d]", i), i)
	}
	g.put(doc, "$", "tables", tables, missing, isNull, tooShort, nullInside, tooMany)
	g.maybe(doc, "$", "glossary", g.pairs("$.glossary", "term", "meaning"), nullInside)
	g.maybe(doc, "$", "examples", g.pairs("$.examples", "question", "sql"), nullInside, tooMany)
	g.maybe(doc, "$", "source", g.source())
	g.unknownMember(doc)
	g.drop(doc, "$.glossary", "glossary")
	g.drop(doc, "$.examples", "examples")
	g.drop(doc, "$.source", "source")
	return doc
}

// drop forgets the sites in a member that is not in the document after all.
func (g *generator) drop(doc map[string]any, path, name string) {
	if doc[name] != nil {
		return
	}
	var kept []site
	for _, s := range g.sites {
		if len(s.path) < len(path) || s.path[:len(path)] != path {
			kept = append(kept, s)
		}
	}
	g.sites = kept
}

func (g *generator) table(path string, number int) map[string]any {
	t := map[string]any{}
	g.put(t, path, "name", fmt.Sprintf("t%d", number), missing, isNull, noName, longName, control)
	g.maybe(t, path, "kind", g.word("", "table", "view"), unknown)
	g.maybe(t, path, "description", g.word("", "what it is"))
	columns := make([]any, 1+g.IntN(4))
	for i := range columns {
		columns[i] = g.column(fmt.Sprintf("%s.columns[%d]", path, i), i)
	}
	g.put(t, path, "columns", columns, missing, isNull, tooShort, nullInside, tooMany)
	g.maybe(t, path, "primaryKey", []any{"c0"}, nullInside)
	if g.IntN(2) == 0 {
		g.put(t, path, "uniqueKeys", []any{[]any{"c0"}}, nullInside)
	}
	if g.IntN(2) == 0 {
		g.put(t, path, "foreignKeys", []any{g.foreignKey(path + ".foreignKeys[0]")}, nullInside)
	}
	g.unknownMember(t)
	return t
}

func (g *generator) column(path string, number int) map[string]any {
	c := map[string]any{}
	g.put(c, path, "name", fmt.Sprintf("c%d", number), missing, isNull, noName, longName, control)
	for _, name := range []string{"type", "description", "unit"} {
		g.maybe(c, path, name, g.word("", "int", "a text of any kind \t"))
	}
	for _, name := range []string{"nullable", "generated", "sensitive"} {
		g.maybe(c, path, name, g.IntN(2) == 0)
	}
	g.maybe(c, path, "values", []any{"a", ""}, nullInside)
	g.unknownMember(c)
	return c
}

func (g *generator) foreignKey(path string) map[string]any {
	far := map[string]any{}
	g.put(far, path+".references", "table", "T0", missing, isNull, noName)
	g.put(far, path+".references", "columns", []any{"C0"}, missing, isNull, tooShort, nullInside)
	k := map[string]any{}
	g.put(k, path, "columns", []any{"c0"}, missing, isNull, tooShort, nullInside)
	g.put(k, path, "references", far, missing, isNull)
	return k
}

// pairs returns a list of objects of two texts.
func (g *generator) pairs(path, first, second string) []any {
	list := make([]any, g.IntN(3))
	for i := range list {
		pair := map[string]any{}
		g.put(pair, fmt.Sprintf("%s[%d]", path, i), first, "words", missing, isNull, blank)
		g.put(pair, fmt.Sprintf("%s[%d]", path, i), second, "SELECT 1", missing, isNull, blank)
		list[i] = pair
	}
	return list
}

func (g *generator) source() map[string]any {
	s := map[string]any{}
	g.maybe(s, "$.source", "server", "8.0.36")
	g.maybe(s, "$.source", "sqlMode", "ANSI")
	g.maybe(s, "$.source", "lowerCaseTableNames", g.IntN(3), notWhole)
	rows := map[string]any{"t0": nil}
	g.put(rows, "$.source.rowEstimates", "t1", int(g.Int64()), notWhole)
	g.put(s, "$.source", "rowEstimates", rows)
	return s
}
