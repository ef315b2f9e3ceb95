package ddl

import (
	"fmt"
	"strings"
)

// maxStatement is the longest statement that is read, in bytes. One that changes no schema, such
// as an INSERT, may be longer.
const maxStatement = 1 << 20

// A statement is the tokens of one statement of a file.
type statement struct {
	mode
	src    string // the whole file
	line   int    // where it begins, from 1
	tokens []token
	long   bool // longer than maxStatement; the tokens are the beginning
	depth  int  // parentheses that are open
	// deepest is how many were open at most.
	deepest int
}

// A splitter gives out the statements of a file one after another.
type splitter struct {
	*lexer
	line    int // of offset counted
	counted int
}

func newSplitter(src string) *splitter { return &splitter{lexer: newLexer(src), line: 1} }

// lineAt returns the line of an offset, which must not be before the last one asked for.
func (s *splitter) lineAt(offset int) int {
	s.line += strings.Count(s.src[s.counted:offset], "\n")
	s.counted = offset
	return s.line
}

// next returns the next statement that has a token; ok is false at the end of the file.
func (s *splitter) next() (*statement, bool) {
	for {
		st := &statement{mode: s.mode, src: s.src}
		more := s.collect(st)
		if len(st.tokens) > 0 {
			st.line = s.lineAt(st.tokens[0].at)
			return st, true
		}
		if !more {
			return nil, false
		}
	}
}

// collect reads tokens into st up to the end of the statement; it reports whether there is more.
func (s *splitter) collect(st *statement) bool {
	for nesting := 0; ; {
		before := *s.lexer
		t, ok := s.lexer.next()
		switch {
		case !ok:
			return false
		case t.kind == endToken && (nesting <= 0 || s.delimiter != ";"):
			return true
		case len(st.tokens) == 0 && t.is("DELIMITER"):
			s.changeDelimiter()
			return true
		case t.is("CREATE") && st.isComplete(t):
			*s.lexer = before
			return true
		}
		st.add(t)
		if s.delimiter == ";" && t.kind == wordToken && st.isRoutine() {
			nesting += s.nests(t)
		}
	}
}

// isComplete reports whether the word CREATE begins the next statement, though nothing has ended this
// one: SHOW CREATE TABLE gives statements without a semicolon.
func (st *statement) isComplete(create token) bool {
	if len(st.tokens) == 0 || !st.tokens[0].is("CREATE") || st.depth != 0 || st.isRoutine() {
		return false
	}
	last := st.tokens[len(st.tokens)-1]
	return strings.Contains(st.src[last.at+len(last.raw):create.at], "\n")
}

func (st *statement) add(t token) {
	if len(st.tokens) > 0 && t.at+len(t.raw)-st.tokens[0].at > maxStatement {
		st.long = true
	}
	if !st.long {
		st.tokens = append(st.tokens, t)
	}
	switch {
	case t.is("("):
		st.depth++
		st.deepest = max(st.deepest, st.depth)
	case t.is(")"):
		st.depth--
	}
}

// maxDepth is how deep parentheses may be nested: the parser goes down into them.
const maxDepth = 1000

// readable returns why the statement cannot be given to the parser, or nil.
func (st *statement) readable() error {
	if st.long {
		return fmt.Errorf("the statement is longer than %d KiB; split it", maxStatement>>10)
	}
	if st.deepest > maxDepth {
		return fmt.Errorf("parentheses are nested more than %d deep", maxDepth)
	}
	return nil
}

// changeDelimiter reads the rest of a line of the mysql client that says DELIMITER.
func (s *splitter) changeDelimiter() {
	rest := s.src[s.pos:]
	line := rest[:lineLength(rest)]
	s.pos += len(line)
	if fields := strings.Fields(line); len(fields) > 0 {
		s.delimiter = fields[0]
	}
}

// nests returns by how many levels a word of a routine's body changes the nesting of blocks whose
// statements end with semicolons too. Of IF, LOOP, REPEAT and WHILE, only the end is a word that
// can be told from anything else; a CASE ends with END or END CASE.
func (s *splitter) nests(t token) int {
	switch {
	case t.is("BEGIN"), t.is("CASE"):
		return 1
	case !t.is("END"):
		return 0
	}
	ahead := *s.lexer
	switch next, _ := ahead.next(); {
	case next.is("IF"), next.is("LOOP"), next.is("REPEAT"), next.is("WHILE"):
		return 0
	case next.is("CASE"):
		s.pos = ahead.pos
	}
	return -1
}

