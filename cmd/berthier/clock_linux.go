package main

import (
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// timeError is TIME_ERROR of adjtimex(2): nothing keeps the clock right.
const timeError = 5

// synchronised asks the kernel whether a time service keeps the clock right.
func synchronised() (bool, error) {
	state, err := syscall.Adjtimex(&syscall.Timex{})
	return state != timeError, err
}

// steady is the time since the machine was started, sleep included.
func steady() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		return time.Since(started)
	}
	return time.Duration(t.Nano())
}

// bootName names the start of the machine; "" if that is not known.
func bootName() string {
	name, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	var t unix.Timespec
	if err != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &t) != nil {
		return ""
	}
	return strings.TrimSpace(string(name))
}
