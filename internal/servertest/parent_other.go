//go:build !linux

package servertest

import "os/exec"

// tie does nothing: only Linux ties a process to its parent.
func tie(*exec.Cmd) {}
