package main

import (
	"errors"
	"net"
	"net/http"
	"net/netip"

	"go.uber.org/zap"

	"github.com/asksql/asksql/docs"
	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/access"
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
	if cfg.Admin.Ask {
		list = append(list, admin.Surface{Path: "/ask", Timeout: server.WriteTimeout(), Handler: server.AskHandler()})
	}
	if cfg.Admin.Page {
		list = append(list, pageSurface(cfg, server, pipeline, nil))
	}
	if cfg.Admin.OpenAPI {
		list = append(list, admin.Surface{Path: "/openapi.json", Handler: admin.Document("application/json; charset=utf-8", docs.OpenAPI)})
	}
	if cfg.MCP.HTTP {
		handler := mcpapi.Handler(pipeline, mcpOptions(cfg, pipeline, requestOf, log), cfg.MCP.Token.Reveal())
		list = append(list, admin.Surface{Path: "/mcp", Timeout: server.WriteTimeout(), Handler: handler})
	}
	return list
}

// pageSurface returns the pages for a browser. They have every path that nothing else has. A caller that is given is
// who asks; otherwise the headers say who.
func pageSurface(cfg *config.Config, server *httpapi.Server, pipeline *ask.Pipeline, caller *access.Caller) admin.Surface {
	options := page.Options{Timeout: cfg.Server.RequestTimeout, MaxBodyBytes: cfg.Server.MaxBodyBytes, Version: version(), Caller: caller}
	return admin.Surface{Path: "/", Timeout: server.WriteTimeout(), Handler: page.New(pipeline, options)}
}

// requestOf returns what a call of an agent over HTTP is about.
func requestOf(header http.Header) ask.Request {
	return ask.Request{Caller: access.FromHeader(header, header.Get(mcpapi.PeerHeader))}
}

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
