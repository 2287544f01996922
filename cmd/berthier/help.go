package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"berthier/engine/tongue"
	"berthier/templates"
)

// help answers "berthier help [COMMAND|TOPIC]" and "berthier help victory [SCENARIO]".
func help(args []string, stdout, stderr io.Writer) int {
	in := tongue.En
	if len(args) > 1 && strings.TrimLeft(args[0], "-") == "language" {
		l, ok := tongue.Find(args[1])
		if !ok {
			fmt.Fprintf(stderr, "berthier help: there is no language %q here; there are %s\n", args[1],
				tongue.Choices())
			return exitUsage
		}
		in, args = l, args[2:]
	}
	if len(args) == 0 {
		printCommands(stdout)
		return exitOK
	}
	if "help "+args[0] == victoryEntry.name {
		c := newCall(victoryEntry, args[1:])
		c.stdout, c.stderr = stdout, stderr
		return c.report(c.run(context.Background(), c))
	}
	word := strings.Join(args, " ")
	if t, ok := templates.FindTopic(topics(), word); ok {
		stdout.Write(templates.HelpText(t.In(in)))
		return exitOK
	}
	cmd, _, ok := find(args)
	if !ok {
		asked, hint := nearCommand(args, templates.TopicNames(topics()), "berthier help lists both")
		fmt.Fprintf(stderr, "berthier help: unknown command or topic %q\nhint: %s\n", asked, hint)
		return exitUsage
	}
	c := newCall(cmd, []string{"-h"})
	c.stdin, c.stdout, c.stderr = strings.NewReader(""), stdout, stderr
	return c.report(cmd.run(context.Background(), c))
}

func printCommands(w io.Writer) {
	fmt.Fprint(w, "berthier runs wargames by e-mail.\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-12s %s\n", c.name, c.help)
	}
	printTopics(w)
	fmt.Fprint(w, "\n\"berthier help COMMAND\" says more, \"berthier help -language pl TOPIC\" in another language, "+
		" \"berthier help victory SCENARIO\" how a game is won. "+
		"If you are new here: berthier demo\n")
}

// printHelp prints what a command does and its flags.
func (c *call) printHelp(w io.Writer) {
	fmt.Fprintf(w, "usage: berthier %s\n\n%s\n", strings.TrimSpace(c.name+" "+c.usage), c.help)
	if c.long != "" {
		fmt.Fprintf(w, "\n%s\n", wrapped(strings.TrimSpace(fill(c.long))))
	}
	first := true
	c.flags.VisitAll(func(f *flag.Flag) {
		if first {
			fmt.Fprintln(w, "\noptions:")
			first = false
		}
		arg, text := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "  %-20s %s\n", strings.TrimSpace("-"+f.Name+" "+arg),
			strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", 23)))
	})
}

// helpColumns is how wide a help text is.
const helpColumns = 88

// wrapped breaks the lines anew of each paragraph that has one too long, as what fill puts in makes it. What is
// indented stays as it is.
func wrapped(text string) string {
	all := strings.Split(text, "\n\n")
	for i, paragraph := range all {
		lines := strings.Split(paragraph, "\n")
		if slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, " ") }) ||
			!slices.ContainsFunc(lines, func(l string) bool { return utf8.RuneCountInString(l) > helpColumns }) {
			continue
		}
		words := strings.Join(strings.Fields(paragraph), " ")
		all[i] = strings.Join(templates.Wrap(words, helpColumns), "\n")
	}
	return strings.Join(all, "\n\n")
}
