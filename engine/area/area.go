package area

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine/board"
	"berthier/engine/lines"
)

// Map is a map of areas.
type Map struct {
	Title string
	lines.File
	Countries []Country
	Areas     []Area // in the order of the file
	Grounds   []Ground
	Borders   []Border

	index map[string]int
}

// Country is one to which areas belong.
type Country struct{ ID, Side string }

// NoFort is the strength of a fort that an area does not have.
const NoFort = -1

// Area is one area.
type Area struct {
	ID, Name string
	Word     string // its id in the words of orders: in lower case
	Country  int    // index
	At       board.Point
	Value    int    // what it is worth
	Fort     int    // strength of its fort, or NoFort
	Source   string // whose supply comes from it; empty for nobody's
	Coast    bool
	Rough    bool
	Apart    bool  // nothing borders on it
	Near     []int // areas on which it borders, in the order of their ids
	Outline  []board.Point
}

// Ground is ground that is no area.
type Ground struct {
	Terrain, Name string
	At            board.Point
	Outline       []board.Point
}

// Border parts two areas.
type Border struct {
	A, B int
	Kind string        // "border", "river" or "ridge"
	Line []board.Point // from end to end; empty where their outlines do not meet
}

// Find finds an area by its id in the words of orders.
func (m *Map) Find(word string) (int, bool) {
	i, ok := m.index[word]
	return i, ok
}

// Touch reports whether one area borders on another.
func (m *Map) Touch(a, b int) bool { return slices.Contains(m.Areas[a].Near, b) }

// Reach lists the areas to which ways of at most so many borders lead from an area: those
// that may be passed are asked for, the last of a way is not. The nearest come first, and
// of those equally near the first by id. Way gives one way to each of them.
func (m *Map) Reach(from, most int, pass func(area int) bool) (ways []Way) {
	seen := make([]bool, len(m.Areas))
	seen[from] = true
	edge := []Way{{from}}
	for n := 0; n < most && len(edge) > 0; n++ {
		var next []Way
		for _, w := range edge {
			last := w[len(w)-1]
			if n > 0 && !pass(last) {
				continue
			}
			for _, to := range m.Areas[last].Near {
				if !seen[to] {
					seen[to] = true
					next = append(next, append(slices.Clone(w), to))
				}
			}
		}
		ways = append(ways, next...)
		edge = next
	}
	return ways
}

