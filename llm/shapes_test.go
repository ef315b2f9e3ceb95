package llm

import (
	"strings"
	"testing"
	"time"
)

// TestRepliesOfEveryShape: a reply as large as one may be costs no more than reading it, whatever is in it.
func TestRepliesOfEveryShape(t *testing.T) {
	const size = maxReplyBytes - 64
	bodies := map[string]string{
		"open brackets":          strings.Repeat("[", size),
		"open objects":           strings.Repeat(`{"a":`, size/5),
		"nested content":         `{"choices":[{"message":{"content":` + strings.Repeat("[", size/2),
		"many choices":           `{"choices":[` + strings.Repeat("0,", size/2) + `0]}`,
		"many parts":             `{"choices":[{"finish_reason":"stop","message":{"content":[` + strings.Repeat(`{"type":"x"},`, size/13-20) + `{"type":"x"}]}}]}`,
		"many members":           `{` + strings.Repeat(`"choices":null,`, size/15) + `"a":0}`,
		"many errors":            `{` + strings.Repeat(`"error":{},`, size/11) + `"error":"x"}`,
		"a number":               `{"choices":` + strings.Repeat("9", size) + `}`,
		"escapes":                `{"error":"` + strings.Repeat(`\u0000`, size/6) + `"}`,
		"control characters":     strings.Repeat("\x1b[2J", size/4),
		"no UTF-8":               `{"error":"` + strings.Repeat("\xff", size) + `"}`,
		"blanks":                 strings.Repeat(" \n", size/2),
		"the key, over and over": strings.Repeat(key[3:11]+" ", size/9),
		"empty events":           strings.Repeat("data:\n\n", size/7),
		"events of nothing":      strings.Repeat("data: {}\n\n", size/10),
		"one event of lines":     "data: {\n" + strings.Repeat("data: \n", size/7),
		"comments":               "data: 1\n" + strings.Repeat(":\n", size/2),
		"lines of objects":       strings.Repeat("{}\n", size/3),
		"objects of objects":     strings.Repeat(`{"message":{}}`, size/14),
	}
	each(t, func(t *testing.T, d dialect) {
		for name, body := range bodies {
			for _, status := range []int{200, 400} {
				start := time.Now()
				e := failure(t, serve(t, d, says(status, "application/json", body)))
				if took := time.Since(start); took > 15*time.Second {
					t.Errorf("%s, %d: took %s", name, status, took)
				}
				if len(e.Detail) > maxDetail || strings.ContainsAny(e.Detail, "\n\r") || e.Kind == KindTimeout {
					t.Errorf("%s, %d: got %v", name, status, e)
				}
			}
		}
	})
}
