package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"berthier/engine"
)

// TestUntold: what an event tells nobody stands in no view after the step, unless the reader knows it from elsewhere.
func TestUntold(t *testing.T) {
	s := newSuite(duelConfig(""), 1)
	f := s.games[0].frames[0]
	after, before := string(s.rs.View(f.after, "").Encode()), string(s.rs.View(f.before, "").Encode())
	secret := after[:40]
	if strings.Contains(before, secret) {
		t.Fatalf("the step changes nothing in %q", secret)
	}
	for _, tt := range []struct {
		name  string
		event engine.Event
		told  string // by the event
		want  bool
	}{
		{"for nobody", engine.Event{Kind: "pending", For: engine.Only()}, secret, true},
		{"for the server", engine.Event{Kind: "pending", For: engine.Only(engine.Server)}, secret, true},
		{"for one side", engine.Event{Kind: "pending", For: engine.Only(s.rs.Sides(f.after)[0])}, secret, false},
		{"for all", engine.Event{Kind: "pending"}, secret, false},
		{"too short", engine.Event{Kind: "pending", For: engine.Only()}, secret[:10], false},
		{"known before", engine.Event{Kind: "pending", For: engine.Only()}, before[len(before)-20:], false},
		{"in no view", engine.Event{Kind: "pending", For: engine.Only()}, "tape of the resolution", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.event.Rule, tt.event.Args = "1", []engine.Arg{{Key: "base", Value: tt.told}}
			g := f
			g.step.Events = append(append([]engine.Event(nil), f.step.Events...), tt.event)
			var faults []string
			s.checkUntold("here", &g, func(format string, args ...any) {
				faults = append(faults, fmt.Sprintf(format, args...))
			})
			if got := len(faults) > 0; got != tt.want {
				t.Errorf("got %q, want a fault: %v", faults, tt.want)
			}
		})
	}
}
