package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An option is one key of the configuration.
type option struct {
	key     string // its place in the file, such as "server.port"
	env     string // its environment variable where the name does not follow from the key
	kind    kind
	initial any    // the default; nil leaves the field unset
	doc     string // what it means, in one sentence
}

// variable returns the name of the option's environment variable.
func (o option) variable() string {
	if o.env != "" {
		return o.env
	}
	return envPrefix + upperSnake(o.key)
}

// A kind is the type of an option: how a value in the file and a text in the environment or behind
// a flag become one value. Errors say only what is wanted: what was given might be a secret.
type kind struct {
	want string                     // what a value must be, for people
	file func(v any) (any, bool)    // a decoded YAML value
	text func(s string) (any, bool) // a variable or flag
}

func (k kind) fromFile(v any) (any, error) { return k.wanted(k.file(v)) }

func (k kind) fromText(s string) (any, error) { return k.wanted(k.text(s)) }

func (k kind) wanted(v any, ok bool) (any, error) {
	if !ok {
		return nil, fmt.Errorf("must be %s", k.want)
	}
	return v, nil
}

// integer is a whole number from low to high.
func integer(low, high int) kind {
	within := func(n int) (any, bool) { return n, low <= n && n <= high }
	return kind{
		want: fmt.Sprintf("a whole number from %d to %d", low, high),
		file: func(v any) (any, bool) {
			n, ok := v.(int)
			if !ok {
				return nil, false
			}
			return within(n)
		},
		text: func(s string) (any, bool) {
			n, err := strconv.Atoi(s)
			if err != nil {
				return nil, false
			}
			return within(n)
		},
	}
}

// number is a number from low to high.
func number(low, high float64) kind {
	within := func(n float64) (any, bool) { return n, low <= n && n <= high }
	return kind{
		want: fmt.Sprintf("a number from %g to %g", low, high),
		file: func(v any) (any, bool) {
			switch n := v.(type) {
			case int:
				return within(float64(n))
			case float64:
				return within(n)
			default:
				return nil, false
			}
		},
		text: func(s string) (any, bool) {
			n, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return nil, false
			}
			return within(n)
		},
	}
}

// duration is a length of time from a millisecond to a day.
func duration() kind {
	return textual("a duration from 1ms to 24h, such as 30s", func(s string) (any, bool) {
		d, err := time.ParseDuration(s)
		return d, err == nil && time.Millisecond <= d && d <= 24*time.Hour
	})
}

// pause is a length of time from nothing to an hour.
func pause() kind {
	return textual("a duration from 0s to 1h, such as 5s", func(s string) (any, bool) {
		d, err := time.ParseDuration(s)
		return d, err == nil && 0 <= d && d <= time.Hour
	})
}

// boolean is true or false.
func boolean() kind {
	return kind{
		want: "true or false",
		file: func(v any) (any, bool) { b, ok := v.(bool); return b, ok },
		text: func(s string) (any, bool) { b, err := strconv.ParseBool(s); return b, err == nil },
	}
}

// text is any text.
func text() kind {
	return textual("a text", func(s string) (any, bool) { return s, true })
}

// oneOf is one of the values.
func oneOf(values ...string) kind {
	return textual("one of "+strings.Join(values, ", "), func(s string) (any, bool) {
		return s, slices.Contains(values, s)
	})
}

// noZone is the zone of those who do not tell models which day it is.
const noZone = "none"

// timeZone is the name of a time zone, or none.
func timeZone() kind {
	return textual("a time zone such as Europe/Berlin, UTC or none", func(s string) (any, bool) {
		return s, s == noZone || Location(s) != nil
	})
}

// Location returns the time zone of a name that prompt.timeZone may have, or nil for none.
func Location(name string) *time.Location {
	if name == noZone || name == "" || name == "Local" { // the machine's own is not the same everywhere
		return nil
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return location
}

// optionally is kind k or the empty text.
func optionally(k kind) kind {
	return textual(k.want+", or empty", func(s string) (any, bool) {
		if s == "" {
			return s, true
		}
		return k.text(s)
	})
}

// textual is a kind that is written the same way in the file and elsewhere.
func textual(want string, text func(string) (any, bool)) kind {
	return kind{want: want, text: text, file: func(v any) (any, bool) {
		s, ok := v.(string)
		if !ok {
			return nil, false
		}
		return text(s)
	}}
}

// list is a list of items, each of kind k; outside the file they are separated by commas.
func list(k kind) kind {
	items := func(texts []string) (any, bool) {
		for _, s := range texts {
			if _, ok := k.text(s); !ok || s == "" {
				return nil, false
			}
		}
		return texts, true
	}
	return kind{
		want: "a list, each item " + k.want,
		file: func(v any) (any, bool) {
			texts, ok := strs(v)
			if !ok {
				return nil, false
			}
			return items(texts)
		},
		text: func(s string) (any, bool) {
			texts := strings.Split(s, ",")
			for i := range texts {
				texts[i] = strings.TrimSpace(texts[i])
			}
			return items(texts)
		},
	}
}

// strs returns the strings of a decoded YAML list.
func strs(v any) ([]string, bool) {
	values, ok := v.([]any)
	if !ok {
		return nil, false
	}
	texts := make([]string, 0, len(values))
	for _, v := range values {
		s, ok := v.(string)
		if !ok {
			return nil, false
		}
		texts = append(texts, s)
	}
	return texts, true
}
