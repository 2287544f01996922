package archive

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/parcel"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
	"berthier/cmd/internal/testkey"
	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/mail/sign"
	"berthier/store"
)

var long = flag.Int("archive.long", 0,
	"`N` times 1,000 changes to an archive, 150 forged and 100 sound archives instead of a few")

// A test of the order desk has the changed archives judged in a browser.
var (
	madeChanges = flag.Int("archive.changes", 0, "`N` changes in TestTamper instead of its own number")
	changedInto = flag.String("archive.into", "", "write the changed archives of TestTamper into this `FOLDER`")
)

// tamper is somebody who changes an archive and packs it again as the program
// would, with every hash right that needs no key.
type tamper struct {
	*rand.Rand
	sound   []byte
	members []parcel.Member
	saved   game.SavedGame
	other   record.Signer
}

// changes are what he can do; each gives the changed file, or nil if this time
// nothing came of it.
var changes = []struct {
	name string
	do   func(x *tamper) []byte
}{
	{"a byte of the file", func(x *tamper) []byte {
		file := bytes.Clone(x.sound)
		file[x.IntN(len(file))] ^= byte(1 + x.IntN(255))
		return file
	}},
	{"a byte of the file, with the right seal", func(x *tamper) []byte {
		file := bytes.Clone(x.sound)
		file[x.IntN(len(file)-parcel.SealSize)] ^= byte(1 + x.IntN(255))
		// Bits behind the end of packed data say nothing.
		if m, err := parcel.Unpack(file); err == nil &&
			slices.EqualFunc(m, x.members, func(a, b parcel.Member) bool {
				return a.Name == b.Name &&
					bytes.Equal(a.Data, b.Data)
			}) {
			return nil
		}
		return reseal(file)
	}},
	{"the file cut", func(x *tamper) []byte { return bytes.Clone(x.sound[:x.IntN(len(x.sound))]) }},
	{"a byte of a member", func(x *tamper) []byte {
		return x.member(func(data []byte) []byte {
			data[x.IntN(len(data))] ^= byte(1 + x.IntN(255))
			return data
		})
	}},
	{"a byte inserted", func(x *tamper) []byte {
		return x.member(func(data []byte) []byte { return slices.Insert(data, x.IntN(len(data)+1), byte(x.IntN(256))) })
	}},
	{"a line dropped", func(x *tamper) []byte {
		return x.lines(func(l [][]byte, i int) [][]byte { return slices.Delete(l, i, i+1) })
	}},
	{"a line repeated", func(x *tamper) []byte {
		return x.lines(func(l [][]byte, i int) [][]byte { return slices.Insert(l, i, l[i]) })
	}},
	{"two lines swapped", func(x *tamper) []byte {
		return x.lines(func(l [][]byte, i int) [][]byte { k := x.IntN(len(l)); l[i], l[k] = l[k], l[i]; return l })
	}},
	{"a member dropped", func(x *tamper) []byte {
		i := x.IntN(len(x.members))
		return packed(slices.Delete(slices.Clone(x.members), i, i+1))
	}},
	{"two members swapped", func(x *tamper) []byte {
		m := slices.Clone(x.members)
		i, k := x.IntN(len(m)), x.IntN(len(m))
		m[i].Data, m[k].Data = m[k].Data, m[i].Data
		return packed(m)
	}},
	{"a record swapped", func(x *tamper) []byte {
		i := x.IntN(len(x.saved.Records) - 1)
		return x.records(func(rs []store.Record) []store.Record { rs[i], rs[i+1] = rs[i+1], rs[i]; return rs })
	}},
	{"a record dropped", func(x *tamper) []byte {
		return x.records(func(rs []store.Record) []store.Record {
			i := x.IntN(len(rs))
			return slices.Delete(rs, i, i+1)
		})
	}},
	{"the last records dropped", func(x *tamper) []byte {
		return x.records(func(rs []store.Record) []store.Record { return rs[:1+x.IntN(len(rs)-1)] })
	}},
	{"a record repeated", func(x *tamper) []byte {
		return x.records(func(rs []store.Record) []store.Record {
			i := x.IntN(len(rs))
			return slices.Insert(rs, i, rs[i])
		})
	}},
	{"a roll", func(x *tamper) []byte { return x.step((*tamper).roll) }},
	{"a roll, the log signed by another key", func(x *tamper) []byte { return x.resigned(x.step2((*tamper).roll)) }},
	{"a link", func(x *tamper) []byte {
		return x.step(func(x *tamper, s *record.Step) bool { s.Link[x.IntN(32)] ^= byte(1 + x.IntN(255)); return true })
	}},
	{"an event dropped", func(x *tamper) []byte {
		return x.step(func(x *tamper, s *record.Step) bool {
			if len(s.Events) == 0 {
				return false
			}
			i := x.IntN(len(s.Events))
			s.Events = slices.Delete(s.Events, i, i+1)
			return true
		})
	}},
	{"orders, signed by another key", func(x *tamper) []byte { return x.orders() }},
	{"a report", func(x *tamper) []byte {
		return x.record(record.KindReport, func(r *store.Record) bool {
			p, err := record.ParseReport(r.Data, r.Hidden)
			if err != nil || len(p.Text) == 0 {
				return false
			}
			p.Text = bytes.Clone(p.Text)
			p.Text[x.IntN(len(p.Text))] ^= 1
			r.Data, r.Hidden = p.Print()
			return true
		})
	}},
	{"a hidden part with another salt", func(x *tamper) []byte {
		return x.record(record.KindReport, func(r *store.Record) bool {
			p, err := record.ParseReport(r.Data, r.Hidden)
			p.Salt[x.IntN(32)]++
			_, r.Hidden = p.Print()
			return err == nil
		})
	}},
	{"a checkpoint signed by another key", func(x *tamper) []byte { return x.resigned(x.saved) }},
	{"an earlier checkpoint", func(x *tamper) []byte {
		s := x.saved
		for _, i := range x.Perm(len(s.Records)) {
			p, err := record.ParseReport(s.Records[i].Data, s.Records[i].Hidden)
			if found := retold.Checkpoints(string(p.Text)); err == nil && len(found) > 0 {
				s.Head = []byte(found[0])
				return x.write(s)
			}
		}
		return nil
	}},
	{"the end, with another winner", func(x *tamper) []byte {
		return x.record(record.KindOver, func(r *store.Record) bool {
			o, err := record.ParseOver(r.Data)
			o.Outcome.Winner = engine.Side([]string{"French", "Allied", ""}[x.IntN(3)])
			r.Data, _ = o.Print()
			return err == nil
		})
	}},
	{"a rollback to another step", func(x *tamper) []byte {
		return x.record(record.KindRollback, func(r *store.Record) bool {
			b, err := record.ParseRollback(r.Data, r.Hidden)
			b.To = x.IntN(r.Step + 2)
			r.Data, r.Hidden = b.Print()
			return err == nil
		})
	}},
	{"a ruling that says something else", func(x *tamper) []byte {
		return x.record(record.KindRuling, func(r *store.Record) bool {
			l, err := record.ParseRuling(r.Data, r.Hidden)
			e := &l.Edits[len(l.Edits)-1]
			e.Text = strings.Replace(e.Text, " W ", " NE ", 1)
			r.Data, r.Hidden = l.Print()
			return err == nil
		})
	}},
	{"a data file", func(x *tamper) []byte {
		s := x.saved
		s.Data = map[string][]byte{}
		names := []string{}
		for name, data := range x.saved.Data {
			s.Data[name] = data
			names = append(names, name)
		}
		slices.Sort(names)
		name := names[x.IntN(len(names))]
		s.Data[name] = append(bytes.Clone(s.Data[name]), '\n')
		return x.write(s)
	}},
}

