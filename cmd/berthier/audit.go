package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/store"
)

var auditCommand = command{
	name:  "audit",
	usage: "[-config FILE] [-json] [-roll N] ARCHIVE|GAME [MAIL …]",
	help:  "check a whole game: signatures, dice, rules, log",
	long: `
Checks the file ARCHIVE, or the GAME in the store of the configuration, also while
its daemon runs: that
every turn file is signed by its player, that the dice follow from a chain of
hashes which was fixed before the game, that the rules give the same events
again, and that nothing was changed, left out or put in later. It needs no
network, no secret and no trust in the umpire.

MAIL are mails that you kept, as files (.eml): the checkpoint in each must lie on
the log, each report must be word for word the one that the log holds, and the log
must have the turn files that receipts and reports name. One mail is enough to find
a past that was written anew. Those of other games are left out.

-roll N explains draw N of the game, or 12.3, draw 3 of step 12, with the shell
commands that compute it. The exit codes:

  0  sound, as far as can be told today
  1  not sound: something was changed, left out or put in
  2  something could not be read
  3  sound but for the steps that this program cannot resolve, because it does not
     have their version of the rules, or does not know the game

Without a mail that somebody kept nobody can tell whether the log is the one that
the players saw; the verdict says so.`,
	run: runAudit,
}

// auditMemory keeps an audit small; the collector works harder instead.
const auditMemory = 120 << 20

func runAudit(ctx context.Context, c *call) error {
	path := c.configFlag()
	asJSON := c.flags.Bool("json", false, "print the result as JSON")
	roll := c.flags.String("roll", "", "explain draw `N` of the game, or STEP.DRAW")
	if err := c.parse(-1); err != nil {
		return err
	}
	if c.flags.NArg() == 0 {
		return c.usageError("want an archive or a game")
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(auditMemory))
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	var mails []audit.Mail
	for _, name := range c.flags.Args()[1:] {
		m, err := readKept(name)
		if err != nil {
			return err
		}
		mails = append(mails, m)
	}
	result, _, err := auditOf(ctx, cfg, c.flags.Arg(0), mails)
	if err != nil {
		return err
	}
	switch {
	case *asJSON:
		err = c.printAuditJSON(result)
	case *roll != "":
		err = c.explainRoll(result, *roll)
	default:
		c.printAudit(result)
	}
	switch {
	case err != nil:
		return err
	case !result.Sound():
		return refusal{fmt.Errorf("%s is not sound", c.flags.Arg(0))}
	case result.Foreign:
		return partial{fmt.Errorf("%s is %s", c.flags.Arg(0), soundBut(result))}
	}
	return nil
}

// readKept reads a mail that somebody kept.
func readKept(path string) (m audit.Mail, err error) {
	f, err := os.Open(path)
	if err != nil {
		return m, err
	}
	defer f.Close()
	m.Name = path
	if m.Raw, err = io.ReadAll(io.LimitReader(f, audit.MaxMail+1)); err != nil {
		return m, err
	}
	return m, m.Check()
}

