package docket

import (
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/audit"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
)

// Keys of a game's state in the store, about the rules that it is played by.
const (
	StateChecked = "checked" // Config.Build of the program that last resolved all steps again, and what it found
	StateHeld    = "held"    // why the game is held, as its players were told
)

// ruleBook is what an Umpire remembers about rules.
type ruleBook struct {
	Unchecked []string                     // games for CheckGames
	loaded    map[[32]byte]engine.Ruleset  // by Config.Load, by record.TablesHash
	dataOf    map[string][]engine.DataFile // of rulesets, for a setup
}

// HeldError is returned for a game that this program must not go on with: its
// rules would have let it go otherwise, or are not there.
type HeldError struct {
	Game string
	Why  string
}

// Error says why the game is held.
func (e *HeldError) Error() string { return fmt.Sprintf("game %s is held: %s", e.Game, e.Why) }

// rulesetOf loads the ruleset anew with the data files of the game, if those of
// this program are others; a game keeps the tables that it began with.
func (u *Docket) rulesetOf(tx *store.Tx, first record.Game, in fold.Rules) (engine.Ruleset, error) {
	rs := audit.FindRuleset(u.Rulesets, first.Ruleset, in.Version)
	if rs == nil || u.Load == nil {
		return rs, nil
	}
	if len(u.otherData(rs, first, in)) == 0 {
		return rs, nil
	}
	texts := map[string][]byte{}
	for _, d := range in.Data {
		text, err := tx.State(first.Game, StateData+d.Name)
		if err != nil {
			return nil, fmt.Errorf("game %s: its file %s: %w", first.Game, d.Name, err)
		}
		texts[d.Name] = text
	}
	key := record.TablesHash(in.Data)
	if u.Book.loaded[key] == nil {
		own, err := u.Load(first.Ruleset, texts)
		if err != nil { // told when the game is held
			u.Logger.Warn("the tables of the game cannot be loaded", "game", first.Game, "error", err)
			return rs, nil
		}
		u.Book.loaded[key] = own
	}
	return u.Book.loaded[key], nil
}

// otherData says in what the data files of a ruleset differ from those of the
// game.
func (u *Docket) otherData(rs engine.Ruleset, first record.Game, in fold.Rules) []string {
	key := fmt.Sprintf("%s %s %p %q %q %x", rs.Name(), rs.Version(), rs, first.Setup.Scenario, first.Setup.Options,
		first.Hash)
	data, known := u.Book.dataOf[key]
	if !known {
		if start, err := rs.Start(first.Setup); err == nil {
			data = rs.Data(start)
		}
		u.Book.dataOf[key] = data
	}
	return audit.OtherData(in.Data, data)
}

// Standing is what is known about whether a game can go on.
type Standing struct {
	Known bool
	Why   string // not, because; "" if it can
}

// MayGoOn says why a game that is not over is held, "" if it is not. What it finds is
// kept in memory; Settle keeps it for good.
func (u *Docket) MayGoOn(tx *store.Tx, inf *Info) (why string, err error) {
	if inf.Standing.Known {
		return inf.Standing.Why, nil
	}
	over, err := IsOver(tx, inf.Game)
	if err == nil && !over {
		why, err = u.obstacle(tx, inf)
	}
	if err == nil {
		inf.Standing = Standing{true, why}
	}
	return why, err
}

func (u *Docket) obstacle(tx *store.Tx, inf *Info) (why string, err error) {
	if inf.Rules == nil {
		return "this program does not have the rules of " + inf.Ruleset, nil
	}
	if err := u.CheckLogKey(inf); err != nil {
		return strings.TrimPrefix(err.Error(), "game "+inf.Game+": "), nil
	}
	if u.Build != "" {
		value, err := Optional(tx.State(inf.Game, StateChecked))
		if err != nil {
			return "", err
		}
		if build, why, _ := strings.Cut(string(value), "\n"); build == u.Build {
			return why, nil
		}
	}
	u.Logger.Info("resolving the steps of the game again", "game", inf.Game)
	m, err := u.Review(tx, inf)
	return m.Why, err
}

// Review resolves every step of a game again, since the umpire last let it go on
// under other rules.
func (u *Docket) Review(tx *store.Tx, inf *Info) (m Migration, err error) {
	m = Migration{Game: inf.Game, Old: inf.InForce.String(), New: inf.Rules.Name() + " " + inf.Rules.Version()}
	var records []store.Record
	for r, err := range tx.Records(inf.Game, 1) {
		if err != nil {
			return m, err
		}
		records = append(records, r)
	}
	secret, err := tx.Secret(inf.Game, SecretSealed)
	if err != nil {
		return m, err
	}
	sealed := engine.Link(secret.Reveal())
	r := audit.Compare(inf.Rules, records, sealed)
	m.Differs, m.Position, m.Steps, m.Lost = r.Differs, r.Stands.Position, r.Steps, r.Stands.Lost || r.Err != nil
	switch notes := u.otherData(inf.Rules, inf.GameRecord, inf.InForce); {
	case r.Err != nil:
		m.Why = r.Err.Error()
	case len(m.Differs) > 0:
		m.Why = fmt.Sprintf("version %s of the rules, which this program has, does step %d otherwise than the game went",
			inf.Rules.Version(), m.Differs[0].Step)
	case m.Lost:
		m.Why = "this program cannot go through its steps again"
	case len(notes) > 0:
		m.Why = notes[0]
	case r.Stands.Adrift:
		m.Why = "this program comes to another position than the one that the game has"
	}
	return m, nil
}

