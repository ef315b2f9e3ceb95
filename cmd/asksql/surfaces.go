package main

import (
	"errors"
	"net"
	"net/http"
	"net/netip"

	"go.uber.org/zap"

	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/admin"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/internal/mcpapi"
	"github.com/asksql/asksql/internal/page"
)

// surfaces returns what the second listener answers besides what operators ask, each for a key of its own.
func surfaces(cfg *config.Config, server *httpapi.Server, pipeline *ask.Pipeline, log *zap.Logger) (list []admin.Surface) {
	if cfg.Admin.Check {
		list = append(list, admin.Surface{Path: "/check", Timeout: server.WriteTimeout(), Handler: server.CheckHandler(pipeline)})
	}
	if cfg.Admin.Page {
		list = append(list, pageSurface(cfg, server, pipeline))
	}
	if cfg.MCP.HTTP {
		handler := mcpapi.Handler(pipeline, mcpOptions(cfg, pipeline, requestOf, log), cfg.MCP.Token.Reveal())
		list = append(list, admin.Surface{Path: "/mcp", Timeout: server.WriteTimeout(), Handler: handler})
	}
	return list
}

// pageSurface returns the pages for a browser. They have every path that nothing else has.
func pageSurface(cfg *config.Config, server *httpapi.Server, pipeline *ask.Pipeline) admin.Surface {
	options := page.Options{Timeout: cfg.Server.RequestTimeout, MaxBodyBytes: cfg.Server.MaxBodyBytes, Version: version()}
	return admin.Surface{Path: "/", Timeout: server.WriteTimeout(), Handler: page.New(pipeline, options)}
}

// requestOf returns what a call of an agent over HTTP is about.
func requestOf(http.Header) ask.Request { return ask.Request{} }

// mcpOptions are what is common to the two ways in which agents are served.
func mcpOptions(cfg *config.Config, pipeline *ask.Pipeline, request func(http.Header) ask.Request, log *zap.Logger) mcpapi.Options {
	return mcpapi.Options{
		Version:         number(),
		Ask:             pipeline.State().HasModel,
		Timeout:         cfg.Server.RequestTimeout,
		MaxMessageBytes: cfg.Server.MaxBodyBytes,
		Request:         request,
		Log:             log,
	}
}

// checkSurfaces returns what keeps the surfaces from being opened.
func checkSurfaces(cfg *config.Config) error {
	if cfg.MCP.HTTP && cfg.MCP.Token.Reveal() == "" && !isLoopback(cfg.Admin.Host) {
		return errors.New("mcp.http: admin.host is not of this machine alone; set a token for agents in the environment variable " + config.MCPTokenVariable)
	}
	return nil
}

// isLoopback reports whether an address to bind is reached from this machine alone.
func isLoopback(host string) bool {
	host = httpapi.Unbracketed(host)
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback()
	}
	addrs, err := net.LookupIP(host)
	for _, addr := range addrs {
		if !addr.IsLoopback() {
			return false
		}
	}
	return err == nil && len(addrs) > 0
}
