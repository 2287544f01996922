package main

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/book"
)

var rulesCommand = command{
	name:  "rules",
	usage: "[-ruleset NAME] [PARAGRAPH|LABEL]",
	help:  "list the rules of a game, or show one paragraph or clause",
	long: `
Without a paragraph: every paragraph with our own title, the number of its
clauses and of the cases that prove them. With one (8.7.2, or D for the
rulings): its clauses in our own words, each with the names of its cases. With
a label (8.7.2-c, Q87 or P23): that clause, ruling or decision, and those that
point to it.
The games are {games}; without -ruleset it is {title},
or the one that a whole label names: CCN-5.6-a.`,
	run: runRules,
}

// rulebook is what this program has to say of the rules of a game.
type rulebook struct {
	game     engine.Game
	sections []book.Section
	proof    map[string][]string // names of cases by the label that they prove
	untested map[string]string   // labels that no case can prove, and why
}

func runRules(_ context.Context, c *call) error {
	name := c.flags.String("ruleset", "", "`NAME` of the game")
	if err := c.parse(-1); err != nil {
		return err
	}
	game, err := gameNamed(cmp.Or(*name, gameOfLabel(c.flags.Arg(0)), games[0].Name))
	if err != nil {
		return err
	}
	r, err := openRulebook(game)
	if err != nil {
		return err
	}
	switch c.flags.NArg() {
	case 0:
		for _, s := range r.sections {
			r.printSection(c, s)
		}
		return nil
	case 1:
		label := strings.TrimPrefix(strings.ToUpper(c.flags.Arg(0)), strings.ToUpper(game.Name)+"-")
		i := slices.IndexFunc(r.sections, func(s book.Section) bool { return strings.EqualFold(s.Number, label) })
		if i >= 0 {
			r.printClauses(c, r.sections[i])
			return nil
		}
		if cl, ok := r.clause(label); ok {
			r.printOne(c, cl)
			return nil
		}
		return hint(fmt.Errorf("%s has no paragraph and no clause %q", game.Title, c.flags.Arg(0)),
			`"berthier rules -ruleset NAME" lists the paragraphs of a game; NAME is one of %s`, joined(titles()))
	}
	return c.usageError("want one paragraph, got %d", c.flags.NArg())
}

// gameOfLabel is the game that a label names, as CCN-5.6-a does; "" if it names none.
func gameOfLabel(label string) string {
	prefix, _, _ := strings.Cut(strings.ToLower(label), "-")
	if slices.Contains(gameNames(), prefix) {
		return prefix
	}
	return ""
}

// clause finds a clause, ruling or decision by its label.
func (r *rulebook) clause(label string) (book.Clause, bool) {
	for _, s := range r.sections {
		for _, cl := range s.Clauses {
			if strings.EqualFold(cl.Label, label) {
				return cl, true
			}
		}
	}
	return book.Clause{}, false
}

// printOne prints one clause, and those that point to it.
func (r *rulebook) printOne(c *call, one book.Clause) {
	name := strings.ToUpper(r.game.Name) + "-" + one.Label
	points := regexp.MustCompile(regexp.QuoteMeta(name) + `\b`)
	r.printClause(c, one)
	for _, s := range r.sections {
		for _, cl := range s.Clauses {
			if cl.Label != one.Label && points.MatchString(cl.Text) {
				r.printClause(c, cl)
			}
		}
	}
}

func openRulebook(game engine.Game) (r rulebook, err error) {
	r = rulebook{game: game, proof: map[string][]string{}}
	if r.sections, err = book.ParseIndex(game.Rules); err != nil {
		return r, err
	}
	cases, untested, err := book.ReadCases(game.Cases, game.Name)
	for _, k := range cases {
		for _, label := range k.Cites {
			r.proof[label] = append(r.proof[label], k.Name)
		}
	}
	r.untested = untested
	return r, err
}

// printSection prints one line of the list.
func (r *rulebook) printSection(c *call, s book.Section) {
	names := map[string]bool{}
	open := 0
	for _, cl := range s.Clauses {
		for _, n := range r.proof[cl.Label] {
			names[n] = true
		}
		if len(r.proof[cl.Label]) == 0 && r.untested[cl.Label] == "" {
			open++
		}
	}
	fmt.Fprintf(c.stdout, "%-7s %-50s %12s %10s", s.Number, s.Title, count(len(s.Clauses), "clause"),
		count(len(names), "case"))
	if open > 0 {
		fmt.Fprintf(c.stdout, ", %d without", open)
	}
	fmt.Fprintln(c.stdout)
}

// printClauses prints one paragraph, and what stands beside the book and its clauses
// point to, or points to them.
func (r *rulebook) printClauses(c *call, s book.Section) {
	fmt.Fprintf(c.stdout, "%s  %s\n", s.Number, s.Title)
	var text strings.Builder
	for _, cl := range s.Clauses {
		text.WriteString(cl.Text)
		r.printClause(c, cl)
	}
	prefix := strings.ToUpper(r.game.Name) + "-"
	for _, other := range r.sections {
		if !other.Beside() || other.Number == s.Number {
			continue
		}
		for _, cl := range other.Clauses {
			named := strings.Contains(text.String(), prefix+cl.Label+"]")
			if named || strings.Contains(cl.Text, "("+s.Number+")") || strings.Contains(cl.Text, "("+s.Number+"-") {
				r.printClause(c, cl)
			}
		}
	}
}

func (r *rulebook) printClause(c *call, cl book.Clause) {
	fmt.Fprintf(c.stdout, "\n%s\n    %s\n", cl.Label, cl.Text)
	if names := r.proof[cl.Label]; len(names) > 0 {
		fmt.Fprintf(c.stdout, "    cases: %s\n", strings.Join(names, ", "))
	} else if why := r.untested[cl.Label]; why != "" {
		fmt.Fprintf(c.stdout, "    no case: %s\n", why)
	}
}
