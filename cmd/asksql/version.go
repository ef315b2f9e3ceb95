package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

type versionCommand struct{}

// Run prints version and compiler, as --version does.
func (versionCommand) Run(p *program) error {
	_, err := fmt.Fprintln(p.stdout, version())
	return err
}

// version returns version and compiler. The version of a build from a checkout has its revision in it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	return fmt.Sprintf("asksql %s, built with %s", number(), cmp.Or(info.GoVersion, "an unknown compiler"))
}

// number returns the version alone.
func number() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
