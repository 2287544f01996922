package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// Whoever sends what a command prints into a file learns that not all of it is there.
func TestAnswerWithoutRoom(t *testing.T) {
	for _, command := range []string{"help", "help turns", "help sign", "sign -h", "version", "rules",
		"rules 8.5", "man"} {
		var said bytes.Buffer
		code := run(context.Background(), strings.Fields(command), strings.NewReader(""), fullDisk{}, &said)
		if code != exitUsage || !strings.Contains(said.String(), "short write") {
			t.Errorf("berthier %s: exit code %d, %q", command, code, &said)
		}
	}
}
