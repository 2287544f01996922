package main

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

// Whatever an umpire does at the machine works while the daemon runs: each command that reads a
// configuration stands in the script in which one runs. What a daemon is in the way of says so.
func TestBesideDaemon(t *testing.T) {
	inTheWay := []string{"serve", "store rebuild", "store copy"}
	// An export is of a game that is over and deals out another: toy.txtar has one.
	refused := append(inTheWay, "export")
	script, err := os.ReadFile("testdata/script/beside.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, cmd := range commands {
		reads := slices.ContainsFunc(flagsOf(cmd), func(f *flag.Flag) bool { return f.Name == "config" })
		line := "\nexec berthier " + cmd.name + " -config local.toml"
		if slices.Contains(refused, cmd.name) {
			line = strings.Replace(line, "\nexec", "\n! exec", 1)
		}
		if reads && !strings.Contains(string(script), line) {
			t.Errorf("no line of beside.txtar begins %q", strings.TrimSpace(line))
		}
	}
}
