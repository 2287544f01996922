package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// TestVictoryStands: the head of a report says who leads and what that means, and what
// brings its reader the next better result.
func TestVictoryStands(t *testing.T) {
	take := func(p *Position, unit, at int) {
		if unit >= 0 {
			p.place(unit, hex.H(at))
		}
	}
	for _, tt := range []struct {
		name   string
		change func(p *Position)
		side   engine.Side
		stands string
		needs  string
	}{
		{"a draw", nil, "French", "French leads 4:3, which is a draw: a win takes a lead of 3.",
			"You need 2 VP more to win by the end of turn 3, the last. " +
				"Taking Sokolnitz is enough: it shifts the lead by 5."},
		{"a draw to the other", nil, "Allied", "French leads 4:3, which is a draw: a win takes a lead of 3.",
			"You need 4 VP more to win by the end of turn 3, the last. " +
				"Taking Telnitz is enough: it shifts the lead by 12."},
		{"a draw to the public", nil, "", "French leads 4:3, which is a draw: a win takes a lead of 3.",
			"French needs 2 VP more to win by the end of turn 3, the last. " +
				"Taking Sokolnitz is enough: it shifts the lead by 5. " +
				"Allied needs 4 VP more to win by the end of turn 3, the last. " +
				"Taking Telnitz is enough: it shifts the lead by 12."},
		{"level", func(p *Position) { p.sc.Goals[0].VP[0] = 3 }, "Allied",
			"It stands 3:3, which is a draw: a win takes a lead of 3.",
			"You need 3 VP more to win by the end of turn 3, the last. " +
				"Taking Telnitz is enough: it shifts the lead by 11."},
		{"behind", func(p *Position) { p.sc.Goals[0].VP[0] = 40 }, "Allied",
			"French leads 40:3, which wins at the end.",
			"You need 35 VP more for a draw and 40 to win, by the end of turn 3, the last. " +
				"Taking Telnitz is enough: it shifts the lead by 48."},
		{"behind, and no place is enough", func(p *Position) {
			kill(p, "y")
			p.sc.Victory.PerSP[0], p.sc.Goals[0].VP[0] = 30, 30
		}, "Allied", "French leads 120:3, which wins at the end.",
			"You need 115 VP more for a draw and 120 to win, by the end of turn 3, the last. " +
				"Taking Telnitz counts most: it shifts the lead by 38."},
		{"behind, and a place makes a draw", func(p *Position) {
			kill(p, "y")
			p.sc.Victory.PerSP[0], p.sc.Goals[0].VP[0] = 4, 2
		}, "Allied", "French leads 14:3, which wins at the end.",
			"You need 9 VP more for a draw and 14 to win, by the end of turn 3, the last. " +
				"Taking Telnitz makes it a draw: it shifts the lead by 10."},
		{"ahead", func(p *Position) { p.sc.Goals[0].VP[0] = 40 }, "French", "French leads 40:3, which wins at the end.",
			"You win if it stays so; Allied needs 35 VP more for a draw and 40 to win, by the end of turn 3, the " +
				"last. To win at once, at the end of a turn from turn 2 on, you still need Sokolnitz and 6 enemy SP " +
				"eliminated."},
		{"ahead, to the public", func(p *Position) { p.sc.Goals[0].VP[0] = 40 }, "",
			"French leads 40:3, which wins at the end.",
			"Allied needs 35 VP more for a draw and 40 to win, by the end of turn 3, the last. " +
				"Taking Telnitz is enough: it shifts the lead by 48."},
		{"all places are his", func(p *Position) {
			take(p, pieceOf(p, "a"), 808)
			take(p, pieceOf(p, "x"), 909)
			p.hold(0, 0)
		}, "French", "French leads 6:0, which wins at the end.",
			"You win if it stays so; Allied needs 4 VP more for a draw and 9 to win, by the end of turn 3, the last. " +
				"To win at once, at the end of a turn from turn 2 on, you still need 6 enemy SP eliminated."},
		{"the last turn", func(p *Position) { p.Turn = 3 }, "French",
			"French leads 4:3, which is a draw: a win takes a lead of 3.",
			"You need 2 VP more to win by the end of this turn, the last. " +
				"Taking Sokolnitz is enough: it shifts the lead by 5."},
		{"without a margin", func(p *Position) { p.sc.Victory.Margin = 0 }, "Allied",
			"French leads 4:3, which wins at the end.",
			"You need 1 VP more for a draw and 2 to win, by the end of turn 3, the last. " +
				"Taking Telnitz is enough: it shifts the lead by 12."},
		{"an automatic victory", func(p *Position) { kill(p, "a") }, "Allied",
			"Allied wins at once if this turn ends as it stands.", "You win when this turn ends, if it stays so."},
		{"an automatic victory of the other", func(p *Position) { kill(p, "a") }, "French",
			"Allied wins at once if this turn ends as it stands.", "Nothing that you can do this turn undoes it."},
		{"one that can be undone", func(p *Position) {
			p.Turn = 2
			kill(p, "x")
			take(p, pieceOf(p, "a"), 808)
			p.hold(0, 0)
		}, "Allied", "French wins at once if this turn ends as it stands.",
			"To go on you need Telnitz or Sokolnitz before this turn ends."},
		{"to the public", func(p *Position) { kill(p, "a") }, "", "Allied wins at once if this turn ends as it stands.",
			"Nothing that French can do this turn undoes it."},
		{"of both", func(p *Position) {
			p.Turn = 2
			kill(p, "x")
			take(p, pieceOf(p, "a"), 808)
			p.hold(0, 0)
			p.sc.Victory.Auto[1].LostSP = 0
		}, "Allied", "Both sides win at once if this turn ends as it stands, which is a draw.",
			"To win you need Telnitz or Sokolnitz before this turn ends."},
		{"over", func(p *Position) { p.Phase = GameOver }, "French", "French 4, Allied 3.", ""},
	} {
		p := position(t, places)
		if tt.change != nil {
			tt.change(p)
		}
		v := p.winning(p.sideOf(tt.side))
		if v.Stands.String() != tt.stands || v.Needs.String() != tt.needs {
			t.Errorf("%s, to %q: got\n%s\n%s\nwant\n%s\n%s", tt.name, tt.side, v.Stands, v.Needs, tt.stands, tt.needs)
		}
	}
}

