package trace

import (
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// What follows is ExportTraceServiceRequest of OTLP 1.3 in its JSON encoding, as far as it is used: ids are in hex,
// and numbers of 64 bits are strings.
type (
	otlpRequest struct {
		ResourceSpans []otlpResourceSpans `json:"resourceSpans"`
	}
	otlpResourceSpans struct {
		Resource   otlpResource     `json:"resource"`
		ScopeSpans []otlpScopeSpans `json:"scopeSpans"`
	}
	otlpResource struct {
		Attributes []otlpAttribute `json:"attributes"`
	}
	otlpScopeSpans struct {
		Scope otlpScope  `json:"scope"`
		Spans []otlpSpan `json:"spans"`
	}
	otlpScope struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	otlpSpan struct {
		TraceID      string          `json:"traceId"`
		SpanID       string          `json:"spanId"`
		ParentSpanID string          `json:"parentSpanId,omitzero"`
		Name         string          `json:"name"`
		Kind         Kind            `json:"kind"`
		Start        string          `json:"startTimeUnixNano"`
		End          string          `json:"endTimeUnixNano"`
		Attributes   []otlpAttribute `json:"attributes"`
		Status       otlpStatus      `json:"status"`
	}
	otlpStatus struct {
		Code int `json:"code,omitzero"` // 2 is an error
	}
	otlpAttribute struct {
		Key   string    `json:"key"`
		Value otlpValue `json:"value"`
	}
	otlpValue struct {
		String *string `json:"stringValue,omitzero"`
		Int    string  `json:"intValue,omitzero"`
	}
)

const service = "asksql"

// encode returns the body that sends the spans.
func encode(spans []*Span, version string) ([]byte, error) {
	all := make([]otlpSpan, 0, len(spans))
	for _, s := range spans {
		all = append(all, s.otlp())
	}
	return json.Marshal(otlpRequest{[]otlpResourceSpans{{
		Resource:   otlpResource{otlpAttributes([]attribute{{"service.name", service}, {"service.version", version}})},
		ScopeSpans: []otlpScopeSpans{{otlpScope{service, version}, all}},
	}}}, jsontext.AllowInvalidUTF8(true))
}

func (s *Span) otlp() otlpSpan {
	o := otlpSpan{
		TraceID:    hex.EncodeToString(s.trace[:]),
		SpanID:     hex.EncodeToString(s.span[:]),
		Name:       s.name,
		Kind:       s.kind,
		Start:      strconv.FormatInt(s.start.UnixNano(), 10),
		End:        strconv.FormatInt(s.end.UnixNano(), 10),
		Attributes: otlpAttributes(s.attributes),
	}
	if s.parent != [8]byte{} {
		o.ParentSpanID = hex.EncodeToString(s.parent[:])
	}
	if s.failed {
		o.Status.Code = 2
	}
	return o
}

func otlpAttributes(attributes []attribute) []otlpAttribute {
	all := make([]otlpAttribute, 0, len(attributes))
	for _, a := range attributes {
		var v otlpValue
		switch value := a.value.(type) {
		case string:
			v.String = &value
		case int64:
			v.Int = strconv.FormatInt(value, 10)
		}
		all = append(all, otlpAttribute{a.key, v})
	}
	return all
}
