package game

import (
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store/leaf"
)

var secret = engine.Link(sha256.Sum256([]byte("secret")))

func chainLink(n int) engine.Link {
	l, err := engine.ChainLink(secret, n)
	if err != nil {
		panic(err)
	}
	return l
}

func key(n byte) sign.Key {
	k, err := sign.ParsePublicKey([]string{
		"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL2tjPIEZ0zERWmJZIHsCh3k2Fi2dEYv0oWhQ4DIr7xu",
		"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIyKpdpgaslGIiDY5u1lJoaGUEVFcOVL2CIlqIkLol9V",
	}[n])
	if err != nil {
		panic(err)
	}
	return k
}

func verifier(n byte) string {
	seed := sha256.Sum256([]byte{n})
	v, err := note.NewEd25519VerifierKey("berthier.example/toss-1",
		ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey))
	if err != nil {
		panic(err)
	}
	return v
}

// script writes a log, record by record, as a daemon would.
type script struct {
	log   []leaf.Record
	step  int
	files map[engine.Side]record.Input // that wait
}

// head is that of the next record.
func (s *script) head(step int) record.Head {
	return record.Head{Game: "toss-1", Step: step, Time: time.Date(2030, 12, 2, 8, len(s.log), 0, 0, time.UTC)}
}

func (s *script) hidden() record.HiddenPart { return record.HiddenPart{Known: true} }

func (s *script) add(r record.Record) {
	data, hidden := r.Print()
	s.log = append(s.log, leaf.Record{Seq: uint64(len(s.log) + 1), Kind: r.Kind(), Step: r.About().Step, Data: data,
		Hidden: hidden})
}

// game begins a log; change changes its first record.
func (s *script) game(change func(*record.Game)) {
	g := record.Game{
		Head: s.head(0), Ruleset: "toss", Version: "1", PressLimit: record.DefaultPressLimit, Anchor: chainLink(0),
		Log:     verifier(0),
		Beacon:  record.Beacon{Chain: beacon.Quicknet(), Delay: time.Second},
		Players: []record.Player{{Side: "Red", Name: "Michel Ney", Key: key(0)}, {Side: "Blue", Name: "Louis Davout"}},
	}
	if change != nil {
		change(&g)
	}
	s.files = map[engine.Side]record.Input{}
	s.add(g)
}

func (s *script) orders(side engine.Side) {
	o := record.Orders{Head: s.head(s.step + 1), Side: side, File: sha256.Sum256(fmt.Append(nil, len(s.log))),
		HiddenPart: s.hidden()}
	s.add(o)
	s.files[side] = record.Input{Side: side, Orders: uint64(len(s.log)), Hash: o.File}
}

func (s *script) command(side engine.Side, command string) {
	s.add(record.Command{Head: s.head(s.step), Side: side, Command: command, HiddenPart: s.hidden()})
	if command == record.CommandWithdraw {
		delete(s.files, side)
	}
}

// inputs are the files that wait, and nothing for a side without one.
func (s *script) inputs() (all []record.Input) {
	for _, side := range []engine.Side{"Red", "Blue"} {
		in := s.files[side]
		in.Side = side
		all = append(all, in)
	}
	return all
}

func (s *script) move() {
	s.step++
	s.files = map[engine.Side]record.Input{}
}

func (s *script) play(change func(*record.Step)) {
	v := record.Step{
		Head: s.head(s.step + 1), Ruleset: "toss", Version: "1", Tables: record.TablesHash(nil),
		Previous: chainLink(s.step), Link: chainLink(s.step + 1), Inputs: s.inputs(), HiddenPart: s.hidden(),
	}
	if change != nil {
		change(&v)
	}
	s.add(v)
	s.move()
}

func (s *script) intervention() record.Intervention {
	return record.Intervention{Head: s.head(s.step + 1), Previous: chainLink(s.step), Link: chainLink(s.step + 1),
		HiddenPart: s.hidden()}
}

