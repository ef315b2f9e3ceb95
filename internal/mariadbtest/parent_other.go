//go:build !linux

package mariadbtest

import "os/exec"

// tie does nothing: only Linux ties a process to its parent.
func tie(*exec.Cmd) {}
