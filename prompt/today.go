package prompt

import (
	"fmt"
	"time"
)

// todayText says which day it is, or nothing where nobody has a clock. It stands with the question: the system prompt
// is the same on every day, so that providers can keep it.
func (o Options) todayText() string {
	if o.Now == nil {
		return ""
	}
	now := o.Now()
	day := now.Format(time.DateOnly)
	return fmt.Sprintf("Today is %s, %s (%s); in SQL: DATE '%s'.\n\n", now.Weekday(), day, oneLine(now.Location().String(), maxName), day)
}

// todayRule is how to say a day in SQL that the question counts from today. CURRENT_DATE is the day of the server, which
// may be another one where the person is.
const todayRule = "- Periods counted from today: take the day that stands with the question, as in DATE '2026-01-31' - INTERVAL 1 MONTH."
