package main

import (
	"errors"
	"strings"
	"testing"
)

// Where a store could be damaged by what the system does with open files, nobody begins one.
func TestCanKeepStore(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "freebsd"} {
		if err := canKeepStore(system); err != nil {
			t.Errorf("%s: %v", system, err)
		}
	}
	err := canKeepStore("windows")
	if _, refused := errors.AsType[refusal](err); !refused ||
		!strings.Contains(err.Error(), "no club can be run on Windows") {
		t.Errorf("windows: %v", err)
	}
}
