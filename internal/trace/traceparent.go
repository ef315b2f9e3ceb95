// Package trace follows a request across services by the header traceparent of W3C Trace Context, and sends spans
// out as OTLP/JSON over HTTP. It never holds a request up and never fails one: what cannot be sent is dropped and
// counted. The SDK of OpenTelemetry, of which this is a small part, would add 8 MB to the program.
package trace

import (
	"encoding/hex"
	"strings"
)

// Header is the header that a request carries its place in a trace in.
const Header = "traceparent"

// A place is a span's place in a trace.
type place struct {
	trace   [16]byte
	span    [8]byte
	sampled bool
}

// parse reads a header: 00-TRACE-SPAN-FLAGS, in lower-case hex (W3C Trace Context, 3.2). Versions to come may have
// more behind it. What is malformed is as good as absent.
func parse(header string) (p place, ok bool) {
	parts := strings.Split(header, "-")
	if len(parts) < 4 || len(parts[0]) != 2 || parts[0] == "00" && len(parts) != 4 || parts[0] == "ff" {
		return place{}, false
	}
	var version, flags [1]byte
	for i, into := range [][]byte{version[:], p.trace[:], p.span[:], flags[:]} {
		if len(parts[i]) != 2*len(into) || strings.ToLower(parts[i]) != parts[i] {
			return place{}, false
		}
		if _, err := hex.Decode(into, []byte(parts[i])); err != nil {
			return place{}, false
		}
	}
	p.sampled = flags[0]&1 != 0
	return p, p.trace != [16]byte{} && p.span != [8]byte{}
}

// String returns the place as a header.
func (p place) String() string {
	flags := "-00"
	if p.sampled {
		flags = "-01"
	}
	return "00-" + hex.EncodeToString(p.trace[:]) + "-" + hex.EncodeToString(p.span[:]) + flags
}
