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

	"berthier/engine"
	"berthier/engine/book"
)

var simulateCommand = command{
	name: "simulate",
	usage: "[-scenario NAME] [-games N] [-seed S]\n" +
		"         [-bot [SIDE=]BOT] … [-workers N] [-shard I/N] [-save FILE] | -merge FILE…",
	help: "play whole games between computer players",
	long: `
The computer players are

{bots}

-bot BOT seats one on all sides, -bot SIDE=BOT on one side; without it the first
of the game plays. Of the turn mails each file that a player sends counts one.
The same seed plays the same games; the game numbered K of seed S is also game 1
of seed S+K-1. After every step the position is checked against what must always
hold; the seed of a game that fails is told, and the exit code is 1. With -save
the log of the game is written to FILE, of several games to one file each, with
the seed before the ending; "berthier replay FILE" plays it again.

The report says how often each side wins, with the 95 % interval after Wilson:
of 20 such intervals 19 hold the share that endless games would have. Then come
the games with the most steps, and those in which the sides end farthest apart
by the first score that each side has. A command under each plays it again.

The games are spread over all cores of the machine; -workers N plays N at once.
What is printed does not depend on it. Several machines can share the games:
-shard 2/5 plays every fifth one, from the second on, and prints what -merge
reads.

  berthier simulate -games 100000 -shard 2/5 >shard-2.json
  berthier simulate -merge shard-1.json … shard-5.json

The latter prints to the byte what one run of all games does. It refuses shards
that are not of one run, that are missing or there twice, or that another
version of the program played. A shard in which games fail is whole, although
its exit code is 1.`,
	run: runSimulate,
}

// simulation is the games that one call plays, or the shards of which it reads.
type simulation struct {
	book.Simulation
	plan
	sides    []engine.Side
	measured []engine.Score // at the start
	bots     list           // as the command line names them
	save     string         // file for the logs
	workers  int
}

func runSimulate(ctx context.Context, c *call) error {
	s := &simulation{plan: plan{Format: planFormat, Program: playing()}}
	scenario := c.flags.String("scenario", "", "`NAME` of the scenario; default: "+games[0].Usual.Scenario)
	c.flags.Var(&s.bots, "bot", "`[SIDE=]BOT` that plays; may be repeated")
	c.flags.IntVar(&s.Games, "games", 10, "play `N` games")
	c.flags.Uint64Var(&s.Seed, "seed", 1, "seed `S` of the first game")
	c.flags.IntVar(&s.workers, "workers", runtime.GOMAXPROCS(0), "play `N` games at once; default: one on each core")
	c.flags.TextVar(&s.Shard, "shard", shard{}, "play part `I/N` of the games, and print it for -merge")
	merge := c.flags.Bool("merge", false, "put the parts in the files together")
	c.flags.StringVar(&s.save, "save", "", "write the log of each game to `FILE`")
	if err := c.parse(-1); err != nil {
		return err
	}
	if *merge {
		return s.merge(c)
	}
	switch {
	case c.flags.NArg() > 0:
		return c.usageError("want no argument after the options, got %q; files are for -merge", c.flags.Arg(0))
	case s.Games < 1:
		return c.usageError("-games: want a number of 1 or more, got %d", s.Games)
	case s.workers < 1:
		return c.usageError("-workers: want a number of 1 or more, got %d", s.workers)
	}
	if err := s.choose(*scenario); err != nil {
		return err
	}
	if s.Shard.Of > 0 {
		w, err := newShardWriter(c.stdout, s.plan)
		if err != nil {
			return err
		}
		return s.run(ctx, c, w)
	}
	return s.run(ctx, c, newReport(c.stdout, s))
}

// playing names the program: a version, or else its build, since others without a version
// may play otherwise.
func playing() string {
	if v := release(); v != "unknown" {
		return v
	}
	return cmp.Or(build(), "unknown")
}

