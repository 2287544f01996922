//go:build crash

package store

import (
	"fmt"
	"os"
	"syscall"
)

// crash is where a daemon built with the tag "crash" kills itself:
// BERTHIER_CRASH="POINT N" means when it passes the point for the Nth time. The
// points of an Update are "begin", "written" (nothing is on the disk yet),
// "torn" (half of the journal's lines are), "journalled" (all of them are) and
// "committed"; those of another journal that begins are "copied" (it is whole),
// "aside" (the one before is moved away) and "begun" (the store is ready for it).
const crashing = true

var crash struct {
	point string
	left  int
}

func init() { fmt.Sscan(os.Getenv("BERTHIER_CRASH"), &crash.point, &crash.left) }

func crashAt(point string) {
	if point != crash.point {
		return
	}
	if crash.left--; crash.left == 0 {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
}
