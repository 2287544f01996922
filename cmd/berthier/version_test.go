package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestTellCommit(t *testing.T) {
	for _, tt := range []struct{ modified, want string }{
		{"false", "from commit 2edc418 of 2030-12-02T08:00:00Z\n"},
		{"true", "from commit 2edc418 of 2030-12-02T08:00:00Z, with changes\n"},
	} {
		var said strings.Builder
		tellCommit(&said, &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "2edc418"},
			{Key: "vcs.time", Value: "2030-12-02T08:00:00Z"}, {Key: "vcs.modified", Value: tt.modified}}})
		if got := said.String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	var said strings.Builder
	tellCommit(&said, &debug.BuildInfo{})
	if said.Len() > 0 {
		t.Errorf("of an unknown source: %q", said.String())
	}
}
