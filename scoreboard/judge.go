package main

import (
	"fmt"

	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
)

// judgeAll puts every case to a contender, or notes why it cannot take part.
func judgeAll(c *contender, all *cases.All) {
	command, err := c.command()
	if err != nil {
		c.Skipped = err.Error()
		return
	}
	process := guard.NewProcess(command, all.Catalogs, guard.Patience)
	defer process.Stop()
	c.Answers = make([]guard.Answer, len(all.Cases))
	for i := range all.Cases {
		if !all.Cases[i].Comparable && !c.Own {
			continue
		}
		if c.Answers[i], err = process.Judge(asText(&all.Cases[i])); err != nil {
			c.Skipped = fmt.Sprintf("it does not start: %v", err)
			return
		}
	}
}

func asText(c *cases.Case) guard.Text {
	return guard.Text{SQL: guard.Raw(c.SQL), Catalog: c.Catalog, Dialect: c.Dialect.String(), Relaxed: c.Relaxed}
}
