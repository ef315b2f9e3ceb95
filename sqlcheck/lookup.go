package sqlcheck

import "github.com/asksql/asksql/sqlcheck/internal/spelling"

// found is what looking a name up in one scope gave.
type found uint8

const (
	absent     found = iota
	unique           // one column, or one merged of several
	ambiguous        // several
	confusable       // none, but one that a server might take for it
	suppressed       // none, but there is a table that is refused anyway
)

// find looks name up in the visible relations of s; qualifier and database may be empty.
func (s *scope) find(database, qualifier, name string, exact bool) (binding, found) {
	return s.findIn(s.lo, s.hi, database, qualifier, name, exact)
}

func (s *scope) findIn(lo, hi int, database, qualifier, name string, exact bool) (binding, found) {
	if qualifier != "" {
		at, outcome := s.relation(lo, hi, database, qualifier, exact)
		if outcome != unique {
			return binding{}, outcome
		}
		lo, hi = at, at+1
	}
	return s.findUnqualified(lo, hi, name)
}

func (s *scope) findUnqualified(lo, hi int, name string) (binding, found) {
	var first binding
	result := absent
	for i := lo; i < hi; i++ {
		rel := &s.relations[i]
		if rel.unknown {
			if result == absent {
				result = suppressed
			}
			continue
		}
		column, outcome := rel.find(name)
		switch {
		case outcome == absent:
		case outcome != unique:
			return first, outcome
		case result == unique:
			return first, ambiguous
		default:
			first, result = binding{i, column}, unique
			if m := s.merge(name, i, lo, hi); m != nil {
				first, i = m.carrier, m.hi-1
			}
		}
	}
	return first, result
}

// merge returns the widest merge of name within [lo, hi) that covers relation i, or nil.
func (s *scope) merge(name string, i, lo, hi int) *mergedColumn {
	var widest *mergedColumn
	for k := range s.merged {
		m := &s.merged[k]
		if m.lo >= lo && m.hi <= hi && m.lo <= i && i < m.hi && (widest == nil || m.hi > widest.hi) && sameName(m.name, name) {
			widest = m
		}
	}
	return widest
}

// relation finds the visible relation that a qualifier names. An alias hides the table's own name.
// A name that matches but for letter case counts if no other does.
func (s *scope) relation(lo, hi int, database, qualifier string, exact bool) (int, found) {
	at, result := -1, absent
	sought := spelled{name: qualifier}
	for i := lo; i < hi; i++ {
		rel := &s.relations[i]
		switch {
		case rel.name == qualifier:
			if database != "" && !rel.in(database) {
				// The nearest relation of that name decides; a CTE or derived table is in no database.
				return i, ambiguous
			}
			if rel.unknown {
				return i, suppressed
			}
			return i, unique
		case exact:
		case sameName(rel.name, qualifier):
			if result == unique {
				result = ambiguous
				continue
			}
			at, result = i, unique
		case rel.looks(&sought):
			return i, confusable
		}
	}
	if result == unique && s.relations[at].unknown {
		return at, suppressed
	}
	if result == unique && database != "" && !s.relations[at].in(database) {
		return at, ambiguous
	}
	return at, result
}

func (rel *relation) looks(like *spelled) bool {
	rel.spelled.name = rel.name
	return rel.spelled.looksLike(like)
}

func (rel *relation) in(database string) bool {
	return rel.unknown || rel.table != nil && rel.table.database != "" && sameName(rel.table.database, database)
}

// find returns the position of the column called name.
func (rel *relation) find(name string) (int, found) {
	if rel.table != nil {
		return rel.table.find(name)
	}
	if len(rel.outputs) > fewNames {
		return rel.findIndexed(name)
	}
	for i := range rel.outputs {
		if sameName(rel.outputs[i].name, name) {
			return i, unique
		}
	}
	if rel.ascii && isASCII(name) {
		return -1, absent
	}
	sought := spelled{name: name}
	for i := range rel.outputs {
		if rel.outputs[i].looks(&sought) {
			return i, confusable
		}
	}
	return -1, absent
}

// findIndexed is find for many columns.
func (rel *relation) findIndexed(name string) (int, found) {
	if rel.index == nil {
		rel.index = new(nameIndex)
	}
	rel.index.update(len(rel.outputs), func(i int) string { return rel.outputs[i].name })
	switch same, alike := rel.index.find(name); {
	case same >= 0:
		return same, unique
	case alike >= 0:
		return alike, confusable
	default:
		return -1, absent
	}
}

// output looks an alias or implied name up in the projection. The same column twice is not ambiguous.
func (s *scope) output(name string) (int, found) {
	if len(s.outputs) > fewNames {
		return s.outputIndexed(name)
	}
	at, result := -1, absent
	sought := spelled{name: name}
	for i := range s.outputs {
		o := &s.outputs[i]
		switch {
		case o.name == "":
		case sameName(o.name, name):
			if result == unique {
				if first := &s.outputs[at]; !first.plain || !o.plain || first.from != o.from {
					return at, ambiguous
				}
				continue
			}
			at, result = i, unique
		case result == absent && o.looks(&sought):
			return i, confusable
		}
	}
	return at, result
}

// outputIndexed is output for many.
func (s *scope) outputIndexed(name string) (int, found) {
	same, alike := s.indexedOutputs().find(name)
	switch {
	case alike >= 0 && (same < 0 || alike < same):
		return alike, confusable
	case same < 0:
		return -1, absent
	case s.repeated[same]:
		return same, ambiguous
	default:
		return same, unique
	}
}

// indexedOutputs returns the index of the names of the outputs, and notes which of them others have that
// are not the same column.
func (s *scope) indexedOutputs() *nameIndex {
	if s.index.names > len(s.outputs) {
		s.index, s.repeated = nameIndex{}, nil
	}
	done := s.index.names
	s.index.update(len(s.outputs), func(i int) string { return s.outputs[i].name })
	for i := done; i < len(s.outputs); i++ {
		o := &s.outputs[i]
		if o.name == "" {
			continue
		}
		at := s.index.same[fold(o.name)]
		if first := &s.outputs[at]; at < i && (!first.plain || !o.plain || first.from != o.from) {
			if s.repeated == nil {
				s.repeated = make(map[int]bool)
			}
			s.repeated[at] = true
		}
	}
	return &s.index
}

// A spelled name keeps its shape, made when it is first needed: names outside ASCII are rare, and
// comparing one with many must not make it many times.
type spelled struct {
	name string
	look
}

// A look is what a name looks like, as far as that is known.
type look struct {
	shape   spelling.Shape // 0 if it is not known
	ascii   bool
	scanned bool // ascii is known
}

func (s *spelled) isASCII() bool {
	if !s.scanned {
		s.scanned, s.ascii = true, isASCII(s.name)
	}
	return s.ascii
}

func (s *spelled) bones() spelling.Shape {
	if s.shape == 0 {
		s.shape = shapeOf(s.name)
	}
	return s.shape
}

// looksLike is looksAlike for names that keep their skeletons.
func (s *spelled) looksLike(other *spelled) bool {
	return (!s.isASCII() || !other.isASCII()) && s.bones() == other.bones()
}

func (o *output) looks(like *spelled) bool {
	mine := spelled{o.name, o.look}
	alike := mine.looksLike(like)
	o.look = mine.look
	return alike
}
