package umpire

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/damage"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/ccn"
	"berthier/engine/enginetest"
	"berthier/engine/jdg"
	"berthier/engine/pbs"
	"berthier/engine/tlm"
	"berthier/mail/sign"
	"berthier/store"
)

var anythingGames = flag.Int("umpire.anything.games", 5, "games of TestAnything")

// Players and umpire send any command in any order, time passes, the beacon comes
// late, the daemon dies: no fault of the program is met, the log is sound, nothing that
// was taken back comes again, and the game can be saved and restored.
func TestAnything(t *testing.T) {
	seed := enginetest.Seed(t)
	done := map[string]int{}
	cryptotest.SetGlobalRandom(t, seed) // for the keys, so that the seed brings the same games again
	for n := range *anythingGames {
		w := &whim{table: chief(t), random: rand.New(rand.NewPCG(seed, uint64(n))),
			player: book.NewPlayer(seed + uint64(n)), done: done}
		if w.game(n); t.Failed() {
			return
		}
	}
	// In fewer games something rare may well be left out.
	for _, what := range slices.Concat(theirWords, umpireWords, []string{"key ", "key join", "held", "migrate"}) {
		if done[what] == 0 && *anythingGames >= 1000 {
			t.Errorf("never carried out: %s", what)
		}
	}
	t.Logf("carried out: %v", done)
}

// whim is a game in which anything is done.
type whim struct {
	*table
	random *rand.Rand
	player *book.Player
	sides  []engine.Side
	battle string // the game that is played if it is no duel: "jdg", "ccn", "pbs", "tlm"
	spec   play.Spec
	kind   string
	made   []*sign.PrivateKey // all that players ever had
	logKey byte
	other  bool           // the program with the other rules for duels runs
	after  map[int]string // positions, by number
	told   []string       // what was done
	done   map[string]int // commands that were carried out, in all games
}

// game does anything in the game with a number.
func (w *whim) game(n int) {
	defer func() {
		if w.t.Failed() {
			w.t.Logf("in game %d, a %s with deadlines %q:\n%s", n, w.kind, w.spec.Deadline, strings.Join(w.told, "\n"))
		}
	}()
	w.begin([]string{"", "jdg", "ccn", "pbs", "tlm"}[n%5])
	for range 60 {
		w.something()
		if w.t.Failed() || w.status().Outcome.Over {
			break
		}
	}
	w.end()
}

func (w *whim) one(words ...string) string { return words[w.random.IntN(len(words))] }

// begin makes a game of any kind.
func (w *whim) begin(battle string) {
	w.spec, w.sides, w.kind = spec(), duelSides, "duel"
	switch w.battle = battle; battle {
	case "jdg":
		w.sides, w.kind = []engine.Side{"French", "Allied"}, "battle"
		w.spec.Ruleset, w.spec.Scenario = "jdg", "goldbach"
		w.spec.Options = map[string]string{"ask": w.one("", "P23,P32", "P5,P15,P17,P24,P25,P26,P29,P30")}
	case "ccn":
		w.sides, w.kind = []engine.Side{"British", "French"}, "battle with cards"
		w.spec.Ruleset, w.spec.Scenario = "ccn", "crossroads"
		w.spec.Options = map[string]string{"ask": w.one("", "all", "D16,D20")}
	}
	if battle == "tlm" {
		w.sides, w.kind = []engine.Side{"German", "Allied"}, "war"
		w.spec.Ruleset, w.spec.Scenario = "tlm", "marne"
		w.spec.Options = map[string]string{"ask": w.one("", "all", "D08,D13")}
	}
	if battle == "pbs" {
		w.sides, w.kind = []engine.Side{"French", "Allied"}, "campaign"
		w.spec.Ruleset, w.spec.Scenario = "pbs", "danube"
		w.spec.Options = map[string]string{"ask": w.one("", "all", "E05,E15")}
	}
	w.spec.Deadline = w.one("", "2d", "2d; at 20:00; remind 24h 4h; grace 6h; bank 24h; absence 9; pause 9; off sat "+
		"sun; zone Europe/Paris",
		"1d; run final; absence 9; pause 9", "36h; silent wait",
		"1d; silent defaults umpire 1 substitute 2; takeover 72h; grace 1h")
	w.spec.Press = record.Press(w.one(string(record.PressNamed), string(record.PressAnonymous),
		string(record.PressNone)))
	w.spec.Wait = w.random.IntN(4) == 0
	if w.spec.Window = 0; w.random.IntN(3) == 0 && !strings.Contains(w.spec.Deadline, "final") {
		w.spec.Window, w.kind = time.Duration(1+w.random.IntN(120))*time.Minute, w.kind+" with a window"
	}
	if w.random.IntN(2) == 0 {
		chain, _ := ownChain()
		w.spec.Beacon, w.kind = record.Beacon{Chain: chain, Delay: 30 * time.Second}, w.kind+" with a beacon"
	}
	if w.spec.Reopen = 0; w.random.IntN(3) == 0 {
		w.spec.Reopen, w.kind = time.Duration(1+w.random.IntN(5))*24*time.Hour, w.kind+" that can be reopened"
	}
	w.spec.Players = nil
	for _, side := range w.sides {
		w.spec.Players = append(w.spec.Players, play.Player{Side: side, Name: "Player of " + string(side),
			Address: w.address(side), Key: w.newKey().Public().String()})
	}
	w.settings()
	if _, err := w.u.Create(w.spec); err != nil {
		w.t.Fatal(err)
	}
	w.after = map[int]string{0: string(w.position())}
}

