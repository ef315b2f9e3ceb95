package corpus

import (
	"fmt"
	"strconv"
	"strings"
)

const fence = "```"

// Parse reads the text of one case page. file is used for positions only. The error gives file and
// line, and says what to write instead.
func Parse(file, text string) (Page, error) {
	if at := strings.IndexByte(text, '\r'); at >= 0 {
		line := 1 + strings.Count(text[:at], "\n")
		return Page{}, fmt.Errorf("%s:%d: carriage return; end lines with LF, and write a CR inside a statement as \\r in a quoted body", file, line)
	}
	p := &parser{file: file, lines: strings.Split(text, "\n")}
	page, err := p.page()
	if err != nil {
		return Page{}, err
	}
	return page, nil
}

// A parser reads a page line by line.
type parser struct {
	file  string
	lines []string
	at    int // index of the next line
}

func (p *parser) errorf(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", p.file, line+1, fmt.Sprintf(format, args...))
}

// page reads a whole page: title, promise, sections.
func (p *parser) page() (Page, error) {
	title, ok := p.heading("# ")
	if !ok {
		return Page{}, p.errorf(0, "the first line is not a title; begin the page with # and its name")
	}
	page := Page{Name: title, Promise: p.prose()}
	if page.Promise == "" {
		return Page{}, p.errorf(0, "no promise below the title; say what is true of every accepted query")
	}
	headings := map[string]bool{}
	for p.more() {
		line := p.at
		name, ok := p.heading("## ")
		if !ok {
			return Page{}, p.errorf(line, "expected a heading ## with the name of a case")
		}
		if headings[name] {
			return Page{}, p.errorf(line, "a case called %q is on this page already; give it another name", name)
		}
		headings[name] = true
		cases, err := p.section(name, line)
		if err != nil {
			return Page{}, err
		}
		page.Cases = append(page.Cases, cases...)
	}
	if len(page.Cases) == 0 {
		return Page{}, p.errorf(0, "no case; add a heading ## with a statement below it")
	}
	return page, nil
}

// section reads the statements under one heading, each below the sentence that says why it exists.
func (p *parser) section(name string, line int) ([]Case, error) {
	var cases []Case
	for p.more() && !p.headingNext() {
		start := p.at
		why := p.prose()
		switch {
		case !p.fenceNext():
			return nil, p.errorf(start, "no statement follows this text; put each sentence above its ```sql block")
		case why == "":
			return nil, p.errorf(p.at, "no sentence above the block says why the case exists")
		}
		c, err := p.oneCase()
		if err != nil {
			return nil, err
		}
		c.Heading, c.Name, c.Why = name, name, why
		if len(cases) > 0 {
			c.Name = fmt.Sprintf("%s #%d", name, len(cases)+1)
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, p.errorf(line, "case %q has no ```sql block", name)
	}
	return cases, nil
}

// oneCase reads a ```sql block and the ```text block that may follow it.
func (p *parser) oneCase() (Case, error) {
	line := p.at
	info, body, err := p.block()
	if err != nil {
		return Case{}, err
	}
	c := Case{File: p.file, Line: line + 1}
	quoted, err := c.describe(info)
	if err != nil {
		return Case{}, p.errorf(line, "%v", err)
	}
	c.SQL = p.text(body)
	if quoted {
		if c.SQL, err = strconv.Unquote(c.SQL); err != nil {
			return Case{}, p.errorf(body.from, "the body is not a Go string literal; write it as \"…\" on one line")
		}
	}
	return c, p.goldenOf(&c)
}

// goldenOf reads the ```text block of c, if it has one.
func (p *parser) goldenOf(c *Case) error {
	p.skipBlank()
	if !p.more() || strings.TrimSpace(p.lines[p.at]) != fence+"text" {
		return nil
	}
	_, body, err := p.block()
	if err != nil {
		return err
	}
	c.HasGolden, c.Golden, c.golden = true, p.text(body), body
	return nil
}

// block reads a fenced block and returns the words after its opening fence and the lines inside.
func (p *parser) block() (info string, body span, err error) {
	open := p.at
	info = strings.TrimPrefix(p.lines[open], fence)
	for p.at++; p.at < len(p.lines); p.at++ {
		if p.lines[p.at] == fence {
			body = span{open + 1, p.at}
			p.at++
			return info, body, nil
		}
	}
	return "", span{}, p.errorf(open, "the block is not closed; end it with a line ```")
}

func (p *parser) text(s span) string { return strings.Join(p.lines[s.from:s.to], "\n") }

// prose reads text up to the next heading or fence and returns it as one line.
func (p *parser) prose() string {
	var words []string
	for p.at < len(p.lines) && !p.headingNext() && !p.fenceNext() {
		words = append(words, strings.Fields(p.lines[p.at])...)
		p.at++
	}
	return strings.Join(words, " ")
}

// heading reads a heading that begins with mark, if one is next.
func (p *parser) heading(mark string) (name string, ok bool) {
	if p.at == len(p.lines) {
		return "", false
	}
	rest, ok := strings.CutPrefix(p.lines[p.at], mark)
	name = strings.TrimSpace(rest)
	if !ok || name == "" {
		return "", false
	}
	p.at++
	return name, true
}

func (p *parser) headingNext() bool { return strings.HasPrefix(p.lines[p.at], "#") }
func (p *parser) fenceNext() bool {
	return p.at < len(p.lines) && strings.HasPrefix(p.lines[p.at], fence)
}

// more skips blank lines and reports whether anything follows.
func (p *parser) more() bool {
	p.skipBlank()
	return p.at < len(p.lines)
}

func (p *parser) skipBlank() {
	for p.at < len(p.lines) && strings.TrimSpace(p.lines[p.at]) == "" {
		p.at++
	}
}
