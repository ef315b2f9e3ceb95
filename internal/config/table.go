package config

import (
	"fmt"
	"strings"
	"time"
)

// Table returns all keys as a Markdown table: key, variable, default, and meaning with the values
// that are allowed.
func Table() string {
	var b strings.Builder
	b.WriteString("| Key | Environment | Default | Meaning |\n|---|---|---|---|\n")
	for _, o := range options() {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s Must be %s. |\n", o.key, o.variable(), shown(o.initial), o.doc, o.kind.want)
	}
	return b.String()
}

// shown returns a default as it would be written in the file.
func shown(v any) string {
	switch v := v.(type) {
	case nil:
		return "unset"
	case time.Duration:
		return "`" + plain(v) + "`"
	case []string:
		return "`[" + strings.Join(v, ", ") + "]`"
	case string:
		if v == "" {
			return "empty"
		}
	}
	return fmt.Sprintf("`%v`", v)
}

// plain drops the zero parts that String puts at the end: 2m0s becomes 2m.
func plain(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
