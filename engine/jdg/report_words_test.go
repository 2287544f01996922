package jdg

import (
	"reflect"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/jdg/setup"
)

const wordsGround = `turns 3
formation ney "Ney" French am=4,3
formation davout "Davout" French
unit a "1re" French inf form=ney at=0505 sp=6
unit b "2e" French inf form=ney at=0507 sp=5
unit c "3e" French inf form=davout at=0509 sp=4
unit d "4e" French inf form=davout at=0510 sp=3
unit x "Riga" Allied inf at=0805 sp=7
`

// TestReportTitle: the title says what the step was about, and the summary
// what it came to.
func TestReportTitle(t *testing.T) {
	const (
		neyActs    = "[2.2-c] aside by=French marker=ney/1:4 why=done\n"
		davoutActs = "[2.2-c] aside by=French marker=davout/1:4 why=done\n"
		alliedAct  = "[2.2-c] aside by=Allied marker=allied/1:4 why=done\n"
		notDrawn   = "[2.2-c] aside by=French marker=ney/2:3 why=last\n"
	)
	drawn := func(p *Position) { p.Phase, p.Drawn = ActivationPhase, Marker{"davout", 1, 4} }
	for _, tt := range []struct {
		name          string
		before, after func(p *Position)
		events        string
		title         string
		summary       string
	}{
		{"the start", nil, nil, "", "test, turn 1: orders", "Both sides give orders for turn 1."},
		{"the start of an activation", drawn, drawn, "", "test, turn 1: Davout", "The next to act is your Davout."},
		{"a turn of its own", nil, func(p *Position) { p.Turn = 2 }, "", "test, turn 2: orders",
			"Both sides give orders for turn 2."},
		{"orders", nil, func(p *Position) { drawn(p); p.Holder = 0 }, "[1] phase phase=B\n",
			"test, turn 1: orders and initiative",
			"French holds strategic initiative. The next to act is your Davout."},
		{"initiative of the Allied", nil, func(p *Position) { drawn(p); p.Holder = 1 }, "[1] phase phase=B\n",
			"test, turn 1: orders and initiative",
			"Allied holds strategic initiative. The next to act is your Davout."},
		{"nobody holds it any more", func(p *Position) { p.Holder = 0 }, drawn, "[1] phase phase=B\n",
			"test, turn 1: orders and initiative", "The next to act is your Davout."},
		{"one acted", drawn, drawn, neyActs, "test, turn 1: Ney",
			"Ney (French) has acted. The next to act is your Davout."},
		{"a marker that was set aside did not act", drawn, drawn, neyActs + notDrawn, "test, turn 1: Ney",
			"Ney (French) has acted. The next to act is your Davout."},
		{"two acted", drawn, drawn, neyActs + alliedAct, "test, turn 1: Ney and Allied",
			"Ney (French) and Allied (Allied) have acted. The next to act is your Davout."},
		{"three acted", drawn, drawn, neyActs + alliedAct + davoutActs, "test, turn 1: several activations",
			"Ney (French), Allied (Allied) and Davout (French) have acted. The next to act is your Davout."},
		{"the turn ends", drawn, func(p *Position) { p.Turn = 2 }, "[1.F-b] turn n=2\n",
			"test, turn 1: end of the turn",
			"Both sides give orders for turn 2."},
		{"an activation goes on", drawn, drawn, "[1] phase phase=D\n", "test, turn 1: Davout",
			"The next to act is your Davout."},
		{"the end", drawn, func(p *Position) {
			p.Phase, p.result = GameOver,
				&engine.Outcome{Over: true, Text: "A draw."}
		},
			neyActs, "test, turn 1: the end", "Ney (French) has acted. A draw."},
		{"the end again", func(p *Position) { p.Phase = GameOver },
			func(p *Position) { p.Phase, p.result = GameOver, &engine.Outcome{Over: true, Text: "A draw."} }, "",
			"test, turn 1: the end", "A draw."},
		{"losses", drawn, func(p *Position) {
			drawn(p)
			p.edit(0).State, p.edit(4).State = setup.Disordered, setup.Routed
		}, neyActs, "test, turn 1: Ney",
			"French: 1re disordered; Allied: Riga routed. Ney (French) has acted. The next to act is your Davout."},
		{"a rally is no loss", func(p *Position) { drawn(p); p.edit(0).State = setup.Routed },
			func(p *Position) { drawn(p); p.edit(0).State = setup.Disordered }, neyActs,
			"test, turn 1: Ney", "Ney (French) has acted. The next to act is your Davout."},
		{"strength is told once, with the eliminated", drawn, func(p *Position) {
			drawn(p)
			p.edit(0).State, p.edit(1).State, p.edit(2).State = setup.Eliminated, setup.Eliminated, setup.Disordered
		}, neyActs, "test, turn 1: Ney",
			"French: 1re, 2e eliminated (11 SP), 3e disordered. Ney (French) has acted. The next to act is your " +
				"Davout."},
		{"more than three are counted", drawn, func(p *Position) {
			drawn(p)
			p.edit(0).State, p.edit(1).State, p.edit(2).State, p.edit(3).State = setup.Eliminated,
				setup.Routed, setup.Routed, setup.Routed
		}, neyActs, "test, turn 1: Ney",
			"French: 1 eliminated (6 SP), 3 routed. Ney (French) has acted. The next to act is your Davout."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := position(t, wordsGround)
			after := before.clone()
			if tt.before != nil {
				tt.before(before)
			}
			if tt.after != nil {
				tt.after(after)
			}
			events, err := engine.ParseEvents(tt.events)
			if err != nil {
				t.Fatal(err)
			}
			if got := title(before, after, events).String(); got != tt.title {
				t.Errorf("title: got %q, want %q", got, tt.title)
			}
			if got := toldNow(before, after, events); got != tt.summary {
				t.Errorf("summary: got %q, want %q", got, tt.summary)
			}
		})
	}
}

