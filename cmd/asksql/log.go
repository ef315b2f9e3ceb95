package main

import (
	"io"

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
	fields := zap.NewProductionEncoderConfig()
	fields.TimeKey, fields.EncodeTime = "time", zapcore.RFC3339NanoTimeEncoder
	fields.EncodeDuration = zapcore.StringDurationEncoder
	encoder := zapcore.NewJSONEncoder(fields)
	if cfg.Format == "console" {
		encoder = zapcore.NewConsoleEncoder(fields)
	}
	core := zapcore.NewCore(encoder, zapcore.Lock(zapcore.AddSync(w)), level)
	return zap.New(core), nil
}
