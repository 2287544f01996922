package book

import (
	"errors"
	"os"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest/duel"
)

// duelGame plays a game of duels to its end.
func duelGame(t *testing.T) *Log {
	t.Helper()
	g := &Log{Setup: engine.Setup{Scenario: "three"}, Seed: 7, Players: "Red random Blue random"}
	pl := NewPlayer(7)
	rs := duel.Ruleset{}
	answer := func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(rs, p, side) }
	if err := g.Play(rs, answer, func(Frame) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return g
}

func none(Frame) error { return nil }

// TestLog: a log reads back, and the game goes as it says.
func TestLog(t *testing.T) {
	g := duelGame(t)
	if len(g.Steps) < 3 || !g.Outcome.Over {
		t.Fatalf("got %d steps, outcome %+v", len(g.Steps), g.Outcome)
	}
	text := string(g.Encode())
	read, err := ParseLog([]byte("# a comment\n\n" + text))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(read.Encode()); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	if err := read.Replay(duel.Ruleset{}, none); err != nil {
		t.Error(err)
	}
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	example := text[:strings.Index(text, "\nstep 2")-1]
	if !strings.Contains(strings.ReplaceAll(string(doc), "//\t", ""), strings.ReplaceAll(example, "\n\n", "\n//\n")) {
		t.Errorf("the example of the package doc is not\n%s", example)
	}
}

// TestLogDiffers: a changed log does not hold, and the error says where.
func TestLogDiffers(t *testing.T) {
	text := string(duelGame(t).Encode())
	lines := strings.Split(text, "\n")
	at := func(prefix string) int { // of the first line that begins so, from 1
		for i, l := range lines {
			if strings.HasPrefix(l, prefix) {
				return i + 1
			}
		}
		t.Fatalf("no line %q in\n%s", prefix, text)
		return 0
	}
	replace := func(line int, with string) string {
		changed := append([]string{}, lines...)
		changed[line-1] = with
		return strings.Join(changed, "\n")
	}
	sums := strings.Fields(lines[at("=")-1])
	zero := strings.Repeat("0", 16)
	tests := []struct {
		name, text string
		line, step int
		want       string
	}{
		{"no log", "hello\n", 1, 0, "want \"berthier game 1\""},
		{"empty", "", 0, 0, "before the line start"},
		{"ends in the header", "berthier game 1\nruleset duel 1\n", 2, 0, "before the line start"},
		{"header out of order", "berthier game 1\nseed 1\n", 2, 0, "too early"},
		{"header twice", replace(at("scenario"), "ruleset duel 1"), at("scenario"), 0, "too early or too late"},
		{"unknown header", replace(at("players"), "weather fine"), at("players"), 0,
			`"weather" is no line of the header`},
		{"bad seed", replace(at("seed"), "seed x"), at("seed"), 0, "invalid syntax"},
		{"bad option", replace(at("seed"), "option x"), at("seed"), 0, "NAME=VALUE"},
		{"bad sum", replace(at("start"), "start 12"), at("start"), 0, "want 16 hex digits"},
		{"step out of order", replace(at("step 2"), "step 3"), at("step 2"), 1, "want step 2"},
		{"order of nobody", replace(at("Red:"), "pick 3"), at("Red:"), 1, "want a side with a colon"},
		{"side twice", replace(at("="), "Red:"), at("="), 1, "twice"},
		{"ends in a step", strings.Join(lines[:at("=")-1], "\n"), at("=") - 1, 1, "before the line ="},
		{"bad end", replace(at("over"), "over x"), at("over"), len(duelGame(t).Steps), "want over WINNER RULE TEXT"},
		{"after the end", text + "step 9\n", len(lines), len(duelGame(t).Steps), "after the end"},
		{"other start", replace(at("start"), "start "+zero), 0, 0, "the game starts otherwise"},
		{"other events", replace(at("="), "= "+zero+" "+sums[2]), at("="), 1, "the events are not those of the log"},
		{"other position", replace(at("="), "= "+sums[1]+" "+zero), at("="), 1, "another position"},
		{"no orders", strings.Join(append(append([]string{}, lines[:at("Red:")-1]...), lines[at("Blue:")-1:]...), "\n"),
			at("=") - at("Blue:") + at("Red:"), 1, "Red owes orders and gives none"},
		{"orders refused", replace(at("pick"), "pick 9"), at("="), 1, "orders are refused:\nRed, line "},
		{"orders of a stranger", replace(at("="), "Green:\n"+lines[at("=")-1]), at("=") + 1, 1,
			"Green gives orders, and nothing is open to it"},
		{"other end", replace(at("over"), `over Red 9 "x"`), at("over") - 2, len(duelGame(t).Steps), "the outcome is"},
		{"other seed", replace(at("seed"), "seed 8"), 0, -1, "the events are not those of the log"},
		{"other rules", replace(at("ruleset"), "ruleset duel 0"), -1, -1, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, err := ParseLog([]byte(tt.text))
			if err == nil {
				err = g.Replay(duel.Ruleset{}, none)
			}
			if tt.want == "" {
				if err != nil {
					t.Errorf("got %v, want none", err)
				}
				return
			}
			var ge *LogError
			if !errors.As(err, &ge) || tt.step >= 0 && (ge.Line != tt.line || ge.Step != tt.step) ||
				!strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want line %d, step %d, %q", err, tt.line, tt.step, tt.want)
			}
		})
	}
}

// TestLogVersion: a log that differs and was written under other rules says so.
func TestLogVersion(t *testing.T) {
	g := duelGame(t)
	g.Ruleset = "duel 0"
	g.Steps[1].Events[0]++
	err := g.Replay(duel.Ruleset{}, none)
	if err == nil || !strings.Contains(err.Error(), "it was written under duel 0, and this is duel 1") {
		t.Errorf("got %v", err)
	}
}

// TestLogPanics: a panic of the ruleset ends a game with an error and leaves
// the log up to it.
func TestLogPanics(t *testing.T) {
	g := &Log{Setup: engine.Setup{Scenario: "three"}, Seed: 7}
	n := 0
	err := g.Play(duel.Ruleset{}, func(p engine.Position, side engine.Side) engine.Orders {
		if n++; n > 3 {
			panic("enough")
		}
		return NewPlayer(1).Answer(duel.Ruleset{}, p, side)
	}, none)
	if err == nil || !strings.Contains(err.Error(), "panic: enough") || len(g.Steps) == 0 {
		t.Errorf("got %v, %d steps", err, len(g.Steps))
	}
}