func pieceOf(p *Position, id string) int {
	u, _ := p.sc.Unit(id)
	return u
}

// TestVictoryWays: whoever has never seen the scenario learns all that decides it.
func TestVictoryWays(t *testing.T) {
	p := position(t, places)
	kill(p, "y")
	v := p.winning(-1)
	var got strings.Builder
	for _, w := range v.Ways {
		got.WriteString("[" + w.Rule + "] " + w.Text.String() + "\n")
	}
	for _, tb := range v.Tables {
		got.WriteString("# " + tb.Title.String() + "\n" + tongue.List(tb.Columns, " | ").String() + "\n")
		for _, row := range tb.Rows {
			got.WriteString(tongue.List(row, " | ").String() + "\n")
		}
	}
	want := `[13.2] The game lasts 3 turns.
[13.2-a] At its end the side with at least 3 victory points (VP) more than the other wins; otherwise it is a draw.
[13.2-b] An objective counts for the side that holds it: whose units stand there when a turn ends, not all of them routed, or else the side that held it last. To march through is not enough.
[13.2-b] Each SP of enemy infantry and cavalry eliminated, as on the front of the counter, gives French 2 VP and Allied 1 VP.
[13.2-b] Each enemy unit that is routed at the end gives 1 VP.
[13.2-b] Each enemy formation that is demoralised at the end gives 5 VP.
[13.1-a] French wins at once at the end of a turn, from turn 2 on, if it holds Telnitz and Sokolnitz, and 6 SP of enemy infantry and cavalry are eliminated.
[13.1-a] Allied wins at once at the end of a turn if 5 SP of enemy infantry and cavalry are eliminated.
# Objectives
Objective | Hex | Held by | French VP | Allied VP
Telnitz | 0505 | French | 4 | 8
Sokolnitz | 0808 | Allied | 2 | 3
# Automatic victory
Side | Still missing
French | turn 2, Sokolnitz, 3 enemy SP eliminated
Allied | 5 enemy SP eliminated
# Victory points
Side | VP | From
French | 10 | objectives 4, 3 enemy SP eliminated 6
Allied | 3 | objectives 3
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	p.sc.Victory, p.sc.Goals = setup.VictorySpec{Margin: 1}, nil
	p.Held = nil
	if v := p.winning(0); len(v.Ways) != 2 || len(v.Tables) != 1 ||
		v.Ways[1].Text.String() != "At its end the side with more victory points (VP) wins; otherwise it is a draw." {
		t.Errorf("with nothing to win: got %+v", v)
	}
}
