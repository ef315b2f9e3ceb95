package cases

import (
	"encoding/json"
	"fmt"
	"os"
)

// answersOfServer is what a MySQL as it is installed said to the queries of people and models, on empty
// tables with the keys of their schemas, as make differential writes it down.
type answersOfServer struct {
	Server string // and its version
	Files  map[string]answeredFile
}

// An answeredFile is what a server said to the texts of a file: its errors, by ID. The others ran.
type answeredFile struct {
	Texts  int
	Errors map[string]int
}

func loadAnswers(path string) (said answersOfServer, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return said, fmt.Errorf("what a MySQL says is not on record; run make differential: %w", err)
	}
	if err := json.Unmarshal(text, &said); err != nil {
		return said, fmt.Errorf("read what a MySQL says, %s: %w", path, err)
	}
	return said, nil
}
