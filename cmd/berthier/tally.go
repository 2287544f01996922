package main

import (
	"fmt"
	"strings"

	"berthier/engine"
	"berthier/engine/book"
)

// tally adds matches of one game up.
type tally struct {
	game                               engine.Game
	played, failed, draws, turns, mail int
	wins                               map[string]int
	count                              []int
	score                              []engine.Score
}

func (t *tally) add(m *book.Match) {
	if t.wins == nil {
		t.wins = map[string]int{}
		t.count = make([]int, len(m.Counts))
		for _, s := range m.Scores {
			t.score = append(t.score, engine.Score{Name: s.Name, Of: make([]int, len(s.Of))})
		}
	}
	t.played, t.turns, t.mail = t.played+1, t.turns+m.Turn, t.mail+m.Mails
	if w := m.Log.Outcome.Winner; w == "" {
		t.draws++
	} else {
		t.wins[string(w)]++
	}
	for i, n := range m.Counts {
		t.count[i] += n
	}
	for i, s := range m.Scores {
		for side, n := range s.Of {
			t.score[i].Of[side] += n
		}
	}
}

// counts tells what was counted in a number of games, on average.
func (t *tally) counts(all []int, games int) (words []string) {
	for i, n := range all {
		words = append(words, mean(n, games)+" "+t.game.Counts[i].Name)
	}
	return words
}

// scores tells how a number of games ended, on average.
func (t *tally) scores(all []engine.Score, games int) (words []string) {
	for _, s := range all {
		var of []string
		for _, n := range s.Of {
			of = append(of, mean(n, games))
		}
		words = append(words, s.Name+" "+strings.Join(of, " to "))
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

func (t *tally) print(c *call) {
	if t.played == 0 {
		return
	}
	share := func(n int) string { return fmt.Sprintf("%d (%d %%)", n, 100*n/t.played) }
	fmt.Fprintf(c.stdout, "\n%s\n", count(t.played, "game"))
	for _, side := range sortedKeys(t.wins) {
		fmt.Fprintf(c.stdout, "%-8s wins %s\n", side, share(t.wins[side]))
	}
	fmt.Fprintf(c.stdout, "draws    %s\n", share(t.draws))
	words := append([]string{mean(t.turns, t.played) + " turns", mean(t.mail, t.played) + " turn mails"},
		t.counts(t.count, t.played)...)
	fmt.Fprintf(c.stdout, "on average %s\n", strings.Join(append(words, t.scores(t.score, t.played)...), ", "))
}
