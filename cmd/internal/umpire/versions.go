package umpire

import (
	"context"
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
	stateChecked = "checked" // Config.Build of the program that last resolved all steps again, and what it found
	stateHeld    = "held"    // why the game is held, as its players were told
)

// ruleBook is what an Umpire remembers about rules.
type ruleBook struct {
	unchecked []string                     // games for CheckGames
	loaded    map[[32]byte]engine.Ruleset  // by Config.Load, by tablesHash
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
		text, err := tx.State(first.Game, stateData+d.Name)
		if err != nil {
			return nil, fmt.Errorf("game %s: its file %s: %w", first.Game, d.Name, err)
		}
		texts[d.Name] = text
	}
	key := record.TablesHash(in.Data)
	if u.rules.loaded[key] == nil {
		own, err := u.Load(first.Ruleset, texts)
		if err != nil { // told when the game is held
			u.Logger.Warn("the tables of the game cannot be loaded", "game", first.Game, "error", err)
			return rs, nil
		}
		u.rules.loaded[key] = own
	}
	return u.rules.loaded[key], nil
}

// otherData says in what the data files of a ruleset differ from those of the
// game.
func (u *Docket) otherData(rs engine.Ruleset, first record.Game, in fold.Rules) []string {
	key := fmt.Sprintf("%s %s %p %q %q %x", rs.Name(), rs.Version(), rs, first.Setup.Scenario, first.Setup.Options,
		first.Hash)
	data, known := u.rules.dataOf[key]
	if !known {
		if start, err := rs.Start(first.Setup); err == nil {
			data = rs.Data(start)
		}
		u.rules.dataOf[key] = data
	}
	return audit.OtherData(in.Data, data)
}

// standing is what is known about whether a game can go on.
type standing struct {
	known bool
	why   string // not, because; "" if it can
}

// mayGoOn says why a game that is not over is held, "" if it is not. What it finds is
// kept in memory; settle keeps it for good.
func (u *Docket) mayGoOn(tx *store.Tx, inf *info) (why string, err error) {
	if inf.standing.known {
		return inf.standing.why, nil
	}
	over, err := IsOver(tx, inf.Game)
	if err == nil && !over {
		why, err = u.obstacle(tx, inf)
	}
	if err == nil {
		inf.standing = standing{true, why}
	}
	return why, err
}

func (u *Docket) obstacle(tx *store.Tx, inf *info) (why string, err error) {
	if inf.rs == nil {
		return "this program does not have the rules of " + inf.Ruleset, nil
	}
	if err := u.checkLogKey(inf); err != nil {
		return strings.TrimPrefix(err.Error(), "game "+inf.Game+": "), nil
	}
	if u.Build != "" {
		value, err := optional(tx.State(inf.Game, stateChecked))
		if err != nil {
			return "", err
		}
		if build, why, _ := strings.Cut(string(value), "\n"); build == u.Build {
			return why, nil
		}
	}
	u.Logger.Info("resolving the steps of the game again", "game", inf.Game)
	m, err := u.review(tx, inf)
	return m.Why, err
}

// review resolves every step of a game again, since the umpire last let it go on
// under other rules.
func (u *Docket) review(tx *store.Tx, inf *info) (m Migration, err error) {
	m = Migration{Game: inf.Game, Old: inf.inForce.String(), New: inf.rs.Name() + " " + inf.rs.Version()}
	var records []store.Record
	for r, err := range tx.Records(inf.Game, 1) {
		if err != nil {
			return m, err
		}
		records = append(records, r)
	}
	secret, err := tx.Secret(inf.Game, secretSealed)
	if err != nil {
		return m, err
	}
	sealed := engine.Link(secret.Reveal())
	r := audit.Compare(inf.rs, records, sealed)
	m.Differs, m.position, m.Steps, m.lost = r.Differs, r.Stands.Position, r.Steps, r.Stands.Lost || r.Err != nil
	switch notes := u.otherData(inf.rs, inf.GameRecord, inf.inForce); {
	case r.Err != nil:
		m.Why = r.Err.Error()
	case len(m.Differs) > 0:
		m.Why = fmt.Sprintf("version %s of the rules, which this program has, does step %d otherwise than the game went", inf.rs.Version(), m.Differs[0].Step)
	case m.lost:
		m.Why = "this program cannot go through its steps again"
	case len(notes) > 0:
		m.Why = notes[0]
	case r.Stands.Adrift:
		m.Why = "this program comes to another position than the one that the game has"
	}
	return m, nil
}

// settle keeps what mayGoOn found, and tells the players and the umpire if that is
// another than they were told last.
func (u *Docket) settle(id string) (held bool, err error) {
	var b batch
	err = u.Store.View(func(tx *store.Tx) error {
		inf, err := u.info(tx, id)
		if errors.Is(err, ErrNoRuleset) {
			return nil // it is over
		}
		if err != nil {
			return err
		}
		why, err := u.mayGoOn(tx, inf)
		if err != nil {
			return err
		}
		held = why != ""
		return errors.Join(u.settled(tx, inf, why, &b), u.renewSnapshot(tx, inf, &b))
	})
	if err != nil || len(b) == 0 {
		return held, err
	}
	return held, u.commit(b)
}

