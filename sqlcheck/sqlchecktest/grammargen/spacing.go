package grammargen

// gaps are what may stand between two words. Who does not read comments as servers do takes what is in
// some of these for the end of a comment or the beginning of a string, or reads an operator with them.
var gaps = []string{"/**/", "/* ' */", "/*`*/", "/*'*/", "/*\\*/", "/*(*/", "/* -- */", "/*)*/", "/*\"*/", "-- '\n", "#`\n", "-- /*\n", "\n", "\t", "/*-*/ ", " /*;*/"}

// space gives some words of a text another gap than a blank.
func (w *walk) space(n *Node) {
	if n.production == nil && w.one(3) {
		n.gap = pick(w, gaps)
	}
	for _, c := range n.children {
		w.space(c)
	}
}