func (s *script) rollback(to int) {
	s.add(record.Rollback{Intervention: s.intervention(), To: to})
	s.move()
}

func (s *script) key(k record.Key) {
	k.Head, k.HiddenPart = s.head(s.step), s.hidden()
	s.add(k)
}

func (s *script) clock(text string, cause record.ClockCause) {
	s.add(record.Clock{
		Head: s.head(s.step), Cause: cause, By: record.ClockItself, HiddenPart: s.hidden(), Text: text,
		State: clock.State{At: s.head(0).Time,
			Sides: []clock.Side{{Side: "Red", Zone: "UTC"}, {Side: "Blue", Zone: "UTC"}}},
	})
}

func deadlines(g *record.Game) {
	var err error
	if g.Clock, err = clock.Parse("3d"); err != nil {
		panic(err)
	}
}

// Each story is a log that a daemon can write, and what it leads to.
func TestStories(t *testing.T) {
	for name, tt := range map[string]struct {
		write func(s *script)
		want  func(s State) any
		is    any
	}{
		"orders wait": {
			func(s *script) { s.game(nil); s.orders("Red"); s.orders("Red"); s.orders("Blue") },
			func(s State) any { return []uint64{s.Seats[0].Pending.Seq, s.Seats[1].Pending.Seq} }, []uint64{3, 4},
		},
		"orders are withdrawn": {
			func(s *script) { s.game(nil); s.orders("Red"); s.command("Red", "withdraw") },
			func(s State) any { return s.Seats[0].Pending }, PendingOrders{},
		},
		"a step takes all in": {
			func(s *script) { s.game(nil); s.orders("Red"); s.command("Blue", "draw"); s.play(nil) },
			func(s State) any {
				return fmt.Sprint(s.Number, s.Link == chainLink(1), s.Seats[0].Pending.Seq, s.Seats[1].Offer, s.News)
			}, "1 true 0 0 []",
		},
		"an offer is taken back": {
			func(s *script) { s.game(nil); s.command("Blue", "draw"); s.command("Blue", "draw no") },
			func(s State) any { return fmt.Sprint(s.Seats[1].Offer, s.News) }, "0 [2 3]",
		},
		"all offer a draw": {
			func(s *script) { s.game(nil); s.command("Blue", "draw"); s.command("Red", "draw") },
			func(s State) any { return s.ByPlayers().Rule }, "agreement",
		},
		"one gives up": {
			func(s *script) { s.game(nil); s.command("Blue", "concede") },
			func(s State) any { return s.ByPlayers() },
			engine.Outcome{Over: true, Winner: "Red", Rule: "concession", Text: "Blue gave the game up"},
		},
		"a key is asked for and confirmed": {
			func(s *script) {
				s.game(nil)
				s.key(record.Key{Side: "Red", By: record.KeyByRequest, Old: key(0).Name(), New: key(1)})
				s.key(record.Key{Side: "Red", By: record.KeyByConfirmation, Old: key(0).Name(), New: key(1)})
			},
			func(s State) any {
				return fmt.Sprint(s.Seats[0].Key == key(1), s.Seats[0].Asked.Seq, s.Seats[0].Vacant, s.KeyNews)
			}, "true 0 0 [3]",
		},
		"the umpire's key drops orders": {
			func(s *script) {
				s.game(nil)
				s.orders("Red")
				s.key(record.Key{Side: "Red", By: record.KeyByUmpire, Old: key(0).Name()})
			},
			func(s State) any { return fmt.Sprint(s.Seats[0].Pending.Seq, s.Seats[0].Key.Name()) }, "0",
		},
		"an invitation fills a seat": {
			func(s *script) {
				s.game(nil)
				s.command("Blue", "resign")
				s.key(record.Key{Side: "Blue", By: record.KeyByInvitation, New: key(1)})
				s.orders("Blue")
			},
			func(s State) any { return fmt.Sprint(s.Seats[1].Vacant, s.Seats[1].Pending.Seq, s.News) }, "0 4 [2]",
		},
		"a substitute": {
			func(s *script) {
				s.game(nil)
				s.add(record.Substitute{Head: s.head(0), Side: "Red", Old: "Michel Ney", New: "Joachim Murat",
					Reason: "ill"})
				s.key(record.Key{Side: "Red", By: record.KeyBySubstitute, Old: key(0).Name(), New: key(1)})
			},
			func(s State) any { return s.Seats[0].Player + " " + s.First.Players[0].Name }, "Joachim Murat Michel Ney",
		},
		"clocks": {
			func(s *script) {
				s.game(deadlines)
				s.clock("", record.ClockBegin)
				s.clock("late", record.ClockLate)
				s.clock("", record.ClockFinal)
			},
			func(s State) any { return fmt.Sprint(s.Clock.Seq, s.Clock.News) }, "4 [{3 late}]",
		},
		"clocks begin anew": {
			func(s *script) {
				s.game(deadlines)
				s.clock("", record.ClockBegin)
				s.clock("late", record.ClockLate)
				s.clock("", record.ClockBegin)
			},
			func(s State) any { return len(s.Clock.News) }, 0,
		},
		"a rollback": {
			func(s *script) { s.game(nil); s.play(nil); s.orders("Blue"); s.rollback(0); s.play(nil) },
			func(s State) any { return fmt.Sprint(s.Number, s.Seats[1].Pending.Seq, s.Link == chainLink(3)) },
			"3 0 true",
		},
		"burned links": {
			func(s *script) {
				s.game(nil)
				i := s.intervention()
				i.Step, i.Link = 5, chainLink(5)
				s.add(record.Burn{Intervention: i, From: 1})
				s.step = 5
				s.play(nil)
			},
			func(s State) any { return s.Number }, 6,
		},
		"a game that waits": {
			func(s *script) {
				s.game(func(g *record.Game) { g.Wait = true })
				s.add(record.Start{Head: s.head(0)})
				s.orders("Red")
			},
			func(s State) any { return s.Waits }, false,
		},
		"a closed step": {
			func(s *script) {
				s.game(nil)
				s.orders("Red")
				s.add(record.Closed{Head: s.head(1), Inputs: s.inputs(), Round: 7})
			},
			func(s State) any { return fmt.Sprint(s.Closed.Seq, s.Closed.Round) }, "3 7",
		},
		"the end by the umpire": {
			func(s *script) {
				s.game(nil)
				s.orders("Red")
				a := record.Abandon{Head: s.head(0), Reason: "enough"}
				s.add(a)
				s.add(record.Over{Head: s.head(0), Outcome: a.Outcome()})
			},
			func(s State) any { return fmt.Sprint(s.Over != nil, s.Seats[0].Pending.Seq) }, "true 0",
		},
	} {
		var s script
		tt.write(&s)
		end, err := Fold(nil, s.log, nil)
		if got := tt.want(end); err != nil || !reflect.DeepEqual(got, tt.is) {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, tt.is)
		}
	}
}

