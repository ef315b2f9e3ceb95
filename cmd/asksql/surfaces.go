package main

import (
	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/admin"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
)

// surfaces returns what the second listener answers besides what operators ask, each for a key of its own.
func surfaces(cfg config.Admin, server *httpapi.Server, pipeline *ask.Pipeline) (list []admin.Surface) {
	if cfg.Check {
		list = append(list, admin.Surface{Path: "/check", Timeout: server.WriteTimeout(), Handler: server.CheckHandler(pipeline)})
	}
	return list
}
