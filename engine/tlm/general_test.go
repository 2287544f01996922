package tlm

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// TestGeneral: what the computer player writes where his doc says something of it.
func TestGeneral(t *testing.T) {
	for _, c := range []struct {
		does     string
		position string // a case
		side     engine.Side
		want     string
	}{
		{"his standing orders come first", "turn 1 S German", "German",
			"standing losses cards2 if army-lost else units; " +
				"standing weather always if special else always if battles 2; standing gas always if enhanced; " +
				"standing ersatz ersatz2+ersatz3+crisis-allied+crisis-german"},
		{"who owes nothing says nothing", "turn 1 T German", "Allied", ""},
		{"he places by default", "turn 2 R German\narmy ge8 due", "German", "hold"},
		{"he takes an area in which nobody stands", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 2",
			"German", "play offensive; move ge1 lux"},
		{"an Army alone guards an area of worth", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 2\n" +
			"army fr1 ard\nunits fr-i fr1 4", "German", "hold"},
		{"of two Armies one goes", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 2\narmy ge2 tri\n" +
			"units ge-i ge2 2\narmy fr1 ard\nunits fr-i fr1 4",
			"German", "play offensive; move ge1 lux"},
		{"one that guards keeps no other back", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 2\n" +
			"army ge2 met\nunits ge-i ge2 3\n" +
			"army fr1 ard\nunits fr-i fr1 4", "German", "play offensive; move ge2 lux"},
		{"a unit can stay in its place", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 2\nunits ge-i tri 1\n" +
			"army fr1 ard\nunits fr-i fr1 4", "German", "play offensive; move ge1 lux"},
		{"but Artillery holds nothing", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 2\nunits ge-a tri 1\n" +
			"army fr1 ard\nunits fr-i fr1 4", "German", "move ge1 aac"},
		{"a Fort of 2 guards by itself", "hand German offensive\narmy ge1 met\nunits ge-i ge1 2\narmy fr1 ver\n" +
			"units fr-i fr1 4", "German", "play offensive; move ge1 lux"},
		{"a Fort of 1 does not", "hand German offensive\narea met German fort=1\narmy ge1 met\nunits ge-i ge1 2\n" +
			"army fr1 ver\nunits fr-i fr1 4", "German", "hold"},
		{"nothing guards an area without worth", "hand German offensive\narea ard German\narmy ge1 ard\n" +
			"units ge-i ge1 2\narmy fr1 sed\nunits fr-i fr1 4",
			"German", "play offensive; move ge1 lux"},
		{"6 against 5 are too few", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 6\narmy fr1 lux\n" +
			"units fr-i fr1 4\nunits fr-i lux 1\narea ard German", "German", "hold"},
		{"7 against 5 are enough", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 6\narmy ge2 tri\n" +
			"units ge-i ge2 1\narmy fr1 lux\nunits fr-i fr1 4\nunits fr-i lux 1\narea ard German",
			"German", "play offensive; move ge1 lux; move ge2 lux; battle lux"},
		{"7 against 5 are too few in a war of 7 against 14", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 6\n" +
			"army ge2 tri\nunits ge-i ge2 1\narmy fr1 lux\nunits fr-i fr1 4\nunits fr-i lux 1\narea ard German\n" +
			"units fr-i par 3\nunits fr-i tro 3\nunits fr-i ami 3",
			"German", "move ge2 aac"},
		{"a Stormtrooper is too few against one in a war of 1 against 2", "turn 13 T German\nhand German offensive\n" +
			"units ge-s lux 1\nunits fr-i lux 1\nunits fr-i par 1", "German", "hold"},
		{"and enough in one of 1 against 1", "turn 13 T German\nhand German offensive\nunits ge-s lux 1\n" +
			"units fr-i lux 1", "German", "play offensive; battle lux"},
		{"6 against 5 are enough with two cards less than he can hold", "turn 4 T German\n" +
			"hand German offensive,gas,gas,gas,gas,gas\narmy ge1 tri\nunits ge-i ge1 6\narmy fr1 lux\n" +
			"units fr-i fr1 4\nunits fr-i lux 1\narea ard German",
			"German", "play offensive; move ge1 lux; battle lux"},
		{"not with three less", "turn 4 T German\nhand German offensive,gas,gas,gas,gas\narmy ge1 tri\n" +
			"units ge-i ge1 6\narmy fr1 lux\nunits fr-i fr1 4\nunits fr-i lux 1\narea ard German",
			"German", "hold"},
		{"a Fort of 2 counts as four units: 5 are too few", "hand German offensive\narea ard German\narmy ge1 aac\n" +
			"units ge-i ge1 5", "German", "hold"},
		{"and 6 are enough", "hand German offensive\narea ard German\narmy ge1 aac\nunits ge-i ge1 6", "German",
			"play offensive; move ge1 lie; battle lie"},
		{"trenches count", "turn 3 T German\nhand German offensive\narmy ge1 tri\nunits ge-i ge1 6\n" +
			"units ge-i tri 1\narmy fr1 lux dug\nunits fr-i fr1 4\narea ard German", "German", "move ge-i.tri aac"},
		{"mobile ones are fewer", "turn 3 T German\nhand German offensive\narmy ge1 tri\nunits ge-i ge1 6\n" +
			"units ge-i tri 1\narmy fr1 lux\nunits fr-i fr1 4\narea ard German", "German", "play offensive; " +
			"move ge1 lux; battle lux"},
		{"what is shown of an Army counts", "option strengths=shown\nhand German offensive\narmy ge1 tri\n" +
			"units ge-i ge1 2\narmy fr1 lux\nunits fr-i fr1 1\narea ard German", "German", "play offensive; " +
			"move ge1 lux; battle lux"},
		{"and what is not as four", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 2\narmy fr1 lux\n" +
			"units fr-i fr1 1\narea ard German", "German", "hold"},
		{"one area with a Limited Offensive", "hand German limited\narmy ge1 tri\nunits ge-i ge1 2\narmy ge2 tri\n" +
			"units ge-i ge2 2\narmy ge3 tri\nunits ge-i ge3 2", "German", "play limited; move ge1 lux"},
		{"three at most with an Offensive", "hand German offensive\narmy ge1 tri\nunits ge-i ge1 2\narea ard German\n" +
			"army ge2 ard\nunits ge-i ge2 3\narea cha German\narmy ge3 cha\nunits ge-i ge3 3\n" +
			"area mau German fort=none\narmy ge4 mau\nunits ge-i ge4 3", "German", "play offensive; move ge2 sed; " +
			"move ge1 lux; move ge4 bru"},
		{"the strongest Army goes first where somebody stands", "hand German offensive\narea ard German\n" +
			"army ge1 tri\nunits ge-i ge1 2\narmy ge2 tri\nunits ge-i ge2 6\nunits fr-i lux 1", "German",
			"play offensive; move ge2 lux; battle lux"},
		{"a special card in its time", "turn 8 T German\nhand German offensive,gericht\narmy ge1 tri\n" +
			"units ge-i ge1 2", "German", "play gericht; move ge1 lux"},
		{"not before", "turn 7 T German\nhand German limited,gericht\narmy ge1 tri\nunits ge-i ge1 2", "German",
			"play limited; move ge1 lux"},
		{"one of the other side any time", "turn 1 T German\nhand German offensive,big-push\narmy ge1 tri\n" +
			"units ge-i ge1 2", "German", "play big-push; move ge1 lux"},
		{"an Offensive before a Limited one", "hand German limited,offensive\narmy ge1 tri\nunits ge-i ge1 2",
			"German", "play offensive; move ge1 lux"},
		{"no card, no attack", "turn 4 T German\nhand German gas\narmy ge1 tri\nunits ge-i ge1 2", "German", "hold"},
		{"he goes on with a battle that he can win", "hand German offensive\nunits ge-i lux 3\nunits fr-i lux 1",
			"German", "play offensive; battle lux"},
		{"not with another", "hand German offensive\nunits ge-i lux 1\nunits fr-i lux 3", "German", "hold"},
		{"with a Limited Offensive with one of them", "hand German limited\nunits ge-i lux 3\nunits fr-i lux 1\n" +
			"units ge-i ard 3\nunits fr-i ard 1", "German", "play limited; battle ard"},
		{"with an Offensive with both; a card goes to the dearer area", "turn 12 T German\n" +
			"hand German offensive,gas\nunits ge-i ard 2\nunits ge-a ard 1\nunits fr-i ard 1\nunits ge-i lux 2\n" +
			"units ge-a lux 1\nunits fr-i lux 1", "German", "play offensive; battle ard,lux; gas lux"},
		{"with Artillery he plays gas and no Surprise Attack", "turn 12 T German\n" +
			"hand German offensive,gas,surprise\nunits ge-i lux 2\nunits ge-a lux 1\nunits fr-i lux 1", "German",
			"play offensive; battle lux; gas lux"},
		{"the better card first", "turn 12 T German\nhand German offensive,gas,aaf\nunits ge-i lux 2\n" +
			"units ge-a lux 1\nunits fr-i lux 1", "German", "play offensive; battle lux; aaf lux"},
		{"without Artillery a Surprise Attack and no gas", "turn 12 T German\n" +
			"hand German offensive,gas,aaf,surprise\nunits ge-i lux 2\nunits fr-i lux 1", "German", "play offensive; " +
			"battle lux; surprise lux"},
		{"extra dice where an Army is", "turn 12 T German\nhand German gericht\narmy ge1 lux\nunits ge-i ge1 2\n" +
			"units fr-i lux 1", "German", "play gericht; battle lux; extra lux"},
		{"Armies in the rear come nearer", "hand German offensive\nunits ge-i lux 3\nunits fr-i lux 1\narmy ge1 mai\n" +
			"units ge-i ge1 2\narmy ge2 tri\nunits ge-i ge2 1", "German", "play offensive; move ge1 saa; battle lux"},
		{"a gap is filled by a unit that is not alone", "units ge-i tri 2\nunits fr-i ard 1", "German",
			"move ge-i.tri aac"},
		{"by an Army, the weakest with something in it", "army ge1 tri\nunits ge-i ge1 3\narmy ge2 tri\n" +
			"units ge-i ge2 2\narmy ge3 tri\nunits fr-i ard 1", "German", "move ge2 aac"},
		{"not by the only one", "army ge1 tri\nunits ge-i ge1 3\nunits fr-i ard 1", "German", "hold"},
		{"by no Artillery", "units ge-a tri 2\nunits fr-i ard 1", "German", "hold"},
		{"the gap of most worth first", "area ver German fort=none\nunits ge-i met 2\nunits ge-i sed 2\n" +
			"area sed German fort=none", "German", "move ge-i.met ver"},
		{"he plays a Crisis", "turn 1 T Allied\nhand Allied crisis-german\nunits ge-i col 2", "Allied", "crisis"},
		{"UK Armies come over the sea", "turn 2 T Allied\narmy uk1 eng\nunits uk-i uk1 2\narmy uk2 eng", "Allied",
			"sea uk1 cal"},
		{"not Empty ones", "turn 2 T Allied\narmy uk1 eng", "Allied", "hold"},
		{"he exchanges what is nothing for him yet", "turn 1 T German\n" +
			"hand German gas,aaf,crisis-allied,crisis-german,friedensturm,to-battle,weather,reserves", "German",
			"exchange aaf,crisis-allied,crisis-german,gas,weather"},
		{"Ersatz beyond two cards", "turn 8 T German\nhand German ersatz2,ersatz2,ersatz3,gas", "German",
			"exchange ersatz3"},
		{"two he keeps", "turn 8 T German\nhand German ersatz2,ersatz3,gas", "German", "hold"},
		{"asked for cards he plays gas with his Artillery", "turn 12 W German\noption ask=D08\nunits ge-i lux 1\n" +
			"units fr-i lux 1\nunits fr-a lux 1\nunits ge-i ver 1\noffense offensive spent\nbattles lux,ver\n" +
			"hand Allied gas,gas", "Allied", "gas lux"},
		{"he has none without", "turn 12 W German\noption ask=D08\nunits ge-i lux 1\nunits fr-i lux 1\n" +
			"offense offensive spent\nbattles lux\nhand Allied gas", "Allied", "hold"},
		{"he rebuilds Armies, fills gaps and Armies, digs and buys cards", "turn 5 P German\narmy ge1 aac\n" +
			"units ge-i ge1 2\narmy ge2 lost\narmy fr1 lost\nunits fr-i lux 1\nhand German gas", "German",
			"rebuild ge2 aac; build ge-i tri; build ge-i saa; build ge-i mul; entrench ge1; cards 5"},
		{"with a full hand he buys no cards", "turn 5 P German\narmy ge1 aac\nunits ge-i ge1 2\n" +
			"hand German gas,gas,gas,gas,offensive,offensive,offensive,offensive", "German", "build ge-i saa; " +
			"build ge-i mul; entrench ge1; build ge-i ge1; build ge-a ge1; build ge-i ge1"},
		{"what is left goes into cards", "turn 5 P German\narmy ge1 aac\nunits ge-i ge1 6\nunits ge-a ge1 2\n" +
			"units ge-c ge1 1", "German", "build ge-i saa; build ge-i mul; entrench ge1; cards 7"},
		{"Armies at the front come before those behind, the weaker one first", "turn 5 P German\narmy ge1 mai\n" +
			"army ge2 aac\nunits ge-i ge2 3\narmy ge3 tri\nunits ge-i ge3 2\narmy ge4 mul\nunits ge-i ge4 2\n" +
			"units fr-i mul 1", "German", "build ge-i saa; entrench ge4,ge3,ge2; build ge-i ge4; build ge-i ge3; " +
			"build ge-i ge2; cards 5"},
		{"Stormtroopers when there are some", "turn 13 P German\narmy ge1 aac\nunits ge-i ge1 2", "German",
			"build ge-i saa; build ge-i mul; entrench ge1; build ge-s ge1; build ge-a ge1; cards 5"},
		{"the Allies build for each nation, those in England last", "turn 5 P German\narmy fr1 sed\n" +
			"units fr-i fr1 2\narmy uk1 eng\nunits uk-i uk1 1\narmy be1 lie\nunits be-i be1 1", "Allied",
			"build fr-i lux; entrench be1; build be-i be1; build fr-i fr1; build uk-i uk1; cards 5"},
		{"an Allied Army alone guards too", "turn 1 T Allied\nhand Allied offensive\narea lao German\narmy fr1 rei\n" +
			"units fr-i fr1 2\n" +
			"army ge1 cha\nunits ge-i ge1 4", "Allied", "hold"},
		{"where nothing threatens it goes", "turn 1 T Allied\nhand Allied offensive\narea lao German\narmy fr1 rei\n" +
			"units fr-i fr1 2",
			"Allied", "play offensive; move fr1 lao"},
		{"a Stormtrooper for the last 2 BP beyond the cards", "turn 13 P German\narmy ge1 aac\nunits ge-i ge1 2\n" +
			"army ge2 lost",
			"German", "rebuild ge2 aac; build ge-i saa; build ge-i mul; entrench ge1; build ge-s ge2; cards 5"},
		{"each Army in turn, as long as there are BP", "turn 5 P German\narmy ge1 aac\nunits ge-i ge1 2\n" +
			"army ge2 tri\nunits ge-i ge2 2\n" +
			"hand German gas,gas,gas,gas,offensive,offensive,offensive,offensive", "German", "build ge-i saa; " +
			"build ge-i mul; entrench ge1,ge2; build ge-i ge1; build ge-i ge2; build ge-a ge1; " +
			"build ge-a ge2; build ge-i ge1; build ge-i ge2"},
	} {
		t.Run(c.does, func(t *testing.T) {
			rs, p := caseAt(t, c.position)
			var got []string
			for i, o := range rs.General(p, c.side).Lines {
				if got = append(got, strings.Join(o.Words, " ")); o.Line != i+1 {
					t.Errorf("%q is line %d, want %d", o.Text, o.Line, i+1)
				}
			}
			if want := listed(c.want); !slices.Equal(got, want) {
				t.Errorf("writes:\n%s\nwant:\n%s", strings.Join(got, "; "), strings.Join(want, "; "))
			}
		})
	}
}

