// Package docs holds the documents that the program serves.
package docs

import _ "embed" // for the document

// OpenAPI is docs/openapi.json, which describes the HTTP interface.
//
//go:embed openapi.json
var OpenAPI []byte
