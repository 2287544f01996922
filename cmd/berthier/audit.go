package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/explain"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/origin"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/site"
	"berthier/cmd/internal/stored"
	"berthier/cmd/internal/tell"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/store"
)

var auditCommand = command{
	name:  "audit",
	usage: "[-config FILE] [-json] [-roll N] [-campaign ARCHIVE|GAME] ARCHIVE|GAME [MAIL …]",
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

-campaign names the archive of the game that a battle grew out of, or that game in the
store: the battle must begin with what that had come to.

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
	campaign := c.flags.String("campaign", "", "`ARCHIVE|GAME` that the game grew out of")
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
	result, saved, err := auditOf(ctx, cfg, c.flags.Arg(0), mails)
	if err != nil {
		return err
	}
	if err := c.checkOrigin(ctx, cfg, &result, *campaign); err != nil {
		return err
	}
	switch {
	case *asJSON:
		err = c.printAuditJSON(result, otherwise(saved, result))
	case *roll != "":
		err = c.printRoll(result, *roll)
	default:
		c.printAudit(result)
		c.printRead(saved, result)
	}
	switch {
	case err != nil:
		return err
	case !result.Sound():
		return refusal{fmt.Errorf("%s is not sound", c.flags.Arg(0))}
	case result.Foreign:
		return partialError{fmt.Errorf("%s is %s", c.flags.Arg(0), explain.SoundBut(result))}
	}
	return nil
}

func (c *call) printRoll(r audit.Result, which string) error {
	text, err := explain.Roll(r, which)
	if errors.Is(err, explain.ErrNoDraw) {
		return refusal{err}
	}
	if err != nil {
		return fmt.Errorf("-roll: %w", err)
	}
	_, err = io.WriteString(c.stdout, text)
	return err
}

// The members of an archive that people read.
const (
	readmeMember = "README.txt"
	pageMember   = "index.html"
)

// otherwise names those of a game that are not what this program writes of its log.
func otherwise(s game.SavedGame, r audit.Result) (members []string) {
	if s.Readme != nil {
		members = append(members, readmeMember)
	}
	if s.Page == nil {
		return members
	}
	if rules, err := loadGame(r.Game.Ruleset, s.Data); err == nil {
		if want, err := site.Keepsake(rules, s, r); err == nil && bytes.Equal(want, s.Page) {
			return members
		}
	}
	return append(members, pageMember)
}

// printRead says whether what people read of an archive tells what the log does.
func (c *call) printRead(s game.SavedGame, r audit.Result) {
	others := otherwise(s, r)
	for _, member := range others {
		fmt.Fprintln(c.stdout, explain.Otherwise(member, tongue.En))
	}
	if s.Page != nil && !slices.Contains(others, pageMember) {
		fmt.Fprintln(c.stdout, pageMember+" is the page that this program makes of the log.")
	}
}

// checkOrigin adds the check that a battle began with what its campaign had come to.
func (c *call) checkOrigin(ctx context.Context, cfg config, result *audit.Result, campaign string) error {
	from := result.Game.From
	switch {
	case campaign == "" && from == (record.Origin{}):
		return nil
	case from == (record.Origin{}):
		return c.usageError("-campaign: game %s grew out of no other", result.Game.Game)
	case campaign == "":
		result.Checks = append(result.Checks, audit.Check{Name: "origin", What: "files", Left: 1,
			Why: "the battle grew out of game " + from.Game + ": give its archive with -campaign"})
		return nil
	}
	grew, saved, err := auditOf(ctx, cfg, campaign, nil)
	if err != nil {
		return err
	}
	result.Checks = append(result.Checks, origin.Check(loadGame, result.Game, grew, saved))
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
	info, err := f.Stat()
	if err != nil {
		return m, err
	}
	if err := (mail.Limits{MessageBytes: audit.MaxMail}).Admit(info.Size()); err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	}
	if m.Raw, err = io.ReadAll(io.LimitReader(f, audit.MaxMail+1)); err != nil {
		return m, err
	}
	return m, m.Check()
}

// auditOf checks an archive if there is a file of that name, otherwise a game
// of the store.
func auditOf(ctx context.Context, cfg config, name string, mails []audit.Mail) (result audit.Result,
	saved game.SavedGame, err error) {
	if _, err := os.Stat(name); err == nil {
		a, err := readArchive(name)
		if err != nil {
			return result, saved, err
		}
		return auditor.Audit(evidence(a, mails...)), a.SavedGame, nil
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
		result, saved, err = stored.Audit(auditor, tx, name, mails)
		return err
	})
	return result, saved, noGame(name, err)
}

// printAudit prints a line for each check and then the verdict.
func (c *call) printAudit(r audit.Result) {
	g := r.Game
	c.tell("Game %s, %q: %s %s, scenario %s, %s.", g.Game, g.Title, g.Ruleset, g.Version, g.Setup.Scenario,
		count(len(r.Steps), "step"))
	printActs(c.stdout, r.Acts)
	c.tell("Key of the log: %s. Anchor of the dice: %s.", record.Fingerprint(g.Log), g.Anchor)
	for _, k := range r.LogKeys {
		if k.From > 0 {
			c.tell("From record %d on it is %s, %s.", k.From, record.Fingerprint(k.Verifier), vouched(k))
		}
	}
	fmt.Fprintln(c.stdout)
	for _, k := range r.Checks {
		mark := "ok  "
		switch {
		case k.Err != nil:
			mark = "BAD "
		case k.Done == 0:
			mark = "-   "
		}
		c.tell("%s %-16s %s", mark, k.Name, explain.Check(k, tongue.En))
	}
	for _, said := range r.Said {
		c.tell("After step %d: %s", said.Step, tell.Command(said))
	}
	if r.Over != nil {
		c.tell("The game is over: %s [%s].", r.Over.Outcome.Text, r.Over.Outcome.Rule)
	}
	fmt.Fprintln(c.stdout)
	for _, line := range explain.Verdict(r, tongue.En) {
		c.tell("%s", line)
	}
}

// tell prints a line. What somebody else wrote into it neither begins another, nor says anything to the terminal.
func (c *call) tell(format string, args ...any) {
	fmt.Fprintln(c.stdout, phrase.OneLine(fmt.Sprintf(format, args...)))
}

func vouched(k audit.LogKeyUse) string {
	if k.Vouched {
		return "as the key before it signed"
	}
	return "by the word of the umpire alone: he said that the key before it was lost"
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
	Acts    []string    `json:"umpire,omitempty"`     // what he did to the game
	Others  []string    `json:"otherWords,omitempty"` // members to read that it writes otherwise
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

func (c *call) printAuditJSON(r audit.Result, others []string) error {
	out := auditJSON{
		Game: r.Game.Game, Title: r.Game.Title, Rules: r.Game.Ruleset + " " + r.Game.Version, Steps: len(r.Steps),
		Over:   r.Over != nil,
		LogKey: record.Fingerprint(r.Game.Log), Anchor: r.Game.Anchor.String(), Sound: r.Sound() && !r.Foreign,
		Foreign: r.Foreign, Left: r.Unresolved, Others: others,
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
