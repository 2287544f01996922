package docket

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/store"
)

// Keys of a game's state in the store, about the rules that it is played by.
const (
	StateChecked = "checked" // Config.Build of the program that last resolved all steps again, and what it found
	StateHeld    = "held"    // why the game is held, as its players were told; HeldDamaged first if it is damaged
	HeldDamaged  = "damaged: "
)

// HeldError is returned for a game that this program must not go on with: its
// rules would have let it go otherwise, or are not there.
type HeldError struct {
	Game string
	Why  string
}

// Error says why the game is held.
func (e *HeldError) Error() string { return fmt.Sprintf("game %s is held: %s", e.Game, e.Why) }

// Health is what is known about whether a game can go on.
type Health struct {
	Known bool
	Why   string // not, because; "" if it can
}

// MayGoOn says why a game that is not over is held, "" if it is not. What it finds is
// kept in memory; Settle keeps it for good.
func (u *Docket) MayGoOn(inf *Info) (why string, err error) {
	if inf.Health.Known {
		return inf.Health.Why, nil
	}
	over, err := u.Store.IsOver(inf.Game)
	if err == nil && !over {
		why, err = u.obstacle(inf)
	}
	if err == nil {
		inf.Health = Health{true, why}
	}
	return why, err
}

func (u *Docket) obstacle(inf *Info) (why string, err error) {
	if inf.Rules == nil {
		return "this program does not have the rules of " + inf.Ruleset, nil
	}
	if err := u.CheckLogKey(inf); err != nil {
		return strings.TrimPrefix(err.Error(), "game "+inf.Game+": "), nil
	}
	if u.Build != "" {
		value, err := u.Store.Value(inf.Game, StateChecked)
		if err != nil {
			return "", err
		}
		if build, why, _ := strings.Cut(string(value), "\n"); build == u.Build {
			return why, nil
		}
	}
	u.Logger.Info("resolving the steps of the game again", "game", inf.Game)
	m, err := u.Review(inf)
	return m.Why, err
}

