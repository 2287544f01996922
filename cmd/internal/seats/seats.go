// Package seats finds who plays in which game, by all that a mail can show.
package seats

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/mail/sign"
)

// Places tell who plays in which game, by all that a mail can show: a copy of what the store says. What it costs to ask
// does not grow with the games.
type Places struct {
	Keys sign.Ring // those in force, and the umpire's

	changed   map[string]bool   // games to be read; nil at first, when that is all
	games     map[string]*Place // by name
	keys      seatIndex         // by the fingerprint
	mailboxes seatIndex         // by mailbox.Box.Name
	codes     seatIndex         // of invitations
	observers seatIndex         // by the address in lower case; with no side
	anchors   map[engine.Link]string
}

// Place is what is known of one game.
type Place struct {
	Anchor                            engine.Link
	Own                               []sign.Key // in force
	Keys, Mailboxes, Codes, Observers []Token    // keys by their fingerprint, mailboxes as mailbox.Box names them
}

// Token is something that a mail can show, and whose it is.
type Token struct {
	What string
	Seat
}

// Seat is one place of a game.
type Seat struct {
	Game string
	Side engine.Side
}

// seatIndex are seats by something that a mail can show, in ascending order of the games.
type seatIndex map[string][]Seat

func byGame(a, b Seat) int { return cmp.Compare(a.Game, b.Game) }

// add puts seats of one game behind those of earlier ones.
func (m seatIndex) add(all []Token) {
	for _, s := range all {
		list := m[s.What]
		i, _ := slices.BinarySearchFunc(list, s.Seat, func(a, b Seat) int { return cmp.Or(byGame(a, b), -1) })
		m[s.What] = slices.Insert(list, i, s.Seat)
	}
}

func (m seatIndex) remove(all []Token) {
	for _, s := range all {
		list := m[s.What]
		i, found := slices.BinarySearchFunc(list, s.Seat, byGame)
		for found && i < len(list) && list[i].Game == s.Game && list[i] != s.Seat {
			i++
		}
		if found && i < len(list) && list[i] == s.Seat {
			m[s.What] = slices.Delete(list, i, i+1)
		}
		if len(m[s.What]) == 0 {
			delete(m, s.What)
		}
	}
}

// Begun are places of which all these games are still to be read, and keys that play nowhere.
func Begun(games []string, keys []sign.Key) Places {
	p := Places{changed: map[string]bool{}, games: map[string]*Place{}, keys: seatIndex{}, mailboxes: seatIndex{},
		codes: seatIndex{}, observers: seatIndex{}, anchors: map[engine.Link]string{}}
	p.Change(games...)
	for _, k := range keys {
		p.Keys.Add(k)
	}
	return p
}

// Changed are the games to be read, in the order of their names; ok is false for all, as at the beginning.
func (p *Places) Changed() (games []string, ok bool) {
	return slices.Sorted(maps.Keys(p.changed)), p.changed != nil
}

// Of are the seats of a key, the games in ascending order.
func (p *Places) Of(k sign.Key) []Seat { return p.keys[k.Fingerprint()] }

// Games are those in which a key plays.
func (p *Places) Games(k sign.Key) (names []string) {
	for _, s := range p.Of(k) {
		names = append(names, s.Game)
	}
	return slices.Compact(names)
}

// Mailbox are the seats of a mailbox, as mailbox.Box names it.
func (p *Places) Mailbox(name string) []Seat { return p.mailboxes[name] }

// Observes are the games at which an address, in lower case, looks on, or may.
func (p *Places) Observes(address string) []Seat { return p.observers[address] }

// Invited are the seats that a code invites to, as somebody copied it.
func (p *Places) Invited(code string) []Seat { return p.codes[PlainCode(code)] }

// PlainCode is a code of an invitation as it is looked for.
func PlainCode(code string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
}

// Anchored is the game whose chain of links ends so.
func (p *Places) Anchored(end engine.Link) (game string, ok bool) {
	game, ok = p.anchors[end]
	return game, ok
}

// Change has games read again.
func (p *Places) Change(games ...string) {
	for _, id := range games {
		if p.changed != nil {
			p.changed[id] = true
		}
	}
}

// Set puts a game, or what is known of it now, in the place of what was known; nil if it is gone.
func (p *Places) Set(id string, g *Place) {
	if old := p.games[id]; old != nil {
		for _, k := range old.Own {
			p.Keys.Remove(k)
		}
		p.keys.remove(old.Keys)
		p.mailboxes.remove(old.Mailboxes)
		p.codes.remove(old.Codes)
		p.observers.remove(old.Observers)
		delete(p.anchors, old.Anchor)
		delete(p.games, id)
	}
	if delete(p.changed, id); g == nil {
		return
	}
	for _, k := range g.Own {
		p.Keys.Add(k)
	}
	p.keys.add(g.Keys)
	p.mailboxes.add(g.Mailboxes)
	p.codes.add(g.Codes)
	p.observers.add(g.Observers)
	p.anchors[g.Anchor], p.games[id] = id, g
}
