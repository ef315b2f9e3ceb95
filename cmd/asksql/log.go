package main

import (
	"io"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/asksql/asksql/internal/config"
)

// newLogger returns the log that cfg asks for, on w: one line an event, whose name is its msg.
func newLogger(cfg config.Logging, w io.Writer) (*zap.Logger, error) {
	level, err := zapcore.ParseLevel(cfg.Level)
	if err != nil {
		return nil, err
	}
	return zap.New(zapcore.NewCore(newEncoder(cfg), zapcore.Lock(zapcore.AddSync(w)), level)), nil
}

// lastLines is how long the end of the service waits for its last lines to be written.
const lastLines = time.Second

// newServiceLogger is newLogger for a service, which neither waits for who reads its log nor ends with
// them: the lines go through the queue, which is to be closed in the end.
func newServiceLogger(cfg config.Logging, w io.Writer) (*zap.Logger, *lineQueue, error) {
	encoder := newEncoder(cfg)
	queue := newLineQueue(w, func(dropped int64) []byte {
		line, err := encoder.EncodeEntry(
			zapcore.Entry{Level: zapcore.WarnLevel, Time: time.Now(), Message: "log_lines_dropped"},
			[]zapcore.Field{zap.Int64("count", dropped)},
		)
		if err != nil {
			return nil // the count is not worth an end of the log
		}
		return line.Bytes()
	})
	log, err := newLogger(cfg, queue)
	return log, queue, err
}

func newEncoder(cfg config.Logging) zapcore.Encoder {
	fields := zap.NewProductionEncoderConfig()
	fields.TimeKey, fields.EncodeTime = "time", zapcore.RFC3339NanoTimeEncoder
	fields.EncodeDuration = zapcore.StringDurationEncoder
	if cfg.Format == "console" {
		return zapcore.NewConsoleEncoder(fields)
	}
	return zapcore.NewJSONEncoder(fields)
}