// toldNow is the summary, and what is to be done now.
func toldNow(before, after *Position, events []engine.Event) string {
	return strings.TrimSpace(
		summary(before, after, events, nil).String() + " " + after.askText("French", after.rs.Owed(after)).String(),
	)
}

// TestScore: victory points and losses stand in the order of the sides.
func TestScore(t *testing.T) {
	p := position(t, wordsGround+"goal 0505 French=3\nvictory per-sp=French:2,Allied:1 per-routed=French:5,Allied:7 "+
		"per-demoralised=French:11,Allied:13\n")
	for u, s := range []setup.State{setup.Ordered, setup.Eliminated, setup.Routed, setup.Routed, setup.Eliminated} {
		if p.edit(u).State = s; s == setup.Eliminated {
			p.lift(u)
		}
	}
	p.editForm(1).Demoralised = true
	// The French hold the goal and have eliminated 7 SP; the Allied have
	// eliminated 5 SP, routed two units and demoralised a formation.
	want := []engine.Score{{Name: "VP", Of: []int{3 + 2*7, 5 + 2*7 + 13}}, {Name: "SP lost", Of: []int{5, 7}}}
	if got := Game.Score(p); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestVictoryPoints: how a game ends on victory points.
func TestVictoryPoints(t *testing.T) {
	for _, tt := range []struct{ name, ground, want string }{
		{"the French", "goal 0505 French=3 Allied=3\n",
			`[13.2-a] over by=French text="French wins on victory points: French 3, Allied 0."`},
		{"the Allied", "goal 0805 French=3 Allied=2\n",
			`[13.2-a] over by=Allied text="Allied wins on victory points: French 0, Allied 2."`},
		{"nobody has any", "", `[13.2-a] over text="A draw: French 0, Allied 0."`},
		{"the same", "goal 0505 French=3\ngoal 0805 Allied=3\n", `[13.2-a] over text="A draw: French 3, Allied 3."`},
		{"as much as the margin", "goal 0505 French=3\nvictory margin=3\n",
			`[13.2-a] over by=French text="French wins on victory points: French 3, Allied 0."`},
		{"less than the margin", "goal 0505 French=3\nvictory margin=4\n",
			`[13.2-a] over text="A draw: French 3, Allied 0."`},
		{"less than the margin for the Allied", "goal 0805 Allied=3\nvictory margin=4\n",
			`[13.2-a] over text="A draw: French 0, Allied 3."`},
		{"both at once", "goal 0505\ngoal 0805\nauto French goals=0505\nauto Allied goals=0805\n",
			`[13.1-a] over text="A draw: both sides have achieved an automatic victory."`},
		{"one at once", "goal 0505\ngoal 0805 Allied=9\nauto French goals=0505\n",
			`[13.1-a] over by=French text="French has achieved an automatic victory."`},
		{"not both goals", "goal 0505\ngoal 0805 Allied=9\nauto French goals=0505,0805\n",
			`[13.2-a] over by=Allied text="Allied wins on victory points: French 0, Allied 9."`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, wordsGround+tt.ground)
			p.Turn, p.Phase = 3, EndPhase
			r := newRun(p.rs, p, engine.NewForced())
			over := r.victory()
			last := ""
			if len(r.out) > 0 {
				last = r.out[len(r.out)-1].String()
			}
			if !over || last != tt.want {
				t.Errorf("over %v: got %s, want %s", over, last, tt.want)
			}
		})
	}
}

// TestViewOfQuestion: who is not asked learns only that something is asked,
// of whom and by which rule.
func TestViewOfQuestion(t *testing.T) {
	p := position(t, wordsGround)
	p.Asked = &ask.PendingRun{Base: "base\n", Tape: []ask.Entry{ask.Answer("a")}, Told: 3, Check: "check",
		Orders: []engine.Orders{{Lines: []engine.Order{{Text: "move a to 0605", Words: []string{"move"}}}}},
		Questions: []ask.Question{{ID: "P30-1", Kind: "P30", Side: "French", Rule: "8.7.1-c", Prompt: "Who?",
			Options: []string{"a", "b"}, Default: "b"}}}
	masked := ask.Question{ID: "P30-1", Kind: "P30", Side: "French", Rule: "8.7.1-c",
		Prompt:  "a choice of the other side",
		Options: []string{"unknown"}, Default: "unknown"}
	for side, want := range map[engine.Side]ask.Question{"French": p.Asked.Questions[0], "Allied": masked, "": masked} {
		view := p.rs.View(p, side).(*Position)
		if got := view.Asked; !reflect.DeepEqual(got, &ask.PendingRun{Questions: []ask.Question{want}}) {
			t.Errorf("%q sees %+v, want %+v", side, got, want)
		}
		if string(view.Encode()) == string(p.Encode()) {
			t.Errorf("%q sees how the question came about", side)
		}
	}
	var options []string
	for _, o := range p.rs.Draft(p, p.rs.Owed(p)[0]).Options() {
		options = append(options, strings.Join(o.Words, " "))
	}
	if got := strings.Join(options, " and "); got != "answer a and answer b" {
		t.Errorf("options: got %s, want answer a and answer b", got)
	}
}