// TestGeneralAnswers: asked by mail he answers what happens without an answer.
func TestGeneralAnswers(t *testing.T) {
	rs, p := caseAt(t, "option ask=D13\nunits ge-i lux 2\nunits fr-i lux 1\nhand German offensive\n")
	events, err := rs.Resolve(p, paperOrders("German: play offensive\nGerman: battle lux"),
		&scriptedDice{rolled: map[string]int{}})
	if err != nil {
		t.Fatal(err)
	}
	asked := rs.Apply(p, events)
	if got := rs.General(asked, "Allied").Lines; len(got) != 1 || strings.Join(got[0].Words, " ") != "answer hold" {
		t.Errorf("asked who retreats he writes %v, want answer hold", got)
	}
	for line, rule := range map[string]string{"hold": "", "answer hold": "", "standing stance hold": "",
		"resign": "5", "armistice offer": "5"} {
		o := engine.Orders{Side: "Allied", Lines: []engine.Order{engine.Order{Words: strings.Fields(line)}.Arrived(1)}}
		switch f := rs.Check(asked, o); {
		case rule == "" && len(f) > 0:
			t.Errorf("while he is asked %q is refused: %v", line, f)
		case rule != "" && (len(f) != 1 || f[0].Rule != rule):
			t.Errorf("while he is asked %q has the faults %v, want one of rule %s", line, f, rule)
		}
	}
	r := shown(rs, asked.(*Position), "Allied")
	if len(r.Template) != 3 || r.Template[0].Note.Empty() || r.Template[1].Text != "answer hold" ||
		r.Template[2].Text != "end" {
		t.Errorf("he reads the template %v, want a note and the usual answer", r.Template)
	}
	if got := rs.General(asked, "German").Lines; len(got) != 0 {
		t.Errorf("the other side writes %v, want nothing", got)
	}
}
