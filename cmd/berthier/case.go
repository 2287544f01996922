package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"berthier/engine"
	"berthier/engine/book"
)

var caseCommand = command{
	name:  "case",
	usage: "[-print] FILE…",
	help:  "run case files: does the program play a rule as they say?",
	long: `
A case is a text file with a position, orders, dice and what must happen; "go
doc berthier/engine/book" says how to write one, and "go doc berthier/engine/NAME ReadCase"
how a position of the game NAME is written. The games are {games}.
A case that names no game is one of that whose clauses it cites, or else of {title}.
A file NAME.cases holds several cases in the short form.
With -print what happens is printed instead of compared; a step without a section
"dice" is then rolled by chance, and printed with the dice that fell. The exit
code is 0 if all cases hold, 1 if one differs, 2 if one cannot be read.`,
	run: runCase,
}

func runCase(_ context.Context, c *call) error {
	show := c.flags.Bool("print", false, "print what happens")
	if err := c.parse(-1); err != nil {
		return err
	}
	if c.flags.NArg() == 0 {
		return c.usageError("want at least one case file")
	}
	all, differ := 0, 0
	var unread []error
	for _, path := range c.flags.Args() {
		n, others, err := casesOf(c, path, *show)
		all, differ = all+n, differ+others
		if err != nil {
			unread = append(unread, fmt.Errorf("%s: %w", path, err))
		}
	}
	switch {
	case len(unread) > 0:
		return errors.Join(unread...)
	case differ > 0:
		return refusal{fmt.Errorf("%s of %d differ", count(differ, "case"), all)}
	case !*show && all == 1:
		fmt.Fprintln(c.stdout, "1 case holds")
	case !*show:
		fmt.Fprintf(c.stdout, "%s hold\n", count(all, "case"))
	}
	return nil
}

// shortCases is casesOf for a file with several cases in the short form. One that cannot be played keeps
// none of the others from it.
func shortCases(c *call, text []byte, path string, game engine.Game, show bool) (n, differ int, err error) {
	cases, err := book.ReadShort(text)
	if err != nil {
		return 0, 0, err
	}
	var unread []error
	for _, k := range cases {
		name, got, err := k.Play(game.Case)
		if err != nil {
			unread = append(unread, fmt.Errorf("line %d: %s: %w", k.Line, k.Name, err))
			continue
		}
		if show {
			fmt.Fprintf(c.stdout, "== %s\n-- %s --\n%s", k.Name, name, got)
		} else if err := k.Run(game.Case); err != nil {
			differ++
			fmt.Fprintf(c.stdout, "%s, line %d: %s: %v\n", path, k.Line, k.Name, err)
		}
		n++
	}
	return n, differ, errors.Join(unread...)
}

// casesOf runs or prints the cases of a file; it says how many there are, and how many went otherwise
// than expected.
func casesOf(c *call, path string, show bool) (n, differ int, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, err
	}
	game := games[0]
	if name := book.CaseGame(text, gameNames()...); name != "" {
		if game, err = gameNamed(name); err != nil {
			return 0, 0, err
		}
	}
	if strings.HasSuffix(path, book.ShortEnding) {
		return shortCases(c, text, path, game, show)
	}
	if show {
		var link engine.Link
		rand.Read(link[:])
		actual, err := book.PlayCase(text, game.Case, link)
		c.stdout.Write(actual)
		return 1, 0, err
	}
	actual, err := book.RunCase(text, game.Case)
	if err != nil && actual != nil {
		c.stdout.Write(diff.Diff(path, text, path+" as played", actual))
		return 1, 1, nil
	}
	return 1, 0, err
}
