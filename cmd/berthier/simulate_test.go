package main

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"berthier/cmd/berthier/testdata/toy"
	"berthier/engine"
)

// brokenToy is the toy game with a check that panics in some games.
func brokenToy() engine.Game {
	g := toy.Game
	g.Inspect = func(rs engine.Ruleset, before engine.Position, _ []engine.Event) error {
		if rs.Turn(before) == 4 && slices.Max(g.Score(before)[0].Of) == 2 {
			panic("the coin stands on its edge")
		}
		return nil
	}
	return g
}

// playAgain runs the commands that a report prints under its strangest games: each plays a
// game of which the report says the same.
func playAgain(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: again longest|one-sided REPORT")
	}
	report := ts.ReadFile(args[1])
	_, list, _ := strings.Cut(report, args[0]+" games\n")
	list, _, _ = strings.Cut(list, "\n\n")
	entry := regexp.MustCompile(`(?m)^  (game \d+ (\(seed \d+\): )).*\n    berthier (.*)$`)
	found := entry.FindAllStringSubmatch(list, -1)
	if len(found) != 3 {
		ts.Fatalf("%s: want three games, got %d in\n%s", args[1], len(found), list)
	}
	for _, m := range found {
		_, want, _ := strings.Cut(report, m[1])
		want, _, _ = strings.Cut(want, "\n")
		ts.Check(ts.Exec("berthier", strings.Fields(m[3])...))
		if got := ts.ReadFile("stdout"); !strings.HasPrefix(got, "game 1 "+m[2]+want+"\n") {
			ts.Fatalf("berthier %s: want %s, got\n%s", m[3], want, got)
		}
	}
}

// The values are those of the formula as Python computes it, without the care about rounding.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		n, games int
		want     string
	}{
		{0, 1, "0.0000 0.7935"}, {1, 1, "0.2065 1.0000"}, {0, 10, "0.0000 0.2775"}, {1, 10, "0.0179 0.4042"},
		{7, 10, "0.3968 0.8922"}, {50, 100, "0.4038 0.5962"}, {52000, 100000, "0.5169 0.5231"},
		{100000, 100000, "1.0000 1.0000"},
	} {
		low, high := wilson(c.n, c.games)
		if got := fmt.Sprintf("%.4f %.4f", low, high); got != c.want {
			t.Errorf("%d of %d: got %s, want %s", c.n, c.games, got, c.want)
		}
	}
}

// The podium has the games with most, and of equal ones those that came first.
func TestPodium(t *testing.T) {
	var p podium
	for i, most := range []int{3, 9, 9, 1, 12, 9} {
		p.add(result{Number: i + 1}, most)
	}
	var got []int
	for _, r := range p {
		got = append(got, r.Number)
	}
	if want := []int{5, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("got games %v, want %v", got, want)
	}
}

// Every game is in one shard, however many there are.
func TestShardsHaveEachGameOnce(t *testing.T) {
	for games := range 12 {
		for of := 1; of <= 15; of++ {
			times := make([]int, games+1)
			for i := 1; i <= of; i++ {
				s := shard{i, of}
				for k := range s.size(games) {
					times[s.number(k)]++
				}
			}
			if slices.ContainsFunc(times[1:], func(n int) bool { return n != 1 }) {
				t.Errorf("%d games in %d shards: they come %v times", games, of, times[1:])
			}
		}
	}
}

// A shard that cannot be written is no shard.
func TestShardIntoFullDisk(t *testing.T) {
	if _, err := newShardWriter(fullDisk{}, plan{}); !errors.Is(err, io.ErrShortWrite) {
		t.Error(err)
	}
	if err := newReport(fullDisk{}, &simulation{}).tell(result{}); !errors.Is(err, io.ErrShortWrite) {
		t.Error(err)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
