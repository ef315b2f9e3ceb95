package ask

import (
	"context"
	"strings"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/trace"
)

// maxLoggedID is how much of a correlation id stands in each line of the log, in bytes. A client's id may
// be as long as its header, and a request has half a dozen lines.
const maxLoggedID = 256

// LoggedID returns the correlation id as it stands in the log: the first 256 bytes, with … behind them, of
// one that is longer.
func LoggedID(id string) string {
	if len(id) <= maxLoggedID {
		return id
	}
	return strings.ToValidUTF8(id[:maxLoggedID], "") + "…"
}

// logger returns the log for lines about the request.
func (p *Pipeline) logger(ctx context.Context, req Request) *zap.Logger {
	fields := []zap.Field{zap.String("correlationId", LoggedID(req.CorrelationID))}
	if id := trace.From(ctx).TraceID(); id != "" {
		fields = append(fields, zap.String("traceId", id))
	}
	return p.parts.Log.With(fields...)
}
