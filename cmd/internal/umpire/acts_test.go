package umpire

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/acts"
	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
)

// text is all that one mail says.
func textTo(t testing.TB, ms []*mail.Message, address, subject string) string {
	t.Helper()
	for _, m := range ms {
		if m.To[0].Address == address && strings.Contains(m.Subject, subject) {
			return whole(m)
		}
	}
	t.Fatalf("no mail to %s about %q:\n%s", address, subject, titles(ms))
	return ""
}

func wantIn(t *testing.T, what, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(flat(text), flat(w)) {
			t.Errorf("%s does not say %q:\n%s", what, w, text)
		}
	}
}

func (tb *table) verify() audit.Result {
	tb.t.Helper()
	a, err := tb.u.Verify("duel-1")
	if err != nil {
		tb.t.Fatal(err)
	}
	return a
}

// both lets both sides pick.
func (tb *table) both(turn, step, red, blue int) {
	tb.t.Helper()
	tb.play("Red", turn, step, fmt.Sprint("pick ", red))
	tb.play("Blue", turn, step, fmt.Sprint("pick ", blue))
}

func TestRollback(t *testing.T) {
	tb := newTable(t)
	tb.create()
	start := tb.position()
	tb.both(1, 1, 2, 5)
	after1 := tb.position()
	leader := tb.status().Waiting[0]
	tb.play(leader, 1, 2, "double yes")
	tb.deliver()
	other := duelSides[0]
	if leader == other {
		other = duelSides[1]
	}
	tb.play(other, 2, 3, "pick 3")

	for _, c := range []struct {
		to           int
		reason, want string
	}{
		{2, "late", "the last that it can go back to is 1, and 0 is its beginning"},
		{3, "late", "back to is 1"},
		{-1, "late", "back to is 1"},
		{1, " ", "reason: want 1 to 2000 printable letters"},
		{1, strings.Repeat("x", 2001), "reason: want"},
	} {
		if _, err := tb.u.Rollback("duel-1", c.to, c.reason, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("to %d because %.10q: %v, want %q", c.to, c.reason, err, c.want)
		}
	}
	if _, err := tb.u.Rollback("duel-9", 1, "late", ""); !errors.Is(err, store.ErrNoGame) {
		t.Errorf("an unknown game: %v", err)
	}

	r, err := tb.u.Rollback("duel-1", 1, "Red's file\nwas  lost", "minisign key RW1")
	if err != nil || r.Step != 3 || r.To != 1 || r.Reason != "Red's file was lost" {
		t.Fatalf("got %+v, %v", r, err)
	}
	if got := tb.position(); string(got) != string(after1) {
		t.Errorf("after the rollback:\n%s\nwant\n%s", got, after1)
	}
	s := tb.status()
	if s.Step != 3 || len(s.Answered) != 0 || !slices.Equal(s.Waiting, []engine.Side{leader}) {
		t.Errorf("step %d, answered %v, waiting for %v", s.Step, s.Answered, s.Waiting)
	}
	mails := tb.deliver()
	for side, m := range map[engine.Side]string{"Red": textTo(t, mails, address["Red"], "Round 1"),
		"Blue": textTo(t, mails, address["Blue"], "Round 1")} {
		wantIn(t, "the report to "+string(side), m, "The game was taken back",
			"The umpire (minisign key RW1) took the game back to where it stood after step 1",
			"Reason: Red's file was lost", "sends them for step 4", r.Link.String(), "Nothing was rolled in this step")
		if dropped := strings.Contains(m, "The file that you had sent is dropped."); dropped != (side == other) {
			t.Errorf("%s: dropped %v:\n%s", side, dropped, m)
		}
	}

	// A file that was under way when it happened does not count.
	tb.play(leader, 1, 3, "double no")
	if tb.status().Step != 3 {
		t.Fatal("a file of the step that became the rollback was resolved")
	}
	wantIn(t, "the answer", textTo(t, tb.deliver(), address[leader], "refused"), "step")
	tb.play(leader, 1, 4, "double no")
	if s := tb.status(); s.Step != 4 || s.Turn != 2 {
		t.Fatalf("step %d, turn %d after the rollback", s.Step, s.Turn)
	}

	// Back to what was taken back, and to the very beginning.
	if _, err := tb.u.Rollback("duel-1", 2, "it was not lost", ""); err != nil {
		t.Fatal(err)
	}
	tb.verify()
	if _, err := tb.u.Rollback("duel-1", 0, "all anew", ""); err != nil {
		t.Fatal(err)
	}
	if got := tb.position(); string(got) != string(start) {
		t.Errorf("at the beginning again:\n%s\nwant\n%s", got, start)
	}
	tb.restart()
	tb.playOut(func() {})
	a := tb.verify()
	if len(a.Acts) != 3 || a.Check("umpire").Done != 3 || a.Check("hash chain").Done != a.Stands.Number ||
		a.Stands.Number != len(a.Steps)+3 {
		t.Errorf("%d acts, %+v, %d links, number %d, %d steps", len(a.Acts), a.Check("umpire"),
			a.Check("hash chain").Done, a.Stands.Number, len(a.Steps))
	}
	if _, err := tb.u.Rollback("duel-1", 1, "late", ""); !errors.Is(err, docket.ErrOver) {
		t.Errorf("after the end: %v", err)
	}
	var did []acts.Act
	err = tb.store.View(func(tx *store.Tx) (err error) {
		did, err = stored.Acts(tx, "duel-1")
		return err
	})
	if err != nil || len(did) != 3 || did[0].String() != "step 3: the game was taken back to where it stood after "+
		"step 1: Red's file was lost (by minisign key RW1)" {
		t.Errorf("%v, %+v", err, did)
	}
}