// What cannot follow is refused, with the record and the reason, and changes nothing.
func TestImpossible(t *testing.T) {
	over := func(s *script, o engine.Outcome) { s.add(record.Over{Head: s.head(s.step), Outcome: o}) }
	for name, tt := range map[string]struct {
		write func(s *script)
		want  string
	}{
		"no game first": {func(s *script) { s.add(record.Start{Head: s.head(0)}) },
			"record 1 (start): the game record is the first"},
		"two games": {func(s *script) { s.game(nil); s.game(nil) },
			"record 2 (game): the game record is the first, and only the first"},
		"another game": {func(s *script) {
			s.game(nil)
			s.add(record.Announce{Head: record.Head{Game: "toss-2", Time: s.head(0).Time}})
		}, `belongs to game "toss-2"`},
		"an earlier time": {func(s *script) {
			s.game(nil)
			h := s.head(0)
			h.Time = h.Time.Add(-time.Hour)
			s.add(record.Announce{Head: h})
		}, "the one before it of"},
		"another number": {func(s *script) { s.game(nil); s.add(record.Announce{Head: s.head(1)}) },
			"is of step 1, want 0"},
		"a language for nobody": {func(s *script) {
			s.game(nil)
			s.add(record.Language{Head: s.head(0), Side: "Green", Language: "pl"})
		}, `there is no side "Green"`},
		"the language that it is": {func(s *script) {
			s.game(nil)
			s.add(record.Language{Head: s.head(0), Side: "Red", Language: "pl"})
			s.add(record.Language{Head: s.head(0), Side: "Red", Language: "pl"})
		}, "are in this language: pl"},
		"orders too early": {func(s *script) { s.game(func(g *record.Game) { g.Wait = true }); s.orders("Red") },
			"has not been started yet"},
		"started twice": {func(s *script) { s.game(nil); s.add(record.Start{Head: s.head(0)}) },
			"had begun already"},
		"orders for later": {func(s *script) { s.game(nil); s.step++; s.orders("Red") },
			"record 2 (orders of step 2): is of step 2, want 1"},
		"orders of nobody": {func(s *script) { s.game(nil); s.orders("Green") }, `no side "Green"`},
		"a report to no one": {func(s *script) { s.game(nil); s.add(record.Report{Head: s.head(0), Side: "Green"}) },
			`no side "Green"`},
		"nothing withdrawn": {func(s *script) { s.game(nil); s.command("Red", "withdraw") }, "no orders to withdraw"},
		"no offer":          {func(s *script) { s.game(nil); s.command("Red", "draw no") }, "no offer to take back"},
		"a file left out": {func(s *script) {
			s.game(nil)
			s.orders("Red")
			s.play(func(v *record.Step) { v.Inputs = v.Inputs[1:] })
		}, "leaves out record 2, the file of Red"},
		"an old file": {func(s *script) {
			s.game(nil)
			s.orders("Red")
			was := s.files["Red"]
			s.orders("Red")
			s.play(func(v *record.Step) { v.Inputs[0] = was })
		}, "uses record 2"},
		"a file twice": {func(s *script) {
			s.game(nil)
			s.orders("Red")
			s.play(func(v *record.Step) { v.Inputs = append(v.Inputs, v.Inputs[0]) })
		}, "gives no answer, or two"},
		"another link": {func(s *script) { s.game(nil); s.play(func(v *record.Step) { v.Link = chainLink(2) }) },
			"does not hash to"},
		"other rules": {func(s *script) { s.game(nil); s.play(func(v *record.Step) { v.Version = "2" }) },
			"in force were toss 1"},
		"other tables": {func(s *script) { s.game(nil); s.play(func(v *record.Step) { v.Tables[0]++ }) },
			"other tables"},
		"a round that was not fixed": {func(s *script) {
			s.game(nil)
			s.play(func(v *record.Step) { v.Round = record.Round{Number: 7, Signature: []byte{1}} })
		}, "was not fixed before"},
		"another round": {func(s *script) {
			s.game(nil)
			s.add(record.Closed{Head: s.head(1), Inputs: s.inputs(), Round: 6})
			s.play(func(v *record.Step) { v.Round = record.Round{Number: 7, Signature: []byte{1}} })
		}, "were complete when its round was fixed"},
		"orders after the close": {func(s *script) {
			s.game(nil)
			s.add(record.Closed{Head: s.head(1), Inputs: s.inputs(), Round: 6})
			s.orders("Red")
		}, "when the answers to the step were complete"},
		"closed twice": {func(s *script) {
			s.game(nil)
			s.add(record.Closed{Head: s.head(1), Inputs: s.inputs(), Round: 6})
			s.add(record.Closed{Head: s.head(1), Inputs: s.inputs(), Round: 6})
		}, "were complete before"},
		"closed without a beacon": {func(s *script) {
			s.game(func(g *record.Game) { g.Beacon = record.Beacon{} })
			s.add(record.Closed{Head: s.head(1), Inputs: s.inputs(), Round: 6})
		}, "has no beacon"},
		"another key before": {func(s *script) {
			s.game(nil)
			s.key(record.Key{Side: "Red", By: record.KeyByUmpire, Old: key(1).Name()})
		}, "the key of Red was"},
		"a key that nobody asked for": {func(s *script) {
			s.game(nil)
			s.key(record.Key{Side: "Red", By: record.KeyByConfirmation, Old: key(0).Name(), New: key(1)})
		}, "nobody had asked"},
		"an invitation with a key": {func(s *script) {
			s.game(nil)
			s.key(record.Key{Side: "Red", By: record.KeyByInvitation, Old: key(0).Name(), New: key(1)})
		}, "nobody was invited"},
		"a substitute without a key": {func(s *script) {
			s.game(nil)
			s.add(record.Substitute{Head: s.head(0), Side: "Red", Old: "Michel Ney", New: "Joachim Murat"})
			s.orders("Red")
		}, "the new player's key does not follow"},
		"a substitute with the other's key": {func(s *script) {
			s.game(nil)
			s.add(record.Substitute{Head: s.head(0), Side: "Red", Old: "Michel Ney", New: "Joachim Murat"})
			s.key(record.Key{Side: "Blue", By: record.KeyBySubstitute})
		}, "the new player's key does not follow"},
		"a substitute with a key by the umpire": {func(s *script) {
			s.game(nil)
			s.add(record.Substitute{Head: s.head(0), Side: "Red", Old: "Michel Ney", New: "Joachim Murat"})
			s.key(record.Key{Side: "Red", By: record.KeyByUmpire, Old: key(0).Name(), New: key(1)})
		}, "the new player's key does not follow"},
		"the key of a substitute whom nobody named": {func(s *script) {
			s.game(nil)
			s.key(record.Key{Side: "Red", By: record.KeyBySubstitute, Old: key(0).Name(), New: key(1)})
		}, "no record of a substitute stands before it"},
		"a substitute of another": {func(s *script) {
			s.game(nil)
			s.add(record.Substitute{Head: s.head(0), Side: "Red", Old: "Louis Davout", New: "Joachim Murat"})
		}, `the player of Red was "Michel Ney"`},
		"another log key": {func(s *script) {
			s.game(nil)
			s.add(record.LogKey{Head: s.head(0), Old: verifier(1), New: verifier(2)})
		}, "the key of the log was"},
		"other rules before": {func(s *script) {
			s.game(nil)
			s.add(record.Migrate{Head: s.head(0), By: record.MigrateByUmpire, Ruleset: "toss", Old: "2", New: "3",
				HiddenPart: s.hidden()})
		}, "takes the game from rules toss 2"},
		"a ruling by other rules": {func(s *script) {
			s.game(nil)
			s.add(record.Ruling{Intervention: s.intervention(), Ruleset: "toss", Version: "2"})
		}, "was made under rules toss 2"},
		"a rollback to what comes": {func(s *script) { s.game(nil); s.rollback(1) }, "no position after step 1"},
		"a rollback to burned links": {func(s *script) {
			s.game(nil)
			i := s.intervention()
			i.Step, i.Link = 5, chainLink(5)
			s.add(record.Burn{Intervention: i, From: 1})
			s.step = 5
			s.rollback(3)
		}, "its link was burned"},
		"a burn with a gap": {func(s *script) {
			s.game(nil)
			i := s.intervention()
			i.Step, i.Link = 5, chainLink(5)
			s.add(record.Burn{Intervention: i, From: 2})
		}, "burns the links from 2 to 5"},
		"clocks without deadlines": {func(s *script) { s.game(nil); s.clock("", record.ClockBegin) },
			"has no deadlines"},
		"a clock too few": {func(s *script) {
			s.game(deadlines)
			s.add(record.Clock{Head: s.head(0), HiddenPart: s.hidden(), State: clock.State{At: s.head(0).Time}})
		}, "one clock for each side"},
		"an end without a command": {func(s *script) {
			s.game(nil)
			over(s,
				engine.Outcome{Over: true, Winner: "Red", Rule: "concession"})
		}, "the log says"},
		"another end than closed": {func(s *script) {
			s.game(nil)
			s.add(record.Abandon{Head: s.head(0), Reason: "enough"})
			over(s, engine.Outcome{Over: true, Text: "something else"})
		}, "the log says"},
		"something behind the end": {func(s *script) {
			s.game(nil)
			s.add(record.Abandon{Head: s.head(0), Reason: "enough"})
			s.orders("Red")
		}, "follows the end of the game"},
		"orders of one who left": {func(s *script) { s.game(nil); s.command("Red", "resign"); s.orders("Red") },
			"has resigned"},
		"a command of one who left": {func(s *script) {
			s.game(nil)
			s.command("Red", "resign")
			s.command("Red",
				"draw")
		}, "has resigned"},
		"a key of one who left": {func(s *script) {
			s.game(nil)
			s.command("Red", "resign")
			s.key(record.Key{Side: "Red", By: record.KeyByRequest, Old: key(0).Name(), New: key(1)})
		}, "has resigned"},
		"orders when the players have ended it": {func(s *script) {
			s.game(nil)
			s.command("Red",
				"concede")
			s.orders("Blue")
		}, "have ended the game"},
		"two players of a side": {func(s *script) { s.game(func(g *record.Game) { g.Players[1].Side = "Red" }) },
			"two players"},
	} {
		var s script
		tt.write(&s)
		before, _ := Fold(nil, s.log[:len(s.log)-1], nil)
		end, err := Fold(nil, s.log, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) ||
			!strings.Contains(err.Error(), fmt.Sprintf("record %d (", len(s.log))) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
		if !reflect.DeepEqual(end, before) {
			t.Errorf("%s: it changed the state", name)
		}
	}
}