// auditOf checks an archive if there is a file of that name, otherwise a game
// of the store.
func auditOf(ctx context.Context, cfg config, name string, mails []audit.Mail) (result audit.Result,
	saved game.Saved, err error) {
	if _, err := os.Stat(name); err == nil {
		a, err := readArchive(name)
		if err != nil {
			return result, saved, err
		}
		return auditor.Audit(evidence(a, mails...)), a.Saved, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return result, saved, err
	}
	if strings.ContainsAny(name, "./\\") {
		return result, saved, fmt.Errorf("no file %s", name)
	}
	s, err := readStore(ctx, cfg)
	if err != nil {
		return result, saved, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = s.View(func(tx *store.Tx) error {
		result, saved, err = docket.AuditStored(auditor, tx, name, mails)
		return err
	})
	return result, saved, noGame(name, err)
}

// printAudit prints a line for each check and then the verdict.
func (c *call) printAudit(r audit.Result) {
	g := r.Game
	fmt.Fprintf(c.stdout, "Game %s, %q: %s %s, scenario %s, %s.\n", g.Game, g.Title, g.Ruleset, g.Version,
		g.Setup.Scenario, count(len(r.Steps), "step"))
	printActs(c.stdout, r.Acts)
	fmt.Fprintf(c.stdout, "Key of the log: %s. Anchor of the dice: %s.\n", record.Fingerprint(g.Log), g.Anchor)
	for _, k := range r.LogKeys {
		if k.From > 0 {
			fmt.Fprintf(c.stdout, "From record %d on it is %s, %s.\n", k.From, record.Fingerprint(k.Verifier),
				vouched(k))
		}
	}
	fmt.Fprintln(c.stdout)
	var left []audit.Check
	var bad []audit.Check
	for _, k := range r.Checks {
		mark := "ok  "
		switch {
		case k.Err != nil:
			mark = "BAD "
			bad = append(bad, k)
		case k.Done == 0:
			mark = "-   "
		}
		if k.Left > 0 {
			left = append(left, k)
		}
		fmt.Fprintf(c.stdout, "%s %-16s %s\n", mark, k.Name, tellCheck(k))
	}
	for _, said := range r.Said {
		fmt.Fprintf(c.stdout, "After step %d: %s\n", said.Step, tell.Command(said))
	}
	if r.Over != nil {
		fmt.Fprintf(c.stdout, "The game is over: %s [%s].\n", r.Over.Outcome.Text, r.Over.Outcome.Rule)
	}
	fmt.Fprintln(c.stdout)
	if len(bad) == 0 {
		switch {
		case r.Foreign:
			fmt.Fprintf(c.stdout, "CHECKED IN PART: %s.\n", soundBut(r))
		case len(left) == 0:
			fmt.Fprintln(c.stdout, "SOUND: every check holds.")
		default:
			fmt.Fprintln(c.stdout, "SOUND, as far as can be told today: every check holds that could be made.")
		}
		if r.Check("kept checkpoints").Done == 0 {
			fmt.Fprintln(c.stdout, "That this log is the one that the players saw, only a mail that one of them kept "+
				"can show: name it behind the game.")
		}
		return
	}
	fmt.Fprintf(c.stdout, "NOT SOUND: %d of %d checks fail.\n", len(bad), len(r.Checks))
	for _, k := range bad {
		fmt.Fprintf(c.stdout, "  %s: %v\n", k.Name, k.Err)
	}
	if first, ok := r.FirstBad(); ok {
		fmt.Fprintf(c.stdout, "The first thing that is wrong is in record %d, step %d.\n", first.Record, first.Step)
	}
}

// soundBut is the verdict on a game of which this program lacks rules.
func soundBut(r audit.Result) string {
	if r.Unresolved == 0 {
		return "sound but for its rules, which this program does not have"
	}
	return fmt.Sprintf("sound but for %s that this program cannot resolve", count(r.Unresolved, "step"))
}

func vouched(k audit.LogKeyUse) string {
	if k.Vouched {
		return "as the key before it signed"
	}
	return "by the word of the umpire alone: he said that the key before it was lost"
}

func tellCheck(k audit.Check) string {
	s := fmt.Sprintf("%d %s", k.Done, k.What)
	if k.Left > 0 {
		s += fmt.Sprintf("; %d not checked: %s", k.Left, k.Why)
	}
	if k.Err != nil {
		s += "; then " + k.Err.Error()
	}
	return s
}

// auditJSON is what -json prints.
type auditJSON struct {
	Game    string      `json:"game"`
	Title   string      `json:"title"`
	Rules   string      `json:"rules"`
	Steps   int         `json:"steps"`
	Over    bool        `json:"over"`
	LogKey  string      `json:"logKey"`
	NewKeys []keyJSON   `json:"newLogKeys,omitempty"`
	Anchor  string      `json:"anchor"`
	Sound   bool        `json:"sound"`
	Foreign bool        `json:"foreignRules,omitempty"` // then it is not called sound
	Left    int         `json:"unresolvedSteps,omitempty"`
	Acts    []string    `json:"umpire,omitempty"` // what he did to the game
	Checks  []checkJSON `json:"checks"`
	Record  uint64      `json:"firstBadRecord,omitempty"`
	BadStep int         `json:"firstBadStep,omitempty"`
}

type keyJSON struct {
	Record  uint64 `json:"fromRecord"`
	Key     string `json:"logKey"`
	Vouched bool   `json:"signedByOldKey"`
}

type checkJSON struct {
	Name  string `json:"name"`
	What  string `json:"what"`
	Done  int    `json:"done"`
	Left  int    `json:"left,omitempty"`
	Why   string `json:"why,omitempty"`
	Error string `json:"error,omitempty"`
}

func (c *call) printAuditJSON(r audit.Result) error {
	out := auditJSON{
		Game: r.Game.Game, Title: r.Game.Title, Rules: r.Game.Ruleset + " " + r.Game.Version, Steps: len(r.Steps),
		Over:   r.Over != nil,
		LogKey: record.Fingerprint(r.Game.Log), Anchor: r.Game.Anchor.String(), Sound: r.Sound() && !r.Foreign,
		Foreign: r.Foreign, Left: r.Unresolved,
	}
	for _, k := range r.LogKeys {
		if k.From > 0 {
			out.NewKeys = append(out.NewKeys, keyJSON{k.From, record.Fingerprint(k.Verifier), k.Vouched})
		}
	}
	for _, a := range r.Acts {
		out.Acts = append(out.Acts, a.String())
	}
	for _, k := range r.Checks {
		j := checkJSON{Name: k.Name, What: k.What, Done: k.Done, Left: k.Left}
		if k.Left > 0 {
			j.Why = k.Why
		}
		if k.Err != nil {
			j.Error = k.Err.Error()
		}
		out.Checks = append(out.Checks, j)
	}
	if first, ok := r.FirstBad(); ok {
		out.Record, out.BadStep = first.Record, first.Step
	}
	enc := json.NewEncoder(c.stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
