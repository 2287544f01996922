package umpire

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
	"berthier/templates"
)

// Keys of a game's state in the store.
const (
	stateStep     = "step"      // number of the last resolved step
	statePosition = "position"  // its encoding
	stateAddress  = "address/"  // + side: mail address
	statePending  = "pending/"  // + side: number of the orders record that counts
	stateHead     = "head"      // signed checkpoint of the log as it is
	stateData     = "data/"     // + name: a data file as it was when the game began
	stateKey      = "key/"      // + side: public key in force, if it is not that of the game record
	stateInvite   = "invite/"   // + side: code with which its player can register a key
	stateRequest  = "request/"  // + side: number of the key record that asks for a key, and the code that confirms it
	stateKeyNews  = "key-news"  // numbers of key records that no report has told yet
	stateClock    = "clock"     // numbers of clock records: those that no report has told, and the last
	stateReminded = "reminded/" // + side: up to when reminders went out
	stateClosed   = "closed"    // number of the closed record whose round the next step waits for
	statePlayer   = "player/"   // + side: name of the player, if it is not that of the game record
	stateWaits    = "waits"     // set while the game has not been started
	stateBurn     = "burn"      // number up to which links have to be burned before the game goes on, and why
	stateStuck    = "stuck/"    // + time and hash of a mail that met a fault of ours

	secretChain  = "chain"
	secretSealed = "sealed"
)

// info is what never changes about a game but when a key does: then it is read
// anew.
type info struct {
	GameRecord
	rs      engine.Ruleset
	sides   []engine.Side
	address map[engine.Side]string
	keys    map[engine.Side]sign.Key // in force; zero for none
	inForce rulesInForce
	logKey  string // public key in force
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

// game is a game as it stands.
type game struct {
	*info
	step    int // last resolved
	pos     engine.Position
	tree    store.Tree              // over the log
	newest  time.Time               // of its last record, when it was read
	sealed  store.Secret            // key of the sealed draws
	pending map[engine.Side]pending // answers to the next step
	news    []keyNews
	closed  *record.Closed // nil unless the next step waits for a round of the beacon
	round   record.Round   // for the next step, once it is known
	last    *lastFile      // what completed the next step, if its report answers that
	changes []change
	clock   *gameClock
	ending
	waits bool // whether the umpire has not started it yet
	// burnTo is the number up to which links have to be burned first, for the reason
	// burnWhy; 0 for none.
	burnTo  int
	burnWhy string
}

// pending is an answer that waits for the others.
type pending struct {
	seq uint64 // of its record
	record.Orders
}

// load reads a game. An unknown one is store.ErrNoGame. Of one that is held, a
// HeldError, it gives what can be read; the position may be missing.
func (u *Umpire) load(tx *store.Tx, id string) (*game, error) {
	inf, err := u.info(tx, id)
	if err != nil {
		return nil, err
	}
	g := &game{info: inf, pending: map[engine.Side]pending{}}
	step, err := tx.State(id, stateStep)
	if err != nil {
		return nil, err
	}
	if g.step, err = strconv.Atoi(string(step)); err != nil {
		return nil, fmt.Errorf("game %s: its step: %w", id, err)
	}
	text, err := tx.State(id, statePosition)
	if err != nil {
		return nil, err
	}
	why, err := u.mayGoOn(tx, inf)
	if err != nil {
		return nil, err
	}
	if g.rs != nil {
		if g.pos, err = u.decode(g.rs, text); err != nil && why == "" {
			return nil, fmt.Errorf("game %s: its position: %w", id, err)
		}
	}
	if g.tree, err = tx.Tree(id); err != nil {
		return nil, err
	}
	if g.newest, err = lastTime(tx, id); err != nil {
		return nil, err
	}
	if g.sealed, err = tx.Secret(id, secretSealed); err != nil {
		return nil, err
	}
	if _, err = tx.State(id, stateWaits); err == nil {
		g.waits = true
	} else if !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	err = errors.Join(g.loadPending(tx), g.loadNews(tx), g.loadClosed(tx), g.loadChanges(tx), g.loadClock(tx), g.loadEnding(tx), g.loadBurn(tx))
	if err == nil && why != "" {
		err = &HeldError{id, why}
	}
	return g, err
}

// decoded are positions by ruleset and encoding. A position is a value, so
// that one which was decoded, or made, before can be used again.
type decoded struct {
	mu  sync.Mutex
	all map[string]engine.Position
}

// maxDecoded bounds what is kept: enough for the games that mails come for
// one after another.
const maxDecoded = 32

// decode is Ruleset.Decode, or what is remembered of it.
func (u *Umpire) decode(rs engine.Ruleset, text []byte) (engine.Position, error) {
	if p := u.decoded.get(rs, text); p != nil {
		return p, nil
	}
	p, err := rs.Decode(text)
	if err == nil {
		u.decoded.keep(rs, text, p)
	}
	return p, err
}

func (d *decoded) get(rs engine.Ruleset, text []byte) engine.Position {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.all[rs.Name()+" "+string(text)]
}

func (d *decoded) keep(rs engine.Ruleset, text []byte, p engine.Position) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.all) >= maxDecoded || d.all == nil {
		d.all = map[string]engine.Position{}
	}
	d.all[rs.Name()+" "+string(text)] = p
}

func (g *game) loadPending(tx *store.Tx) error {
	for _, side := range g.sides {
		value, err := tx.State(g.Game, statePending+string(side))
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		seq, err := strconv.ParseUint(string(value), 10, 64)
		if err != nil {
			return fmt.Errorf("game %s: pending orders of %s: %w", g.Game, side, err)
		}
		o, err := readOrders(tx, g.Game, seq)
		if err != nil {
			return err
		}
		g.pending[side] = pending{seq, o}
	}
	return nil
}

