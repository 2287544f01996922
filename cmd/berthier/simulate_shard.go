package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"berthier/engine/book"
)

// planFormat is how a file begins that holds a part of a simulation. It has lines of JSON:
// a plan, and a result for each game of the part, in the order of the numbers. All numbers
// in it are whole, so every machine writes the same.
const planFormat = "berthier simulation 1"

// plan is what a simulation plays. The parts of one have the same, but for Shard.
type plan struct {
	Format   string   `json:"format"`
	Program  string   `json:"program"`
	Ruleset  string   `json:"ruleset"` // name and version
	Scenario string   `json:"scenario"`
	Bots     []string `json:"bots"` // SIDE=BOT, the sides in their order
	Seed     uint64   `json:"seed"` // of the first game
	Games    int      `json:"games"`
	Shard    shard    `json:"shard"`
}

// shard is a part of the games: number I of Of. It is zero if there are no parts.
type shard struct{ I, Of int }

func (s shard) MarshalText() ([]byte, error) {
	if s.Of == 0 {
		return nil, nil
	}
	return fmt.Appendf(nil, "%d/%d", s.I, s.Of), nil
}

func (s *shard) UnmarshalText(text []byte) (err error) {
	i, of, _ := strings.Cut(string(text), "/")
	s.I, err = strconv.Atoi(i)
	if err == nil {
		s.Of, err = strconv.Atoi(of)
	}
	if err != nil || s.I < 1 || s.I > s.Of {
		return fmt.Errorf("want I/N, part I of N, as 2/5; I is from 1 to N")
	}
	return nil
}

// number is the k-th game of a part, from 0. The parts take turns, so that none has all
// the long games, should these stand together.
func (s shard) number(k int) int { return max(s.I, 1) + k*max(s.Of, 1) }

// size is how many of all games are a part.
func (s shard) size(games int) int {
	of := max(s.Of, 1)
	return max(0, games-max(s.I, 1)+of) / of
}

// result is what is told of one game.
type result struct {
	Number int     `json:"game"`
	Seed   uint64  `json:"seed"`
	Failed string  `json:"failed,omitempty"` // why it failed
	Winner string  `json:"winner"`           // "" if nobody won
	Text   string  `json:"text"`             // of its outcome
	Turn   int     `json:"turn"`
	Steps  int     `json:"steps"`
	Mails  int     `json:"mails"`
	Counts []int   `json:"counts"` // in the order of engine.Game.Counts
	Scores [][]int `json:"scores"` // in the order of engine.Game.Score
}

func resultOf(number int, m *book.Match) result {
	r := result{Number: number, Seed: m.Log.Seed, Winner: string(m.Log.Outcome.Winner), Text: m.Log.Outcome.Text,
		Turn: m.Turn, Steps: len(m.Log.Steps), Mails: m.Mails, Counts: m.Counts}
	for _, s := range m.Scores {
		r.Scores = append(r.Scores, s.Of)
	}
	return r
}

// shardWriter writes a part of a simulation.
type shardWriter struct{ *json.Encoder }

func newShardWriter(w io.Writer, p plan) (shardWriter, error) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return shardWriter{e}, e.Encode(p)
}

func (w shardWriter) tell(r result) error { return w.Encode(r) }

func (w shardWriter) end() {}

// part is a part of a simulation out of a file.
type part struct {
	file string
	plan
	results []result
}

