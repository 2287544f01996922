package umpire

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
	"berthier/templates"
)

// Keys of a game's state in the store.
const (
	stateAddress  = "address/"  // + side: mail address
	stateHead     = "head"      // signed checkpoint of the log as it is
	stateData     = "data/"     // + name: a data file as it was when the game began
	stateInvite   = "invite/"   // + side: code with which its player can register a key
	stateRequest  = "request/"  // + side: number of the key record that asks for a key, and the code that confirms it
	stateReminded = "reminded/" // + side: up to when reminders went out
	stateBurn     = "burn"      // number up to which links have to be burned before the game goes on, and why
	stateStuck    = "stuck/"    // + time and hash of a mail that met a fault of ours
	stateSigned   = "signed/"   // + side, a slash, and a thing: when it was last signed, as package duty writes it
	stateOnce     = "once/"     // + sign.Covered.Sum in hex of a text that counted and is in no record: side and key

	secretChain  = "chain"
	secretWay    = "way" // engine.Way of the chain
	secretSealed = "sealed"
)

// info is what seldom changes about a game: when a key, a player or the rules do.
type info struct {
	u          *Docket
	GameRecord // with the players that it has now
	rs         engine.Ruleset
	sides      []engine.Side
	address    map[engine.Side]string
	keys       map[engine.Side]sign.Key // in force; zero for none
	inForce    fold.Rules
	logKey     string // public key in force
	standing
}

func (g *info) player(side engine.Side) record.Player {
	for _, p := range g.Players {
		if strings.EqualFold(string(p.Side), string(side)) {
			return p
		}
	}
	return record.Player{}
}

// game is a game as it stands, and what is known of it beside its log.
type game struct {
	*info
	state    fold.State
	fresh    []fold.Entry // at the end of its log, and still to be written
	sealed   store.Secret // key of the sealed draws
	reminded map[engine.Side]time.Time
	round    record.Round // for the next step, once it is known
	last     *lastFile    // what completed the next step, if its report answers that
	// burnTo is the number up to which links have to be burned first, for the reason
	// burnWhy; 0 for none.
	burnTo  int
	burnWhy string
}

// load reads a game. An unknown one is store.ErrNoGame. Of one that is held, a
// HeldError, it gives what can be read; the position may be missing.
func (u *Docket) load(tx *store.Tx, id string) (*game, error) {
	inf, err := u.info(tx, id)
	if err != nil {
		return nil, err
	}
	g := &game{info: inf}
	if g.state, err = u.stateOf(tx, id); err != nil {
		return nil, err
	}
	u.states.keep(id, g.state)
	why, err := u.mayGoOn(tx, inf)
	if err != nil {
		return nil, err
	}
	if g.state.Position == nil && g.rs != nil && why == "" {
		return nil, fmt.Errorf("game %s: %w", id, errNoPosition)
	}
	if g.sealed, err = tx.Secret(id, secretSealed); err != nil {
		return nil, err
	}
	if err = errors.Join(g.loadReminders(tx), g.loadBurn(tx)); err == nil && why != "" {
		err = &HeldError{id, why}
	}
	return g, err
}

func oneRecord(tx *store.Tx, id string, seq uint64) (store.Record, error) {
	for r, err := range tx.Records(id, seq) {
		return r, err
	}
	return store.Record{}, fmt.Errorf("game %s, record %d: %w", id, seq, store.ErrNotFound)
}

// turn is the number of the turn for the header of a turn file.
func (g *game) turn() int {
	return g.rs.Turn(g.state.Position)
}

func (g *game) over() bool { return g.outcome().Over }

// owing lists the sides that owe something, in their order.
func (g *game) owing() (sides []engine.Side) {
	if g.over() {
		return nil
	}
	owed := g.rs.Owed(g.state.Position)
	for _, side := range g.sides {
		if engine.Owes(owed, side) {
			sides = append(sides, side)
		}
	}
	return sides
}

