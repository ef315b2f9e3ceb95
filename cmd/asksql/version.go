package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

type versionCommand struct{}

// Run prints version and compiler. The version of a build from a checkout has its revision in it.
func (versionCommand) Run(p *program) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	_, err := fmt.Fprintf(p.stdout, "asksql %s, built with %s\n",
		cmp.Or(info.Main.Version, "(devel)"), cmp.Or(info.GoVersion, "an unknown compiler"))
	return err
}