// choose sets up the games of a scenario and the bots of the command line.
func (s *simulation) choose(scenario string) error {
	rulesets, err := loadRulesets(config{})
	if err != nil {
		return err
	}
	if s.Setup, s.Rules, err = chosen(rulesets, "", scenario); err != nil {
		return err
	}
	if s.Game, err = gameNamed(s.Rules.Name()); err != nil {
		return err
	}
	s.Ruleset, s.Scenario = s.Rules.Name()+" "+s.Rules.Version(), s.Game.Name+"/"+s.Setup.Scenario
	return s.seat()
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
	bots := book.Bots(s.Game)
	s.sides = s.Rules.Sides(p)
	if s.Game.Score != nil {
		s.measured = s.Game.Score(p)
	}
	for _, side := range s.sides {
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
		for _, side := range s.sides {
			if !one || strings.EqualFold(string(side), who) {
				s.Players[side], found = bots[b], true
			}
		}
		if !found {
			return hint(fmt.Errorf("no side %q", who), "the sides are %s", joined(s.sides))
		}
	}
	for _, side := range s.sides {
		s.Bots = append(s.Bots, fmt.Sprintf("%s=%s", side, s.Players[side].Name))
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

// teller takes the games one after the other, in the order of their numbers.
type teller interface {
	tell(result) error
	end()
}

// run plays the games and tells of each in the order of the numbers.
func (s *simulation) run(ctx context.Context, c *call, to teller) error {
	failed, played := 0, 0
	for _, next := range s.play(ctx) {
		m := <-next
		if m.err != nil {
			return m.err
		}
		if played++; m.Failed != "" {
			failed++
			fmt.Fprintf(c.stderr, "game %d (seed %d) failed: %s\n", m.Number, m.Seed, m.trace)
		}
		if err := to.tell(m.result); err != nil {
			return err
		}
	}
	to.end()
	return failures(failed, played)
}

// failures is the error of games that failed.
func failures(failed, of int) error {
	if failed == 0 {
		return nil
	}
	return refusal{fmt.Errorf("%s of %d failed", count(failed, "game"), of)}
}

// match is what one game came to.
type match struct {
	result
	trace string // of a game that failed, all that is known
	err   error  // that ends the run
}

// play starts the workers. Each channel gives one game of the shard when it is over.
func (s *simulation) play(ctx context.Context) []chan match {
	matches := make([]chan match, s.Shard.size(s.Games))
	next := make(chan int, len(matches))
	for k := range matches {
		matches[k] = make(chan match, 1)
		next <- k
	}
	close(next)
	for range s.workers {
		go func() {
			for k := range next {
				matches[k] <- s.match(ctx, s.Shard.number(k))
			}
		}()
	}
	return matches
}

// match plays one game to its end, and saves it. The log is let go then: who waits for
// the first of 100,000 games would hold all others.
func (s *simulation) match(ctx context.Context, number int) match {
	if ctx.Err() != nil {
		return match{err: ctx.Err()}
	}
	m, err := s.Play(s.Seed+uint64(number-1), func(book.Frame) error { return ctx.Err() })
	if ctx.Err() != nil {
		return match{err: ctx.Err()}
	}
	out := match{result: resultOf(number, m)}
	if err != nil {
		// The stack behind the first line names goroutines, which are others in each run.
		out.trace = err.Error()
		out.Failed, _, _ = strings.Cut(out.trace, "\n")
	}
	if s.save != "" {
		out.err = s.write(&m.Log)
	}
	return out
}

// write saves the log of one game.
func (s *simulation) write(log *book.Log) error {
	if err := os.MkdirAll(filepath.Dir(s.save), 0o755); err != nil {
		return err
	}
	name := s.save
	if s.Games > 1 {
		ext := filepath.Ext(s.save)
		name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(s.save, ext), log.Seed, ext)
	}
	return os.WriteFile(name, log.Encode(), 0o644)
}
