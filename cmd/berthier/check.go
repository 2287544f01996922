package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
)

var checkCommand = command{
	name:  "check",
	usage: "-report position.txt TURNFILE",
	help:  "check a turn file as the server will, without a server",
	long: `
position.txt is attached to every report. TURNFILE is the file with your orders,
signed or not; - reads standard input. Prints the orders as they are understood,
or everything that is wrong with them, and then the exit code is 1. The
scenario of a battle that grew out of a campaign, and data files that the umpire
replaced, stand in position.txt. Only if they are too large for that you need
them too: -config names a configuration with your own data files ([data]).

For each attack that the orders declare the exact odds are printed: the modifiers
of the roll that decides it, where it is most likely made, and how it can end, in
per cent. No die is rolled for that and nothing is sent. The odds are those of
each attack by itself, after the moves of the file: other attacks are taken to
have no effect, the player's own tests to be passed, the other side to react as it
does without standing orders. What may follow from an attack is not counted.`,
	run: runCheck,
}

func runCheck(_ context.Context, c *call) error {
	report := c.flags.String("report", "", "`FILE` "+record.AttachedName+" of your last report")
	path := c.configFlag()
	if err := c.parse(1); err != nil {
		return err
	}
	if *report == "" {
		return c.usageError("-report is missing")
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	attached, err := c.readFile(*report, cfg.Limits.MailBytes)
	if err != nil {
		return err
	}
	a, err := position.Parse(attached)
	if err != nil {
		return hint(fmt.Errorf("%s: %w", *report, err), "save the attachment %s of your last report as it is",
			record.AttachedName)
	}
	text, err := c.readFile(c.flags.Arg(0), sign.MaxSigned)
	if err != nil {
		return err
	}
	if sign.IsUTF16(text) {
		return refusal{inUTF16(c.flags.Arg(0))}
	}
	if _, err := gameNamed(a.Ruleset); err != nil {
		return err
	}
	own, err := ownData(cfg, a.Ruleset)
	if err != nil {
		return err
	}
	rs, err := a.Rules(loadGame, own)
	if err != nil {
		return fmt.Errorf("loading %s: %w", a.Ruleset, err)
	}
	return c.showFile(rs, cfg, a, text, c.flags.Arg(0))
}

// inUTF16 refuses a text as Notepad may write it, and PowerShell behind ">".
func inUTF16(name string) error {
	return hint(fmt.Errorf("%s is in UTF-16, which Windows calls Unicode", name), "save it as UTF-8")
}

// showFile shows what a turn file means: its orders with their odds, or its
// faults.
func (c *call) showFile(rs engine.Ruleset, cfg config, a position.Attachment, text []byte, name string) error {
	file, faults, notes, err := a.Check(rs, signedPart(text), cfg.Limits.turn())
	if err != nil {
		return hint(err, "a game whose own data files are too large for its reports is checked by mail: put the "+
			"line preview above the file")
	}
	for _, n := range notes {
		fmt.Fprintln(c.stderr, "note:", phrase.OneLine(n))
	}
	if len(faults) > 0 {
		printFaults(c.stdout, name, faults)
		return refusal{fmt.Errorf("%s: %s", name, count(len(faults), "fault"))}
	}
	p, err := a.Preview(rs, file)
	if err != nil {
		return err
	}
	printOrders(c.stdout, file)
	printOdds(c.stdout, p.Odds)
	return nil
}

// signedPart blanks out what is not the text of an inline signed turn; the
// lines stay where they are, so that line numbers are true.
func signedPart(text []byte) []byte {
	lines := strings.Split(string(text), "\n")
	begin := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == sign.BeginTurn })
	if begin < 0 {
		return text
	}
	inside := false
	for i, l := range lines {
		armour := strings.HasPrefix(l, "-----")
		if armour {
			inside = i == begin
		}
		if armour || !inside {
			lines[i] = ""
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

// printFaults lists faults like a compiler, with rule and hint.
func printFaults(w io.Writer, path string, faults []engine.Fault) {
	for _, f := range faults {
		where := path
		if f.Line > 0 {
			where = fmt.Sprintf("%s:%d", path, f.Line)
		}
		rule := ""
		if f.Rule != "" {
			rule = " [" + f.Rule + "]"
		}
		fmt.Fprintf(w, "%s: %s: %s%s\n", where, f.Kind, f.Msg, rule)
		if f.Text != "" {
			fmt.Fprintf(w, "    %s\n", f.Text)
		}
		if !f.Hint.Empty() {
			fmt.Fprintf(w, "  hint: %s\n", f.Hint)
		}
	}
}

// printOrders prints what the program would do.
func printOrders(w io.Writer, file engine.TurnFile) {
	fmt.Fprintf(w, "The file is in order: game %s, %s, turn %d, step %d.\n", file.Game, file.Side, file.Turn, file.Step)
	if len(file.Orders) == 0 {
		fmt.Fprintln(w, "It holds no order: your standing orders and the defaults will be used.")
	}
	for _, o := range file.Orders {
		fmt.Fprintf(w, "%4d  %s\n", o.Line, strings.Join(o.Words, " "))
	}
}

// printOdds prints what may come of each attack.
func printOdds(w io.Writer, odds []engine.Odds) {
	if len(odds) > 0 {
		fmt.Fprintln(w, "\nThe odds of each attack by itself; \"berthier help check\" says what they mean:")
	}
	for _, x := range odds {
		lines := make([]string, len(x.Lines))
		for i, n := range x.Lines {
			lines[i] = strconv.Itoa(n)
		}
		for i, text := range x.Tell() {
			if i == 0 {
				fmt.Fprintf(w, "%4s  %s\n", strings.Join(lines, ","), text)
				continue
			}
			fmt.Fprintf(w, "      %s\n", text)
		}
	}
}
