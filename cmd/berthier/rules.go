package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"berthier/engine/book"
	"berthier/engine/jdg"
)

var rulesCommand = command{
	name:  "rules",
	usage: "[PARAGRAPH]",
	help:  "list the rules of Jours de Gloire, or show one paragraph",
	long: `
Without a paragraph: every paragraph with our own title, the number of its
clauses and of the cases that prove them. With one (8.7.2, or D for the
rulings): its clauses in our own words, each with the names of its cases.`,
	run: runRules,
}

func runRules(_ context.Context, c *call) error {
	if err := c.parse(-1); err != nil {
		return err
	}
	sections, err := jdg.Index()
	if err != nil {
		return err
	}
	cases, untested, err := book.ReadCases(jdg.CaseFiles, "jdg")
	if err != nil {
		return err
	}
	proof := map[string][]string{}
	for _, k := range cases {
		for _, label := range k.Cites {
			proof[label] = append(proof[label], k.Name)
		}
	}
	switch c.flags.NArg() {
	case 0:
		for _, s := range sections {
			printSection(c, s, proof, untested)
		}
		return nil
	case 1:
		i := slices.IndexFunc(sections, func(s book.Section) bool { return s.Number == c.flags.Arg(0) })
		if i < 0 {
			return hint(fmt.Errorf("no paragraph %q", c.flags.Arg(0)), "berthier rules lists them")
		}
		printClauses(c, sections[i], sections, proof, untested)
		return nil
	}
	return c.usageError("want one paragraph, got %d", c.flags.NArg())
}

// printSection prints one line of the list.
func printSection(c *call, s book.Section, proof map[string][]string, untested map[string]string) {
	names := map[string]bool{}
	open := 0
	for _, cl := range s.Clauses {
		for _, n := range proof[cl.Label] {
			names[n] = true
		}
		if len(proof[cl.Label]) == 0 && untested[cl.Label] == "" {
			open++
		}
	}
	fmt.Fprintf(c.stdout, "%-7s %-50s %4d clauses %4d cases", s.Number, s.Title, len(s.Clauses), len(names))
	if open > 0 {
		fmt.Fprintf(c.stdout, " %4d without", open)
	}
	fmt.Fprintln(c.stdout)
}

// printClauses prints one paragraph, and the rulings that its clauses point to.
func printClauses(c *call, s book.Section, all []book.Section, proof map[string][]string, untested map[string]string) {
	fmt.Fprintf(c.stdout, "%s  %s\n", s.Number, s.Title)
	var text strings.Builder
	for _, cl := range s.Clauses {
		text.WriteString(cl.Text)
		printClause(c, cl, proof, untested)
	}
	for _, other := range all {
		if other.Number != "D" && other.Number != "E" || other.Number == s.Number {
			continue
		}
		for _, cl := range other.Clauses {
			named := strings.Contains(text.String(), "JDG-"+cl.Label+"]")
			if named || strings.Contains(cl.Text, "("+s.Number+")") || strings.Contains(cl.Text, "("+s.Number+"-") {
				printClause(c, cl, proof, untested)
			}
		}
	}
}

func printClause(c *call, cl book.Clause, proof map[string][]string, untested map[string]string) {
	fmt.Fprintf(c.stdout, "\n%s\n    %s\n", cl.Label, cl.Text)
	if names := proof[cl.Label]; len(names) > 0 {
		fmt.Fprintf(c.stdout, "    cases: %s\n", strings.Join(names, ", "))
	} else if why := untested[cl.Label]; why != "" {
		fmt.Fprintf(c.stdout, "    no case: %s\n", why)
	}
}