// readPart reads a file that a shardWriter wrote.
func readPart(file string) (*part, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p := &part{file: file}
	if len(text) == 0 {
		return nil, fmt.Errorf("%s: it is empty", file)
	}
	no := 0
	for line := range bytes.Lines(text) {
		no++
		if no == 1 {
			err = p.begin(line)
		} else {
			err = p.read(line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", file, no, err)
		}
	}
	if want := p.Shard.size(p.Games); len(p.results) < want {
		return nil, hint(fmt.Errorf("%s: it ends after %d of %d games", file, len(p.results), want),
			"play that shard again")
	}
	return p, nil
}

// begin reads the plan.
func (p *part) begin(line []byte) error {
	if err := strict(line, &p.plan); err != nil || p.Format != planFormat {
		return hint(fmt.Errorf("want a plan of the format %q", planFormat),
			"-merge reads what berthier simulate -shard I/N prints")
	}
	if p.Shard.Of == 0 {
		return fmt.Errorf("the plan names no shard")
	}
	return nil
}

// read reads one game.
func (p *part) read(line []byte) error {
	var r result
	if err := strict(line, &r); err != nil {
		return fmt.Errorf("no game can be read: %w", err)
	}
	if len(p.results) == p.Shard.size(p.Games) {
		return fmt.Errorf("game %d comes after the last of shard %d/%d", r.Number, p.Shard.I, p.Shard.Of)
	}
	if want := p.Shard.number(len(p.results)); r.Number != want || r.Seed != p.Seed+uint64(want-1) {
		return fmt.Errorf("want game %d with seed %d, got game %d with seed %d", want, p.Seed+uint64(want-1),
			r.Number, r.Seed)
	}
	p.results = append(p.results, r)
	return nil
}

// strict reads JSON that has no other fields than v.
func strict(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// merge reads all parts of a simulation, and tells of it as one run would.
func (s *simulation) merge(c *call) error {
	var other string
	c.flags.Visit(func(f *flag.Flag) {
		if f.Name != "merge" {
			other = f.Name
		}
	})
	switch {
	case other != "":
		return c.usageError("-merge takes everything from the files; -%s says nothing besides", other)
	case c.flags.NArg() == 0:
		return c.usageError("-merge: want the files of all shards")
	}
	var parts []*part
	for _, file := range c.flags.Args() {
		p, err := readPart(file)
		if err != nil {
			return err
		}
		parts = append(parts, p)
	}
	s.Scenario, s.Bots, s.Seed, s.Games = parts[0].Scenario, parts[0].Bots, parts[0].Seed, parts[0].Games
	if err := together(parts, s.Program); err != nil {
		return err
	}
	s.bots, s.Bots = parts[0].Bots, nil
	if err := s.choose(s.Scenario); err != nil {
		return fmt.Errorf("%s: %w", parts[0].file, err)
	}
	if s.Ruleset != parts[0].Ruleset {
		return hint(fmt.Errorf("%s has the rules %s, and this program has %s", parts[0].file,
			parts[0].Ruleset, s.Ruleset), mergeHint)
	}
	to := newReport(c.stdout, s)
	failed := 0
	for i := range s.Games {
		r := parts[i%len(parts)].results[i/len(parts)]
		if err := to.fits(r); err != nil {
			return fmt.Errorf("%s: game %d: %w", parts[i%len(parts)].file, r.Number, err)
		}
		if r.Failed != "" {
			failed++
		}
		if err := to.tell(r); err != nil {
			return err
		}
	}
	to.end()
	return failures(failed, s.Games)
}

const mergeHint = "the program that played the shards merges them"

// together puts the parts in their order. They have to be all parts of one simulation by
// this program.
func together(parts []*part, program string) error {
	first := parts[0]
	for _, p := range parts[1:] {
		theirs := first.facts()
		for i, fact := range p.facts() {
			if fact != theirs[i] {
				return hint(fmt.Errorf("%s has the %s, and %s the %s: they are no shards of one run",
					p.file, fact, first.file, theirs[i]),
					"shards of one run differ in nothing but -shard")
			}
		}
	}
	if first.Program != program {
		return hint(fmt.Errorf("%s has the program %s, and this is %s", first.file, first.Program, program),
			mergeHint)
	}
	slices.SortStableFunc(parts, func(a, b *part) int { return a.Shard.I - b.Shard.I })
	for i := range parts[1:] {
		if a, b := parts[i], parts[i+1]; a.Shard == b.Shard {
			return hint(fmt.Errorf("%s and %s are both shard %d/%d", a.file, b.file, a.Shard.I, a.Shard.Of),
				"name each shard once")
		}
	}
	for i := range first.Shard.Of {
		if i >= len(parts) || parts[i].Shard.I != i+1 {
			gone := shard{i + 1, first.Shard.Of}
			return hint(fmt.Errorf("shard %d/%d is missing", gone.I, gone.Of),
				"if it was not played, this plays it: %s", first.command(first.Seed, first.Games, gone))
		}
	}
	return nil
}

// facts are what the parts of one simulation have in common.
func (p plan) facts() []string {
	return []string{"program " + p.Program, "rules " + p.Ruleset, "scenario " + p.Scenario,
		"players " + strings.Join(p.Bots, " "), fmt.Sprint("first seed ", p.Seed), "number of games " +
			strconv.Itoa(p.Games),
		"number of shards " + strconv.Itoa(p.Shard.Of)}
}

// command is the command line that plays some of the games.
func (p plan) command(seed uint64, games int, part shard) string {
	line := fmt.Sprintf("berthier simulate -scenario %s -games %d -seed %d", p.Scenario, games, seed)
	for _, b := range p.Bots {
		line += " -bot " + b
	}
	if part.Of > 0 {
		line += fmt.Sprintf(" -shard %d/%d", part.I, part.Of)
	}
	return line
}
