package sqlcheck

// Which relations of a block conditions link to each other: those that none links multiply their rows.

// link joins relation i to the others that the current condition mentions.
func (s *scope) link(i int) {
	if !s.condition.active {
		return
	}
	if s.condition.first < 0 {
		s.condition.first = i
		return
	}
	s.union(s.condition.first, i)
}

func (s *scope) union(a, b int) { s.relations[s.root(a)].group = s.root(b) }

func (s *scope) root(i int) int {
	for s.relations[i].group != i {
		i = s.relations[i].group
	}
	return i
}

// unlinked returns how many groups of relations no condition links to each other, 0 if there is one
// group at most. Relations of one row do not count.
func (s *scope) unlinked() int {
	groups := 0
	for i := range s.relations {
		if s.isGroup(i) {
			groups++
		}
	}
	if groups == 1 {
		return 0
	}
	return groups
}

// isGroup reports whether i stands for a group: it is the first of its group's relations that can
// have several rows.
func (s *scope) isGroup(i int) bool {
	if s.relations[i].oneRow {
		return false
	}
	for j := range i {
		if !s.relations[j].oneRow && s.root(j) == s.root(i) {
			return false
		}
	}
	return true
}