// waiting lists the sides that owe something and have not answered.
func (g *game) waiting() []engine.Side {
	return slices.DeleteFunc(g.owing(), g.answered)
}

// attachment is what side needs to answer; link belongs to the last step.
func (g *game) attachment(side engine.Side, link engine.Link) Attachment {
	view := g.rs.View(g.state.Position, side)
	return Attachment{
		Game: g.Game, Side: side, Turn: g.turn(), Step: g.state.Number + 1, Ruleset: g.rs.Name(),
		Version: g.rs.Version(),
		Link:    link, Data: g.rs.Data(view), View: view.Encode(),
	}
}

// about is what every mail says about the game.
func (u *Docket) about(g *info) templates.Game {
	t := templates.Game{ID: g.Game, Title: g.Title, Rules: g.rules(), Address: u.Post.Tagged(g.Game)}
	for _, p := range g.Players {
		t.Players = append(t.Players, templates.Player{Side: p.Side, Name: p.Name, Keys: g.signsWith(p.Side)})
	}
	return t
}

// rules names those that this program plays the game by.
func (g *info) rules() string {
	if g.rs == nil {
		return g.inForce.String()
	}
	return g.rs.Name() + " " + g.rs.Version()
}

func (g *info) signsWith(side engine.Side) string {
	if g.usesCodes(side) {
		return "codes and DKIM"
	}
	return g.keys[side].Name()
}

// Status is how a game stands, for the umpire's eyes.
type Status struct {
	GameRecord
	Address  map[engine.Side]string   // of the players
	Keys     map[engine.Side]sign.Key // in force; zero for none
	Step     int                      // last resolved
	Turn     int
	Owed     []engine.Decision
	Answered []engine.Side  // owe something and have answered
	Waiting  []engine.Side  // owe something and have not
	Early    []engine.Side  // owe nothing, and have sent orders beforehand
	Draw     []engine.Side  // offer a draw
	Vacant   []engine.Side  // whose player has resigned
	Closed   *record.Closed // set while the next step waits for a round of the beacon
	Stuck    int            // mails that met a fault of this program, or came while the game was held, see Resume
	Held     string         // why the game is held; "" if it is not
	Now      time.Time
	Clock    clock.State // zero if the game has no deadlines or is over
	Outcome  engine.Outcome
	Waits    bool // whether the umpire has not started it yet
}

// Status tells how a game stands. An unknown one is store.ErrNoGame.
func (u *Docket) Status(id string) (s Status, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	err = u.Store.View(func(tx *store.Tx) error {
		g, err := u.load(tx, id)
		var held *HeldError
		if err != nil && !errors.As(err, &held) {
			return err
		}
		stuck, err := tx.StateKeys(id, stateStuck)
		s = Status{
			Now:        u.now(),
			GameRecord: g.GameRecord, Address: maps.Clone(g.address), Keys: maps.Clone(g.keys), Step: g.state.Number,
			Stuck: len(stuck), Waits: g.state.Waits,
		}
		if g.state.Closed != nil {
			s.Closed = &g.state.Closed.Closed
		}
		if g.state.Clock != nil {
			s.Clock = g.state.Clock.State
		}
		if held != nil {
			s.Held = held.Why
		}
		if g.state.Position == nil {
			return err
		}
		s.Turn, s.Owed, s.Waiting, s.Outcome = g.turn(), g.rs.Owed(g.state.Position), g.waiting(), g.outcome()
		s.Early = g.beforehand()
		for _, side := range g.sides {
			if g.offersDraw(side) && !g.over() {
				s.Draw = append(s.Draw, side)
			}
			if g.vacant(side) {
				s.Vacant = append(s.Vacant, side)
			}
		}
		for _, side := range g.owing() {
			if g.answered(side) {
				s.Answered = append(s.Answered, side)
			}
		}
		return err
	})
	return s, err
}