// settings are those of the umpire that a restart forgets.
func (w *whim) settings() {
	if w.battle != "" {
		w.u.Rulesets = battles(w.t)
	} else if w.other {
		w.u.Rulesets, w.u.Build = []engine.Ruleset{mendedDuel{w.rulesOf("2")}}, "other"
	} else {
		w.u.Build = "first"
	}
	w.u.Archive = func(fold.SavedGame) ([]byte, error) { return []byte("an archive"), nil }
	w.u.UmpireKeys, w.u.UmpireAddress = []sign.Key{keys()["Stranger"].Public()}, "chief@example.org"
	w.u.Limits.Answers, w.u.Limits.AnswersDay, w.u.Limits.Strangers, w.u.Limits.AllStrangers = 1e6, 1e6, 1e6, 1e6
	if w.logKey > 0 {
		w.otherKey(w.logKey)
	}
	w.u.Forget()
}

// begun starts the daemon again, sometimes as another program, and lets the game go
// on if that holds it.
func (w *whim) begun() {
	w.t.Helper()
	w.other = w.other != (w.battle == "" && w.random.IntN(3) == 0)
	w.note("restart", map[bool]string{true: "with other rules"}[w.other])
	w.daemon()
	if w.status().Held != "" {
		w.done["held"]++
		if w.random.IntN(2) == 0 {
			w.migrate()
		}
	}
}

// migrate lets a game go on that is held, by other rules or with the other program.
func (w *whim) migrate() {
	w.t.Helper()
	w.note("migrate", w.status().Held)
	switch _, err := w.u.Migrate("duel-1", true); {
	case err == nil:
		w.done["migrate"]++
		clear(w.after) // by these rules they may be others
	case errors.Is(err, play.ErrNoMigration):
		w.other = !w.other
	default:
		w.t.Fatal(err)
	}
	w.daemon()
}

// daemon starts a new one.
func (w *whim) daemon() {
	w.t.Helper()
	w.close()
	w.open()
	w.settings()
	if err := errors.Join(w.u.Resume(), w.u.CheckGames(context.Background())); err != nil {
		w.t.Fatal(err)
	}
}

func (w *whim) newKey() *sign.PrivateKey {
	w.t.Helper()
	key, err := sign.GenerateKey("")
	if err != nil {
		w.t.Fatal(err)
	}
	w.made = append(w.made, key)
	return key
}

// signer is the key that counts for a side, or one that does not if it has none.
func (w *whim) signer(by engine.Side) *sign.PrivateKey {
	w.t.Helper()
	if by == "umpire" {
		return keys()["Stranger"]
	}
	now := w.status().Keys[by]
	if i := slices.IndexFunc(w.made, func(k *sign.PrivateKey) bool { return k.Public() == now }); i >= 0 {
		return w.made[i]
	}
	return w.made[len(w.made)-1]
}

