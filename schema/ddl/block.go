package ddl

import (
	"errors"

	"github.com/asksql/asksql/sqlcheck"
)

// block applies the statements of a BEGIN NOT ATOMIC … END, which MariaDB runs at once. One that does not do all its
// statements one after another cannot be followed.
func (r *replay) block(st *statement) error {
	if r.dialect != sqlcheck.MariaDB {
		return errors.New("BEGIN NOT ATOMIC is a block of MariaDB; say --dialect mariadb if it is for one")
	}
	last := len(st.tokens) - 1
	if !st.tokens[last].is("END") {
		return errUnclosed
	}
	for c := (&cursor{tokens: st.tokens[blockHead:last]}); !c.done(); {
		start := c.i
		for !c.done() && !c.peek(0).is(";") && c.peek(0).kind != endToken {
			c.pass()
		}
		inner := &statement{mode: st.mode, src: st.src, tokens: c.tokens[start:c.i], line: st.line, long: st.long, deepest: st.deepest}
		c.pass()
		if len(inner.tokens) == 0 {
			continue
		}
		if err := r.inner(inner); err != nil {
			return err
		}
	}
	return nil
}

// inner applies a statement of a block.
func (r *replay) inner(st *statement) error {
	first := st.tokens[0]
	for _, word := range []string{"BEGIN", "IF", "CASE", "LOOP", "REPEAT", "WHILE", "FOR", "DECLARE", "LEAVE", "ITERATE", "SIGNAL"} {
		if first.is(word) || len(st.tokens) > 1 && st.tokens[1].is(":") {
			return errors.New("a block with conditions, loops or declarations may do anything; take out of it what makes tables")
		}
	}
	return r.apply(st)
}