// Review resolves every step of a game again, since the umpire last let it go on under other rules.
func (u *Docket) Review(inf *Info) (m Migration, err error) {
	m = Migration{Game: inf.Game, Old: inf.InForce.String(), New: inf.Rules.Name() + " " + inf.Rules.Version()}
	records, err1 := u.Store.Log(inf.Game)
	secret, err2 := u.Store.Secret(inf.Game, SecretSealed)
	if err := errors.Join(err1, err2); err != nil {
		return m, err
	}
	sealed := engine.Link(secret.Reveal())
	r := audit.Compare(inf.Rules, records, sealed)
	m.Differs, m.Position, m.Steps, m.Lost = r.Differs, r.Stands.Position, r.Steps, r.Stands.Lost || r.Err != nil
	switch notes := u.book.otherData(inf.Rules, inf.GameRecord, inf.InForce); {
	case r.Err != nil:
		m.Why = r.Err.Error()
	case len(m.Differs) > 0:
		m.Why = fmt.Sprintf("version %s of the rules, which this program has, does step %d otherwise than the game "+
			"went", inf.Rules.Version(), m.Differs[0].Step)
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
// another than they were told last. Of a game that is damaged it does nothing.
func (u *Docket) Settle(id string) (held bool, err error) {
	var b Batch
	if u.Store.IsDamaged(id, nil) {
		return true, nil
	}
	err = u.Store.View(func(tx *store.Tx) (err error) { // a transaction for each answer would take a database longer
		tx.Fetch(id)
		held, err = u.findSettled(id, &b)
		return err
	})
	if err == nil && len(b.Writes) > 0 {
		if err = u.Mine(id); err == nil {
			err = u.Commit(b)
		}
	}
	return held, err
}

// findSettled is what Settle reads.
func (u *Docket) findSettled(id string, b *Batch) (held bool, err error) {
	inf, err := u.Info(id)
	if errors.Is(err, ErrNoRuleset) {
		return false, nil // it is over
	}
	if err != nil {
		return false, err
	}
	why, err := u.MayGoOn(inf)
	if err != nil {
		return false, err
	}
	return why != "", errors.Join(u.settled(inf, why, b), u.renewSnapshot(inf, b))
}

// settled adds to a batch what is to be kept, and the mails.
func (u *Docket) settled(inf *Info, why string, b *Batch) error {
	told, err1 := u.Store.Value(inf.Game, StateHeld)
	checked, err2 := u.Store.Value(inf.Game, StateChecked)
	over, err3 := u.Store.IsOver(inf.Game)
	if err := errors.Join(err1, err2, err3); err != nil || over {
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
		if len(told) > 0 && !strings.HasPrefix(string(told), HeldDamaged) { // they know
			return nil
		}
	}
	return u.tellHeld(b, inf, why)
}

// tellHeld writes to the players and the umpire that a game is held, or goes on.
func (u *Docket) tellHeld(b *Batch, inf *Info, why string) error {
	last, err := u.Store.LastSeq(inf.Game)
	if err != nil {
		return err
	}
	if why == "" {
		u.Notices(b, inf, fmt.Sprintf("goes-on.%d", last), phrase.Say("goeson.title"), phrase.Say("goeson"))
		return nil
	}
	sum := sha256.Sum256([]byte(u.Build + "\n" + why))
	u.Notices(b, inf, fmt.Sprintf("held.%d.%x", last, sum[:4]), phrase.Say("held.title"),
		phrase.Say("held", "why", strings.TrimSuffix(why, ".")), phrase.Say("held.safe"))
	return nil
}

// toMend tells the umpire what he can do about a game that is held.
func toMend(inf *Info, why string) string {
	if strings.HasPrefix(why, ErrLogKey.Error()) {
		return "You are the umpire: put the right key back from your backup, or let \"berthier logkey\" change it."
	}
	return "You are the umpire: \"berthier migrate " + inf.Game +
		"\" shows what this program would do otherwise, and " +
		"lets the game go on if you say so. You can also go back to the program that you had."
}

// Notices writes the same to all players and to the person in charge; left is
// what stands behind the game in their Message-IDs.
func (u *Docket) Notices(b *Batch, inf *Info, left string, title tongue.Text, paragraphs ...tongue.Text) {
	id := func(who string) string { return fmt.Sprintf("%s.%s.%s", inf.Game, left, who) }
	for _, side := range inf.People() {
		_, page := u.Words(inf, side, title, paragraphs...)
		u.Tell(b, post.Letter{
			To:   mail.Address{Name: inf.Player(side).Name, Address: inf.Address[side]},
			Game: inf.Game, ID: id(string(side)), Unasked: true,
			Subject: title.In(u.AboutTo(inf, side).Language), Page: page,
		})
	}
	var text []string
	for _, p := range paragraphs {
		text = append(text, p.String())
	}
	if inf.Health.Why != "" {
		text = append(text, toMend(inf, inf.Health.Why))
	}
	u.TellUmpire(b, u.Contact, inf, id("umpire"), title.String(), "", text...)
}

// IsChecked reports whether a game needs no look at its steps: this program looked at them before, or it is over.
func (u *Docket) IsChecked(id string) (yes bool, err error) {
	value, err := u.Store.Value(id, StateChecked)
	if err != nil || value == nil {
		over, other := u.Store.IsOver(id)
		return over, errors.Join(err, other)
	}
	build, _, _ := strings.Cut(string(value), "\n")
	return build == u.Build, nil
}

// Migrate records that the game goes on by the rules of this program, in a position.
func (g *Game) Migrate(b *Batch, by record.MigrateAuthority, pos engine.Position,
	differs []int) record.Migrate {
	m := record.Migrate{
		Head: g.Docket.HeadOf(g),
		By:   by, Ruleset: g.Ruleset, Old: g.InForce.Version, New: g.Rules.Version(), Program: g.Docket.Program,
		Data: g.Rules.Data(pos), Differs: differs, HiddenPart: g.NextHidden(), Position: engine.Hash(pos),
	}
	g.Record(b, m)
	return m
}

// Migration is what it would mean to let a game go on by the rules of this program.
type Migration struct {
	Game     string
	Why      string // it is held; "" if it is not
	Old, New string // name and version of the rules; New is "" if this program has none
	Steps    int    // that the log has
	Differs  []audit.Difference
	Record   record.Migrate // that was written; zero if none was

	Position engine.Position // after the last step, as this program comes to it
	Lost     bool            // it does not
}