func readOrders(tx *store.Tx, id string, seq uint64) (record.Orders, error) {
	r, err := oneRecord(tx, id, seq)
	if err != nil {
		return record.Orders{}, err
	}
	if r.Kind != record.KindOrders {
		return record.Orders{}, fmt.Errorf("game %s, record %d: want %s, got %s", id, seq, record.KindOrders, r.Kind)
	}
	return record.ParseOrders(r.Data, r.Hidden)
}

func oneRecord(tx *store.Tx, id string, seq uint64) (store.Record, error) {
	for r, err := range tx.Records(id, seq) {
		return r, err
	}
	return store.Record{}, fmt.Errorf("game %s, record %d: %w", id, seq, store.ErrNotFound)
}

// info reads what never changes, once.
func (u *Umpire) info(tx *store.Tx, id string) (*info, error) {
	if inf := u.infos[id]; inf != nil {
		return inf, nil
	}
	r, err := oneRecord(tx, id, 1)
	if err != nil {
		return nil, err
	}
	inf := &info{address: map[engine.Side]string{}, keys: map[engine.Side]sign.Key{}}
	if inf.GameRecord, err = record.ParseGame(r.Data, r.Hidden); err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	if inf.inForce, err = loadRules(tx, inf.GameRecord); err != nil {
		return nil, err
	}
	if inf.logKey, err = loadLogKey(tx, inf.GameRecord); err != nil {
		return nil, err
	}
	if inf.rs, err = u.rulesetOf(tx, inf); err != nil {
		return nil, err
	}
	if over, err := IsOver(tx, id); inf.rs == nil && (over || err != nil) {
		return nil, errors.Join(err, fmt.Errorf("game %s: %w: %s", id, ErrNoRuleset, inf.Ruleset))
	}
	for _, p := range inf.Players {
		inf.sides = append(inf.sides, p.Side)
		a, err := tx.State(id, stateAddress+string(p.Side))
		if err != nil {
			return nil, err
		}
		inf.address[p.Side] = string(a)
		name, err := tx.State(id, statePlayer+string(p.Side))
		if err == nil {
			inf.rename(p.Side, string(name))
		} else if !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if inf.keys[p.Side], err = keyInForce(tx, id, p); err != nil {
			return nil, err
		}
	}
	u.infos[id] = inf
	return inf, nil
}

func keyInForce(tx *store.Tx, id string, p record.Player) (sign.Key, error) {
	text, err := tx.State(id, stateKey+string(p.Side))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return p.Key, nil
	case err != nil || len(text) == 0:
		return sign.Key{}, err
	}
	k, err := sign.ParsePublicKey(string(text))
	k.Comment = ""
	return k, err
}

// turn is the number of the turn for the header of a turn file.
func (g *game) turn() int {
	return g.rs.Turn(g.pos)
}

func (g *game) over() bool { return g.outcome().Over }

// owing lists the sides that owe something, in their order.
func (g *game) owing() (sides []engine.Side) {
	if g.over() {
		return nil
	}
	owed := g.rs.Owed(g.pos)
	for _, side := range g.sides {
		if engine.Owes(owed, side) {
			sides = append(sides, side)
		}
	}
	return sides
}

// answering lists the sides whose answers the next step resolves: those that
// owe one, and those that have sent one that is optional.
func (g *game) answering() []engine.Side {
	owed := g.rs.Owed(g.pos)
	return slices.DeleteFunc(slices.Clone(g.sides), func(s engine.Side) bool {
		_, sent := g.pending[s]
		return !engine.Owes(owed, s) && !(sent && engine.MayAnswer(owed, s))
	})
}

// waiting lists the sides that owe something and have not answered.
func (g *game) waiting() []engine.Side {
	return slices.DeleteFunc(g.owing(), func(s engine.Side) bool {
		_, ok := g.pending[s]
		return ok
	})
}

// attachment is what side needs to answer; link belongs to the last step.
func (g *game) attachment(side engine.Side, link engine.Link) Attachment {
	view := g.rs.View(g.pos, side)
	return Attachment{
		Game: g.Game, Side: side, Turn: g.turn(), Step: g.step + 1, Ruleset: g.rs.Name(), Version: g.rs.Version(),
		Link: link, Data: g.rs.Data(view), View: view.Encode(),
	}
}

// about is what every mail says about the game.
func (u *Umpire) about(g *info) templates.Game {
	t := templates.Game{ID: g.Game, Title: g.Title, Rules: g.rules(), Address: u.Post.Tagged(g.Game), Codes: g.Codes}
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
func (u *Umpire) Status(id string) (s Status, err error) {
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
			GameRecord: g.GameRecord, Address: maps.Clone(g.address), Keys: maps.Clone(g.keys), Step: g.step, Stuck: len(stuck), Closed: g.closed, Waits: g.waits,
		}
		if g.clock != nil {
			s.Clock = g.clock.State
		}
		if held != nil {
			s.Held = held.Why
		}
		if g.pos == nil {
			return err
		}
		s.Turn, s.Owed, s.Waiting, s.Outcome = g.turn(), g.rs.Owed(g.pos), g.waiting(), g.outcome()
		s.Early = g.beforehand()
		for _, side := range g.sides {
			if g.offers[side] && !g.over() {
				s.Draw = append(s.Draw, side)
			}
			if g.vacant[side] {
				s.Vacant = append(s.Vacant, side)
			}
		}
		for _, side := range g.owing() {
			if _, ok := g.pending[side]; ok {
				s.Answered = append(s.Answered, side)
			}
		}
		return err
	})
	return s, err
}
