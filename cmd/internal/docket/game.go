package docket

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
	StateAddress  = "address/"  // + side: mail address
	StateHead     = "head"      // signed checkpoint of the log as it is
	StateData     = "data/"     // + name: a data file as it was when the game began
	StateInvite   = "invite/"   // + side: code with which its player can register a key
	StateRequest  = "request/"  // + side: number of the key record that asks for a key, and the code that confirms it
	StateReminded = "reminded/" // + side: up to when reminders went out
	StateBurn     = "burn"      // number up to which links have to be burned before the game goes on, and why
	StateStuck    = "stuck/"    // + time and hash of a mail that met a fault of ours
	StateSure     = "sure/"     // + side: a command that was asked back, as package duty writes it
	StateSigned   = "signed/"   // + side, a slash, and a thing: when it was last signed, as package duty writes it
	StateOnce     = "once/"     // + sign.Covered.Sum in hex of a text that counted and is in no record: side and key

	SecretChain  = "chain"
	SecretWay    = "way" // engine.Way of the chain
	SecretSealed = "sealed"
)

// Info is what seldom changes about a game: when a key, a player or the rules do.
type Info struct {
	Docket     *Docket
	GameRecord // with the players that it has now
	Rules      engine.Ruleset
	Sides      []engine.Side
	Address    map[engine.Side]string
	Keys       map[engine.Side]sign.Key // in force; zero for none
	InForce    fold.Rules
	LogKey     string // public key in force
	Standing
}

// Player is who plays a side; zero for a side that there is not.
func (g *Info) Player(side engine.Side) record.Player {
	for _, p := range g.Players {
		if strings.EqualFold(string(p.Side), string(side)) {
			return p
		}
	}
	return record.Player{}
}

// Computed reports whether a computer plays a side.
func (g *Info) Computed(side engine.Side) bool { return g.Player(side).Computer != (record.Computer{}) }

// People are the sides that people play, in their order: those who get mails.
func (g *Info) People() []engine.Side { return slices.DeleteFunc(slices.Clone(g.Sides), g.Computed) }

// Game is a game as it stands, and what is known of it beside its log.
type Game struct {
	*Info
	State     fold.State
	fresh     []fold.Entry // at the end of its log, and still to be written
	SealedKey store.Secret // key of the sealed draws
	Reminded  map[engine.Side]time.Time
	Round     record.Round // for the next step, once it is known
	Last      *LastFile    // what completed the next step, if its report answers that
	// BurnTo is the number up to which links have to be burned first, for the reason
	// BurnWhy; 0 for none.
	BurnTo  int
	BurnWhy string
}

// Open reads a game. An unknown one is store.ErrNoGame. Of one that is held, a
// HeldError, it gives what can be read; the position may be missing.
func (u *Docket) Open(tx *store.Tx, id string) (*Game, error) {
	inf, err := u.Info(tx, id)
	if err != nil {
		return nil, err
	}
	g := &Game{Info: inf}
	if g.State, err = u.StateOf(tx, id); err != nil {
		return nil, err
	}
	u.States.keep(id, g.State)
	why, err := u.MayGoOn(tx, inf)
	if err != nil {
		return nil, err
	}
	if g.State.Position == nil && g.Rules != nil && why == "" {
		return nil, fmt.Errorf("game %s: %w", id, errNoPosition)
	}
	if g.SealedKey, err = tx.Secret(id, SecretSealed); err != nil {
		return nil, err
	}
	if err = errors.Join(g.LoadReminders(tx), g.loadBurn(tx)); err == nil && why != "" {
		err = &HeldError{id, why}
	}
	return g, err
}

// OpenGame is Open for who has no transaction open.
func (u *Docket) OpenGame(id string) (g *Game, err error) {
	err = u.Store.View(func(tx *store.Tx) error {
		g, err = u.Open(tx, id)
		return err
	})
	return g, err
}

// OneRecord reads a record of a log, or store.ErrNotFound.
func OneRecord(tx *store.Tx, id string, seq uint64) (store.Record, error) {
	for r, err := range tx.Records(id, seq) {
		return r, err
	}
	return store.Record{}, fmt.Errorf("game %s, record %d: %w", id, seq, store.ErrNotFound)
}

// Turn is the number of the turn for the header of a turn file.
func (g *Game) Turn() int {
	return g.Rules.Turn(g.State.Position)
}

// Over reports whether the game is over.
func (g *Game) Over() bool { return g.Outcome().Over }

