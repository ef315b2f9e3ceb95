package servertest

import (
	"os/exec"
	"syscall"
)

// tie makes cmd end with this process, even if it is killed and no test cleans up.
func tie(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
