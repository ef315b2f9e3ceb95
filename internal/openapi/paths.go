package openapi

import (
	"strconv"

	"github.com/asksql/asksql/httpapi"
)

// paths are the routes of both listeners.
func paths() object {
	second := []any{object{"url": "http://127.0.0.1:9090", "description": "the second listener (admin.port)"}}
	return object{
		"/health": object{
			"get":  object{"operationId": "health", "summary": "Whether the process answers", "responses": object{"200": withHeaders(answerOf("It does.", "Health"))}},
			"head": object{"operationId": "healthHead", "summary": "The same without a body", "responses": object{"200": withHeaders(object{"description": "It does."})}},
		},
		"/ask": object{"post": object{
			"operationId": "ask", "summary": "SQL that answers a question",
			"parameters":  []any{ref("parameters", correlation)},
			"requestBody": object{"required": true, "content": withExamples(jsonOf("AskRequest"), askExamples())},
			"responses":   responses("ask", withEvents(withHeaders(answerOf("The checked SQL, with explain where it was asked for.", "Answer")))),
			"description": "The second listener has the route too, where admin.ask is true. There the body may have history, a list of up to four objects with question and sql, " +
				"and who accepts text/event-stream is told of the steps: the last event, answer or error, has the body that the response would have had.",
		}},
		"/check": object{"servers": second, "post": object{
			"operationId": "check", "summary": "Whether SQL of other origin is one read-only statement inside the schema",
			"description": "Where admin.check is true. A text that is refused is answered 200 too, with valid false.",
			"parameters":  []any{ref("parameters", correlation)},
			"requestBody": object{"required": true, "content": withExamples(jsonOf("CheckRequest"), checkExamples())},
			"responses":   withForbidden(responses("check", withHeaders(answerOf("What became of the text.", "CheckResult")))),
		}},
		"/live": operator(second, "live", "Whether the process answers", object{"200": answerOf("It does.", "Live")}),
		"/ready": operator(second, "ready", "Whether a question would be answered", object{
			"200": answerOf("It would.", "Readiness"), "503": answerOf("It would not; the reasons are in the body.", "Readiness"),
		}),
		"/metrics": operator(second, "metrics", "Figures in Prometheus' text format", object{"200": object{
			"description": "The figures.", "content": object{"text/plain": object{"schema": object{"type": "string"}}},
		}}),
		"/version": operator(second, "version", "Version and compiler", object{"200": answerOf("They are.", "Version")}),
		"/config":  operator(second, "config", "The configuration in force, without credentials", object{"200": answerOf("Every key.", "Settings")}),
		"/openapi.json": operator(second, "openapi", "This document, where admin.openapi is true", withForbidden(object{"200": object{
			"description": "The document.", "content": object{"application/json": object{"schema": object{"type": "object"}}},
		}})),
	}
}

// operator is a path that is read.
func operator(servers []any, id, summary string, responses object) object {
	return object{"servers": servers, "get": object{"operationId": id, "summary": summary, "responses": responses}}
}

func answerOf(description, schema string) object {
	return object{"description": description, "content": jsonOf(schema)}
}

func withHeaders(response object) object {
	response["headers"] = headers()
	return response
}

// withEvents adds the steps that the second listener tells of.
func withEvents(response object) object {
	response["content"].(object)["text/event-stream"] = object{"schema": object{"type": "string"}}
	return response
}

// withExamples adds bodies of requests, by what they show.
func withExamples(content, examples object) object {
	all := object{}
	for name, value := range examples {
		all[name] = object{"value": value}
	}
	content["application/json"].(object)["examples"] = all
	return content
}

// aSchema is an artifact that a request brings.
const aSchema = `{"version": 1, "schemaId": "mine", "tables": [{"name": "orders", "columns": [{"name": "id", "type": "int"}]}]}`

func askExamples() object {
	return object{
		"plain":     object{"question": "how many orders are there?"},
		"explained": object{"question": "how many orders are there?", "mode": "bounded_results", "explain": true},
		"schema":    object{"question": "how many orders are there?", "schemaJson": aSchema},
	}
}

func checkExamples() object {
	return object{
		"accepted": object{"sql": "SELECT id FROM orders"},
		"refused":  object{"sql": "SELECT totl FROM orders", "mode": "bounded_results"},
		"schema":   object{"sql": "SELECT id FROM orders", "schemaJson": aSchema},
	}
}

// responses are a success and the errors that a route gives.
func responses(route string, success object) object {
	all := object{"200": success}
	for _, kind := range httpapi.ErrorKinds() {
		if route == "ask" || kind.Check {
			code := strconv.Itoa(kind.Status)
			all[code] = ref("responses", route+code)
		}
	}
	return all
}

// withForbidden adds what the second listener answers to pages of another origin and under foreign names.
func withForbidden(responses object) object {
	responses["403"] = answerOf("A page of another origin sent the request, or it came under a host name that is not the listener's.", "Forbidden")
	return responses
}

// operatorSchemas are the bodies of the routes for operators.
func operatorSchemas() object {
	text, list := object{"type": "string"}, object{"type": "array", "items": object{"type": "string"}}
	return object{
		"Health": withAll(object{"ok": object{"const": true}}),
		"Live":   withAll(object{"live": object{"const": true}}),
		"Readiness": object{"type": "object", "required": []string{"ready", "reasons", "schemaId"}, "properties": object{
			"ready": object{"type": "boolean"}, "reasons": list, "schemaId": text, "breakers": object{"type": "object", "additionalProperties": text},
		}},
		"Version":   withAll(object{"version": text}),
		"Settings":  object{"type": "array", "items": withAll(object{"key": text, "value": text, "origin": text})},
		"Forbidden": withAll(object{"error": text}),
	}
}

// withAll is an object that has all of these members.
func withAll(properties object) object {
	required := []string{}
	for name := range properties {
		required = append(required, name)
	}
	return object{"type": "object", "required": sorted(required), "properties": properties}
}
