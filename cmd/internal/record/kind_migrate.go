// # Kind migrate
//
// The game goes on by other rules, from the next step on; the step of the record is the last one that was resolved:
//
//	berthier migrate 1
//	game: duel-1
//	step: 2
//	time: 2030-12-02T08:50:00Z
//	by: umpire
//	old: duel 1
//	new: duel 2
//	program: v1.1.0
//	data: d98a034f5cb8a0e3f07d5d8b5dc3c43723ea8d8b95199e18a82c52e072eca4dd tables/duel.csv "a value of this project"
//	differs: 1
//	differs: 2
//	hidden: bbfe950b1b0967bc0c2dfc2e4d4cd4fe6b1df0b833f509b69c1a8799a2817fa2
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//	position: 5a452459503be70d2ed2fca46dd91e05e820a957f175686a77d03fff80f664fe
//
// "by" is umpire, or program if all steps went the same. "old" and "new" are name and version until now and from the
// next step on, "program" is the release that wrote this. "data" (*) are the data files in force from now on.
// "differs" (*) is a step that the new rules would do otherwise, of those since the last such record by the umpire;
// ascending. Hidden is the hash of the position in which the game goes on, as the new rules encode it.
package record

import "berthier/engine"

// MigrateAuthority is who let a game go on under other rules.
type MigrateAuthority string

// The values of MigrateAuthority.
const (
	MigrateByUmpire  MigrateAuthority = "umpire"  // on his word: some steps would have gone otherwise
	MigrateByProgram MigrateAuthority = "program" // by itself: all steps went the same
)

// Migrate says under which rules a game goes on: from the next step on they are New.
type Migrate struct {
	Head     // Step is the last one that was resolved
	By       MigrateAuthority
	Ruleset  string
	Old, New string            // versions
	Program  string            // release of the program that wrote this
	Data     []engine.DataFile // in force from the next step on
	// Differs are the steps that New, resolving them again, finds to go
	// otherwise, of those since the last such record by the umpire; ascending.
	Differs []int
	HiddenPart
	Position [32]byte // hash, as New encodes it, of the position in which the game goes on; zero if not Known
}

// Kind is KindMigrate.
func (Migrate) Kind() string { return KindMigrate }

// Print is that of a Record.
func (m Migrate) Print() (data, hidden []byte) {
	w, h := m.begin(KindMigrate), new(writer)
	w.Put("by", m.By)
	w.Put("old", m.Ruleset, m.Old)
	w.Put("new", m.Ruleset, m.New)
	w.Put("program", m.Program)
	w.Files(m.Data)
	for _, n := range m.Differs {
		w.Put("differs", n)
	}
	h.Put("position", m.Position)
	return m.hide(w, h)
}

// ParseMigrate reads exactly what Migrate.Print writes; hidden may be nil.
func ParseMigrate(data, hidden []byte) (m Migrate, _ error) {
	r := m.read(KindMigrate, data)
	m.By = MigrateAuthority(r.Word("by"))
	f := r.Fields("old", 2)
	m.Ruleset, m.Old = f[0], f[1]
	if f = r.Fields("new", 2); f[0] != m.Ruleset {
		r.Fail("a game cannot become another")
	}
	m.New = f[1]
	m.Program = r.Word("program")
	m.Data = r.Files()
	for r.Next("differs") {
		m.Differs = append(m.Differs, r.Number(r.Word("differs")))
	}
	if by := m.By; by != MigrateByUmpire && by != MigrateByProgram || by == MigrateByProgram && len(m.Differs) > 0 {
		r.Fail("%q cannot let the game go on so", by)
	}
	h := r.hidden(&m.HiddenPart, hidden)
	m.Position = h.Hash(h.Word("position"))
	return m, r.ends(h, m.Print)
}
