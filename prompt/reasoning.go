package prompt

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/internal/lazyregexp"
)

// thoughts are the tags in which models put their reasoning.
var thoughts = []string{"think", "thinking", "reasoning", "thought"}

// reasoning takes off a block of reasoning. A chat template may have opened the block before the
// reply began, so that only its end is there; what stands before that is reasoning too.
func (x *extraction) reasoning() bool {
	for _, tag := range thoughts {
		end := "</" + tag + ">"
		before, after, ended := strings.Cut(x.text, end)
		prose, _, opened := strings.Cut(before, "<"+tag+">")
		switch {
		case !ended:
		case opened && sqlFrom(prose, 0) < 0:
			return x.take(prose+"\n"+after, NoteReasoning)
		case !opened && !splitsObject(before, end, after) && !splitsString(before, end, after):
			return x.take(after, NoteReasoning)
		}
	}
	return false
}

// splitsObject reports whether the tag between before and after is in an object that began before.
func splitsObject(before, tag, after string) bool {
	text := before + tag + after
	for _, at := range objectBegins.FindAllStringIndex(before, maxObjects) {
		if _, length, ended := objectOf(text[at[0]:]); !ended || at[0]+length > len(before) {
			return true
		}
	}
	return false
}

var objectBegins = lazyregexp.New(`\{\s*["']?[\w-]+["']?\s*:`)

// splitsString reports whether the tag between before and after is in a string: on its line, in a
// statement that began before.
func splitsString(before, tag, after string) bool {
	if before != "" && after != "" && strings.IndexByte(`'"`, before[len(before)-1]) >= 0 && strings.IndexByte(`'"`, after[0]) >= 0 {
		return true
	}
	at := sqlFrom(before, 0)
	if at < 0 {
		return false
	}
	text := before + tag + after
	for at < len(before) {
		end, _ := tokenEnd(text, at)
		if end > len(before) {
			token := text[at:end]
			return strings.IndexByte(`'"`, token[0]) >= 0 && token[len(token)-1] == token[0] && !strings.Contains(token, "\n")
		}
		at = end
	}
	return false
}

// unfinished reports whether text is a block of reasoning without an end.
func unfinished(text string) bool {
	return slices.ContainsFunc(thoughts, func(tag string) bool { return strings.HasPrefix(text, "<"+tag+">") })
}
