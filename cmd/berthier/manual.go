package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

var manCommand = command{
	name: "man",
	help: "print the manual page",
	long: `
To read it, and to install it:

  berthier man | man -l -
  berthier man > /usr/local/share/man/man1/berthier.1`,
	run: func(_ context.Context, c *call) error {
		if err := c.parse(0); err != nil {
			return err
		}
		writeManual(c.stdout)
		return nil
	},
}

// flagsOf lists the options of a command, in the order of their names.
func flagsOf(cmd command) (options []*flag.Flag) {
	c := newCall(cmd, []string{"-h"})
	c.stdin, c.stdout, c.stderr = strings.NewReader(""), io.Discard, io.Discard
	cmd.run(context.Background(), c) // defines its flags and stops at -h
	c.flags.VisitAll(func(f *flag.Flag) { options = append(options, f) })
	return options
}

const manualHead = `.TH BERTHIER 1 "" berthier "User Commands"
.SH NAME
berthier \- run wargames by e-mail
.SH SYNOPSIS
.B berthier
.I command
.RI [ options ]
.RI [ arguments ]
.SH DESCRIPTION
Berthier polls a mailbox for signed turn files, resolves them by the rules with
dice that everybody can check, and mails battle reports. The umpire of a club
runs it with
.BR "berthier serve" ;
players need nothing but a mail program, and may use
.B berthier sign
and
.BR "berthier check" .
.PP
Options stand before all other arguments.
.SH COMMANDS
`

const manualTail = `.SH CONFIGURATION
One TOML file, given with
.BR \-config .
The file config.example.toml of the distribution has every key with its default
and what it means. Unknown keys are errors; paths in the file are relative to the
folder that it is in. Without a file the defaults count, and with them the daemon
brings its own mail server, which this machine alone can reach.
.SH FILES
.TP
.I berthier\-state
The state folder, unless the configuration names another. It must be closed to
everybody but the user that the daemon runs as.
.TP
.I berthier\-state/berthier.db
The store: all games, the mails, and the secrets of the dice. It is the file to
back up.
.SH ENVIRONMENT
.TP
.B SSL_CERT_FILE
File with the certificates to trust, in place of those of the system.
.TP
.BR NOTIFY_SOCKET ", " WATCHDOG_USEC
Set by systemd; see
.BR "berthier unit" .
.PP
Variables that the configuration names in
.B password_env
hold passwords. Programs that the configuration names do not get them.
.SH EXIT STATUS
.TP
.B 0
Done, and what was asked about is so.
.TP
.B 1
Done, but what was asked about is not so (a turn file with faults, a damaged
store), or the thing was refused (a file that exists, a store that is in use).
.TP
.B 2
The command was not understood, or something could not be read.
.SH SEE ALSO
.BR ssh\-keygen (1),
.BR gpg (1),
.BR systemd.service (5)
`

// writeManual writes the manual page, in the language of man(7), out of the same
// texts as "berthier help".
func writeManual(w io.Writer) {
	io.WriteString(w, manualHead)
	for _, cmd := range append([]command{helpEntry, victoryEntry}, commands...) {
		fmt.Fprintf(w, ".SS %s\n", roff(strings.TrimSpace("berthier "+cmd.name+" "+cmd.usage)))
		fmt.Fprintf(w, "%s.\n", roff(strings.ToUpper(cmd.help[:1])+cmd.help[1:]))
		writeParagraphs(w, fill(cmd.long))
		for _, f := range flagsOf(cmd) {
			arg, text := flag.UnquoteUsage(f)
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace("-"+f.Name+" "+arg)), roffLines(text))
		}
	}
	io.WriteString(w, ".SH TOPICS\nPages of the help, each shown by\n.BR \"berthier help\" .\n")
	for _, t := range topics() {
		fmt.Fprintf(w, ".TP\n.B %s\nFor %s: %s\n", roff(t.Name), roff(t.For), roff(t.About))
	}
	io.WriteString(w, manualTail)
}

// helpEntry stands for the one command that is not in the list.
var helpEntry = command{
	name: "help", usage: "[COMMAND|TOPIC]", help: "list the commands and the pages of the help, or show one",
	run: func(context.Context, *call) error { return nil },
}

// writeParagraphs writes a text whose indented paragraphs are examples.
func writeParagraphs(w io.Writer, text string) {
	for _, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		example := strings.HasPrefix(paragraph, "  ")
		switch {
		case paragraph == "":
			continue
		case example:
			fmt.Fprint(w, ".PP\n.nf\n")
		default:
			fmt.Fprint(w, ".PP\n")
		}
		for line := range strings.Lines(paragraph) {
			fmt.Fprintln(w, roff(strings.TrimRight(line, "\n")))
		}
		if example {
			fmt.Fprint(w, ".fi\n")
		}
	}
}

// roff keeps a line as it is from the typesetter.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", "\\(ga").Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}

func roffLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = roff(strings.TrimSpace(lines[i]))
	}
	return strings.Join(lines, "\n")
}
