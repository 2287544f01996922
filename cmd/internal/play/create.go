package play

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/marks"
	"berthier/cmd/internal/origin"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/spec"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// Spec is what a new game is made from.
type Spec = command.Create

// Player is who plays a side of a new game, or from now on.
type Player = command.NewPlayer

// Create makes a game: it draws the secrets, logs what the game is played
// with, and queues the opening mails. The error names everything that is
// wrong with the Spec at once; if the name is taken it is store.ErrGameExists.
func (u *Master) Create(s Spec) (record.Game, error) {
	var g *docket.Game
	err := u.With(func() (err error) {
		var b docket.Batch
		if g, b, err = u.Begin(s); err == nil {
			err = u.Commit(b)
		}
		return err
	})
	if err != nil {
		return record.Game{}, fmt.Errorf("creating game %q: %w", s.Game, err)
	}
	u.Begun(g)
	return g.GameRecord, nil
}

// Begun logs that a game was begun.
func (u *Master) Begun(g *docket.Game) {
	u.Logger.Info("game created", "game", g.Game, "ruleset", g.Ruleset, "version", g.Version, "scenario",
		g.Setup.Scenario, "anchor", g.Anchor.String())
}

// Begin gives what is written and sent for a new game. It changes nothing.
func (u *Master) Begin(s Spec) (g *docket.Game, b docket.Batch, err error) {
	if g, err = u.Prepare(s); err != nil {
		return nil, b, err
	}
	chain, err1 := u.secret()
	sealed, err2 := u.secret()
	way := engine.NewWay(chain)
	anchor, err3 := way.Link(0)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, b, err
	}
	g.Anchor, g.Sealed, g.Log = anchor, sha256.Sum256(sealed[:]), u.Key.Verifier(u.Origin(g.Game))
	g.SealedKey = store.NewSecret(sealed[:])
	b.Begin(g.Game, chain, way, g.SealedKey)
	if len(g.Files) > 0 {
		g.HiddenPart = g.NextHidden()
		_, part := g.GameRecord.Print()
		g.Hash = sha256.Sum256(part)
	}
	g.Record(&b, g.GameRecord)
	invitations := map[engine.Side]string{}
	for _, side := range g.Sides {
		b.Set(g.Game, docket.StateAddress+string(side), []byte(g.Address[side]))
		if g.Keys[side] == (sign.Key{}) && !g.Computed(side) {
			if invitations[side], err = u.invite(&b, g.Game, side); err != nil {
				return nil, b, err
			}
		}
	}
	for _, d := range g.Data {
		b.Set(g.Game, docket.StateData+d.Name, g.Rules.DataText(g.State.Position, d.Name))
	}
	b.Set(g.Game, docket.StateChecked, []byte(u.Build+"\n"))
	if !g.Wait {
		u.beginClocks(g, &b, nil)
		u.letMove(g, &b)
	}
	head, err1 := u.Checkpoint(g)
	sent, err2 := u.openings(g, head, invitations)
	if err := errors.Join(err1, err2); err != nil {
		return nil, b, err
	}
	g.RecordReports(&b, u.Now(), sent)
	u.SignHead(&b, g)
	g.Snapshot(&b)
	return g, b, b.Err
}

func (u *Master) secret() (l engine.Link, err error) {
	_, err = io.ReadFull(u.Random, l[:])
	return l, err
}

// Prepare checks the Spec and gives the game at its beginning, without dice. What is wrong with it is a Refusal.
func (u *Master) Prepare(s Spec) (*docket.Game, error) {
	if err := spec.Find(u.Rulesets, &s, u.Now()); err != nil {
		return nil, amiss.Refuse(err)
	}
	rs, from, err := u.rulesFor(&s)
	if err != nil {
		return nil, amiss.Refuse(err)
	}
	g, err := spec.Check(rs, s, u.Now(), u.UmpireKeys)
	if err = errors.Join(err, u.notOurs(s.Players...)); err != nil {
		return nil, amiss.Refuse(err)
	}
	g.From = from
	switch _, err = u.Store.LastSeq(s.Game); { // CreateGame would say so too, after all the work
	case err == nil:
		err = amiss.Refuse(store.ErrGameExists)
	case errors.Is(err, store.ErrNoGame):
		err = nil
	}
	return &docket.Game{Course: fold.Course{State: fold.New(rs)}, Info: &docket.Info{Docket: u.Docket, Rules: rs,
		Sides: g.Sides, Address: g.Address, Keys: g.Keys, GameRecord: g.Game}}, err
}

// notOurs refuses a player with the address of the umpire: what comes from there is no player's mail.
func (u *Master) notOurs(players ...Player) (err error) {
	for _, p := range players {
		if p.Address != "" && marks.Untagged(strings.ToLower(p.Address)) == u.Own {
			err = errors.Join(err, fmt.Errorf("mail address %q: it is the umpire's, and no player can write from it",
				p.Address))
		}
	}
	return err
}

// rulesFor are the rules of a new game. Those of one that grows out of another have a file
// from there, and the Spec its set-up.
func (u *Master) rulesFor(s *Spec) (rs engine.Ruleset, from record.Origin, err error) {
	if s.From == "" {
		rs, err = u.rulesetNamed(s.Ruleset)
		return rs, from, err
	}
	campaign, err := u.Open(s.From)
	if err != nil {
		return nil, from, fmt.Errorf("from %s: %w", s.From, err)
	}
	b, from, target, err := origin.Battle(campaign.State, campaign.Rules, s.Ruleset)
	if err != nil {
		return nil, from, fmt.Errorf("from %s: %w", s.From, err)
	}
	if len(s.Files) > 0 {
		return nil, from, errors.New("a game that grows out of another gets its files from there")
	}
	options := maps.Clone(s.Options)
	s.Setup, s.Ruleset = b.Setup, target
	s.Setup.Options = map[string]string{}
	maps.Copy(s.Setup.Options, options)
	maps.Copy(s.Setup.Options, b.Setup.Options)
	if rs, err = u.rulesetNamed(target); err == nil && len(b.Data) > 0 {
		rs, err = origin.Rules(u.Load, rs, b.Data)
	}
	return rs, from, err
}

func (u *Master) rulesetNamed(name string) (engine.Ruleset, error) {
	if rs := audit.FindRuleset(u.Rulesets, name, ""); rs != nil {
		return rs, nil
	}
	var names []string
	for _, rs := range u.Rulesets {
		names = append(names, rs.Name())
	}
	return nil, fmt.Errorf("%w: %q; there is %s", docket.ErrNoRuleset, name, strings.Join(names, ", "))
}

// DecideStart lets orders count from now on in a game that was created to wait for it
// (Spec.Wait). by names the umpire's key, "" at the machine.
func (u *Master) DecideStart(g *docket.Game, by string) (b docket.Batch, err error) {
	s, err := fold.Start(g.State, u.Now(), by)
	if err != nil {
		return b, amiss.Refuse(err)
	}
	g.Record(&b, s)
	u.beginClocks(g, &b, nil)
	u.letMove(g, &b)
	u.tellAll(&b, g, messageOf(phrase.Say("start.title"), phrase.Say("start")))
	u.SignHead(&b, g)
	return b, nil
}
