package jdg

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/engine/hex"
	"berthier/engine/jdg/data"
	"berthier/engine/jdg/setup"
)

// rolls lists the rolls of a run as "purpose value mods result".
func rolls(r *run) []string {
	var out []string
	for _, e := range r.out {
		if e.Kind != "roll" {
			continue
		}
		var mods []string
		for _, m := range e.Roll.Mods {
			mods = append(mods, m.Name+" "+strconv.Itoa(m.Value))
		}
		out = append(out, e.Roll.Purpose()+" ["+strings.Join(mods, ", ")+"] "+e.Roll.Result)
	}
	return out
}

const battery = `
formation ney French
formation soult French
unit g1 French art form=ney at=0505 face=E sp=4/3 range=3/6
unit g2 French art form=ney at=0505 face=E sp=3/2 range=2/4
unit g3 French art form=soult at=0101 face=E
unit far Allied inf at=1210
`

func unitOf(r *run, id string) int {
	u, _ := r.p.sc.Unit(id)
	return u
}

func TestFireOptions(t *testing.T) {
	const extra = "unit x Allied inf at=0805\nunit y Allied inf at=0502\nunit z Allied art at=0207 face=E\n"
	var got []string
	r := activated(t, battery+extra, "ney", ReceivedOrders)
	r.dry = true
	fireVerbs[0].eachOption(r, func(words ...string) { got = append(got, strings.Join(words, " ")) })
	for _, l := range got {
		q := activated(t, battery+extra, "ney", ReceivedOrders)
		q.dry = true
		wantFault(t, give(t, q, l), "", "")
	}
	want := "fire g1 at 0805; fire g1 at 0502 face nne; fire g1,g2 at 0805; fire g1,g2 at 0502 face nne; fire g2 at " +
		"0805; fire g2 at 0502 face nne"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("options: got %s, want %s", s, want)
	}
}

// TestEnemyHexes wants each hex of the reacting side once, and no other.
func TestEnemyHexes(t *testing.T) {
	const ground = "unit a French inf at=0505\nunit x Allied inf at=0805\nunit y Allied inf at=0502\n" +
		"unit z Allied inf at=0805\nunit gone Allied inf at=0207\n"
	r := activated(t, ground, "french", ReceivedOrders)
	r.p.place(unitOf(r, "gone"), hex.None)
	if got, want := r.enemyHexes(),
		[]hex.Hex{hex.H(502), hex.H(805)}; !slices.Equal(slices.SortedFunc(slices.Values(got), compareHex), want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestEffectiveRangeDRM uses a table with a DRM for effective range, which the
// bundled one has not [7.3-g].
func TestEffectiveRangeDRM(t *testing.T) {
	text, err := data.Files.ReadFile("tables/fire-drm.csv")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := setup.LoadTables(map[string][]byte{"tables/fire-drm.csv": []byte(strings.Replace(string(text),
		"effective,0", "effective,1", 1))})
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int]string{805: "effective range", 905: "beyond effective range"} {
		r := activated(t, battery+"unit x Allied inf at="+hex.H(at).String()+"\n", "ney", ro)
		r.rs.tables = tables
		var names []string
		for _, m := range r.fireMods(shot{guns: []int{0}, at: hex.H(at), units: []int{unit(t, r.p, "x")},
			mode: "normal"}) {
			names = append(names, m.Name)
		}
		if !slices.Equal(names, []string{"fire strength", want}) {
			t.Errorf("%s: got %q, want %q", hex.H(at), names, want)
		}
	}
}
