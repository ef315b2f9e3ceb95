package main

import (
	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/admin"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/internal/page"
)

// surfaces returns what the second listener answers besides what operators ask, each for a key of its own.
func surfaces(cfg *config.Config, server *httpapi.Server, pipeline *ask.Pipeline) (list []admin.Surface) {
	if cfg.Admin.Check {
		list = append(list, admin.Surface{Path: "/check", Timeout: server.WriteTimeout(), Handler: server.CheckHandler(pipeline)})
	}
	if cfg.Admin.Page {
		list = append(list, pageSurface(cfg, server, pipeline))
	}
	return list
}

// pageSurface returns the pages for a browser. They have every path that nothing else has.
func pageSurface(cfg *config.Config, server *httpapi.Server, pipeline *ask.Pipeline) admin.Surface {
	options := page.Options{Timeout: cfg.Server.RequestTimeout, MaxBodyBytes: cfg.Server.MaxBodyBytes, Version: version()}
	return admin.Surface{Path: "/", Timeout: server.WriteTimeout(), Handler: page.New(pipeline, options)}
}
