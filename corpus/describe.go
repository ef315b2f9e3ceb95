package corpus

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ruleName is what a rule may be called.
var ruleName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// describe reads the words after the opening fence of a statement:
//
//	sql accept [advise CODE…] [SETTING…] [quoted]
//	sql reject RULE… [SETTING…] [quoted]
func (c *Case) describe(info string) (quoted bool, err error) {
	words := strings.Fields(info)
	if len(words) < 2 || words[0] != "sql" {
		return false, fmt.Errorf("unknown block %q; write ```sql accept or ```sql reject RULE, or ```text below a statement", info)
	}
	verdict, words := words[1], words[2:]
	if len(words) > 0 && words[len(words)-1] == "quoted" {
		quoted, words = true, words[:len(words)-1]
	}
	words, err = c.verdict(verdict, words)
	if err != nil {
		return false, err
	}
	for _, word := range words {
		if err := c.Settings.set(word); err != nil {
			return false, err
		}
	}
	return quoted, nil
}

// verdict reads the names that belong to a verdict and returns the words after them.
func (c *Case) verdict(verdict string, words []string) (rest []string, err error) {
	switch verdict {
	case "accept":
		c.Accept = true
		if len(words) == 0 || words[0] != "advise" {
			return words, nil
		}
		c.Advice, rest = names(words[1:])
		if len(c.Advice) == 0 {
			return nil, fmt.Errorf("advise names no advisory rule; write ```sql accept advise CODE")
		}
	case "reject":
		c.Rules, rest = names(words)
		if len(c.Rules) == 0 {
			return nil, fmt.Errorf("reject names no rule; write ```sql reject RULE")
		}
	default:
		return nil, fmt.Errorf("unknown verdict %q; write accept or reject", verdict)
	}
	return rest, nil
}

// names splits words into the names of rules at its beginning and the rest.
func names(words []string) (names, rest []string) {
	for i, word := range words {
		if slices.Contains(flags, word) || !ruleName.MatchString(word) {
			return words[:i], words[i:]
		}
	}
	return words, nil
}

// flags are the settings without a value.
var flags = []string{"mysql", "mariadb", "tidb", "with-sensitive", "case-sensitive", "ascii", "row-rules"}

// set applies one setting, such as mariadb or depth=12.
func (s *Settings) set(word string) error {
	switch word {
	case "mysql", "mariadb", "tidb":
		s.Dialects = append(s.Dialects, word)
	case "with-sensitive":
		s.WithSensitive = true
	case "case-sensitive":
		s.CaseSensitive = true
	case "ascii":
		s.ASCII = true
	case "row-rules":
		s.RowRules = true
	default:
		if version, ok := strings.CutPrefix(word, "server="); ok && version != "" {
			s.Server = version
			return nil
		}
		return s.setNumber(word)
	}
	return nil
}

func (s *Settings) setNumber(word string) error {
	name, value, _ := strings.Cut(word, "=")
	switch name {
	case "bounded", "bytes", "depth", "nodes", "relations", "unlinked", "rows":
	default:
		return fmt.Errorf("unknown setting %q; the settings are %s, server=VERSION, bounded=N, bytes=N, depth=N, nodes=N, relations=N, unlinked=N, rows=N", word, strings.Join(flags, ", "))
	}
	n, err := strconv.ParseUint(value, 10, 31)
	if err != nil || n == 0 {
		return fmt.Errorf("setting %q has no number; write %s=N with N of at least 1", word, name)
	}
	if name == "bounded" {
		s.MaxRows = n
		return nil
	}
	if s.Limits == nil {
		s.Limits = map[string]int{}
	}
	s.Limits[name] = int(n)
	return nil
}
