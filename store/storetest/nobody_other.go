//go:build !unix

package storetest

import "os/exec"

// asNobody has nothing to do where no test runs as root.
func asNobody(*exec.Cmd) {}
