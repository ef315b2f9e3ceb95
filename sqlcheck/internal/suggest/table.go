package suggest

import (
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/spelling"
)

// A Namesake is what a text has of the name of a table that is not there.
type Namesake struct {
	Kind NamesakeKind
	Name string // as it was declared, of a CTEInDatabase
}

// A NamesakeKind says why a namesake is not read.
type NamesakeKind uint8

// What a name may be that is no table's.
const (
	NoNamesake    NamesakeKind = iota
	CTEInDatabase              // a CTE that can be seen, but the name has a database
	CTEItself                  // the CTE in whose body it stands
	CTELater                   // a CTE further on in the WITH
	CTEOutOfSight              // a CTE of another query
	AliasAround                // an alias of a table that is read
)

// UnknownTable says that a table is not there. What its name is else goes before names like it.
func (a *Advisor) UnknownTable(database, name string, is Namesake) string {
	written := Excerpt(name)
	if database != "" {
		written = Excerpt(database + "." + name)
	}
	message := fmt.Sprintf("table %s is not in the schema", written)
	if hint := a.insteadOfTable(database, name, is); hint != "" {
		return message + "; " + hint
	}
	return message
}

func (a *Advisor) insteadOfTable(database, name string, is Namesake) string {
	switch is.Kind {
	case CTEInDatabase:
		return fmt.Sprintf("%s is a CTE, which is of no database: write %s alone", Excerpt(name), Excerpt(a.asWritten(is.Name)))
	case CTEItself:
		return fmt.Sprintf("the CTE %s reads itself, which takes WITH RECURSIVE", Excerpt(name))
	case CTELater:
		return fmt.Sprintf("the CTE %s is defined further on: define it first", Excerpt(name))
	case CTEOutOfSight:
		return fmt.Sprintf("the CTE %s is seen only in the query that its WITH stands in front of: define it in front of the whole statement", Excerpt(name))
	case AliasAround:
		return fmt.Sprintf("%s is an alias, which cannot be read again: write the name of its table, or use a CTE", Excerpt(name))
	}
	if database != "" {
		if table, ok := a.Called(name); ok {
			return fmt.Sprintf("write %s without the database", a.asWritten(table))
		}
	}
	return a.likeTable(name)
}

// likeTable names the tables like the one that was written, or those with a column called so, or if
// there are few, all of them.
func (a *Advisor) likeTable(name string) string {
	names := a.Tables()
	if len(names) == 0 || !a.mayLiken(name, names) {
		return ""
	}
	if near := nearest(name, names); len(near) > 0 {
		return "it has " + a.joined(near)
	}
	if having := a.elsewhere(name); len(having) > 0 {
		return fmt.Sprintf("%s is a column of %s", Excerpt(name), a.joined(having))
	}
	return "it has " + a.Listed(names)
}

// A Sight is why a relation that the text has cannot be seen from where a name stands.
type Sight uint8

// Where the relation stands, or the name.
const (
	Nowhere        Sight = iota // there is none
	OtherSide                   // it is no operand of the JOIN whose ON the name stands in
	JoinedLater                 // it stands behind the condition
	InsideOther                 // it stands in a query that is not around the name
	OutsideArm                  // the name stands in an arm that becomes a derived table
	OutsideDerived              // the name stands in a derived table or CTE
)

func (s Sight) hint() string {
	switch s {
	case OtherSide:
		return "ON sees the two sides of its own JOIN only, and a comma joins last; write JOIN instead of the comma"
	case JoinedLater:
		return "it is joined further on; join it before this condition"
	case InsideOther:
		return "it stands inside another query, whose tables are not seen outside it; select the column there, under a name of its own"
	case OutsideArm:
		return "it stands outside a part of a set operation that MariaDB makes a derived table, whose inside does not see it; compare the columns outside"
	case OutsideDerived:
		return "it stands outside a derived table or CTE, whose inside does not see it; compare the columns outside"
	default:
		return ""
	}
}

// UnknownQualifier says that the qualifier of a name is no table or alias that can be seen. sight is asked
// why, if it is not another name of one that can be.
func (a *Advisor) UnknownQualifier(written, qualifier string, visible []Relation, sight func() Sight) string {
	column := written[strings.LastIndexByte(written, '.')+1:]
	for i := range visible {
		rel := &visible[i]
		if rel.IsTable && !spelling.Same(rel.Name, rel.Table) &&
			(spelling.Same(qualifier, rel.Table) || spelling.Same(qualifier, rel.Database+"."+rel.Table)) {
			return fmt.Sprintf("the table %s is called %s here; write %s", rel.Table, rel.label(), Excerpt(a.asWritten(rel.Name)+"."+a.asWritten(column)))
		}
	}
	if hint := sight().hint(); hint != "" {
		return fmt.Sprintf("%s cannot be used for %s here: %s", Excerpt(qualifier), Excerpt(written), hint)
	}
	message := fmt.Sprintf("%s is not a table or alias that %s could be of here", Excerpt(qualifier), Excerpt(written))
	var names []string
	for i := range visible {
		if visible[i].Name != "" {
			names = append(names, visible[i].Name)
		}
	}
	if len(names) > 0 {
		message += "; there is " + a.Listed(names)
	}
	if table, ok := a.Called(qualifier); ok {
		message += fmt.Sprintf("; to use the table %s, join it", table)
	}
	return message
}
