package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"berthier/engine/book"
	"berthier/templates"
)

var completionCommand = command{
	name:  "completion",
	usage: "bash|zsh|fish",
	help:  "print what makes a shell complete commands and options",
	long: `
For all shells that start from now on:

  berthier completion bash > ~/.local/share/bash-completion/completions/berthier
  berthier completion zsh >> ~/.zshrc
  berthier completion fish > ~/.config/fish/completions/berthier.fish`,
	run: func(_ context.Context, c *call) error {
		if err := c.parse(1); err != nil {
			return err
		}
		switch shell := c.flags.Arg(0); shell {
		case "bash":
			writeBash(c.stdout)
		case "zsh":
			io.WriteString(c.stdout, "autoload -Uz compinit bashcompinit && compinit && bashcompinit\n")
			writeBash(c.stdout)
		case "fish":
			writeFish(c.stdout)
		default:
			return c.usageError("no completion for %q", shell)
		}
		return nil
	},
}

// writeBash writes a function that offers the words that may come next, and
// files everywhere else.
func writeBash(w io.Writer) {
	fmt.Fprint(w, `_berthier() {
	local cur=${COMP_WORDS[COMP_CWORD]} words=
	local before="${COMP_WORDS[*]:1:COMP_CWORD-1}"
	case "$before " in
`)
	for _, start := range starts() {
		fmt.Fprintf(w, "\t%s) words=%s ;;\n", quoteShell(start+" "), quoteShell(strings.Join(nextWords(start), " ")))
	}
	var all []*command
	for i := range commands {
		all = append(all, &commands[i])
	}
	// A longer name goes before one that it begins with.
	slices.SortStableFunc(all, func(a, b *command) int { return len(b.name) - len(a.name) })
	for _, cmd := range all {
		var names []string
		for _, f := range flagsOf(*cmd) {
			names = append(names, "-"+f.Name)
		}
		fmt.Fprintf(w, "\t%s*) [[ $cur == -* ]] && words=%s ;;\n", quoteShell(cmd.name+" "),
			quoteShell(strings.Join(names, " ")))
	}
	fmt.Fprint(w, "\tesac\n\tcase ${COMP_WORDS[COMP_CWORD-1]} in\n")
	for _, name := range sortedKeys(valued) {
		fmt.Fprintf(w, "\t-%s) words=%s ;;\n", name, quoteShell(strings.Join(valued[name](), " ")))
	}
	fmt.Fprint(w, `	esac
	if [[ -n $words ]]; then
		COMPREPLY=($(compgen -W "$words" -- "$cur"))
	else
		compopt -o filenames 2>/dev/null
		local IFS=$'\n'
		COMPREPLY=($(compgen -f -- "$cur"))
	fi
}
complete -F _berthier berthier
`)
}

// valued are the options whose values the table of games knows.
var valued = map[string]func() []string{
	"scenario": scenarios,
	"ruleset":  gameNames,
	"bot": func() (names []string) {
		for _, g := range games {
			for _, b := range book.Bots(g) {
				if !slices.Contains(names, b.Name) {
					names = append(names, b.Name)
				}
			}
		}
		return names
	},
}

// starts are what a command line may begin with before its command is complete:
// nothing, and the first words of longer names.
func starts() []string {
	out := []string{""}
	for _, cmd := range commands {
		if first, _, ok := strings.Cut(cmd.name, " "); ok && !slices.Contains(out, first) {
			out = append(out, first)
		}
	}
	return append(out, "help", "completion")
}

// nextWords are the words that may follow.
func nextWords(start string) (words []string) {
	if start == "completion" {
		return []string{"bash", "zsh", "fish"}
	}
	if start == "help" {
		start, words = "", append(templates.TopicNames(topics()), strings.TrimPrefix(victoryEntry.name, "help "))
	}
	for _, cmd := range append([]command{helpEntry}, commands...) {
		rest, ok := cmd.name, start == ""
		if !ok {
			rest, ok = strings.CutPrefix(cmd.name, start+" ")
		}
		if word, _, _ := strings.Cut(rest, " "); ok && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

func writeFish(w io.Writer) {
	complete := func(condition, what, text string) {
		fmt.Fprintf(w, "complete -c berthier -n %s %s -d %s\n", quoteShell(condition), what, quoteShell(text))
	}
	for _, cmd := range append([]command{helpEntry}, commands...) {
		first, second, long := strings.Cut(cmd.name, " ")
		seen := "__fish_seen_subcommand_from " + first
		if long {
			complete("__fish_use_subcommand", "-f -a "+first, first+" ...")
			complete(seen+"; and not __fish_seen_subcommand_from "+second, "-f -a "+second, cmd.help)
			seen += "; and __fish_seen_subcommand_from " + second
		} else {
			complete("__fish_use_subcommand", "-f -a "+first, cmd.help)
		}
		for _, f := range flagsOf(cmd) {
			arg, text := flag.UnquoteUsage(f)
			what := "-o " + f.Name
			if arg != "" {
				what += " -r"
			}
			if values := valued[f.Name]; values != nil {
				what += " -f -a " + quoteShell(strings.Join(values(), " "))
			}
			text, _, _ = strings.Cut(text, "\n")
			complete(seen, what, text)
		}
	}
	complete("__fish_seen_subcommand_from help", "-f -a "+quoteShell(strings.Join(nextWords("help"), " ")), "command")
	complete("__fish_seen_subcommand_from completion", "-f -a 'bash zsh fish'", "shell")
}

// quoteShell is for bash, zsh and fish.
func quoteShell(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `'"'"'`).Replace(s) + "'"
}
