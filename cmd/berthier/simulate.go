package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/engine/jdg"
)

var simulateCommand = command{
	name:  "simulate",
	usage: "[-scenario NAME] [-games N] [-seed S] [-french BOT] [-allied BOT] [-save DIR]",
	help:  "play whole games between computer players",
	long: `
A BOT is "tactical" (advances, fires, charges and shocks where the odds are
good) or "random" (any legal orders). The same seed plays the same games; the
game numbered K of seed S is also game 1 of seed S+K-1. With -save every game is
written to DIR as text: orders and events of each step.`,
	run: runSimulate,
}

// bot is a computer player.
type bot func(p engine.Position, side engine.Side) engine.Orders

// match is what one game came to.
type match struct {
	outcome engine.Outcome
	score   jdg.Score
	turns   int
	steps   int
	mails   int // turn files that it would have taken
	log     strings.Builder
}

func runSimulate(ctx context.Context, c *call) error {
	scenario := c.flags.String("scenario", "austerlitz", "`NAME` of the scenario")
	games := c.flags.Int("games", 10, "play `N` games")
	seed := c.flags.Uint64("seed", 1, "seed `S` of the first game")
	bots := map[string]*string{
		"french": c.flags.String("french", "tactical", "`BOT` that plays the French"),
		"allied": c.flags.String("allied", "tactical", "`BOT` that plays the Allies"),
	}
	save := c.flags.String("save", "", "write the games to `DIR`")
	if err := c.parse(0); err != nil {
		return err
	}
	rs, err := jdg.Load(nil)
	if err != nil {
		return err
	}
	if *save != "" {
		if err := os.MkdirAll(*save, 0o755); err != nil {
			return err
		}
	}
	var total tally
	for k := range uint64(max(*games, 0)) {
		m, err := playMatch(ctx, rs, *scenario, *seed+k, bots)
		if err != nil {
			return fmt.Errorf("seed %d: %w", *seed+k, err)
		}
		total.add(m)
		fmt.Fprintf(c.stdout, "game %d (seed %d): %s Turn %d, %d steps, lost SP %d and %d.\n",
			k+1, *seed+k, m.outcome.Text, m.turns, m.steps, m.score.Lost[0], m.score.Lost[1])
		if *save != "" {
			name := filepath.Join(*save, fmt.Sprintf("%s-%d.txt", *scenario, *seed+k))
			if err := os.WriteFile(name, []byte(m.log.String()), 0o644); err != nil {
				return err
			}
		}
	}
	total.print(c)
	return nil
}

// newBot makes the computer player that a flag names.
func newBot(rs *jdg.Ruleset, name string, seed uint64) (bot, error) {
	switch name {
	case "tactical":
		return rs.Tactical, nil
	case "random":
		pl := enginetest.NewPlayer(seed)
		return func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(rs, p, side) }, nil
	}
	return nil, hint(fmt.Errorf("no computer player %q", name), "there are tactical and random")
}

// playMatch plays one game to its end.
func playMatch(ctx context.Context, rs *jdg.Ruleset, scenario string, seed uint64, names map[string]*string) (*match, error) {
	p, err := rs.Start(engine.Setup{Scenario: scenario})
	if err != nil {
		return nil, err
	}
	players := map[engine.Side]bot{}
	for i, side := range rs.Sides(p) {
		name := "tactical"
		if n := names[strings.ToLower(string(side))]; n != nil {
			name = *n
		}
		if players[side], err = newBot(rs, name, seed<<1+uint64(i)); err != nil {
			return nil, err
		}
	}
	var secret [8]byte
	binary.BigEndian.PutUint64(secret[:], seed)
	m := &match{}
	fmt.Fprintf(&m.log, "scenario: %s\nseed: %d\n", scenario, seed)
	for ; !rs.Outcome(p).Over; m.steps++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p, err = m.step(rs, p, players, secret[:]); err != nil {
			return nil, fmt.Errorf("step %d: %w", m.steps+1, err)
		}
	}
	m.outcome, m.score, m.turns = rs.Outcome(p), rs.Score(p), rs.Turn(p)
	return m, nil
}

// step plays one step; its dice come from the seed and the step alone.
func (m *match) step(rs *jdg.Ruleset, p engine.Position, players map[engine.Side]bot, secret []byte) (engine.Position, error) {
	number := m.steps + 1
	var in []engine.Orders
	owed := rs.Owed(p)
	for _, side := range rs.Sides(p) {
		if !engine.Owes(owed, side) {
			continue
		}
		o := players[side](p, side)
		in = append(in, o)
		m.mails++
		fmt.Fprintf(&m.log, "\nstep %d, %s:\n", number, side)
		for _, l := range o.Lines {
			fmt.Fprintln(&m.log, "  "+strings.Join(l.Words, " "))
		}
	}
	link := engine.Link(sha256.Sum256(fmt.Append(secret, number)))
	s, after, err := engine.Play(rs, p, number, in, engine.NewStream("simulation", number, [32]byte{}, link, link))
	m.log.WriteString(engine.PrintEvents(s.Events))
	return after, err
}

// tally adds matches up.
type tally struct {
	games, draws, turns, steps, mails int
	wins                              map[string]int
	vp, lost                          [2]int
}

func (t *tally) add(m *match) {
	if t.wins == nil {
		t.wins = map[string]int{}
	}
	t.games, t.turns, t.steps, t.mails = t.games+1, t.turns+m.turns, t.steps+m.steps, t.mails+m.mails
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
	fmt.Fprintf(c.stdout, "\n%s\n", count(t.games, "game"))
	for _, side := range sortedKeys(t.wins) {
		fmt.Fprintf(c.stdout, "%-8s wins %d (%d %%)\n", side, t.wins[side], 100*t.wins[side]/t.games)
	}
	fmt.Fprintf(c.stdout, "draws    %d\n", t.draws)
	fmt.Fprintf(c.stdout, "on average %s turns, %s activations and phases, %s turn mails; VP %s to %s; SP lost %s and %s\n",
		mean(t.turns), mean(t.steps), mean(t.mails), mean(t.vp[0]), mean(t.vp[1]), mean(t.lost[0]), mean(t.lost[1]))
}