// settled adds to a batch what is to be kept, and the mails.
func (u *Docket) settled(tx *store.Tx, inf *info, why string, b *batch) error {
	told, err1 := optional(tx.State(inf.Game, stateHeld))
	checked, err2 := optional(tx.State(inf.Game, stateChecked))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	over, err := IsOver(tx, inf.Game)
	if err != nil || over {
		return err
	}
	if now := u.Build + "\n" + why; u.Build != "" && inf.rs != nil && u.checkLogKey(inf) == nil &&
		now != string(checked) {
		b.set(inf.Game, stateChecked, []byte(now))
	}
	switch {
	case why == string(told):
		return nil
	case why == "":
		u.Logger.Info("game goes on again", "game", inf.Game)
		u.schedule.touch(inf.Game)
		b.drop(inf.Game, stateHeld)
	default:
		u.Logger.Error("game held", "game", inf.Game, "reason", why)
		b.set(inf.Game, stateHeld, []byte(why))
		if len(told) > 0 { // they know
			return nil
		}
	}
	mails, err := u.tellHeld(tx, inf, why)
	b.mails(mails)
	return err
}

// optional is a state value that may be missing.
func optional(value []byte, err error) ([]byte, error) {
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return value, err
}

// tellHeld writes to the players and the umpire that a game is held, or goes on.
func (u *Docket) tellHeld(tx *store.Tx, inf *info, why string) ([]store.Mail, error) {
	last, err := tx.LastSeq(inf.Game)
	if err != nil {
		return nil, err
	}
	if why == "" {
		return u.notices(inf, fmt.Sprintf("goes-on.%d", last), "Your game goes on", func(bool) []string {
			return []string{"The game was held because the umpire's program could not go on with it. That is mended, " +
				"and the game goes on where it was. What you sent meanwhile is taken in now."}
		})
	}
	sum := sha([]byte(u.Build + "\n" + why))
	return u.notices(inf, fmt.Sprintf("held.%d.%x", last, sum[:4]), "Your game is held", func(umpire bool) []string {
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

// notices writes the same to all players and to the person in charge; left is
// what stands behind the game in their Message-IDs.
func (u *Docket) notices(inf *info, left, subject string, text func(umpire bool) []string) (mails []store.Mail,
	err error) {
	var letters []post.Letter
	add := func(who string, to mail.Address, page post.Page) {
		letters = append(letters, post.Letter{
			To: to, Game: inf.Game, ID: fmt.Sprintf("%s.%s.%s", inf.Game, left, who),
			Subject: subject, Page: page, Unasked: true,
		})
	}
	for _, p := range inf.Players {
		add(string(p.Side), mail.Address{Name: p.Name, Address: inf.address[p.Side]},
			u.words(inf, subject, text(false)...))
	}
	if u.Contact != "" {
		add("umpire", mail.Address{Address: u.Contact}, u.toUmpire(inf, subject, "", text(true)...))
	}
	return u.Post.WriteAll(letters...)
}

// CheckGames resolves the steps of all games again that another program last
// went on with, and tries again what waits in them. Resume leaves them to it,
// so that a start does not wait; a game of which a mail comes meanwhile is
// looked at first. It ends when all are looked at or ctx is done.
func (u *Umpire) CheckGames(ctx context.Context) error {
	for {
		u.mu.Lock()
		if len(u.rules.unchecked) == 0 || ctx.Err() != nil {
			u.mu.Unlock()
			return ctx.Err()
		}
		name := u.rules.unchecked[0]
		u.rules.unchecked = u.rules.unchecked[1:]
		err := u.resume(name)
		u.mu.Unlock()
		if err != nil {
			return fmt.Errorf("resuming game %s: %w", name, err)
		}
	}
}

// isChecked reports whether a game needs no look at its steps: this program
// looked at them before, or it is over.
func (u *Docket) isChecked(id string) (yes bool, err error) {
	err = u.Store.View(func(tx *store.Tx) error {
		value, err := tx.State(id, stateChecked)
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
			why, err := optional(tx.State(name, stateHeld))
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

// answerHeld keeps a mail for a game that is held, to be taken in when it goes
// on, and tells its sender.
func (t *verdict) answerHeld(held *HeldError) error {
	if t.again {
		return held
	}
	t.batch, t.mails = nil, nil
	if !t.copy {
		t.keepStuck()
	}
	t.done = func() { t.log.Info("mail kept: the game is held", "game", t.game.Game, "side", t.side) }
	if !t.mayAnswerSigned() {
		return nil
	}
	return t.answer("held", "your mail is kept", t.u.words(t.game.info, "Your mail is kept",
		"The game is held until the umpire has decided how it goes on: "+strings.TrimSuffix(held.Why, ".")+".",
		"Your mail is kept and will be taken in then, as if it had come at that time. You need not send it again.",
	))
}
