package ddl

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxFile is the size of the largest file that is read, in bytes.
const maxFile = 64 << 20

// Open returns the files at paths: those that are files as they are, and for a directory the .sql
// files in it in order of name, in which 2 comes before 10 and V1__x before V1.1__x. "-" is stdin. Files of migrations that
// undo others are passed over: x.down.sql, and U1__x.sql beside V1__x.sql. The error wraps one of the file system.
func Open(paths []string, stdin io.Reader) ([]File, error) {
	var files []File
	for _, path := range paths {
		if path == "-" {
			f, err := read("standard input", stdin)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
			continue
		}
		names, err := expand(path)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			f, err := readFile(name)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
	}
	return files, nil
}

// expand returns path, or the files in the directory that it is.
func expand(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if name := entry.Name(); !entry.IsDir() && strings.EqualFold(filepath.Ext(name), ".sql") && !undoes(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: there is no .sql file in this directory", path)
	}
	slices.SortFunc(names, inOrder)
	for i := range names {
		names[i] = filepath.Join(path, names[i])
	}
	return names, nil
}

var undoName = regexp.MustCompile(`(?i:\.down\.sql)$|^U[0-9._]+__`)

func undoes(name string) bool { return undoName.MatchString(name) }

var digits = regexp.MustCompile(`[0-9]+|[^0-9]+`)

// inOrder compares names; numbers in them count by their value, and the version before "__" goes before
// all that follows.
func inOrder(a, b string) int {
	version, rest := versioned(a)
	otherVersion, otherRest := versioned(b)
	return cmp.Or(compareParts(version, otherVersion), compareParts(rest, otherRest), strings.Compare(a, b))
}

// versioned returns the version that a name begins with, where V1_2__x is version V1.2, and the rest of
// it. Of a name without one, all is the version.
func versioned(name string) (version, rest string) {
	version, rest, found := strings.Cut(name, "__")
	if found {
		version = strings.ReplaceAll(version, "_", ".")
	}
	return version, rest
}

func compareParts(a, b string) int {
	x, y := digits.FindAllString(a, -1), digits.FindAllString(b, -1)
	for i := range min(len(x), len(y)) {
		if order := comparePart(x[i], y[i]); order != 0 {
			return order
		}
	}
	return cmp.Compare(len(x), len(y))
}

func comparePart(a, b string) int {
	if isDigit(a[0]) && isDigit(b[0]) {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	}
	return strings.Compare(a, b)
}

func readFile(name string) (File, error) {
	file, err := os.Open(name)
	if err != nil {
		return File{}, err
	}
	defer file.Close()
	return read(name, file)
}

func read(name string, r io.Reader) (File, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	switch {
	case err != nil:
		return File{}, fmt.Errorf("%s: %w", name, err)
	case len(data) > maxFile:
		return File{}, fmt.Errorf("%s: the file is larger than %d MiB; dump the schema without rows (--no-data)", name, maxFile>>20)
	case !utf8.Valid(data):
		return File{}, fmt.Errorf("%s: %w", name, errors.New("the text is not UTF-8; convert it first"))
	}
	return File{name, strings.TrimPrefix(string(data), "\ufeff")}, nil
}

// direction is the line of a file of migrations after which comes what does something, or undoes it.
var direction = regexp.MustCompile(`(?mi)^--[ \t]*(?:\+goose[ \t]+|\+migrate[ \t]+|migrate:)(up|down)\b.*$`)

// upSections returns a file of migrations without the parts that undo others. Lines stay in their place.
func upSections(text string) string {
	var b strings.Builder
	from, undoes := 0, false
	take := func(end int) {
		part := text[from:end]
		if undoes {
			part = strings.Repeat("\n", strings.Count(part, "\n"))
		}
		b.WriteString(part)
		from = end
	}
	for _, found := range direction.FindAllStringSubmatchIndex(text, -1) {
		take(found[0])
		undoes = strings.EqualFold(text[found[2]:found[3]], "down")
	}
	take(len(text))
	return b.String()
}