// Steps counts the borders to the nearest area that is a goal: those on the way, without the
// first and the last, may be passed. It is 0 if there is no such way.
func (m *Map) Steps(from int, pass, goal func(area int) bool) int {
	seen := make([]bool, len(m.Areas))
	seen[from] = true
	queue := append(make([]int, 0, len(m.Areas)), from)
	for steps, done := 1, 0; done < len(queue); steps++ {
		for end := len(queue); done < end; done++ {
			at := queue[done]
			if at != from && !pass(at) {
				continue
			}
			for _, to := range m.Areas[at].Near {
				if seen[to] {
					continue
				}
				if goal(to) {
					return steps
				}
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return 0
}

// Way is the areas of a way, the first among them.
type Way []int

// To is where it leads.
func (w Way) To() int { return w[len(w)-1] }

type reader struct {
	*lines.Reader
	m       *Map
	at      map[board.Point]bool
	borders map[[2]int]bool
}

const most = 2000 // coordinate

// Parse reads a map. The error, if any, is an [engine.Faults] with every fault of the text.
func Parse(text []byte) (*Map, error) {
	r := &reader{Reader: lines.Read(text), m: &Map{index: map[string]int{}},
		at: map[board.Point]bool{}, borders: map[[2]int]bool{}}
	r.m.File = r.File(text)
	kinds := []lines.Kind{
		{Word: "map", Usage: `map "TITLE"`, Read: func() { r.m.Title, _ = r.Word("title") }},
		{Word: "country", Usage: "country ID side=SIDE", Read: r.country},
		{Word: "area", Phase: 1, Usage: `area ID "NAME" COUNTRY at=X,Y [value=N] [fort=N] [source=WORD] [coast] ` +
			`[rough] [apart]`,
			Read: r.area},
		{Word: "ground", Phase: 1, Usage: `ground TERRAIN "NAME" at=X,Y`, Read: r.ground},
		{Word: "border", Phase: 2, Usage: "border ID ID [river|ridge]", Read: r.border},
	}
	r.Only(kinds)
	for phase := range 3 {
		r.ReadPhase(kinds, phase)
	}
	if r.Faultless() {
		r.whole()
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	r.m.outlines()
	return r.m, nil
}

func (r *reader) country() {
	id, _ := r.Word("id")
	side, _ := r.Key("side")
	if side == "" || slices.ContainsFunc(r.m.Countries, func(c Country) bool { return c.ID == id }) {
		r.Fault("want country ID side=SIDE", "country %q has no side, or stands twice", id)
	}
	r.m.Countries = append(r.m.Countries, Country{id, side})
}

// point takes the setting at.
func (r *reader) point() (p board.Point) {
	text, _ := r.Key("at")
	x, y, _ := strings.Cut(text, ",")
	var errX, errY error
	p.X, errX = strconv.Atoi(x)
	p.Y, errY = strconv.Atoi(y)
	if errX != nil || errY != nil || min(p.X, p.Y) < 0 || max(p.X, p.Y) > most {
		r.Fault("want at=X,Y, each from 0 to 2000", "at=%s", text)
	}
	if r.at[p] {
		r.Fault("", "at=%s: something else lies there", text)
	}
	r.at[p] = true
	return p
}

func (r *reader) area() {
	const mostValue, mostFort = 20, 9
	a := Area{Fort: NoFort}
	a.ID, _ = r.Word("id")
	a.Name, _ = r.Word("name")
	country, _ := r.Word("country")
	a.Country = slices.IndexFunc(r.m.Countries, func(c Country) bool { return c.ID == country })
	if a.Country < 0 {
		r.Fault("add: country "+country+" side=SIDE", "there is no country %q", country)
	}
	if len(a.ID) != 3 || strings.Trim(a.ID, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		r.Fault("want three capital letters", "area %q", a.ID)
	}
	if _, again := r.m.index[strings.ToLower(a.ID)]; again {
		r.Fault("", "area %s stands twice", a.ID)
	}
	a.At = r.point()
	a.Value = r.NumberKey("value", 0, mostValue, 0)
	a.Fort = r.NumberKey("fort", 0, mostFort, NoFort)
	a.Source, _ = r.Key("source")
	a.Coast, a.Rough, a.Apart = r.Flag("coast"), r.Flag("rough"), r.Flag("apart")
	a.Word = strings.ToLower(a.ID)
	r.m.index[a.Word] = len(r.m.Areas)
	r.m.Areas = append(r.m.Areas, a)
}

func (r *reader) ground() {
	g := Ground{}
	g.Terrain, _ = r.Word("terrain")
	g.Name, _ = r.Word("name")
	g.At = r.point()
	r.m.Grounds = append(r.m.Grounds, g)
}

func (r *reader) border() {
	var ends [2]int
	for i := range ends {
		id, _ := r.Word("area")
		at, ok := r.m.index[strings.ToLower(id)]
		if !ok {
			r.Fault("", "there is no area %q", id)
			return
		}
		if r.m.Areas[at].Apart {
			r.Fault("", "area %s lies apart", id)
		}
		ends[i] = at
	}
	a, b := ends[0], ends[1]
	if a > b {
		a, b = b, a
	}
	if a == b || r.borders[[2]int{a, b}] {
		r.Fault("", "an area borders on another, and each pair once")
		return
	}
	r.borders[[2]int{a, b}] = true
	kind := "border"
	for _, k := range []string{"river", "ridge"} {
		if r.Flag(k) {
			kind = k
		}
	}
	r.m.Borders = append(r.m.Borders, Border{A: a, B: b, Kind: kind})
	r.m.Areas[a].Near = append(r.m.Areas[a].Near, b)
	r.m.Areas[b].Near = append(r.m.Areas[b].Near, a)
}

// whole checks the map as a whole and puts neighbours in order.
func (r *reader) whole() {
	m := r.m
	var none lines.Place
	if m.Title == "" || len(m.Areas) == 0 {
		r.FaultAt(none, `add: map "TITLE"`, "the map has no title, or no area")
		return
	}
	for i := range m.Areas {
		slices.SortStableFunc(m.Areas[i].Near, func(a, b int) int {
			return strings.Compare(m.Areas[a].ID, m.Areas[b].ID)
		})
	}
	first := slices.IndexFunc(m.Areas, func(a Area) bool { return !a.Apart })
	if first < 0 {
		return
	}
	joined := map[int]bool{first: true}
	for _, w := range m.Reach(first, len(m.Areas), func(int) bool { return true }) {
		joined[w.To()] = true
	}
	for i, a := range m.Areas {
		if !a.Apart && !joined[i] {
			r.FaultAt(none, "add a border, or the word apart", "no way leads from %s to %s", m.Areas[first].ID, a.ID)
		}
	}
}