// Settle keeps what MayGoOn found, and tells the players and the umpire if that is
// another than they were told last.
func (u *Docket) Settle(id string) (held bool, err error) {
	var b Batch
	err = u.Store.View(func(tx *store.Tx) error {
		inf, err := u.Info(tx, id)
		if errors.Is(err, ErrNoRuleset) {
			return nil // it is over
		}
		if err != nil {
			return err
		}
		why, err := u.MayGoOn(tx, inf)
		if err != nil {
			return err
		}
		held = why != ""
		return errors.Join(u.settled(tx, inf, why, &b), u.renewSnapshot(tx, inf, &b))
	})
	if err != nil || len(b.Writes) == 0 {
		return held, err
	}
	return held, u.Commit(b)
}

// settled adds to a batch what is to be kept, and the mails.
func (u *Docket) settled(tx *store.Tx, inf *Info, why string, b *Batch) error {
	told, err1 := Optional(tx.State(inf.Game, StateHeld))
	checked, err2 := Optional(tx.State(inf.Game, StateChecked))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	over, err := IsOver(tx, inf.Game)
	if err != nil || over {
		return err
	}
	if now := u.Build + "\n" + why; u.Build != "" && inf.Rules != nil && u.CheckLogKey(inf) == nil &&
		now != string(checked) {
		b.Set(inf.Game, StateChecked, []byte(now))
	}
	switch {
	case why == string(told):
		return nil
	case why == "":
		u.Logger.Info("game goes on again", "game", inf.Game)
		u.Schedule.Touch(inf.Game)
		b.Drop(inf.Game, StateHeld)
	default:
		u.Logger.Error("game held", "game", inf.Game, "reason", why)
		b.Set(inf.Game, StateHeld, []byte(why))
		if len(told) > 0 { // they know
			return nil
		}
	}
	mails, err := u.tellHeld(tx, inf, why)
	b.Send(mails...)
	return err
}

// Optional is a state value that may be missing.
func Optional(value []byte, err error) ([]byte, error) {
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return value, err
}

// tellHeld writes to the players and the umpire that a game is held, or goes on.
func (u *Docket) tellHeld(tx *store.Tx, inf *Info, why string) ([]store.Mail, error) {
	last, err := tx.LastSeq(inf.Game)
	if err != nil {
		return nil, err
	}
	if why == "" {
		return u.Notices(inf, fmt.Sprintf("goes-on.%d", last), "Your game goes on", func(bool) []string {
			return []string{"The game was held because the umpire's program could not go on with it. That is mended, " +
				"and the game goes on where it was. What you sent meanwhile is taken in now."}
		})
	}
	sum := Sum([]byte(u.Build + "\n" + why))
	return u.Notices(inf, fmt.Sprintf("held.%d.%x", last, sum[:4]), "Your game is held", func(umpire bool) []string {
		text := []string{
			"The umpire's program was changed, and must not go on with this game as it is: " +
				strings.TrimSuffix(why, ".") + ".",
			"Nothing is lost and nothing in the game was changed. No step is resolved until the umpire has decided " +
				"what to do. What you send meanwhile is kept and taken in afterwards.",
		}
		if umpire && strings.HasPrefix(why, ErrLogKey.Error()) {
			return append(text, "You are the umpire: put the right key back from your backup, or let \"berthier "+
				"logkey\" change it.")
		}
		if umpire {
			text = append(text, "You are the umpire: \"berthier migrate "+inf.Game+
				"\" shows what this program would do otherwise, and lets the game go on if you say so. You can also "+
				"go back to the program that you had.")
		}
		return text
	})
}

// Notices writes the same to all players and to the person in charge; left is
// what stands behind the game in their Message-IDs.
func (u *Docket) Notices(inf *Info, left, subject string, text func(umpire bool) []string) (mails []store.Mail,
	err error) {
	var letters []post.Letter
	add := func(who string, to mail.Address, page post.Page) {
		letters = append(letters, post.Letter{
			To: to, Game: inf.Game, ID: fmt.Sprintf("%s.%s.%s", inf.Game, left, who),
			Subject: subject, Page: page, Unasked: true,
		})
	}
	for _, side := range inf.People() {
		add(string(side), mail.Address{Name: inf.Player(side).Name, Address: inf.Address[side]},
			u.Words(inf, subject, text(false)...))
	}
	if u.Contact != "" {
		add("umpire", mail.Address{Address: u.Contact}, u.ToUmpire(inf, subject, "", text(true)...))
	}
	return u.Post.WriteAll(letters...)
}

// IsChecked reports whether a game needs no look at its steps: this program
// looked at them before, or it is over.
func (u *Docket) IsChecked(id string) (yes bool, err error) {
	err = u.Store.View(func(tx *store.Tx) error {
		value, err := tx.State(id, StateChecked)
		if errors.Is(err, store.ErrNotFound) {
			yes, err = IsOver(tx, id)
			return err
		}
		build, _, _ := strings.Cut(string(value), "\n")
		yes = build == u.Build
		return err
	})
	return yes, err
}

// Held lists the games that are held, as their players were told.
func (u *Docket) Held() (games []string, err error) {
	err = u.Config.Store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, name := range names {
			why, err := Optional(tx.State(name, StateHeld))
			if err != nil {
				return err
			}
			if len(why) > 0 {
				games = append(games, name)
			}
		}
		return err
	})
	return games, err
}