func packed(members []parcel.Member) []byte {
	file, err := parcel.Pack(members)
	if err != nil {
		return nil // a name that no archive can have
	}
	return file
}

func reseal(file []byte) []byte {
	copy(file[len(file)-parcel.SealSize:], fmt.Sprintf("%x", parcel.Seal(file)))
	return file
}

func (x *tamper) write(s game.SavedGame) []byte {
	file, err := Write(s)
	if err != nil {
		return nil
	}
	return file
}

// member changes the bytes of one member, a small one as often as a large one.
func (x *tamper) member(change func(data []byte) []byte) []byte {
	m := slices.Clone(x.members)
	i := x.IntN(len(m))
	m[i].Data = change(bytes.Clone(m[i].Data))
	return packed(m)
}

func (x *tamper) lines(change func(lines [][]byte, i int) [][]byte) []byte {
	return x.member(func(data []byte) []byte {
		l := bytes.SplitAfter(data, []byte("\n"))
		return bytes.Join(change(l, x.IntN(len(l))), nil)
	})
}

// renumbered gives records numbers without a gap.
func renumbered(rs []store.Record) []store.Record {
	for i := range rs {
		rs[i].Seq = uint64(i + 1)
	}
	return rs
}

func (x *tamper) records(change func([]store.Record) []store.Record) []byte {
	s := x.saved
	s.Records = renumbered(change(slices.Clone(s.Records)))
	return x.write(s)
}

