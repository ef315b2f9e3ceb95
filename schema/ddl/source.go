package ddl

import (
	"bytes"
	"cmp"
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

// maxFiles is how many files are read at most, and maxText how many bytes they may hold.
const (
	maxFiles = 20_000
	maxText  = 512 << 20
)

// Open returns the files at paths: those that are files as they are, and for a directory the .sql
// files in it and in the directories below in order of name, in which 2 comes before 10 and V1__x before V1.1__x. "-" is
// stdin. passed are those that were passed over: files and directories of migrations that undo others or test them, such
// as x.down.sql, U1__x.sql beside V1__x.sql and revert/, and compressed files. The error wraps one of the file system.
func Open(paths []string, stdin io.Reader) (files []File, passed []string, err error) {
	size := 0
	add := func(f File, err error) error {
		if files, size = append(files, f), size+len(f.Text); err == nil && size > maxText {
			err = fmt.Errorf("the files hold more than %d MiB; take fewer, or dump the schema without rows (--no-data)", maxText>>20)
		}
		return err
	}
	for _, path := range paths {
		if path == "-" {
			if err := add(read("standard input", stdin)); err != nil {
				return nil, nil, err
			}
			continue
		}
		found, err := expand(path)
		if err != nil {
			return nil, nil, err
		}
		for _, name := range found.names {
			if err := add(readFile(name)); err != nil {
				return nil, nil, err
			}
		}
		passed = append(passed, found.passed...)
	}
	return files, passed, nil
}

// A folder is what a path leads to.
type folder struct {
	names  []string // of files, in their order
	passed []string // files and directories that were passed over
}

// expand returns path, or the files in the directory that it is.
func expand(path string) (*folder, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return &folder{names: []string{path}}, nil
	}
	f := &folder{}
	switch err := f.add(path, maxFolders); {
	case err != nil:
		return nil, err
	case len(f.names) == 0 && len(f.passed) > 0:
		return nil, fmt.Errorf("%s: there is no .sql file in this directory but what is passed over: %s", path, strings.Join(f.passed, ", "))
	case len(f.names) == 0:
		return nil, fmt.Errorf("%s: there is no .sql file in this directory", path)
	}
	return f, nil
}

// maxFolders is how deep directories are read.
const maxFolders = 16

// add adds the files in a directory, and in those in it. Links to directories are an error: they may lead anywhere.
func (f *folder) add(path string, depth int) error {
	if depth == 0 {
		return fmt.Errorf("%s: directories are nested more than %d deep", path, maxFolders)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return inOrder(a.Name(), b.Name()) })
	for _, entry := range entries {
		if err := f.addEntry(entry, filepath.Join(path, entry.Name()), depth); err != nil {
			return err
		}
	}
	return nil
}

func (f *folder) addEntry(entry os.DirEntry, path string, depth int) error {
	name := entry.Name()
	switch {
	case strings.HasPrefix(name, "."): // of an editor, or of a version control
	case undoes(name, entry.IsDir()), compressed.MatchString(name):
		f.passed = append(f.passed, path)
	case entry.IsDir():
		return f.add(path, depth-1)
	case leadsToDirectory(entry, path):
		return fmt.Errorf("%s: this link leads to a directory, which is not followed; name the directory itself", path)
	case strings.EqualFold(filepath.Ext(name), ".sql"):
		if f.names = append(f.names, path); len(f.names) > maxFiles {
			return fmt.Errorf("%s: there are more than %d files", path, maxFiles)
		}
	}
	return nil
}

var compressed = regexp.MustCompile(`(?i)\.sql\.(gz|bz2|xz|zst|zip|lz4)$`)

func leadsToDirectory(entry os.DirEntry, path string) bool {
	if entry.Type()&os.ModeSymlink == 0 {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

var (
	undoFile   = regexp.MustCompile(`(?i:^|\.|_|-)(?i:down|undo|rollback|revert)\.(?i:sql)$|^U[0-9._]+__`)
	undoFolder = regexp.MustCompile(`(?i)^(down|undo|rollbacks?|revert|verify)$`)
)

// undoes reports whether a file or directory of the name is one of migrations that undo others, or test them.
func undoes(name string, isDir bool) bool {
	if isDir {
		return undoFolder.MatchString(name)
	}
	return undoFile.MatchString(name)
}

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
		return File{}, fmt.Errorf("%s: the text is not UTF-8; %s", name, encodingOf(data))
	}
	return File{name, strings.TrimPrefix(string(data), "\ufeff")}, nil
}

// encodingOf says what the text seems to be instead, and how to convert it.
func encodingOf(data []byte) string {
	const how = "it looks like %s: convert it by iconv -f %s -t UTF-8"
	zeros := [2]int{}
	sample := data[:min(len(data), 4096)]
	for i, c := range sample {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), 4*zeros[1] > len(sample):
		return fmt.Sprintf(how, "UTF-16", "UTF-16LE")
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}), 4*zeros[0] > len(sample):
		return fmt.Sprintf(how, "UTF-16", "UTF-16BE")
	case bytes.HasPrefix(data, []byte{0x1f, 0x8b}), bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return "it looks compressed: unpack it first"
	}
	line := 1 + bytes.Count(data[:invalidAt(data)], []byte("\n"))
	return fmt.Sprintf("the first other byte is on line %d; convert it first, such as by iconv -f WINDOWS-1252 -t UTF-8, or GB18030, or SHIFT_JIS, whatever it was written in", line)
}

// invalidAt returns the offset of the first byte that is not UTF-8.
func invalidAt(data []byte) int {
	at := 0
	for at < len(data) {
		r, n := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && n == 1 {
			return at
		}
		at += n
	}
	return at
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
