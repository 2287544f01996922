package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/jdg"
)

var simulateCommand = command{
	name:  "simulate",
	usage: "[-scenario NAME] [-games N] [-seed S] [-french BOT] [-allied BOT] [-save FILE]",
	help:  "play whole games between computer players",
	long: `
A BOT is "tactical" (advances, fires, charges and shocks where the odds are
good), "plain" (the same, but it sends no orders when drawn), or "random" (any
legal orders). Of the turn mails each file that a player sends counts one; those
without orders when drawn are one more for each activation that they spared. The same seed plays the same games; the
game numbered K of seed S is also game 1 of seed S+K-1. After every event the
position is checked against what must always hold ("go doc berthier/engine/jdg
Ruleset.Inspect"); the seed of a game that fails is told, and the exit code is
1. With -save the log of the game is written to FILE, of several games to one
file each, with the seed before the ending; "berthier replay FILE" plays it
again.`,
	run: runSimulate,
}

// bot is a computer player.
type bot func(p engine.Position, side engine.Side) engine.Orders

// match is what one game came to.
type match struct {
	seed        uint64
	log         book.Log
	outcome     engine.Outcome
	score       jdg.Score
	turns       int
	activations int
	mails       int // turn files that it took
	spared      int // activations that needed none, because of orders when drawn
	err         error
}

// simulation is the games that one call plays.
type simulation struct {
	rs       *jdg.Ruleset
	scenario string
	seed     uint64 // of the first game
	games    int
	bots     map[string]*string // by side in lower case
	save     string
}

func runSimulate(ctx context.Context, c *call) error {
	s := &simulation{bots: map[string]*string{
		"french": c.flags.String("french", "tactical", "`BOT` that plays the French"),
		"allied": c.flags.String("allied", "tactical", "`BOT` that plays the Allies"),
	}}
	c.flags.StringVar(&s.scenario, "scenario", "austerlitz", "`NAME` of the scenario")
	c.flags.IntVar(&s.games, "games", 10, "play `N` games")
	c.flags.Uint64Var(&s.seed, "seed", 1, "seed `S` of the first game")
	c.flags.StringVar(&s.save, "save", "", "write the log of each game to `FILE`")
	if err := c.parse(0); err != nil {
		return err
	}
	for _, name := range s.bots {
		if !slices.Contains([]string{"tactical", "plain", "random"}, *name) {
			return hint(fmt.Errorf("no computer player %q", *name), "there are tactical, plain and random")
		}
	}
	var err error
	if s.rs, err = jdg.Load(nil); err != nil {
		return err
	}
	if s.rs.Scenario(s.scenario) == nil {
		return hint(fmt.Errorf("no scenario %q", s.scenario), "there are %s", strings.Join(s.rs.Scenarios(), " and "))
	}
	return s.run(ctx, c)
}

// run plays the games, as many at once as there are processors, and tells of
// each in the order of the seeds.
func (s *simulation) run(ctx context.Context, c *call) error {
	var total tally
	results := s.play(ctx)
	for k := range s.games {
		m := <-results[k]
		if m == nil {
			return ctx.Err()
		}
		if s.save != "" {
			if err := os.MkdirAll(filepath.Dir(s.save), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(s.saveName(m.seed), m.log.Encode(), 0o644); err != nil {
				return err
			}
		}
		if m.err != nil {
			total.failed++
			fmt.Fprintf(c.stdout, "game %d (seed %d) FAILED: %v\nto play it again: %s\n", k+1, m.seed, m.err, s.again(m.seed))
			continue
		}
		total.add(m)
		fmt.Fprintf(c.stdout, "game %d (seed %d): %s Turn %d, %d activations, lost SP %d and %d.\n",
			k+1, m.seed, m.outcome.Text, m.turns, m.activations, m.score.Lost[0], m.score.Lost[1])
	}
	total.print(c)
	if total.failed > 0 {
		return refusal{fmt.Errorf("%s of %d failed", count(total.failed, "game"), s.games)}
	}
	return nil
}

// play starts the workers; results[k] gives game k when it is over, nil if ctx
// ended before.
func (s *simulation) play(ctx context.Context) []chan *match {
	results := make([]chan *match, max(s.games, 0))
	for k := range results {
		results[k] = make(chan *match, 1)
	}
	next := make(chan int, len(results))
	for k := range results {
		next <- k
	}
	close(next)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for k := range next {
				var m *match
				if ctx.Err() == nil {
					m = s.match(ctx, s.seed+uint64(k))
				}
				results[k] <- m
			}
		})
	}
	return results
}

