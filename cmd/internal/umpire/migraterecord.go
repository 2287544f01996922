package umpire

import (
	"fmt"
	"time"

	"berthier/engine"
)

// MigrateAuthority is who let a game go on under other rules.
type MigrateAuthority string

// The values of MigrateAuthority.
const (
	MigrateByUmpire  MigrateAuthority = "umpire"  // on his word: some steps would have gone otherwise
	MigrateByProgram MigrateAuthority = "program" // by itself: all steps went the same
)

// MigrateRecord says under which rules a game goes on: from the next step on
// they are New.
type MigrateRecord struct {
	Game     string
	Step     int // the last one that was resolved
	Time     time.Time
	By       MigrateAuthority
	Ruleset  string
	Old, New string            // versions
	Program  string            // release of the program that wrote this
	Data     []engine.DataFile // in force from the next step on
	// Differs are the steps that New, resolving them again, finds to go
	// otherwise, of those since the last such record by the umpire; ascending.
	Differs []int
	Hidden
	Position [32]byte // hash, as New encodes it, of the position in which the game goes on; zero if not Known
}

// Print writes both parts of the record as the package doc specifies; hidden
// is nil if it is not Known.
func (m MigrateRecord) Print() (data, hidden []byte) {
	var w, h lineWriter
	w.head(KindMigrate, m.Game, m.Step, m.Time)
	w.put("by", m.By)
	w.put("old", m.Ruleset, m.Old)
	w.put("new", m.Ruleset, m.New)
	w.put("program", m.Program)
	for _, d := range m.Data {
		w.put("data", d.Hash, d.Name, d.Source)
	}
	for _, n := range m.Differs {
		w.put("differs", n)
	}
	h.put("position", m.Position)
	return m.hide(&w, &h)
}

// ParseMigrateRecord reads exactly what MigrateRecord.Print writes; hidden may
// be nil.
func ParseMigrateRecord(data, hidden []byte) (MigrateRecord, error) {
	var m MigrateRecord
	r := &lineReader{rest: string(data)}
	m.Game, m.Step, m.Time = r.head(KindMigrate)
	m.By = MigrateAuthority(r.word("by"))
	f := r.fields("old", 2)
	m.Ruleset, m.Old = f[0], f[1]
	if f = r.fields("new", 2); f[0] != m.Ruleset {
		r.fail("a game cannot become another")
	}
	m.New = f[1]
	m.Program = r.word("program")
	m.Data = r.data()
	for r.next("differs") {
		m.Differs = append(m.Differs, r.number(r.word("differs")))
	}
	if by := m.By; by != MigrateByUmpire && by != MigrateByProgram || by == MigrateByProgram && len(m.Differs) > 0 {
		r.fail("%q cannot let the game go on so", by)
	}
	h := r.hidden(&m.Hidden, hidden)
	if m.Known && r.err == nil {
		m.Position = h.hash(h.word("position"))
	}
	return m, r.ends("migrate record", h, data, hidden, m.Print)
}

// rulesInForce are the rules that resolve the next step of a game.
type rulesInForce struct {
	Ruleset string
	Version string
	Data    []engine.DataFile
}

func (g GameRecord) rules() rulesInForce { return rulesInForce{g.Ruleset, g.Version, g.Data} }

func (m MigrateRecord) rules() rulesInForce { return rulesInForce{m.Ruleset, m.New, m.Data} }

// String is the name and the version.
func (r rulesInForce) String() string { return r.Ruleset + " " + r.Version }

// check compares the rules that resolved a step with those in force.
func (r rulesInForce) check(s StepRecord) error {
	by := rulesInForce{Ruleset: s.Ruleset, Version: s.Version}
	switch {
	case by.String() != r.String():
		return fmt.Errorf("was resolved by rules %s, in force were %s", by, r)
	case s.Tables != [32]byte{} && s.Tables != tablesHash(r.Data):
		return fmt.Errorf("was resolved with other tables (%.8x…) than those in force (%.8x…)", s.Tables, tablesHash(r.Data))
	}
	return nil
}