// card is the line of the position with the sealed cards.
func card(t *testing.T, text []byte) string {
	t.Helper()
	for l := range strings.Lines(string(text)) {
		if strings.HasPrefix(l, "card ") {
			return strings.TrimSpace(l)
		}
	}
	t.Fatalf("no cards:\n%s", text)
	return ""
}

func TestRuling(t *testing.T) {
	tb := newTable(t)
	tb.create()
	how := textTo(t, tb.ask("fan@example.org", "observe duel-1"), "fan@example.org", "observe")
	tb.ask("fan@example.org", regexp.MustCompile("observe duel-1 [A-Z2-7-]{14}").FindString(how))
	tb.both(1, 1, 2, 5)
	tb.deliver()
	old := tb.position()
	cards := strings.Fields(card(t, old))

	for _, c := range []struct{ text, want string }{
		{"", "it has no lines"},
		{"- score 9 9\n+ score 1 1", `the position has no line "score 9 9"`},
		{"- " + card(t, old) + "\nscore 1 1", "begins with neither + nor -"},
		{"- " + card(t, old) + "\n+ card none", "newline"},
		{string(old), "nothing would change"},
	} {
		if _, err := tb.u.Ruling("duel-1", []byte(c.text), "because", ""); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
	if len(tb.deliver()) > 0 || tb.status().Step != 1 {
		t.Fatal("a ruling that was refused changed something")
	}

	l, err := tb.u.Ruling("duel-1", []byte("- "+card(t, old)+"\r\n+ card card777 "+cards[2]+"\r\n"),
		"Red was dealt a torn card", "")
	if err != nil || l.Step != 2 || len(l.Edits) != 2 {
		t.Fatalf("got %+v, %v", l, err)
	}
	if got := card(t, tb.position()); got != "card card777 "+cards[2] {
		t.Errorf("the position has %q", got)
	}
	mails := tb.deliver()
	red, blue := textTo(t, mails, address["Red"], "Round 1"), textTo(t, mails, address["Blue"], "Round 1")
	wantIn(t, "the report to Red", red, "A ruling",
		"The umpire changed the position. Reason: Red was dealt a torn card", "- card "+cards[1]+" ?",
		"+ card card777 ?")
	wantIn(t, "the report to Blue", blue, "Reason: Red was dealt a torn card", "You may not see what changed")
	wantIn(t, "the mail to who looks on", textTo(t, mails, "fan@example.org", "Round 1"),
		"Reason: Red was dealt a torn card", "You may not see what changed")
	for _, m := range mails {
		if m.To[0].Address != address["Red"] && (strings.Contains(string(m.Raw), "card777") ||
			strings.Contains(flat(m.Text), cards[1])) {
			t.Errorf("Blue can see the card of Red:\n%s", m.Text)
		}
	}
	for _, r := range tb.records() {
		if strings.Contains(string(r.Data), "card777") {
			t.Errorf("record %d tells it to everybody:\n%s", r.Seq, r.Data)
		}
	}

	// The whole position, and rules that go on from it.
	text := strings.Replace(string(tb.position()), "\nscore ", "\nscore 1", 1)
	if _, err := tb.u.Ruling("duel-1", []byte(text), "a wager was forgotten", ""); err != nil {
		t.Fatal(err)
	}
	if got := string(tb.position()); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	tb.restart()
	tb.playOut(func() {})
	if a := tb.verify(); a.Check("umpire").Done != 2 || a.Check("steps").Left > 0 {
		t.Errorf("%+v", a.Checks)
	}
}

// strict is a duel whose umpire may not write a score of 13.
type strict struct{ duel }

func (d strict) Adjust(_ engine.Position, text []byte) (engine.Position, error) {
	if strings.Contains(string(text), "score 13 ") {
		return nil, errors.New("13 brings bad luck")
	}
	return d.Decode(text)
}

// A position that the rules do not allow is refused, and an audit finds one that
// was written all the same.
func TestRulingIsHeldToTheRules(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.both(1, 1, 2, 5)
	edit := []byte("- " + scoreOf(tb) + "\n+ score 13 0\n")
	allowed := tb.u.Rulesets
	tb.u.Rulesets = []engine.Ruleset{strict{tb.rules}}
	tb.u.Forget()
	var refused amiss.Refusal
	if _, err := tb.u.Ruling("duel-1", edit, "because", ""); !errors.As(err, &refused) ||
		!strings.Contains(err.Error(), "bad luck") {
		t.Errorf("got %v", err)
	}
	tb.u.Rulesets = allowed
	tb.u.Forget()
	if _, err := tb.u.Ruling("duel-1", edit, "because", ""); err != nil {
		t.Fatal(err)
	}
	a := audit.CheckLog([]engine.Ruleset{strict{tb.rules}}, tb.records())
	for _, c := range a.Checks {
		if alone := c.Name == "umpire"; (c.Err != nil) != alone ||
			alone && !strings.Contains(c.Err.Error(), "bad luck") {
			t.Errorf("the audit says %s: %v", c.Name, c.Err)
		}
	}
}

// A ruling can end a game by its rules.
func TestRulingEndsTheGame(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.both(1, 1, 2, 5)
	text := strings.Replace(string(tb.position()), "phase double", "phase over", 1)
	if _, err := tb.u.Ruling("duel-1", []byte(text), "Blue gave in", ""); err != nil {
		t.Fatal(err)
	}
	if !tb.status().Outcome.Over {
		t.Fatal("the game goes on")
	}
	if a := tb.verify(); a.Over == nil || a.Check("outcome").Done != 1 {
		t.Errorf("%+v", a.Checks)
	}
}

// newcomer takes the place of Red.
func newcomer() play.Player {
	return play.Player{Side: "red", Name: "Joachim Murat", Address: "murat@example.net",
		Key: keys()["Stranger"].Public().String()}
}

func TestSubstitute(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.both(1, 1, 2, 5)
	tb.deliver()
	if tb.status().Waiting[0] == "Red" { // Red owes picks in round 2 at the latest
		tb.play("Red", 1, 2, "double no")
	} else {
		tb.play("Blue", 1, 2, "double no")
	}
	tb.deliver()
	tb.play("Red", 2, 3, "pick 4")
	tb.deliver()

	for _, c := range []struct {
		change func(*play.Player)
		reason string
		want   string
	}{
		{func(p *play.Player) { p.Side = "Green" }, "gone", `no side "Green"; the sides are Red, Blue`},
		{func(p *play.Player) { p.Address = "nowhere" }, "gone", "mail address"},
		{func(p *play.Player) { p.Name = "" }, "gone", "name"},
		{func(p *play.Player) { p.Key = "rubbish" }, "gone", "public key"},
		{func(p *play.Player) { p.Key = keys()["Blue"].Public().String() }, "gone",
			"another side of the game signs with this key"},
		{func(p *play.Player) {}, "", "reason"},
	} {
		p := newcomer()
		c.change(&p)
		if _, err := tb.u.Substitute("duel-1", p, c.reason, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", p, err, c.want)
		}
	}

	s, err := tb.u.Substitute("duel-1", newcomer(), "Ney was taken ill", "")
	if err != nil || s.Side != "Red" || s.Old != "Michel Ney" || s.New != "Joachim Murat" {
		t.Fatalf("got %+v, %v", s, err)
	}
	st := tb.status()
	if st.Address["Red"] != "murat@example.net" || st.Players[0].Name != "Joachim Murat" || len(st.Answered) > 0 {
		t.Errorf("%+v", st)
	}
	mails := tb.deliver()
	want := "ney@example.net: [duel-1] another player\nkutuzov@example.com: [duel-1] another player\n" +
		"murat@example.net: [duel-1] your orders: Round 2"
	if titles(mails) != want {
		t.Fatalf("got\n%s\nwant\n%s", titles(mails), want)
	}
	wantIn(t, "the note", mails[1].Text,
		"Joachim Murat plays Red from now on, in the place of Michel Ney. Reason: Ney was taken ill")
	wantIn(t, "the welcome", mails[2].Text, "goes on after step 2: you take the place of Michel Ney", "You play Red",
		st.Anchor.String(), "step: 3", "Joachim Murat")
	a, err := position.Parse(mails[2].Attachments[len(mails[2].Attachments)-1].Bytes)
	if steps := tb.verify().Steps; err != nil || a.Link != steps[len(steps)-1].Link {
		t.Errorf("the attachment has link %v, %v", a.Link, err)
	}

	// Only the new key counts, and the next report goes to the new address.
	tb.play("Red", 2, 3, "pick 1")
	tb.play("Blue", 2, 3, "pick 2")
	if tb.status().Step != 2 {
		t.Fatal("the player who left still orders")
	}
	tb.deliver()
	tb.restart()
	if err := tb.take(letter("murat@example.net", "m@home",
		signed(t, "Stranger", file("Red", 2, 3, "pick 4")))); err != nil {
		t.Fatal(err)
	}
	if tb.status().Step != 3 {
		t.Fatal("the new player's file does not count")
	}
	wantIn(t, "the report", textTo(t, tb.deliver(), "murat@example.net", "Round 2"), "Keys were changed",
		"The umpire registered "+keys()["Stranger"].Public().Name()+" for Red in place of")
	tb.verify()
}

// Without a key the new player is invited to register one.
func TestSubstituteIsInvited(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	p := newcomer()
	p.Key = ""
	if _, err := tb.u.Substitute("duel-1", p, "gone", ""); err != nil {
		t.Fatal(err)
	}
	welcome := textTo(t, tb.deliver(), p.Address, "your orders")
	_, code, _ := strings.Cut(welcome, "join: ")
	code, _, _ = strings.Cut(code, "\n")
	join := "game: duel-1\nside: Red\njoin: " + code + "\nkey: " + keys()["Stranger"].Public().String() + "\nend\n"
	tb.say(keys()["Stranger"], "join@home", join)
	if k := tb.status().Keys["Red"]; !k.Equal(keys()["Stranger"].Public()) {
		t.Errorf("the key is %v", k)
	}
	tb.verify()
}

func TestAnnounce(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	for _, bad := range []string{"", " \n", "\x00", strings.Repeat("x", 2001)} {
		if err := tb.u.Announce("duel-1", bad, ""); err == nil {
			t.Errorf("%.20q was announced", bad)
		}
	}
	if err := tb.u.Announce("duel-1", "Good morning.\r\n\r\nI am away *until* Monday.", ""); err != nil {
		t.Fatal(err)
	}
	mails := tb.deliver()
	if len(mails) != 2 || mails[0].Subject != "[duel-1] a word from the umpire" {
		t.Fatal(titles(mails))
	}
	wantIn(t, "the notice", mails[0].Text, "From the umpire", "Good morning.\n\nI am away *until* Monday.")
	tb.verify()
}

func TestClose(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.both(1, 1, 2, 5)
	tb.deliver()
	if err := tb.u.Close("duel-1", "", ""); err == nil {
		t.Error("closed without a reason")
	}
	if err := tb.u.Close("duel-1", "the club is dissolved", ""); err != nil {
		t.Fatal(err)
	}
	const why = "closed by the umpire without a result: the club is dissolved"
	if o := tb.status().Outcome; o != (engine.Outcome{Over: true, Text: why}) {
		t.Errorf("outcome %+v", o)
	}
	mails := tb.deliver()
	if len(mails) != 2 || len(mails[0].Attachments) != 1 {
		t.Fatal(titles(mails))
	}
	wantIn(t, "the last mail", mails[0].Text, why, "It has no result", "after 1 step.", "berthier archive duel-1",
		"with their addresses")
	if strings.Contains(mails[0].Text, "index.html") {
		t.Error("a page is linked that there is not")
	}
	tb.restart()
	if err := tb.u.Process("duel-1"); !errors.Is(err, docket.ErrOver) {
		t.Errorf("processed after the end: %v", err)
	}
	tb.play("Red", 1, 2, "double yes")
	wantIn(t, "the answer", textTo(t, tb.deliver(), address["Red"], "refused"), "the game is over")
	if a := tb.verify(); a.Over == nil || a.Over.Outcome.Text != why || a.Check("outcome").Done != 1 ||
		a.Check("hidden parts").Left > 0 {
		t.Errorf("%+v", a.Checks)
	}
}

// The last mail links the page of the game where the club has pages.
func TestLastMailLinksPage(t *testing.T) {
	tb := newTable(t)
	tb.u.Site = "https://club.example/games"
	tb.create()
	tb.deliver()
	if err := tb.u.Close("duel-1", "enough", ""); err != nil {
		t.Fatal(err)
	}
	for _, m := range tb.deliver() {
		const page = "https://club.example/games/games/duel-1/index.html"
		wantIn(t, "the last mail", m.Text, page)
		wantIn(t, "its page", m.HTML, page)
	}
}

func TestStart(t *testing.T) {
	tb := newTable(t)
	s := spec()
	s.Wait = true
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	wantIn(t, "the opening", tb.deliver()[0].Text, "Orders count when the umpire starts the game")
	if err := tb.u.Process("duel-1"); !errors.Is(err, fold.ErrWaits) {
		t.Errorf("processed before the start: %v", err)
	}
	tb.play("Red", 1, 1, "pick 1")
	wantIn(t, "the answer", textTo(t, tb.deliver(), address["Red"], "refused"), "the game has not begun yet")
	if !tb.status().Waits {
		t.Error("it does not wait")
	}
	tb.verify()
	if err := tb.u.Start("duel-1", ""); err != nil {
		t.Fatal(err)
	}
	wantIn(t, "the notice", textTo(t, tb.deliver(), address["Red"], "the game begins"), "your orders count from now on")
	if err := tb.u.Start("duel-1", ""); err == nil || !strings.Contains(err.Error(), "begun already") {
		t.Errorf("started twice: %v", err)
	}
	tb.restart()
	tb.playOut(func() {})
	tb.verify()
}

// acted is a log in which the umpire does everything that he can.
func acted(t testing.TB) *table {
	tb := newTable(t)
	s := spec()
	s.Wait = true
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	do(tb.u.Start("duel-1", "minisign key RW1"))
	tb.both(1, 1, 2, 5)
	err := tb.u.Announce("duel-1", "Good morning.", "")
	do(err)
	_, err = tb.u.Do("duel-1", "language Blue fr")
	do(err)
	_, err = tb.u.Ruling("duel-1", []byte("- "+scoreOf(tb)+"\n+ score 3 3\n"), "a wager", "")
	do(err)
	_, err = tb.u.Rollback("duel-1", 1, "it was none", "")
	do(err)
	_, err = tb.u.Rollback("duel-1", 2, "it was one after all", "")
	do(err)
	do(tb.u.Process("duel-1"))
	_, err = tb.u.Do("duel-1", "invite Red")
	do(err)
	_, err = tb.u.SetKey("duel-1", "Red", keys()["Red"].Public().String())
	do(err)
	_, err = tb.u.Substitute("duel-1", newcomer(), "gone", "")
	do(err)
	err = tb.u.Close("duel-1", "nobody wants to play on", "")
	do(err)
	return tb
}

func scoreOf(tb *table) string {
	_, text, _ := strings.Cut(string(tb.position()), "\nscore ")
	text, _, _ = strings.Cut(text, "\n")
	return "score " + text
}

// Every byte of what the umpire did is changed once.
func TestTamperedActs(t *testing.T) {
	tb := acted(t)
	records := tb.records()
	a, err := tb.check(records)
	if err != nil {
		t.Fatal(err)
	}
	// The word of the umpire is proved by the tree alone.
	loose := append([]string{"by: ", "umpire: ", "reason: ", "new: ", "berthier announce"}, unproved...)
	changed := 0
	for i, r := range records {
		if _, ok := acts.Of(r.Seq, mustParse(t, r)); !ok {
			continue
		}
		for pos := range len(r.Data) + len(r.Hidden) {
			if pos%4 != i%4 {
				continue
			}
			line := r.Data[strings.LastIndexByte(string(r.Data[:min(pos, len(r.Data))]), '\n')+1:]
			both := slices.Concat(r.Data, r.Hidden)
			both[pos] ^= 1
			rs := slices.Clone(records)
			rs[i].Data = both[:len(r.Data)]
			if r.Hidden != nil {
				rs[i].Hidden = both[len(r.Data):]
			}
			if c := audit.CheckHead(a, rs, tb.head()); (c.Err != nil) != (pos < len(r.Data)) {
				t.Errorf("record %d (%s): byte %d changed, the tree says %v", r.Seq, r.Kind, pos, c.Err)
			}
			changed++
			if pos < len(r.Data) && slices.ContainsFunc(loose,
				func(p string) bool { return strings.HasPrefix(string(line), p) }) {
				continue
			}
			if got, err := tb.check(rs); err == nil && got.Check("umpire").Left == 0 {
				t.Errorf("record %d (%s): byte %d changed, not noticed:\n%q", r.Seq, r.Kind, pos,
					both[max(0, pos-30):min(len(both), pos+30)])
			}
		}
	}
	if changed < 400 {
		t.Errorf("only %d bytes were changed", changed)
	}
}

func mustParse(t *testing.T, r store.Record) record.Record {
	t.Helper()
	v, err := record.Parse(r.Kind, r.Data, r.Hidden)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
