package main

import (
	"cmp"
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
)

var simulateCommand = command{
	name:  "simulate",
	usage: "[-scenario NAME] [-games N] [-seed S] [-bot [SIDE=]BOT] … [-save FILE]",
	help:  "play whole games between computer players",
	long: `
The computer players are

{bots}

-bot BOT seats one on all sides, -bot SIDE=BOT on one side; without it the first of
the game plays. Of the turn mails each file that a player sends counts one. The same
seed plays the same games; the game numbered K of seed S is also game 1 of seed S+K-1.
After every step the position is checked against what must always hold; the seed of
a game that fails is told, and the exit code is 1. With -save the log of the game is
written to FILE, of several games to one file each, with the seed before the ending;
"berthier replay FILE" plays it again.`,
	run: runSimulate,
}

// simulation is the games that one call plays.
type simulation struct {
	book.Simulation
	seed  uint64 // of the first game
	games int
	bots  list   // as the command line names them
	save  string // file for the logs
}

// match is what one game came to.
type match struct {
	*book.Match
	err error
}

func runSimulate(ctx context.Context, c *call) error {
	s := &simulation{}
	scenario := c.flags.String("scenario", "", "`NAME` of the scenario; default: "+games[0].Usual.Scenario)
	c.flags.Var(&s.bots, "bot", "`[SIDE=]BOT` that plays; may be repeated")
	c.flags.IntVar(&s.games, "games", 10, "play `N` games")
	c.flags.Uint64Var(&s.seed, "seed", 1, "seed `S` of the first game")
	c.flags.StringVar(&s.save, "save", "", "write the log of each game to `FILE`")
	if err := c.parse(0); err != nil {
		return err
	}
	rulesets, err := loadRulesets(config{})
	if err != nil {
		return err
	}
	if s.Setup, s.Rules, err = chosen(rulesets, "", *scenario); err != nil {
		return err
	}
	if s.Game, err = gameNamed(s.Rules.Name()); err != nil {
		return err
	}
	if err := s.seat(); err != nil {
		return err
	}
	return s.run(ctx, c)
}

// chosen is the setup of a scenario that a command line names, and its rules; if it
// names none, what the game usually plays. Without a game it is that of the scenario, or
// the first.
func chosen(rulesets []engine.Ruleset, game, scenario string) (engine.Setup, engine.Ruleset, error) {
	if scenario == "" {
		g, err := gameNamed(cmp.Or(game, games[0].Name))
		if err != nil {
			return engine.Setup{}, nil, err
		}
		rs, err := rulesetOf(rulesets, g.Name)
		return g.Usual, rs, err
	}
	if game != "" && !strings.Contains(scenario, "/") {
		scenario = game + "/" + scenario
	}
	rs, name, err := engine.FindScenario(rulesets, scenario)
	return engine.Setup{Scenario: name}, rs, err
}

// seat gives each side its computer player.
func (s *simulation) seat() error {
	p, err := s.Rules.Start(s.Setup)
	if err != nil {
		return err
	}
	s.Players = map[engine.Side]engine.Bot{}
	sides, bots := s.Rules.Sides(p), book.Bots(s.Game)
	for _, side := range sides {
		s.Players[side] = bots[0]
	}
	for _, text := range s.bots {
		who, name, one := strings.Cut(text, "=")
		if !one {
			name = text
		}
		b := slices.IndexFunc(bots, func(b engine.Bot) bool { return b.Name == name })
		if b < 0 {
			return hint(fmt.Errorf("no computer player %q", name), "for %s there are %s", s.Game.Title, botNames(bots))
		}
		found := false
		for _, side := range sides {
			if !one || strings.EqualFold(string(side), who) {
				s.Players[side], found = bots[b], true
			}
		}
		if !found {
			return hint(fmt.Errorf("no side %q", who), "the sides are %s", joined(sides))
		}
	}
	return nil
}

// botNames lists the names of computer players.
func botNames(bots []engine.Bot) string {
	var names []string
	for _, b := range bots {
		names = append(names, b.Name)
	}
	return joined(names)
}

// joined lists words with commas.
func joined[T ~string](words []T) string {
	var all []string
	for _, w := range words {
		all = append(all, string(w))
	}
	return strings.Join(all, ", ")
}

// run plays the games, as many at once as there are processors, and tells of
// each in the order of the seeds.
func (s *simulation) run(ctx context.Context, c *call) error {
	total := tally{game: s.Game}
	results := s.play(ctx)
	for k := range s.games {
		m := <-results[k]
		if m == nil {
			return ctx.Err()
		}
		if s.save != "" {
			if err := s.write(&m.Log); err != nil {
				return err
			}
		}
		if m.err != nil {
			total.failed++
			fmt.Fprintf(c.stdout, "game %d (seed %d) FAILED: %v\nto play it again: %s\n", k+1, m.Log.Seed, m.err,
				s.again(m.Log.Seed))
			continue
		}
		total.add(m.Match)
		words := append([]string{fmt.Sprint("Turn ", m.Turn)},
			append(total.counts(m.Counts, 1), total.scores(m.Scores, 1)...)...)
		fmt.Fprintf(c.stdout, "game %d (seed %d): %s %s.\n", k+1, m.Log.Seed, m.Log.Outcome.Text,
			strings.Join(words, ", "))
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
				results[k] <- s.match(ctx, s.seed+uint64(k))
			}
		})
	}
	return results
}

// match plays one game to its end; nil if ctx ended before.
func (s *simulation) match(ctx context.Context, seed uint64) *match {
	if ctx.Err() != nil {
		return nil
	}
	m, err := s.Play(seed, func(book.Frame) error { return ctx.Err() })
	if ctx.Err() != nil {
		return nil
	}
	return &match{m, err}
}

// write saves the log of one game.
func (s *simulation) write(log *book.Log) error {
	if err := os.MkdirAll(filepath.Dir(s.save), 0o755); err != nil {
		return err
	}
	name := s.save
	if s.games > 1 {
		ext := filepath.Ext(s.save)
		name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(s.save, ext), log.Seed, ext)
	}
	return os.WriteFile(name, log.Encode(), 0o644)
}

// again is the command line that plays one game again.
func (s *simulation) again(seed uint64) string {
	line := fmt.Sprintf("berthier simulate -scenario %s/%s -games 1 -seed %d", s.Game.Name, s.Setup.Scenario, seed)
	for _, b := range s.bots {
		line += " -bot " + b
	}
	return line
}
