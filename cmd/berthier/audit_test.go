package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// An archive of a game that this program does not know has a verdict and an exit code of
// its own.
func TestAuditOfUnknownGame(t *testing.T) {
	for _, args := range [][]string{{}, {"-json"}} {
		var out, faults bytes.Buffer
		args = append(append([]string{"audit"}, args...), "../internal/archive/testdata/format-2.zip")
		code := run(context.Background(), args, strings.NewReader(""), &out, &faults)
		verdict := "CHECKED IN PART: sound but for 3 steps that this program cannot resolve.\n"
		if len(args) == 3 {
			verdict = `"sound": false`
		}
		if code != exitPart || !strings.Contains(out.String(), verdict) || strings.Contains(out.String(), "SOUND:") {
			t.Errorf("exit code %d, %s\n%s", code, &out, &faults)
		}
		if want := "sound but for 3 steps that this program cannot resolve"; !strings.Contains(faults.String(), want) {
			t.Errorf("got %s", &faults)
		}
	}
}