// record changes one record of a kind.
func (x *tamper) record(kind string, change func(*store.Record) bool) []byte {
	s, ok := x.record2(kind, change)
	if !ok {
		return nil
	}
	return x.write(s)
}

func (x *tamper) record2(kind string, change func(*store.Record) bool) (game.SavedGame, bool) {
	s := x.saved
	s.Records = slices.Clone(s.Records)
	for _, i := range x.Perm(len(s.Records)) {
		if s.Records[i].Kind == kind {
			return s, change(&s.Records[i])
		}
	}
	return s, false
}

// step changes one step record, with its hidden part and hash.
func (x *tamper) step(change func(*tamper, *record.Step) bool) []byte {
	return x.write(x.step2(change))
}

func (x *tamper) step2(change func(*tamper, *record.Step) bool) game.SavedGame {
	s, ok := x.record2(record.KindStep, func(r *store.Record) bool {
		p, err := record.ParseStep(r.Data, r.Hidden)
		if err != nil || !change(x, &p) {
			return false
		}
		r.Data, r.Hidden = p.Print()
		return true
	})
	if !ok {
		return game.SavedGame{}
	}
	return s
}

var rolled = regexp.MustCompile(` draw=(\d+) of=\d+ purpose=("[^"]*"|\S+) value=\d+`)

// roll changes a die in the draw and in its event.
func (x *tamper) roll(s *record.Step) bool {
	if len(s.Draws) == 0 {
		return false
	}
	d := &s.Draws[x.IntN(len(s.Draws))]
	d.Value = (d.Value + 1 + x.IntN(d.N-1)) % d.N
	for i, e := range s.Events {
		m := rolled.FindStringSubmatch(e.String())
		if m == nil || m[1] != strconv.Itoa(d.No) {
			continue
		}
		text := regexp.MustCompile(` value=\d+`).ReplaceAllString(e.String(), fmt.Sprintf(" value=%d", d.Value))
		if changed, err := engine.ParseEvent(text); err == nil {
			s.Events[i] = changed
		}
	}
	return true
}

// orders changes the text of a turn file and signs it with a key of his own.
func (x *tamper) orders() []byte {
	key := testkey.New("his own")
	return x.record(record.KindOrders, func(r *store.Record) bool {
		o, err := record.ParseOrders(r.Data, r.Hidden)
		if err != nil {
			return false
		}
		o.Data = append(bytes.Clone(o.Data), "# better\n"...)
		if o.Signature, err = sign.Sign(key, o.Data); err != nil {
			return false
		}
		r.Data, r.Hidden = o.Print()
		return true
	})
}

