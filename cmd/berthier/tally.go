package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// report tells of the games of a simulation: a line of each, and what they come to.
type report struct {
	out io.Writer
	*simulation
	measures             []string // names of the scores
	played, turns, mails int
	wins                 map[string]int // of the sides, and of "" the draws
	count                []int
	score                [][]int
	longest, onesided    podium
}

func newReport(out io.Writer, s *simulation) *report {
	r := &report{out: out, simulation: s, wins: map[string]int{}, count: make([]int, len(s.Game.Counts))}
	for _, m := range s.measured {
		r.measures = append(r.measures, m.Name)
		r.score = append(r.score, make([]int, len(m.Of)))
	}
	return r
}

// fits finds out whether a game out of a file has as many numbers as one of this program.
func (t *report) fits(r result) error {
	ok := len(r.Counts) == len(t.count) && len(r.Scores) == len(t.score)
	for i := range t.score {
		ok = ok && len(r.Scores[i]) == len(t.score[i])
	}
	if ok || r.Failed != "" {
		return nil
	}
	return fmt.Errorf("its counts %v and scores %v are not those of %s", r.Counts, r.Scores, t.Game.Title)
}

// tell prints the line of a game and adds it to the others.
func (t *report) tell(r result) error {
	if r.Failed != "" {
		_, err := fmt.Fprintf(t.out, "game %d (seed %d) FAILED: %s\nto play it again: %s\n", r.Number, r.Seed, r.Failed,
			t.command(r.Seed, 1, shard{}))
		return err
	}
	t.played, t.turns, t.mails = t.played+1, t.turns+r.Turn, t.mails+r.Mails
	t.wins[r.Winner]++
	for i, n := range r.Counts {
		t.count[i] += n
	}
	for i, of := range r.Scores {
		for side, n := range of {
			t.score[i][side] += n
		}
	}
	t.longest.add(r, r.Steps)
	if m := t.forEach(); m >= 0 {
		t.onesided.add(r, slices.Max(r.Scores[m])-slices.Min(r.Scores[m]))
	}
	words := append([]string{fmt.Sprint("Turn ", r.Turn)}, append(t.counts(r.Counts, 1), t.scores(r.Scores, 1)...)...)
	_, err := fmt.Fprintf(t.out, "game %d (seed %d): %s %s.\n", r.Number, r.Seed, r.Text, strings.Join(words, ", "))
	return err
}

// forEach is the first measure that every side has a number of, -1 if there is none.
func (t *report) forEach() int {
	return slices.IndexFunc(t.score, func(of []int) bool { return len(of) == len(t.sides) })
}

// counts tells what was counted in a number of games, on average.
func (t *report) counts(all []int, games int) (words []string) {
	for i, n := range all {
		words = append(words, mean(n, games)+" "+t.Game.Counts[i].Name)
	}
	return words
}

// scores tells how a number of games ended, on average.
func (t *report) scores(all [][]int, games int) (words []string) {
	for i, s := range all {
		var of []string
		for _, n := range s {
			of = append(of, mean(n, games))
		}
		words = append(words, t.measures[i]+" "+strings.Join(of, " to "))
	}
	return words
}

// mean is a number for each of some games; of one game it is whole.
func mean(n, games int) string {
	if games == 1 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%.1f", float64(n)/float64(games))
}

// end prints what the games come to.
func (t *report) end() {
	if t.played == 0 {
		return
	}
	fmt.Fprintf(t.out, "\n%s of %s by %s: %s\n", count(t.played, "game"), t.Scenario, t.Ruleset,
		strings.Join(t.Bots, ", "))
	for _, side := range t.sides {
		fmt.Fprintf(t.out, "%-8s wins %s\n", side, t.share(t.wins[string(side)]))
	}
	fmt.Fprintf(t.out, "%-8s      %s\n", "draws", t.share(t.wins[""]))
	words := append([]string{mean(t.turns, t.played) + " turns", mean(t.mails, t.played) + " turn mails"},
		t.counts(t.count, t.played)...)
	fmt.Fprintf(t.out, "on average %s\n", strings.Join(append(words, t.scores(t.score, t.played)...), ", "))
	if t.played == 1 {
		return
	}
	t.tellStrange("\nthe longest games", t.longest, func(r result) string {
		return fmt.Sprintf("%s, Turn %d", count(r.Steps, "step"), r.Turn)
	})
	if m := t.forEach(); m >= 0 {
		t.tellStrange("\nthe most one-sided games", t.onesided, func(r result) string {
			return t.scores(r.Scores, 1)[m]
		})
	}
}

// share tells how many games were so, and the interval of the share.
func (t *report) share(n int) string {
	low, high := wilson(n, t.played)
	percent := 100 * float64(n) / float64(t.played)
	return fmt.Sprintf("%d (%.1f %%, 95 %% interval %.1f to %.1f %%)", n, percent, 100*low, 100*high)
}

// wilson is the interval after Wilson in which the true share lies of what was so in n of
// some games, with a confidence of 95 %. The conversions keep processors from rounding once
// where others round twice, so that all print the same.
func wilson(n, games int) (low, high float64) {
	const z = 1.959963984540054
	all, p := float64(games), float64(n)/float64(games)
	middle := p + float64(z*z/(2*all))
	spread := float64(z * math.Sqrt(float64(float64(p*(1-p))/all)+float64(z*z/(4*all*all))))
	whole := 1 + z*z/all
	return max(0, float64(middle-spread)/whole), min(1, float64(middle+spread)/whole)
}

// podium are the games that have most of something; of equal ones, the first.
type podium []*rankedGame

type rankedGame struct {
	result
	most int
}

func (p *podium) add(r result, most int) {
	const places = 3
	*p = append(*p, &rankedGame{r, most})
	slices.SortStableFunc(*p, func(a, b *rankedGame) int { return cmp.Compare(b.most, a.most) })
	*p = (*p)[:min(places, len(*p))]
}

// tellStrange prints games and how to play them again.
func (t *report) tellStrange(title string, all podium, words func(result) string) {
	fmt.Fprintln(t.out, title)
	for _, r := range all {
		fmt.Fprintf(t.out, "  game %d (seed %d): %s\n    %s\n", r.Number, r.Seed, words(r.result),
			t.command(r.Seed, 1, shard{}))
	}
}
