package umpire

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
	"berthier/mail"
	"berthier/store"
)

var (
	pairs   = flag.Int("umpire.pairs", 30, "how many pairs of games TestHiddenFromTheOtherSide plays")
	pairsOf = flag.String("umpire.pairs.of", "",
		"the ruleset that it plays: jdg, ccn, pbs or tlm; default: these, and duels")
)

// twins are two games that differ only in what one side, the seer, may not know:
// what the other side orders before that is revealed, what it holds ready, cards
// that it alone sees, the secrets, its address and its codes. The dice are made
// the same, because they follow from the orders, and so are the numbers of files.
type twins struct {
	t      *testing.T
	random *rand.Rand
	worlds [2]*table
	rules  engine.Ruleset
	game   string
	sides  []engine.Side // the seer, the other
	by     map[engine.Side]engine.Side
	seeds  []*book.Player // of both worlds' players; the seer has the first
	mails  [2]int
	shared map[engine.Side][]byte // position attachment of the seer
	other  int                    // steps of a game of cards after which the hidden hands differed
}

// sameDice give values that depend on nothing but what is drawn, and in the case
// of the other side's cards on the world.
type sameDice struct {
	seed   uint64
	step   int
	own    string // purpose of which only the other side sees the value
	deals  bool   // cards of the same purpose can be the same in both worlds: the later ones of a step are
	world  int
	record []engine.Draw
}

func (d *sameDice) Draw(purpose string, n int) engine.Draw { return d.next(false, purpose, n) }
func (d *sameDice) Seal(purpose string, n int) engine.Draw { return d.next(true, purpose, n) }
func (d *sameDice) Draws() []engine.Draw                   { return d.record }

