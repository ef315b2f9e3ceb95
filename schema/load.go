package schema

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// maxFileBytes is the size of the largest file that Load reads, about 30,000 tables.
const maxFileBytes = 64 << 20

// Load returns the artifact in the file at path. The error names the path; it wraps an error of
// the file system, or Errors.
func (d Decoder) Load(path string) (*Artifact, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("load schema %s: %w", path, err)
	}
	artifact, err := d.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("load schema %s: %w", path, err)
	}
	return artifact, nil
}

func readFile(path string) ([]byte, error) {
	// Before opening: to open a named pipe is to wait for whoever writes to it.
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("this is a directory; give the artifact file in it")
	case !info.Mode().IsRegular():
		return nil, errors.New("this is not a regular file; give an artifact file")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAtMost(file, maxFileBytes)
}

func readAtMost(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("the file is larger than %d MiB; leave tables out", limit>>20)
	}
	return data, nil
}
