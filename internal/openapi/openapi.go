// Package openapi makes docs/openapi.json, which describes the HTTP interface in OpenAPI 3.1: bodies from the Go types
// that are encoded and decoded, with their comments as descriptions, errors from the table that answers them. The
// program serves the file; it does not link this package.
package openapi

import (
	"io/fs"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/httpapi"
)

// object is a JSON object of the document.
type object = map[string]any

// Document returns the document. source is the root of the module, for the comments.
func Document(source fs.FS) ([]byte, error) {
	schemas, err := schemasOf(httpapi.Bodies(), source)
	if err != nil {
		return nil, err
	}
	for name, schema := range operatorSchemas() {
		schemas[name] = schema
	}
	doc := object{
		"openapi":           "3.1.0",
		"jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
		"info": object{
			"title":   "asksql",
			"version": "1",
			"license": object{"name": "Apache-2.0", "identifier": "Apache-2.0"},
			"description": "Questions into SQL that is proven to be one read-only statement inside a schema. Nothing is run. " +
				"The first listener has GET /health and POST /ask, and answers 404 not_found to everything else: other methods, a slash at the end, another letter case. " +
				"The other paths are on the second listener, off by default.",
		},
		"servers": []any{object{"url": "http://127.0.0.1:3000", "description": "the first listener"}},
		"paths":   paths(),
		"components": object{
			"schemas":   schemas,
			"responses": errorResponses(),
			"examples":  errorExamples(),
			"headers":   object{correlation: correlationHeader()},
			"parameters": object{correlation: object{
				"name": correlation, "in": "header", "required": false, "schema": object{"type": "string"},
				"description": "The id of the request in responses and log, used unchanged. Without one, or with one that is not UTF-8, the server makes one.",
			}},
		},
	}
	text, err := json.Marshal(doc, json.Deterministic(true), jsontext.WithIndent("  "))
	return append(text, '\n'), err
}

const correlation = "x-correlation-id"

func correlationHeader() object {
	return object{"description": "The id of the request.", "required": true, "schema": object{"type": "string"}}
}

func ref(kind, name string) object { return object{"$ref": "#/components/" + kind + "/" + name} }

// jsonOf is the content of a body of one of the schemas.
func jsonOf(schema string) object {
	return object{"application/json": object{"schema": ref("schemas", schema)}}
}

// headers are those of every response.
func headers() object { return object{correlation: ref("headers", correlation)} }

// errorExamples has one example for each code.
func errorExamples() object {
	all := object{}
	for _, kind := range httpapi.ErrorKinds() {
		reason := object{"code": kind.Code, "message": kind.Example}
		if kind.Rule != "" {
			reason["rule"] = kind.Rule
		}
		all[string(kind.Code)] = object{
			"summary": kind.Condition,
			"value":   object{"ok": false, "correlationId": "8f14e45f-ceea-467f-a1d2-1c2f3b4a5d6e", "error": reason},
		}
	}
	return all
}

// errorResponses has one response for each set of codes that a route gives with one status, by "ask400".
func errorResponses() object {
	all := object{}
	for _, kind := range httpapi.ErrorKinds() {
		for _, route := range []string{"ask", "check"} {
			if route == "check" && !kind.Check {
				continue
			}
			name := route + strconv.Itoa(kind.Status)
			if all[name] == nil {
				content := object{"schema": ref("schemas", "Failure"), "examples": object{}}
				response := object{"description": "", "headers": headers(), "content": object{"application/json": content}}
				if kind.Code == "overloaded" {
					response["headers"].(object)["Retry-After"] = object{"description": "Seconds to wait.", "schema": object{"type": "string"}}
				}
				all[name] = response
			}
			response := all[name].(object)
			if text := response["description"].(string); text != "" {
				response["description"] = text + " "
			}
			response["description"] = response["description"].(string) + "`" + string(kind.Code) + "`: " + kind.Condition
			response["content"].(object)["application/json"].(object)["examples"].(object)[string(kind.Code)] = ref("examples", string(kind.Code))
		}
	}
	return all
}
