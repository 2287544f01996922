//go:build !linux

package main

import (
	"errors"
	"time"
)

func synchronised() (bool, error) { return false, errors.New("this system cannot be asked") }

// steady is the time since this program was started.
func steady() time.Duration { return time.Since(started) }

// bootName is not known.
func bootName() string { return "" }
