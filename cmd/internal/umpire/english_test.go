package umpire

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/jdg"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/templates"
)

// english are words that stand in nearly every English sentence, and in no other language that mails have.
var english = regexp.MustCompile(
	`(?i)(?:^|[^\pL\pN'’-])(?:the|of|and|are|not|with|this|that|your|you|for|from|has|have|` +
		`which|were|will|they|his|must|what|when|then|nothing)(?:$|[^\pL\pN'’-])`,
)

// same is what is the same in every language: words between quotation marks, addresses and rules. canonical are lines
// that are: how dice are checked.
var (
	same      = regexp.MustCompile(`"[^"]*"|„[^”“]*[”“]|«[^»]*»|<[^>]*>|\[[^\]]*\]`)
	canonical = regexp.MustCompile(`(?m)^printf '.*$|^\d+\. .*: \d.*$`)
)

// englishRest is what is English in a mail, with what stands around it, but for blocks to copy, quotes, what is the
// same in every language, and these words.
func englishRest(m *mail.Message, words []string) (found []string) {
	var b strings.Builder
	inBlock := false
	for _, line := range append([]string{m.Subject}, strings.Split(m.Text, "\n")...) {
		inBlock = inBlock || strings.HasPrefix(line, "game: ")
		if !inBlock && !strings.HasPrefix(line, ">") {
			b.WriteString(line + "\n")
		}
		inBlock = inBlock && line != "end"
	}
	text := flat(canonical.ReplaceAllString(b.String(), " "))
	for _, w := range words {
		text = strings.ReplaceAll(text, flat(w), " ")
	}
	text = same.ReplaceAllString(text, " ")
	for _, at := range english.FindAllStringIndex(text, -1) {
		found = append(found, text[max(0, at[0]-60):min(len(text), at[1]+60)])
	}
	return found
}