// Owing lists the sides of people that owe something, in their order.
func (g *Game) Owing() (sides []engine.Side) {
	if g.Over() {
		return nil
	}
	owed := g.Rules.Owed(g.State.Position)
	for _, side := range g.People() {
		if engine.Owes(owed, side) {
			sides = append(sides, side)
		}
	}
	return sides
}

// Waiting lists the sides that owe something and have not answered.
func (g *Game) Waiting() []engine.Side {
	return slices.DeleteFunc(g.Owing(), g.Answered)
}

// Attachment is what side needs to answer; link belongs to the last step.
func (g *Game) Attachment(side engine.Side, link engine.Link) Attachment {
	view := g.Rules.View(g.State.Position, side)
	return Attachment{
		Game: g.Game, Side: side, Turn: g.Turn(), Step: g.State.Number + 1, Ruleset: g.Rules.Name(),
		Version: g.Rules.Version(),
		Link:    link, Data: g.Rules.Data(view), View: view.Encode(),
	}
}

// About is what every mail says about the game.
func (u *Docket) About(g *Info) templates.Game {
	t := templates.Game{ID: g.Game, Title: g.Title, Rules: g.rules(), Address: u.Post.Tagged(g.Game)}
	for _, p := range g.Players {
		t.Players = append(t.Players, templates.Player{Side: p.Side, Name: p.Name, Keys: g.signsWith(p.Side)})
	}
	return t
}

// rules names those that this program plays the game by.
func (g *Info) rules() string {
	if g.Rules == nil {
		return g.InForce.String()
	}
	return g.Rules.Name() + " " + g.Rules.Version()
}

func (g *Info) signsWith(side engine.Side) string {
	if c := g.Player(side).Computer; c != (record.Computer{}) {
		return "" // it gives its orders without a mail
	}
	if g.UsesCodes(side) {
		return "codes and DKIM"
	}
	return g.Keys[side].Name()
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
	Changes  string         // how long orders that are all in can be replaced, in a clause; "" if not at all
	Stuck    int            // mails that met a fault of this program, or came while the game was held, see Resume
	Held     string         // why the game is held; "" if it is not
	Now      time.Time
	Clock    clock.State // zero if the game has no deadlines or is over
	Outcome  engine.Outcome
	Reopens  time.Time // until when the game, which has ended, can be reopened; zero if it cannot
	Waits    bool      // whether the umpire has not started it yet
}

// Status tells how a game stands. An unknown one is store.ErrNoGame.
func (u *Docket) Status(id string) (s Status, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	err = u.Store.View(func(tx *store.Tx) error {
		g, err := u.Open(tx, id)
		var held *HeldError
		if err != nil && !errors.As(err, &held) {
			return err
		}
		stuck, err := tx.StateKeys(id, StateStuck)
		s = Status{
			Now:        u.Now(),
			GameRecord: g.GameRecord, Address: maps.Clone(g.Address), Keys: maps.Clone(g.Keys), Step: g.State.Number,
			Stuck: len(stuck), Waits: g.State.Waits,
		}
		if g.State.Ended != nil {
			s.Reopens = g.State.Ended.Until
		}
		if g.State.Closed != nil {
			s.Closed = &g.State.Closed.Closed
		}
		if g.State.Clock != nil {
			s.Clock = g.State.Clock.State
		}
		if held != nil {
			s.Held = held.Why
		}
		if g.State.Position == nil {
			return err
		}
		s.Turn, s.Owed, s.Waiting, s.Outcome = g.Turn(), g.Rules.Owed(g.State.Position), g.Waiting(), g.Outcome()
		s.Early = g.Beforehand()
		if len(s.Waiting) == 0 && !s.Outcome.Over {
			s.Changes = g.Replaceable()
		}
		for _, side := range g.Sides {
			if g.OffersDraw(side) && !g.Over() {
				s.Draw = append(s.Draw, side)
			}
			if g.Vacant(side) {
				s.Vacant = append(s.Vacant, side)
			}
		}
		for _, side := range g.Owing() {
			if g.Answered(side) {
				s.Answered = append(s.Answered, side)
			}
		}
		return err
	})
	return s, err
}

// ErrOver is returned by Process for a game that is over.
var ErrOver = errors.New("the game is over")

// Input is what a side gives to the next step, as it was understood, or nothing.
func (g *Game) Input(side engine.Side) (fold.Pending, engine.Input, engine.Orders) {
	p, _ := g.Pending(side)
	return p, engine.Input{Side: side, File: p.File}, engine.Orders{Side: side, Lines: p.Lines}
}

// StatePressed, with a side, is when it sent press in the last 24 hours: seconds
// since 1970.
const StatePressed = "pressed/"