func (d *sameDice) next(sealed bool, purpose string, n int) engine.Draw {
	no, world := len(d.record)+1, 0
	if purpose == d.own {
		world = d.world
		d.own = map[bool]string{false: d.own}[d.deals]
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %d %s %d", d.seed, d.step, no, purpose, world))
	d.record = append(d.record, engine.Draw{No: no, Sealed: sealed, Purpose: purpose, N: n,
		Value: int(binary.BigEndian.Uint32(sum[:]) % uint32(n))})
	return d.record[no-1]
}

// forkedSecrets is a source of secrets whose first is the same for both worlds: it
// is the hash chain, whose links the reports show.
type forkedSecrets struct {
	stream
	world byte
}

func (f *forkedSecrets) Read(p []byte) (int, error) {
	if f.n > 0 {
		f.n += 1 + 100*f.world
	}
	return f.stream.Read(p)
}

func newTwins(t *testing.T, seed uint64) *twins {
	w := &twins{t: t, random: rand.New(rand.NewPCG(seed, 7)), game: "duel-1", shared: map[engine.Side][]byte{}}
	s := spec()
	w.sides = slices.Clone(duelSides)
	w.by = map[engine.Side]engine.Side{"Red": "Red", "Blue": "Blue"}
	battle := w.random.IntN(5)
	if only := slices.Index([]string{"jdg", "ccn", "pbs", "tlm"}, *pairsOf); only >= 0 {
		battle = only
	}
	if battle < 4 {
		w.rules = battles(t)[battle]
		scenario := []string{"goldbach", "crossroads", "danube", "marne"}[battle]
		s.Game, s.Ruleset, s.Setup = "duel-1", w.rules.Name(), engine.Setup{Scenario: scenario}
		if w.random.IntN(2) == 0 {
			s.Setup.Options = map[string]string{"ask": "all"}
		}
		p, err := w.rules.Start(s.Setup)
		if err != nil {
			t.Fatal(err)
		}
		w.sides = slices.Clone(w.rules.Sides(p))
		w.by = map[engine.Side]engine.Side{w.sides[0]: "Red", w.sides[1]: "Blue"}
		for i, side := range w.sides {
			s.Players[1-i].Side = side
		}
	}
	if w.random.IntN(2) == 0 {
		slices.Reverse(w.sides)
	}
	other := slices.IndexFunc(s.Players,
		func(p play.Player) bool { return strings.EqualFold(string(p.Side), string(w.sides[1])) })
	invited := w.random.IntN(4) == 0 // the other side is invited, with another code in each world
	s.Players = slices.Clone(s.Players)
	if invited {
		s.Players[other].Key = ""
	}
	for i := range w.worlds {
		tb := newTable(t)
		w.worlds[i] = tb
		if w.rules != nil {
			tb.u.Rulesets = []engine.Ruleset{w.rules}
		}
		tb.u.Random = &forkedSecrets{world: byte(i)}
		tb.u.Dice = func(step int) engine.Recorder {
			if w.cards() {
				return &sameDice{seed: seed, step: step, own: "card from deck to hand-" + string(w.sides[1]), world: i,
					deals: true}
			}
			return &sameDice{seed: seed, step: step, own: "card of " + string(w.sides[1]), world: i}
		}
		if i == 1 {
			s.Players[other].Address = "elsewhere@example.info"
		}
		if _, err := tb.u.Create(s); err != nil {
			t.Fatal(err)
		}
		if invited {
			if _, err := tb.u.SetKey(w.game, w.sides[1], keys()[w.by[w.sides[1]]].Public().String()); err != nil {
				t.Fatal(err)
			}
		}
		w.seeds = append(w.seeds, book.NewPlayer(seed+uint64(i)))
	}
	if w.rules == nil {
		w.rules = w.worlds[0].rules
	}
	return w
}

// cards reports whether the game is one of hands of cards.
func (w *twins) cards() bool {
	return w.rules != nil && slices.Contains([]string{"ccn", "pbs", "tlm"}, w.rules.Name())
}

// position is how the game stands in a world.
func (w *twins) position(i int) engine.Position {
	p, err := w.rules.Decode(w.worlds[i].position())
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// send lets a side write to a world.
func (w *twins) send(i int, side engine.Side, text string, sign bool) {
	by := w.by[side]
	if sign {
		text = signed(w.t, by, text)
	}
	from := address[by]
	if i == 1 && side == w.sides[1] {
		from = "elsewhere@example.info"
	}
	w.mails[i]++
	if err := w.worlds[i].take(letter(from, fmt.Sprintf("%d-%s@home", w.mails[i], side), text)); err != nil {
		w.t.Fatal(err)
	}
}

// turnFile is one with the header for the next step. The comment of the other
// side is longer in one world, and always another.
func (w *twins) turnFile(i int, side engine.Side, lines []engine.Order) string {
	s := w.worlds[i].status()
	text := string(engine.TurnFile{Game: w.game, Side: side, Turn: s.Turn, Step: s.Step + 1, Orders: lines}.Print())
	if side == w.sides[1] {
		return text + strings.Repeat("// my plan", i+1) + "\n"
	}
	return text
}

// ask lets the seer write mails that resolve nothing.
func (w *twins) ask() {
	asks := []string{"help\n", "status\n", "games\n", "status " + w.game + "\n", "template\n", "preview\n"}
	text := asks[w.random.IntN(len(asks))]
	bad := w.turnFile(0, w.sides[0], []engine.Order{{Text: "nonsense", Words: []string{"nonsense"}}})
	switch w.random.IntN(3) {
	case 0:
		w.both(func(i int) { w.send(i, w.sides[0], text, false) })
	case 1:
		w.both(func(i int) {
			w.send(i, w.sides[0], "game: "+w.game+"\nside: "+string(w.sides[0])+"\n"+text+"end\n", true)
		})
	default:
		w.both(func(i int) { w.send(i, w.sides[0], bad, true) })
	}
}

func (w *twins) both(do func(i int)) {
	for i := range w.worlds {
		do(i)
	}
}

// optional answers what need not be answered.
func (w *twins) optional(p engine.Position, side engine.Side) (lines []engine.Order) {
	for _, d := range w.rules.Owed(p) {
		if d.Side != side || !d.Optional {
			continue
		}
		draft := w.rules.Draft(p, d)
		for range 1 + w.random.IntN(3) {
			if o, ok := draft.Pick(w.random.IntN); ok {
				draft.Add(o)
				lines = append(lines, o)
			}
		}
	}
	return lines
}

// round lets both sides send what they owe, and now and then more; it reports
// whether the worlds still look the same to the seer.
func (w *twins) round() bool {
	seer, other := w.sides[0], w.sides[1]
	p := [2]engine.Position{w.position(0), w.position(1)}
	owed := w.rules.Owed(p[0])
	answer := func(side engine.Side) {
		var lines [2][]engine.Order
		if side == seer {
			lines[0] = w.seeds[0].Answer(w.rules, w.rules.View(p[0], seer), seer).Lines
			lines[1] = lines[0]
		} else if w.random.IntN(3) > 0 && !w.cards() { // the other orders something else, or the same
			w.both(func(i int) { lines[i] = w.seeds[i].Answer(w.rules, p[i], other).Lines })
		} else {
			lines[0] = w.seeds[0].Answer(w.rules, p[0], other).Lines
			lines[1] = lines[0]
			if len(w.rules.Check(p[1], engine.Orders{Side: other, Lines: lines[1]})) > 0 {
				lines[1] = engine.Held(w.rules, p[1], engine.Orders{Side: other}).Lines
			}
		}
		w.both(func(i int) { w.send(i, side, w.turnFile(i, side, lines[i]), true) })
	}
	beforehand := func(side engine.Side) {
		if engine.Owes(owed, side) || !engine.MayAnswer(owed, side) || w.random.IntN(2) == 0 {
			return
		}
		w.both(func(i int) { w.send(i, side, w.turnFile(i, side, w.optional(p[i], side)), true) })
	}
	w.ask()
	beforehand(other)
	order := []engine.Side{other, seer}
	if w.random.IntN(2) == 0 {
		slices.Reverse(order)
	}
	before := w.worlds[0].status().Step
	for _, side := range order {
		if !engine.Owes(owed, side) {
			continue
		}
		answer(side)
		if w.worlds[0].status().Step > before {
			return w.sameForSeer()
		}
		w.compare()
		w.ask()
	}
	w.t.Fatal("all have answered, and no step was resolved")
	return false
}

// sameForSeer reports whether what the seer may know of the last step is the
// same in both worlds. If it is, so must his report be.
func (w *twins) sameForSeer() bool {
	var visible [2]string
	w.both(func(i int) {
		rs := w.records(i)
		for _, r := range rs {
			if s, err := record.ParseStep(r.Data, r.Hidden); r.Kind == record.KindStep && err == nil {
				visible[i] += engine.PrintEvents(engine.Visible(s.Events, w.sides[0]))
				for _, in := range s.Inputs { // who sent a file is no secret
					visible[i] += fmt.Sprintln(in.Side, in.Orders > 0)
				}
			}
		}
		visible[i] += fmt.Sprintln("records:", len(rs)) // nor how many there were
		visible[i] += string(w.rules.View(w.position(i), w.sides[0]).Encode())
	})
	if visible[0] != visible[1] || w.rules.Outcome(w.position(0)).Over { // then the secrets are out
		return false
	}
	w.compare()
	if w.cards() && !bytes.Equal(w.worlds[0].position(), w.worlds[1].position()) {
		w.other++
	}
	return true
}

func (w *twins) records(i int) []store.Record { return w.worlds[i].records() }

// compare demands that the seer got the same mails since the last time.
func (w *twins) compare() {
	w.t.Helper()
	var got [2][]*mail.Message
	w.both(func(i int) {
		for _, m := range w.worlds[i].deliver() {
			if m.To[0].Address == address[w.by[w.sides[0]]] {
				got[i] = append(got[i], m)
			}
		}
	})
	if len(got[0]) != len(got[1]) {
		w.t.Fatalf("%s got\n%s\nand in the other world\n%s", w.sides[0], titles(got[0]), titles(got[1]))
	}
	for k := range got[0] {
		w.same(got[0][k], got[1][k])
	}
}

// same compares two mails to the byte. Only commitments may differ: hashes
// that the seer cannot guess, made out of what he may not know.
func (w *twins) same(a, b *mail.Message) {
	w.t.Helper()
	if bytes.Equal(a.Raw, b.Raw) {
		return
	}
	ta, tb := w.told(0, a), w.told(1, b)
	if ta != tb {
		i := 0
		for i < len(ta) && i < len(tb) && ta[i] == tb[i] {
			i++
		}
		from := max(0, i-200)
		w.t.Fatalf("%s sees in %q what he may not know:\n%s\n\nin the other world\n%s", w.sides[0], a.Subject,
			ta[from:min(len(ta), i+200)], tb[from:min(len(tb), i+200)])
	}
	if !strings.Contains(ta, "<commitment") {
		w.t.Fatalf("%q differs in its form only", a.Subject)
	}
}

// told is everything that a mail says, commitments replaced.
func (w *twins) told(i int, m *mail.Message) string {
	var b strings.Builder
	parsed, err := netmail.ReadMessage(bytes.NewReader(m.Raw))
	if err != nil {
		w.t.Fatal(err)
	}
	delete(parsed.Header, "Content-Type") // whose boundary follows from the content
	for _, key := range slices.Sorted(maps.Keys(parsed.Header)) {
		fmt.Fprintf(&b, "%s: %q\n", key, parsed.Header[key])
	}
	fmt.Fprintf(&b, "%s\n%s\n", m.Text, m.HTML)
	for _, a := range m.Attachments {
		fmt.Fprintf(&b, "%s\n%s\n", a.Name, a.Bytes)
	}
	var pairs []string
	hide := func(what, value string) {
		if value != "" {
			pairs = append(pairs, value, "<commitment "+what+">")
		}
	}
	for _, r := range w.records(i) {
		switch r.Kind {
		case record.KindGame:
			g, _ := record.ParseGame(r.Data, nil)
			hide("of the sealed secret", fmt.Sprintf("%x", g.Sealed))
		case record.KindStep:
			s, _ := record.ParseStep(r.Data, r.Hidden)
			for _, in := range s.Inputs {
				if in.Side == w.sides[1] && in.Orders > 0 {
					hide("of a file", fmt.Sprintf("%x", in.Hash))
				}
			}
			hide("of all files", fmt.Sprintf("%x", s.Hash))
		}
	}
	for _, head := range retold.Checkpoints(m.Text) {
		lines := strings.Split(head, "\n")
		hide("of the log", lines[2])
		f := strings.Fields(lines[4])
		hide("signed", f[len(f)-1])
	}
	return strings.NewReplacer(pairs...).Replace(b.String())
}

// Pairs of games that differ only in what a side may not know: its mails are the
// same to the byte, but for hashes that commit the daemon to what is hidden.
func TestHiddenFromTheOtherSide(t *testing.T) {
	n, first := *pairs, enginetest.Seed(t)
	const rounds = 5
	steps, hands := make([]int, n), make([]int, n)
	t.Run("pairs", func(t *testing.T) {
		for k := range n {
			t.Run(fmt.Sprint("seed=", first+uint64(k)), func(t *testing.T) {
				t.Parallel()
				w := newTwins(t, first+uint64(k))
				w.compare()
				for steps[k] < rounds && w.round() {
					steps[k]++
				}
				hands[k] = w.other
			})
		}
	})
	all, held := 0, 0
	for k, s := range steps {
		all += s
		held += hands[k]
	}
	t.Logf("%d pairs, %d steps after which the worlds still looked the same, %d with other hands of cards",
		n, all, held)
	if n >= 40 && held < n/4 {
		t.Errorf("only %d steps of %d pairs had other hands of cards", held, n)
	}
	if n >= 40 && all < n/2 {
		t.Errorf("only %d steps of %d pairs compared a report: the worlds part too early", all, n)
	}
}