// resigned signs the head of a log with another key.
func (x *tamper) resigned(s game.SavedGame) []byte {
	if s.Records == nil {
		return nil
	}
	var tree store.Tree
	for _, r := range s.Records {
		tree = tree.Append(r.Data)
	}
	origin, _, _ := strings.Cut(string(s.Head), "\n")
	head, err := x.other.Sign(record.Checkpoint{Origin: origin, Size: tree.Size(), Root: tree.Root()})
	if err != nil {
		return nil
	}
	s.Head = []byte(head)
	return x.write(s)
}

// found reports whether an audit says that something is wrong with a file. A change to README.txt, on which nothing
// rests, is told and is no fault.
func found(file []byte) bool {
	a, err := Read(file)
	return err != nil || a.Readme != nil || len(a.Faults) > 0 || !auditor.Audit(a, nil).Sound()
}

// Every change to the archive of a finished game is found.
func TestTamper(t *testing.T) {
	most := 5 * len(changes) / 2 // a fifth of them by chance; the soak makes 10,000
	switch {
	case *madeChanges > 0:
		most = *madeChanges
	case *long > 0:
		most = *long * 1000
	case testing.Short():
		most = 16 // to the race detector all changes are the same: archives are read beside each other
	}
	from := enginetest.Seed(t)
	var kinds [2]tamper // of a plain game, and of one in which the umpire interfered
	for i, name := range []string{"goldbach", "goldbach" + rulings} {
		k := &kinds[i]
		k.saved = finished(t, name).Public()
		k.sound = write(t, k.saved)
		var err error
		if k.members, err = parcel.Unpack(k.sound); err != nil {
			t.Fatal(err)
		}
		if found(k.sound) {
			t.Fatalf("%s is not sound", name)
		}
	}
	other, err := record.GenerateSigner(&stream{9})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	made := map[string]int{}
	var wg sync.WaitGroup
	workers := runtime.NumCPU()
	for w := range workers {
		wg.Go(func() {
			for n := w; n < most; n += workers {
				x := kinds[n%2]
				x.Rand, x.other = rand.New(rand.NewPCG(from, uint64(n))), other
				for try := 0; ; try++ {
					c := changes[x.IntN(len(changes))]
					if try < 5 && n < 2*len(changes) { // each at least once with both games
						c = changes[n/2]
					}
					file := c.do(&x)
					if file == nil || bytes.Equal(file, x.sound) {
						continue // nothing was changed
					}
					if *changedInto != "" {
						if err := os.WriteFile(filepath.Join(*changedInto, fmt.Sprintf("%05d.zip", n)), file,
							0o600); err != nil {
							t.Error(err)
						}
					}
					if !found(file) {
						t.Errorf("change %d, %s: not found", n, c.name)
					}
					mu.Lock()
					made[c.name]++
					mu.Unlock()
					break
				}
			}
		})
	}
	wg.Wait()
	for _, c := range changes {
		t.Logf("%6d %s", made[c.name], c.name)
		if made[c.name] == 0 && !testing.Short() && *madeChanges == 0 {
			t.Errorf("never tried: %s", c.name)
		}
	}
}

// A sound archive is never called unsound: of games at every step, as they are
// published and as backups.
func TestSoundArchives(t *testing.T) {
	most := 20
	switch {
	case *long > 0:
		most = *long * 100
	case testing.Short():
		most = 4
	}
	checked := 0
	for checked < most {
		tb := newTable(t, "goldbach")
		for more := true; more && checked < most; more = tb.step() {
			s := tb.save()
			for _, saved := range []game.SavedGame{s.Public(), s} {
				a, err := Read(write(t, saved))
				if err != nil {
					t.Fatal(err)
				}
				if r := auditor.Audit(a, nil); !r.Sound() {
					t.Errorf("after %d steps: %v", len(r.Steps), r.Err())
				}
				checked++
			}
		}
	}
}
