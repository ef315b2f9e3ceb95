// Package shop is the example schema that everything can be tried with.
package shop

import _ "embed"

// Schema is the artifact in schema.json.
//
//go:embed schema.json
var Schema []byte
