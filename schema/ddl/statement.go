package ddl

import (
	"errors"
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
	body    body
	fault   error // why it is not what it seems to be, or nil
}

// A splitter gives out the statements of a file one after another.
type splitter struct {
	*lexer
	line    int // of offset counted
	counted int
	ended   string // what ended the last statement, "" for the end of the text or of a line of the client
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

// collect reads tokens into st up to the end of the statement; it reports whether there is more. Between two
// delimiters of the mysql client each semicolon ends a statement too: the client sends them as one text, and the
// server runs them all.
func (s *splitter) collect(st *statement) bool {
	for s.ended = ""; ; {
		before := *s.lexer
		t, ok := s.lexer.next()
		switch {
		case !ok:
			st.close()
			return false
		case t.kind == endToken && (s.delimiter != ";" || !st.body.isOpen()):
			s.ended = t.raw
			st.close()
			return true
		case t.is(";") && !st.body.isOpen():
			s.ended = t.raw
			return true
		case len(st.tokens) == 0 && t.is("DELIMITER"):
			if !s.beginsLine(t) {
				st.add(t)
				st.fault = errDelimiter
			}
			s.changeDelimiter()
			return true
		case t.is("CREATE") && st.isComplete(t):
			*s.lexer = before
			return true
		}
		st.add(t)
		switch {
		case st.isBlock() && len(st.tokens) == blockHead && !st.body.isOpen():
			st.body.open(false)
		case st.hasBody():
			st.body.add(t, s.peek())
		}
	}
}

// close notes that the statement is over.
func (st *statement) close() {
	if st.body.isOpen() {
		st.fault = errUnclosed
	}
}

// beginsLine reports whether nothing but blanks stands before a token on its line.
func (s *splitter) beginsLine(t token) bool {
	line := s.src[strings.LastIndexByte(s.src[:t.at], '\n')+1 : t.at]
	return strings.Trim(line, blank) == ""
}

var (
	// errUnclosed is about a statement that took what came behind it for its own.
	errUnclosed = errors.New("the block of statements that begins here does not end; put a delimiter behind it, or mend it")
	// errDelimiter is about a command that the client has taken for a part of a statement.
	errDelimiter = errors.New("DELIMITER is a command of the client only where it begins a line; put it on one of its own")
)

// peek returns the next token without passing it, outside of quotes, which it does not read.
func (s *splitter) peek() token {
	ahead := *s.lexer
	if ahead.skip(); ahead.pos >= len(ahead.src) || strings.IndexByte("'\"`", ahead.src[ahead.pos]) >= 0 {
		return token{kind: endToken}
	}
	t, _ := ahead.next()
	return t
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
	if fields := strings.Fields(line); len(fields) > 0 && strings.Trim(fields[0], "'\"`") != "" {
		s.delimiter = strings.Trim(fields[0], "'\"`")
	}
}

// hasBody reports whether the statement has, or is, a body of statements.
func (st *statement) hasBody() bool { return st.isRoutine() || st.isBlock() }

// blockHead is how many words a block begins with that MariaDB runs at once: BEGIN NOT ATOMIC.
const blockHead = 3

// isBlock reports whether the statement is such a block.
func (st *statement) isBlock() bool {
	return len(st.tokens) >= blockHead && st.tokens[0].is("BEGIN") && st.tokens[1].is("NOT") && st.tokens[2].is("ATOMIC")
}

// isRoutine reports whether the statement makes or changes something that has a body of statements.
func (st *statement) isRoutine() bool {
	if len(st.tokens) == 0 || !st.tokens[0].is("CREATE") && !st.tokens[0].is("ALTER") {
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
