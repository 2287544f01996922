package docket

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail/sign"
	"berthier/store"
	"berthier/templates"
)

// Keys of a game's state in the store.
const (
	StateAddress  = "address/"  // + side: mail address
	StateObserver = "observer/" // + address, in lower case: what somebody who only looks on gets, by package onlooker
	StateHead     = "head"      // signed checkpoint of the log as it is
	StateData     = "data/"     // + name: a data file as it was when the game began
	StateInvite   = "invite/"   // + side: code with which its player can register a key
	StateRequest  = "request/"  // + side: number of the key record that asks for a key, and the code that confirms it
	StateReminded = "reminded/" // + side: up to when reminders went out
	StatePressed  = "pressed/"  // + side: when it sent press in the last 24 hours, in seconds since 1970
	StateBurn     = "burn"      // number up to which links are to be burned before the game goes on; see doc.go
	StateStuck    = "stuck/"    // + time and hash of a mail that met a fault of ours
	StateSure     = "sure/"     // + side: a command that was asked back, as package duty writes it
	StateSigned   = "signed/"   // + side, a slash, and a thing: when it was last signed, as package duty writes it
	StateOnce     = "once/"     // + sign.Coverage.Sum in hex of a text that counted and is in no record: side and key

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
	Health
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
	fold.Course
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

// Open is Look for who decides something of the game; see With.
func (u *Docket) Open(id string) (*Game, error) {
	if err := u.Mine(id); err != nil {
		return nil, err
	}
	return u.Look(id)
}

// Look reads a game. An unknown one is store.ErrNoGame. Of one that is held, a
// HeldError, it gives what can be read; the position may be missing. One that is damaged is a store.Problem.
func (u *Docket) Look(id string) (*Game, error) {
	if damage := u.Store.Damaged[id]; damage != nil {
		return nil, damage.Problem
	}
	inf, err := u.Info(id)
	if err != nil {
		return nil, err
	}
	g := &Game{Info: inf}
	if g.State, err = u.StateOf(id); err != nil {
		return nil, err
	}
	u.States.keep(id, g.State)
	why, err := u.MayGoOn(inf)
	if err != nil {
		return nil, err
	}
	if g.State.Position == nil && g.Rules != nil && why == "" {
		return nil, store.Problem{Where: "games/" + id + "/log", What: "the rules cannot follow it"}
	}
	if g.SealedKey, err = u.Store.Secret(id, SecretSealed); err != nil {
		return nil, err
	}
	if err = errors.Join(g.LoadReminders(), g.loadBurn()); err == nil && why != "" {
		err = &HeldError{id, why}
	}
	return g, err
}

// Turn is the number of the turn for the header of a turn file.
func (g *Game) Turn() int {
	return g.Rules.Turn(g.State.Position)
}

// Attachment is what side needs to answer; link belongs to the last step.
func (g *Game) Attachment(side engine.Side, link engine.Link) position.Attachment {
	view := g.Rules.View(g.State.Position, side)
	return position.Attachment{
		Game: g.Game, Side: side, Turn: g.Turn(), Step: g.State.Number + 1, Ruleset: g.Rules.Name(),
		Version: g.Rules.Version(),
		Link:    link, Data: g.Rules.Data(view), Texts: g.Docket.bundle.Texts(g.Rules, view), View: view.Encode(),
	}
}

// About is what every mail says about the game.
func (u *Docket) About(g *Info) templates.Game {
	t := templates.Game{ID: g.Game, Title: g.Title, Rules: g.rules(), Address: u.Post.Tagged(g.Game), Desk: u.Desk}
	for _, p := range g.Players {
		t.Players = append(t.Players, templates.Player{Side: p.Side, Name: p.Name, Keys: g.signsWith(p.Side)})
	}
	return t
}

// AboutTo is About in the language of the player of a side.
func (u *Docket) AboutTo(g *Info, side engine.Side) templates.Game {
	t := u.About(g)
	t.Language = cmp.Or(g.Player(side).Language, tongue.En)
	t.Title = g.Called().In(t.Language)
	return t
}

// Called is the title of the game.
func (g *Info) Called() tongue.Text { return engine.GameTitle(g.Rules, g.Setup.Scenario, g.Title) }

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

// ErrOver is returned by Process for a game that is over.
var ErrOver = errors.New("the game is over")

// Input is what a side gives to the next step, as it was understood, or nothing.
func (g *Game) Input(side engine.Side) (fold.PendingOrders, engine.Input, engine.Orders) {
	p, _ := g.Pending(side)
	return p, engine.Input{Side: side, File: p.File}, engine.Orders{Side: side, Lines: p.Lines}
}

// loadBurn reads what has to be burned before the game goes on.
func (g *Game) loadBurn() error {
	value, err := g.Docket.Store.Value(g.Game, StateBurn)
	if err != nil || value == nil {
		return err
	}
	number, why, _ := strings.Cut(string(value), " ")
	if g.BurnTo, err = strconv.Atoi(number); err != nil {
		return fmt.Errorf("game %s: links to burn: %w", g.Game, err)
	}
	if g.BurnTo == 0 {
		g.BurnTo = MarginFrom(g.State.Number)
	}
	g.BurnWhy = why
	return nil
}

// BurnMargin is how many links more than those that are known to be published are
// burned, if nobody says which was the last. A game uses a few a day.
const BurnMargin = 256

// MarginFrom is the number up to which links are burned if step is the last that is
// known: BurnMargin of them, or half of what is left.
func MarginFrom(step int) int { return step + min(BurnMargin, (engine.ChainLength-step)/2) }

// RefuseBurned makes sure that nothing is rolled with a link that has to be burned.
func (g *Game) RefuseBurned() error {
	if g.State.Number+1 > g.BurnTo {
		return nil
	}
	return fmt.Errorf("game %s: the links up to %d have to be burned before it goes on", g.Game, g.BurnTo)
}