// isRoutine reports whether the statement makes something that has a body of statements.
func (st *statement) isRoutine() bool {
	if !st.tokens[0].is("CREATE") {
		return false
	}
	switch _, object := st.object(); object {
	case "TRIGGER", "PROCEDURE", "FUNCTION", "EVENT", "PACKAGE":
		return true
	}
	return false
}

// maxModifiers is how many tokens may stand between CREATE and what is created.
const maxModifiers = 24

// object returns the kind of thing that a CREATE, ALTER, DROP or RENAME is about, in upper case,
// and the position of that word; "" if it is none that is known here.
func (st *statement) object() (at int, kind string) {
	for i := 1; i < min(len(st.tokens), maxModifiers); i++ {
		if st.tokens[i].kind != wordToken {
			continue
		}
		switch kind := strings.ToUpper(st.tokens[i].raw); kind {
		case "TABLE", "TABLES", "VIEW", "TRIGGER", "PROCEDURE", "FUNCTION", "EVENT", "PACKAGE", "INDEX", "DATABASE", "SCHEMA",
			"USER", "ROLE", "SEQUENCE", "SERVER", "TABLESPACE", "RESOURCE", "PLACEMENT":
			return i, kind
		}
	}
	return 0, ""
}

// sql returns the statement for the parser to read: without comments, each line in its place.
func (st *statement) sql() string { return st.textOf(st.tokens) }

// textOf returns tokens of the statement as text.
func (st *statement) textOf(tokens []token) string {
	return st.join(tokens, func(t token) string { return t.raw })
}

// portable returns tokens of the statement as text that means without any sql_mode what they mean in the
// one of the statement.
func (st *statement) portable(tokens []token) string {
	if st.mode == (mode{}) {
		return st.textOf(tokens)
	}
	return st.join(tokens, token.portable)
}

// join returns tokens, each as written by write, with the blanks that are between them.
func (st *statement) join(tokens []token, write func(token) string) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			previous := tokens[i-1]
			b.WriteString(blanks(st.src[previous.at+len(previous.raw) : t.at]))
		}
		b.WriteString(write(t))
	}
	return b.String()
}

// blanks returns what is between two tokens without its comments.
func blanks(gap string) string {
	switch lines := strings.Count(gap, "\n"); {
	case lines > 0:
		return strings.Repeat("\n", lines)
	case gap != "":
		return " "
	}
	return ""
}

// A cursor goes through tokens.
type cursor struct {
	tokens []token
	i      int
}

// peek returns the token n places ahead; past the end, one that is nothing.
func (c *cursor) peek(n int) token {
	if c.i+n < len(c.tokens) {
		return c.tokens[c.i+n]
	}
	return token{kind: endToken}
}

func (c *cursor) done() bool { return c.i >= len(c.tokens) }

// accept passes the keywords or symbols if all of them come next.
func (c *cursor) accept(keywords ...string) bool {
	for n, keyword := range keywords {
		if !c.peek(n).is(keyword) {
			return false
		}
	}
	c.i += len(keywords)
	return true
}

// acceptAny passes the next token if it is one of the keywords.
func (c *cursor) acceptAny(keywords ...string) bool {
	for _, keyword := range keywords {
		if c.accept(keyword) {
			return true
		}
	}
	return false
}

// pass passes the next token, if there is one.
func (c *cursor) pass() { c.i = min(c.i+1, len(c.tokens)) }

// take returns the next token and passes it.
func (c *cursor) take() token {
	t := c.peek(0)
	c.pass()
	return t
}

// group passes a group in parentheses and returns its tokens with them; nil if none comes next.
func (c *cursor) group() []token {
	if !c.peek(0).is("(") {
		return nil
	}
	start, depth := c.i, 0
	for !c.done() {
		switch t := c.take(); {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		}
		if depth == 0 {
			break
		}
	}
	return c.tokens[start:c.i]
}

// item passes tokens up to a comma outside parentheses, or the end, and returns them. The comma is
// passed too.
func (c *cursor) item() []token {
	start := c.i
	for !c.done() && !c.peek(0).is(",") {
		if c.group() == nil {
			c.pass()
		}
	}
	item := c.tokens[start:c.i]
	c.pass()
	return item
}

// tableName passes a name that may be qualified.
func (c *cursor) tableName() (database, name string, ok bool) {
	if name, ok = c.take().name(); !ok || !c.accept(".") {
		return "", name, ok
	}
	database = name
	name, ok = c.take().name()
	return database, name, ok
}