// A state that was kept is never changed by what comes after it.
func TestStatesAreValues(t *testing.T) {
	var s script
	s.game(deadlines)
	s.clock("", record.ClockBegin)
	s.orders("Red")
	s.command("Red", "draw")
	s.clock("a", record.ClockLate)
	s.command("Red", "withdraw")
	s.clock("b", record.ClockLate)
	s.key(record.Key{Side: "Red", By: record.KeyByRequest, Old: key(0).Name(), New: key(1)})
	s.key(record.Key{Side: "Red", By: record.KeyByConfirmation, Old: key(0).Name(), New: key(1)})
	s.orders("Blue")
	s.play(nil)
	s.command("Blue", "resign")
	s.rollback(0)
	var kept []State
	var shown []string
	show := func(s State) string {
		text := fmt.Sprintf("%+v %+v", s.Seats, s)
		if s.Clock != nil {
			text += fmt.Sprintf("%+v", *s.Clock)
		}
		return text
	}
	end, err := Fold(nil, s.log, func(s State) { kept, shown = append(kept, s), append(shown, show(s)) })
	if err != nil || end.Seq() != uint64(len(s.log)) {
		t.Fatal(err)
	}
	// From each of them two different games go on.
	for i, from := range kept {
		for _, command := range []string{"draw", "concede", "resign"} {
			branch := script{log: s.log[: i+1 : i+1], step: from.Number}
			branch.command("Red", command)
			e, err := Read(branch.log[i+1])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Apply(from, e); err != nil {
				t.Errorf("%d, %s: %v", i, command, err)
			}
		}
		if got := show(from); got != shown[i] {
			t.Errorf("state %d became\n%s\nit was\n%s", i+1, got, shown[i])
		}
	}
}
