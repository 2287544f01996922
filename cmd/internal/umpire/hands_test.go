package umpire

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/ccn"
	"berthier/engine/enginetest"
	"berthier/store"
)

var handGames = flag.Int("umpire.hands", 2, "how many games TestHandsStayHidden plays")

// Nothing that leaves while a game of cards is played names a card that its reader cannot know:
// no mail with what is attached to it, no map, and nothing that the public gets of the log.
func TestHandsStayHidden(t *testing.T) {
	looked := 0
	for n := range *handGames {
		h := newHands(t, enginetest.Seed(t)+uint64(n))
		for range 80 {
			if !h.step() {
				break
			}
		}
		looked += h.looked
	}
	t.Logf("%d games, %d looks for a card that the reader does not know", *handGames, looked)
	if looked < 500 {
		t.Errorf("only %d looks", looked)
	}
}

// hands is a game of cards by mail between two random players.
type hands struct {
	*table
	rules  engine.Ruleset
	player *book.Player
	sides  []engine.Side
	seen   map[string]bool // by side and kind: cards that it has seen, and "" of all
	mails  int
	steps  int
	public int // records that have been looked at
	looked int
}

func newHands(t *testing.T, seed uint64) *hands {
	rs := battles(t)[1]
	h := &hands{table: newTable(t), rules: rs, player: book.NewPlayer(seed), sides: []engine.Side{"British", "French"},
		seen: map[string]bool{}}
	h.u.Rulesets = []engine.Ruleset{rs}
	s := spec()
	s.Game, s.Ruleset, s.Setup = "duel-1", rs.Name(), engine.Setup{Scenario: "crossroads"}
	if seed%2 == 0 {
		s.Setup.Options = map[string]string{"ask": "all"}
	}
	s.Players = slices.Clone(s.Players)
	for i, side := range h.sides {
		s.Players[i].Side = side
	}
	if _, err := h.u.Create(s); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *hands) now() *ccn.Position {
	p, err := h.rules.Decode(h.position())
	if err != nil {
		h.t.Fatal(err)
	}
	return p.(*ccn.Position)
}

// send lets a side write, as Red or Blue of the other games here.
func (h *hands) send(side engine.Side, text string) {
	i := slices.Index(h.sides, side)
	by := []engine.Side{"Blue", "Red"}[i]
	h.mails++
	if err := h.take(letter(address[by], fmt.Sprintf("hand-%d@home", h.mails), signed(h.t, by, text))); err != nil {
		h.t.Fatal(err)
	}
}

// step answers all that is owed, with questions beside it, and looks at what comes; it is
// false when the game is over.
func (h *hands) step() bool {
	p := h.now()
	h.look(p)
	questions := "status\nhistory\ntemplate\nstanding\npreview\n"
	if h.steps++; h.steps%8 == 1 { // most of what all of it takes is to draw maps
		questions += "map\n"
	}
	for _, side := range h.sides {
		h.send(side, fmt.Sprintf("game: duel-1\nside: %s\n\n%send\n", side, questions))
	}
	h.look(p)
	for _, d := range h.rules.Owed(p) {
		s := h.status()
		o := h.player.Answer(h.rules, h.rules.View(p, d.Side), d.Side)
		h.send(d.Side, string(engine.TurnFile{Game: "duel-1", Side: d.Side, Turn: s.Turn, Step: s.Step + 1,
			Orders: o.Lines}.Print()))
	}
	h.look(h.now())
	return !h.rules.Outcome(h.now()).Over
}

// look reads what has left since the last look.
func (h *hands) look(p *ccn.Position) {
	h.t.Helper()
	h.known()
	if h.rules.Outcome(p).Over {
		return
	}
	for _, m := range h.deliver() {
		i := slices.IndexFunc(
			spec().Players,
			func(x play.Player) bool { return strings.EqualFold(x.Address, m.To[0].Address) },
		)
		if i < 0 {
			h.t.Fatalf("a mail to %v", m.To)
		}
		parts := []string{m.Subject, m.Text, m.HTML}
		for _, a := range m.Attachments {
			parts = append(parts, string(a.Bytes))
		}
		h.clean(p, h.sides[i], "the mail "+m.Subject, parts...)
	}
	for _, side := range append([]engine.Side{""}, h.sides...) {
		h.clean(p, side, "the map", fmt.Sprintf("%+v", engine.Show(h.rules.(engine.Mapper), p, nil, side)))
	}
	var saved fold.SavedGame
	if err := h.store.View(func(tx *store.Tx) (err error) {
		saved, err = stored.Save(tx, "duel-1")
		return err
	}); err != nil {
		h.t.Fatal(err)
	}
	public := saved.Public().Records
	for _, r := range public[h.public:] {
		if r.Kind != record.KindGame { // which has no card
			h.clean(p, "", "the public record "+r.Kind, string(r.Data), string(r.Hidden))
		}
	}
	h.public = len(public)
}

// known notes which cards have been seen by whom.
func (h *hands) known() {
	for _, r := range h.records() {
		s, err := record.ParseStep(r.Data, r.Hidden)
		if r.Kind != record.KindStep || err != nil {
			continue
		}
		for _, side := range append([]engine.Side{""}, h.sides...) {
			for _, e := range engine.Visible(s.Events, side) {
				for c := range strings.SplitSeq(e.Get("cards")+","+e.Get("card"), ",") {
					c, _, _ = strings.Cut(c, "*")
					h.seen[string(side)+" "+c] = true
				}
			}
		}
	}
}

// clean fails if a text names a card that lies in a hand and that its reader has never seen.
func (h *hands) clean(p *ccn.Position, reader engine.Side, what string, texts ...string) {
	h.t.Helper()
	view := h.rules.View(p, reader).(*ccn.Position)
	for _, side := range h.sides {
		if side == reader {
			continue
		}
		for _, c := range p.Cards.Cards("hand-" + string(side)) {
			name := string(c)
			if h.seen[string(reader)+" "+name] || reader != "" && view.Cards.Has("hand-"+string(reader), c) {
				continue
			}
			h.looked++
			title := strings.ReplaceAll(name, "-", " ")
			for _, text := range texts {
				if low := strings.ToLower(text); strings.Contains(low, name) || strings.Contains(low, title) {
					h.t.Fatalf("%s tells %q of %s, which %s holds:\n%s", what, reader, name, side, text)
				}
			}
		}
	}
}

// A step's mail of a game of cards weighs at most 150 kB, pictures and attachments included.
func TestWeightOfCardMails(t *testing.T) {
	h := newHands(t, 4)
	h.u.Maps = true
	for range min(*drawn, 12) {
		if !h.step() {
			break
		}
	}
	largest := 0
	for _, m := range h.got {
		if largest = max(largest, len(m.Raw)); len(m.Raw) > 150_000 {
			t.Errorf("%s: %d bytes, want at most 150000", m.Subject, len(m.Raw))
		}
	}
	t.Logf("the largest of %d mails has %d bytes", len(h.got), largest)
	if len(h.got) < 8 || largest < 20_000 {
		t.Errorf("%d mails, the largest of %d bytes", len(h.got), largest)
	}
}