// stillEnglish is what a game says in English: where its tables come from. The names of places and of the battle are
// the same in each language.
func stillEnglish(rs engine.Ruleset, p engine.Position) (words []string) {
	for _, d := range rs.Data(p) {
		words = append(words, d.Source)
	}
	words = append(words, "The Goldbach crossing", "The ford", "The Knoll")
	for _, side := range rs.Sides(p) {
		words = append(words, templates.Say("opening.language",
			tongue.Named("game", "goldbach", "side", side)...).String())
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	return words
}

// evening is a battle with a player who reads a language, and one who reads English, both with deadlines.
func evening(t *testing.T, l tongue.Language) *table {
	tb := chief(t)
	rs, err := jdg.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	tb.u.Rulesets = []engine.Ruleset{rs}
	s := play.Spec{Game: "goldbach", Title: "Goldbach", Ruleset: rs.Name(), Setup: engine.Setup{Scenario: "goldbach"},
		Deadline: "2d; bank 2h; grace 1h; absence 5; pause 9; run final; remind 1d"}
	p, err := rs.Start(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	for i, side := range rs.Sides(p) {
		who := duelSides[i]
		s.Players = append(s.Players, play.Player{Side: side, Name: string(who), Address: address[who],
			Key: keys()[who].Public().String()})
	}
	s.Players[0].Language = string(l)
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	return tb
}

// TestNoEnglishRest: whoever reads another language is told nothing in English by mail, in an evening with all that can
// happen in it, but for what is the same in every language and what stillEnglish lists.
func TestNoEnglishRest(t *testing.T) {
	for _, l := range tongue.Languages()[1:] {
		t.Run(string(l), func(t *testing.T) {
			tb := evening(t, l)
			rs := tb.u.Rulesets[0]
			p, err := rs.Start(engine.Setup{Scenario: "goldbach"})
			if err != nil {
				t.Fatal(err)
			}
			words := stillEnglish(rs, p)
			tb.spend(t)
			mails := 0
			for _, m := range tb.got {
				if m.To[0].Address != address[duelSides[0]] {
					continue
				}
				mails++
				for _, rest := range englishRest(m, words) {
					t.Errorf("%q: …%s…", m.Subject, rest)
				}
			}
			if mails < 60 {
				t.Errorf("only %d mails came", mails)
			}
		})
	}
}

// spend plays some steps of the evening, asks for everything, makes each kind of slip, and gives the game up.
func (tb *table) spend(t *testing.T) {
	one, other := duelSides[0], duelSides[1]
	sides, err := tb.u.Info("goldbach")
	if err != nil {
		t.Fatal(err)
	}
	mine, his := sides.Sides[0], sides.Sides[1]
	n := 0
	tell := func(who engine.Side, side engine.Side, body string) {
		n++
		text := fmt.Sprintf("game: goldbach\nside: %s\n\n%s\nend\n", side, body)
		if err := tb.take(letter(address[who], fmt.Sprintf("evening-%d@home", n), signed(t, who, text))); err != nil {
			t.Fatal(err)
		}
		tb.now = tb.now.Add(time.Minute)
		tb.deliver()
	}
	umpire := func(body string) {
		n++
		text := "game: goldbach\nside: umpire\n\n" + body + "\nend\n"
		b, err := sign.Sign(keys()["Stranger"], []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := tb.take(letter("chief@example.org", fmt.Sprintf("chief-%d@home", n), sign.BeginTurn+"\n"+text+
			string(b))); err != nil {
			t.Fatal(err)
		}
		tb.deliver()
	}
	pl := book.NewPlayer(1)
	steps := func(most int) {
		for range most {
			for i, side := range []engine.Side{mine, his} {
				who := duelSides[i]
				for _, m := range slices.Backward(tb.got) {
					text := m.File(record.AttachedName)
					if m.To[0].Address != address[who] || len(text) == 0 {
						continue
					}
					n++
					if raw := nextMail(t, tb.u.Rulesets[0], pl, who, text, 1000+n); raw != nil {
						tb.arrive(t, raw)
						tb.deliver()
						tell(who, side, "final")
					}
					break
				}
			}
		}
	}
	tb.deliver()
	steps(8)
	for _, body := range []string{
		"help", "help status", "help concede", "help nosuchpage", "status", "games", "history", "standing",
		"template", "preview",
		"map", "map large", "language", "language tlh", "language Polski", "report 0", "report 1",
		"report 99", "report x",
		"withdraw", "final", "notfinal", "absence 2000-01-01", "absence 2031-01-03 2031-01-02", "absence soon",
		"absence 2030-12-28 2030-12-29", "pause", "pause 2000-01-01", "pause 2030-12-31", "resume", "join",
		"draw", "draw",
		"draw no", "draw maybe", "concede", "concede no", "concede AAAA-AAAA-AAAA", "resign", "hlep",
		"stauts\nhelp", "process",
		"press " + string(his) + "\nGood evening.\nendpress", "press umpire\nGood evening.\nendpress",
		"press nobody\nHm.\nendpress",
		"press all anonymous\nHm.\nendpress", "press all\nHm.", "orders", "report 1\nreport 1\nreport 1\nreport 1",
		"help\nwithdraw now", "observe", "unobserve",
	} {
		tell(one, mine, body)
	}
	tell(other, his, "press all\nHm.\nendpress")
	tell(other, his, "pause 2031-01-05")
	tell(other, his, "draw")
	tell(one, mine, "draw")
	for _, text := range []string{"goldbach: status\n", "status goldbach\nend\n", "help\nend\n", "games\nend\n",
		"move everybody\n", "observe goldbach\nend\n", "pres all\nend\n", "concede\nend\n", ""} {
		n++
		if err := tb.take(letter(address[one], fmt.Sprintf("plain-%d@home", n), text)); err != nil {
			t.Fatal(err)
		}
		tb.now = tb.now.Add(3 * time.Hour)
		tb.deliver()
	}
	n++
	if err := tb.take(letter(address[one], "wrong@home",
		strings.Replace(signed(t, one, "game: goldbach\nside: "+string(mine)+
			"\n\nstatus\nend\n"), "status", "games", 1))); err != nil {
		t.Fatal(err)
	}
	umpire("announce\nGood evening.\nendannounce")
	umpire("remind")
	umpire("extend 1d")
	umpire("deadline 2031-02-01 20:00")
	umpire("pause 2031-02-02")
	umpire("resume")
	tb.now = tb.now.Add(49 * time.Hour)
	tb.until(tb.now.Add(24 * 60 * time.Hour))
	steps(3)
	umpire("rollback 2 a slip of the pen")
	steps(2)
	umpire("invite " + string(his))
	umpire("substitute " + string(his) + " somebody@example.com Somebody\nIll.\nendsubstitute")
	tell(one, mine, "concede")
	code := regexp.MustCompile(`(?m)^concede ([A-Z0-9-]+)$`)
	for _, m := range slices.Backward(tb.got) {
		if found := code.FindStringSubmatch(m.Text); found != nil {
			tell(one, mine, "concede "+found[1])
			break
		}
	}
	tell(one, mine, "status")
	tell(one, mine, "draw")
}