// match plays one game to its end.
func (s *simulation) match(ctx context.Context, seed uint64) *match {
	m := &match{seed: seed}
	m.log.Setup, m.log.Seed = engine.Setup{Scenario: s.scenario}, seed
	players := map[engine.Side]bot{}
	for i, spec := range s.rs.Scenario(s.scenario).Sides {
		name := "tactical"
		if n := s.bots[strings.ToLower(string(spec.Name))]; n != nil {
			name = *n
		}
		players[spec.Name] = s.bot(name, seed<<1+uint64(i))
		m.log.Players += fmt.Sprintf("%s %s ", spec.Name, name)
	}
	m.log.Players = strings.TrimSpace(m.log.Players)
	m.err = m.log.Play(s.rs, func(p engine.Position, side engine.Side) engine.Orders { return players[side](p, side) },
		func(f book.Frame) error {
			m.note(s.rs, f)
			if err := s.rs.Inspect(f.Before, f.Step.Events); err != nil {
				return err
			}
			return ctx.Err()
		})
	if ctx.Err() != nil {
		return nil
	}
	return m
}

func (m *match) note(rs *jdg.Ruleset, f book.Frame) {
	m.mails += len(f.Step.Inputs)
	for _, e := range f.Step.Events {
		switch {
		case e.Kind == "activate":
			m.activations++
		case e.Get("source") == "when-drawn":
			m.spared++
		}
	}
	m.outcome, m.score, m.turns = rs.Outcome(f.After), rs.Score(f.After), rs.Turn(f.After)
}

// bot makes the computer player of a name.
func (s *simulation) bot(name string, seed uint64) bot {
	switch name {
	case "random":
		pl := book.NewPlayer(seed)
		return func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(s.rs, p, side) }
	case "plain":
		return s.rs.Tactical
	}
	return s.rs.Ahead
}

// saveName is the file for the log of one game.
func (s *simulation) saveName(seed uint64) string {
	if s.games == 1 {
		return s.save
	}
	ext := filepath.Ext(s.save)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(s.save, ext), seed, ext)
}

// again is the command line that plays one game again.
func (s *simulation) again(seed uint64) string {
	return fmt.Sprintf("berthier simulate -scenario %s -games 1 -seed %d -french %s -allied %s", s.scenario, seed, *s.bots["french"], *s.bots["allied"])
}

// tally adds matches up.
type tally struct {
	games, failed, draws, turns, activations, mails, spared int
	wins                                                    map[string]int
	vp, lost                                                [2]int
}

func (t *tally) add(m *match) {
	if t.wins == nil {
		t.wins = map[string]int{}
	}
	t.games, t.turns, t.activations = t.games+1, t.turns+m.turns, t.activations+m.activations
	t.mails, t.spared = t.mails+m.mails, t.spared+m.spared
	if m.outcome.Winner == "" {
		t.draws++
	} else {
		t.wins[string(m.outcome.Winner)]++
	}
	for i := range t.vp {
		t.vp[i] += m.score.VP[i]
		t.lost[i] += m.score.Lost[i]
	}
}

func (t *tally) print(c *call) {
	if t.games == 0 {
		return
	}
	mean := func(n int) string { return fmt.Sprintf("%.1f", float64(n)/float64(t.games)) }
	share := func(n int) string { return fmt.Sprintf("%d (%d %%)", n, 100*n/t.games) }
	fmt.Fprintf(c.stdout, "\n%s\n", count(t.games, "game"))
	for _, side := range sortedKeys(t.wins) {
		fmt.Fprintf(c.stdout, "%-8s wins %s\n", side, share(t.wins[side]))
	}
	fmt.Fprintf(c.stdout, "draws    %s\n", share(t.draws))
	fmt.Fprintf(c.stdout, "on average %s turns, %s activations, %s turn mails (%s without orders when drawn); VP %s to %s; SP lost %s and %s\n",
		mean(t.turns), mean(t.activations), mean(t.mails), mean(t.mails+t.spared), mean(t.vp[0]), mean(t.vp[1]), mean(t.lost[0]), mean(t.lost[1]))
}
