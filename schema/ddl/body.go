package ddl

// A body follows the blocks in the body of a routine, whose statements end with semicolons too. It knows the keywords
// that open a block (MySQL 8.0 manual, 15.6): IF, LOOP, REPEAT, WHILE and FOR do where a statement begins, and are
// something else elsewhere: IF(a, b, c), REPEAT('x', 3), FOR EACH ROW, IF NOT EXISTS.
type body struct {
	// blocks are those that are open, each true for a CASE that is part of an expression.
	blocks []bool
	starts bool // a statement begins with the next token
	began  bool // before any block: a statement without one has begun, so that none follows
	closes bool // the next token belongs to an END: IF of END IF
	before token
}

// isOpen reports whether a block is open.
func (b *body) isOpen() bool { return len(b.blocks) > 0 }

// inCase reports whether a CASE that is part of an expression is open.
func (b *body) inCase() bool { return b.isOpen() && b.blocks[len(b.blocks)-1] }

// add takes the next token of the statement; next is the one behind it.
func (b *body) add(t, next token) {
	starts, closes := b.starts, b.closes
	b.starts, b.closes = false, false
	switch {
	case closes || t.kind != wordToken && t.kind != symbolToken && t.kind != endToken:
	case t.is("BEGIN"):
		b.open(false)
	case t.is("CASE"):
		b.open(!starts && (b.isOpen() || b.began))
	case t.is("END"):
		b.close(next)
	case t.is("THEN"), t.is("ELSE"), t.is("DO"):
		b.starts = !b.inCase()
	case t.is(";") || t.kind == endToken:
		b.starts = true
	case t.is(":"): // behind the label of a block
		b.starts = true
	case t.is("ROW"): // the end of a trigger's head
		b.starts, b.began = true, false
	case opensBlock(t, next) && (starts || b.isHead() && !isRoutineWord(b.before)):
		b.open(false)
		b.starts = t.is("LOOP") || t.is("REPEAT")
	case !b.isOpen() && beginsStatement(t) && !b.before.is("CHARACTER") && !b.before.is("CHAR"):
		b.began = true
	}
	b.before = t
}

// isHead reports whether what has come so far is what stands before a body.
func (b *body) isHead() bool { return !b.isOpen() && !b.began && !b.inCase() }

func (b *body) open(expression bool) {
	b.blocks = append(b.blocks, expression)
	b.starts = !expression
}

// close ends the innermost block; what follows END may be the word of the block.
func (b *body) close(next token) {
	if b.isOpen() {
		b.blocks = b.blocks[:len(b.blocks)-1]
		b.began = true
	}
	for _, word := range []string{"IF", "CASE", "LOOP", "REPEAT", "WHILE", "FOR"} {
		b.closes = b.closes || next.is(word)
	}
}

// opensBlock reports whether a word opens a block where a statement begins.
func opensBlock(t, next token) bool {
	switch {
	case t.is("IF"):
		return !next.is("EXISTS")
	case t.is("FOR"):
		return !next.is("EACH")
	}
	return t.is("LOOP") || t.is("REPEAT") || t.is("WHILE")
}

// isRoutineWord reports whether a word is followed by IF NOT EXISTS at most.
func isRoutineWord(t token) bool {
	return t.is("TRIGGER") || t.is("PROCEDURE") || t.is("FUNCTION") || t.is("EVENT")
}

// beginsStatement reports whether a word begins a statement without a block.
func beginsStatement(t token) bool {
	for _, verb := range []string{"RETURN", "SET", "SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "CALL", "SIGNAL", "WITH"} {
		if t.is(verb) {
			return true
		}
	}
	return false
}