var theirWords = []string{
	"withdraw", "final", "notfinal", "draw", "concede", "resign", "absence", "pause", "resume", "standing", "preview",
	"status", "history", "map", "template", "report", "press", "observe", "unobserve", "games", "help", "language",
}

var umpireWords = []string{
	"deadline", "extend", "pause", "resume", "rollback", "ruling", "process", "substitute", "announce", "keys",
	"close", "reopen", "invite", "start", "position", "language",
	"preview", "archive", "press",
}

// something does one thing.
func (w *whim) something() {
	w.t.Helper()
	side, before := w.sides[w.random.IntN(2)], w.status().Step
	switch n := w.random.IntN(20); {
	case n < 8:
		w.orders(side)
	case n < 11:
		w.say(side, w.address(side), w.words(w.one(theirWords...), side))
	case n < 14:
		w.say("umpire", "chief@example.org", w.words(w.one(umpireWords...), side))
	case n < 16:
		w.pass()
	case n < 17:
		w.round()
	case n < 18:
		w.changeKey(side)
	case n < 19:
		w.begun()
	default:
		w.newLogKey()
	}
	w.deliver()
	w.sane()
	w.sameAsLogs()
	if s := w.status(); s.Step > before {
		w.after[s.Step] = string(w.position())
	}
}

// note keeps what is done.
func (w *whim) note(what, detail string) {
	w.told = append(w.told, strings.TrimSpace(fmt.Sprintf("%s: %s %s", w.now.Format("2 Jan 15:04:05"), what,
		strings.ReplaceAll(detail, "\n", " / "))))
}

// orders are a turn file, mostly for the step that is played.
func (w *whim) orders(side engine.Side) {
	w.t.Helper()
	s := w.status()
	f := engine.TurnFile{Game: "duel-1", Side: side, Turn: s.Turn, Step: s.Step + 1 - w.random.IntN(6)/5}
	if w.battle != "" {
		f.Orders = w.fought(side)
	} else {
		line := w.one("pick 1", "pick 3", "pick 5", "double yes", "double no", "pick 9")
		if mayDouble(s) && w.random.IntN(2) == 0 {
			line = "double yes"
		}
		f.Orders = []engine.Order{{Words: strings.Fields(line)}}
	}
	w.note("orders", fmt.Sprint(side, f.Orders))
	w.send(w.signer(side), w.address(side), string(f.Print()))
}

// fought are the orders of a random player for a battle, sometimes not all of them.
func (w *whim) fought(side engine.Side) []engine.Order {
	w.t.Helper()
	rs := w.u.Rulesets[slices.IndexFunc(w.u.Rulesets, func(r engine.Ruleset) bool { return r.Name() == w.battle })]
	pos, err := rs.Decode(w.position())
	if err != nil {
		w.t.Fatal(err)
	}
	orders := w.player.Answer(rs, rs.View(pos, side), side).Lines
	if len(orders) > 0 && w.random.IntN(6) == 0 {
		orders = orders[:len(orders)-1]
	}
	return orders
}

// address is where the mails of a side go.
func (w *whim) address(side engine.Side) string {
	return address[duelSides[slices.Index(w.sides, side)]]
}

// changeKey registers another key, with the old one or with the code of an invitation.
func (w *whim) changeKey(side engine.Side) {
	w.t.Helper()
	old, key, code := w.signer(side), w.newKey(), ""
	if w.status().Keys[side] == (sign.Key{}) {
		for _, m := range w.got {
			if _, rest, ok := strings.Cut(m.Text, "\njoin: "); ok && m.To[0].Address == w.address(side) {
				line, _, _ := strings.Cut(rest, "\n")
				old, code = key, "join: "+line+"\n"
			}
		}
	}
	w.note("key", fmt.Sprint(side, " ", code))
	w.send(old, w.address(side), fmt.Sprintf("game: duel-1\nside: %s\n%skey: %s\nend\n", side, code, key.Public()))
	if code == "" && w.random.IntN(5) > 0 {
		w.send(key, w.address(side), fmt.Sprintf("game: duel-1\nside: %s\njoin: %s\nend\n", side,
			w.joinCode(w.address(side))))
	}
	if w.status().Keys[side] == key.Public() {
		w.done["key "+code[:min(4, len(code))]]++
	}
}

