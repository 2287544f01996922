package area

import (
	"strings"
	"testing"
)

const valleys = `# The two valleys, an example.
# Source: a value of this project

map "The two valleys"
country RED side=Red
country BLU side=Blue
area EAS "East" RED at=300,100 value=2 fort=3 source=Red
area MID "Midway" BLU at=200,100 rough
area WES "West" BLU at=100,100 coast source=Blue
area ISL "Island" BLU at=0,200 coast apart
ground sea "The Sound" at=50,150
border EAS MID
border MID WES river
`

func TestParse(t *testing.T) {
	m, err := Parse([]byte(valleys))
	if err != nil {
		t.Fatal(err)
	}
	east, _ := m.Find("eas")
	west, _ := m.Find("wes")
	if m.Touch(east, west) || m.Areas[east].Fort != 3 || m.Areas[west].Fort != NoFort || !m.Own {
		t.Errorf("read %+v", m.Areas)
	}
	ways := m.Reach(east, 2, func(int) bool { return true })
	if len(ways) != 2 || ways[1].To() != west || len(ways[1]) != 3 {
		t.Errorf("from the east lead the ways %v, want one to the middle and one through it to the west", ways)
	}
	if ways := m.Reach(east, 2, func(int) bool { return false }); len(ways) != 1 {
		t.Errorf("past nobody lead %d ways, want 1", len(ways))
	}
	for _, b := range m.Borders {
		if len(b.Line) != 2 {
			t.Errorf("the border %+v has no line", b)
		}
	}
}

func TestParseFaults(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"border EAS MID\n", "", "no way leads from EAS to MID"},
		{"border EAS MID\n", "border EAS MID\nborder MID EAS\n", "each pair once"},
		{"border EAS MID\n", "border EAS MID\nborder WES ISL\n", "lies apart"},
		{"border EAS MID\n", "border EAS EST\n", "there is no area"},
		{"area MID", "area Mid", "three capital letters"},
		{"at=200,100", "at=300,100", "something else lies there"},
		{"at=200,100", "at=200,9000", "at=200,9000"},
		{"fort=3", "fort=12", "12"},
		{"BLU at=200", "GRN at=200", "there is no country"},
		{`map "The two valleys"`, "", "no title"},
	} {
		_, err := Parse([]byte(strings.Replace(valleys, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q in the place of %q: got %v, want a fault with %q", c.to, c.from, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(valleys))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Parse(text)
		if err != nil {
			return
		}
		for i, a := range m.Areas {
			for _, n := range a.Near {
				if !m.Touch(n, i) {
					t.Errorf("%s borders on %s, and not the other way round", a.ID, m.Areas[n].ID)
				}
			}
		}
	})
}