// asked is the line that answers the question whether somebody is sure of a command; ""
// if he was not asked.
func (w *whim) asked(word string, side engine.Side) (line string) {
	w.t.Helper()
	who := string(side)
	if word == "close" {
		who = docket.UmpireSide
	}
	err := w.store.View(func(tx *store.Tx) error {
		value, err := ledger.Optional(tx.State("duel-1", docket.StateSure+who))
		if f := strings.Fields(string(value)); len(f) > 1 && f[0] == word {
			line = word + " " + f[1]
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return line
}

// say sends commands, sometimes with others before them.
func (w *whim) say(by engine.Side, from, words string) {
	w.t.Helper()
	if words == "" {
		return
	}
	w.note(words, string(by))
	what, act, before, old := strings.Fields(words)[0], words, w.status().Step, string(w.position())
	if w.random.IntN(6) == 0 && !strings.HasPrefix(words, "press") {
		words = w.one("status", "history", "games") + "\n" + words
	}
	w.send(w.signer(by), from, fmt.Sprintf("game: duel-1\nside: %s\n\n%s\nend\n", by, words))
	if answer := w.deliver(); len(answer) == 0 || !strings.Contains(flat(answer[0].Text), "not carried out") {
		w.done[what]++
	}
	if w.status().Step == before+1 {
		w.taken(act, old)
	}
}

// taken checks where a rollback or a ruling has led to, from a position.
func (w *whim) taken(act, old string) {
	w.t.Helper()
	word, rest, _ := strings.Cut(act, " ")
	want := ""
	switch word {
	case "rollback":
		var to int
		fmt.Sscan(rest, &to)
		want = w.after[to]
	case "ruling":
		lines := strings.Split(rest, "\n")
		want = strings.Replace(old, lines[1][2:], lines[2][2:], 1)
	}
	if got := string(w.position()); want != "" && got != want {
		w.t.Errorf("after %s:\n%s\nwant\n%s", act, got, want)
	}
}

func (w *whim) send(key *sign.PrivateKey, from, body string) {
	w.t.Helper()
	body += fmt.Sprintf("// %d\n", w.uid)
	signature, err := sign.Sign(key, []byte(body))
	if err != nil {
		w.t.Fatal(err)
	}
	text := sign.BeginTurn + "\n" + body + string(signature)
	if err := w.take(letter(from, fmt.Sprintf("any-%d@home", w.uid), text)); err != nil {
		w.t.Fatal(err)
	}
}

// words makes a whole command of its word.
func (w *whim) words(word string, side engine.Side) string {
	s := w.status()
	day := func(least int) string { return w.now.AddDate(0, 0, least+w.random.IntN(4)).Format(time.DateOnly) }
	switch word {
	case "concede", "resign", "close": // else no game gets far
		if w.random.IntN(5) > 0 {
			return ""
		}
	}
	if by := w.asked(word, side); by != "" && w.random.IntN(2) == 0 {
		return by
	}
	switch word {
	case "draw", "concede", "resign":
		return word + w.one("", "", " no")
	case "absence":
		return word + " " + day(1) + " " + day(4)
	case "pause":
		return word + " " + day(0)
	case "report":
		return fmt.Sprint(word, " ", w.random.IntN(s.Step+2))
	case "press":
		return word + " " + w.one("all", "umpire") + "\nA word.\nendpress"
	case "deadline":
		return word + " " + day(0) + w.one("", " "+string(side))
	case "extend":
		return word + " " + w.one("2h", "1d") + w.one("", " "+string(side))
	case "rollback":
		return fmt.Sprint(word, " ", w.random.IntN(s.Step+1), " because")
	case "ruling":
		return "ruling because\n" + w.change() + "endruling"
	case "substitute":
		return fmt.Sprintf("%s %s %s\nkey %s\nbecause\nendsubstitute", word, side, w.address(side), w.newKey().Public())
	case "announce":
		return word + "\nA word.\nendannounce"
	case "close", "reopen":
		return word + " because"
	case "invite":
		return word + " " + string(side)
	case "language":
		return word + " " + string(side) + " " + w.one("pl", "cs", "en")
	}
	return word
}

// change is lines of a ruling.
func (w *whim) change() string {
	var units []string
	for line := range strings.Lines(string(w.position())) {
		switch {
		case strings.HasPrefix(line, "unit ") && strings.Contains(line, " ordered"):
			units = append(units, "- "+line+"+ "+strings.Replace(line, " ordered", w.one(" disordered", " routed"), 1))
		case strings.HasPrefix(line, "unit ") && strings.HasSuffix(line, " 3\n"):
			units = append(units, "- "+line+"+ "+strings.Replace(line, " 3\n", w.one(" 2\n", " 1\n"), 1))
		}
	}
	switch {
	case w.battle == "":
		return fmt.Sprintf("- %s\n+ score %d %d\n", scoreOf(w.table), w.random.IntN(9), w.random.IntN(9))
	case len(units) == 0:
		return "- score 1 1\n+ score 2 2\n"
	}
	return w.one(units...)
}

// battles are the rules of all games that are no duels.
func battles(t testing.TB) []engine.Ruleset {
	t.Helper()
	days, err := jdg.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	colors, err := ccn.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	marches, err := pbs.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	fronts, err := tlm.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	return []engine.Ruleset{days, colors, marches, fronts}
}

// pass lets time pass, with a look at the clocks whenever they ask for one, or with
// the machine switched off.
func (w *whim) pass() {
	w.t.Helper()
	span := time.Duration(w.random.Int64N(int64(w.longest())))
	w.note("time", span.Round(time.Second).String())
	to := w.now.Add(span.Truncate(time.Second))
	if w.random.IntN(4) == 0 {
		w.now = to // the machine was off
		w.tick()
		return
	}
	w.until(to)
}

func (w *whim) longest() time.Duration {
	return []time.Duration{time.Minute, 5 * time.Hour, 60 * time.Hour}[w.random.IntN(3)]
}

// round looks for rounds of the beacon, which may be away.
func (w *whim) round() {
	w.t.Helper()
	w.note("beacon", "")
	away := w.random.IntN(4) == 0
	missing, err := w.u.DrawDue(context.Background(), func(_ context.Context, _ beacon.Chain, round uint64) ([]byte,
		error) {
		if away {
			return nil, errors.New("away")
		}
		return signRound(round), nil
	})
	if err != nil || missing > 0 && !away {
		w.t.Fatalf("%d rounds are missing: %v", missing, err)
	}
}

func (w *whim) newLogKey() {
	w.t.Helper()
	w.note("log key", "")
	old := &w.u.Key
	kept := *old
	w.logKey++
	w.otherKey(w.logKey)
	vouching := &kept
	if w.random.IntN(2) == 0 {
		vouching = nil
	}
	if _, err := w.u.AdoptLogKey(w.u.Key, vouching); err != nil {
		w.t.Fatal(err)
	}
}

// sane fails if a fault of the program was met.
func (w *whim) sane() {
	w.t.Helper()
	for line := range strings.Lines(w.logs.String()) {
		if strings.Contains(line, `"level":"ERROR"`) && !strings.Contains(line, `"game held"`) {
			w.t.Errorf("the log says %s", line)
		}
	}
	if n, err := damage.Stuck(w.store); n > 0 && w.status().Held == "" || err != nil {
		w.t.Errorf("%d mails are stuck, %v", n, err)
	}
	if w.random.IntN(6) == 0 {
		w.audit()
	}
}

func (w *whim) audit() {
	w.t.Helper()
	if a, err := w.u.Verify("duel-1"); err != nil {
		w.t.Errorf("the log is not sound: %v\n%+v", err, a.Checks)
	}
}

// end checks the log, saves and restores the game, and audits what is published.
func (w *whim) end() {
	w.t.Helper()
	if w.status().Held != "" {
		w.migrate()
	}
	w.deliver()
	w.sane()
	w.audit()
	var s fold.SavedGame
	if err := w.store.View(func(tx *store.Tx) (err error) {
		s, err = stored.Save(tx,
			"duel-1")
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	w.restored(s)
	linksOnce(w.t, s.Records)
	if a := audit.CheckLog(w.u.Rulesets, s.Public().Records); a.Err() != nil {
		w.t.Errorf("published: %v", a.Err())
	}
}
