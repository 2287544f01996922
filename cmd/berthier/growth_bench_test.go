package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
	"berthier/store/storetest"
)

var growthGames = flag.String("growth.games", "200,1000",
	"BenchmarkGrowth measures with so many `games`, in ascending order")

const (
	growthGroup  = 32 // games made in one transaction, or at most so many answered for at a time
	growthRounds = 5  // of such answers; the first is not measured
)

// nation is a store to which games are added, and who plays in some of them.
type nation struct {
	b      *testing.B
	cfg    config
	games  int
	group  int                         // games that are answered for at a time
	last   int                         // the number of the last mail
	keys   map[string]*sign.PrivateKey // by game and side, of those that are answered for
	server *storetest.Server           // of its database; nil for a file
	schema string
	player *book.Player
	rules  engine.Ruleset
}

func newNation(b *testing.B, database bool) *nation {
	b.Helper()
	n := &nation{b: b, keys: map[string]*sign.PrivateKey{}, player: book.NewPlayer(1)}
	var err error
	if n.cfg, err = loadConfig(""); err == nil {
		n.rules, err = loadGame("jdg", nil)
	}
	if err != nil {
		b.Fatal(err)
	}
	n.cfg.folder, n.cfg.State, n.cfg.Maps, n.cfg.IMAP.Mailbox = b.TempDir(), "state", false, "INBOX"
	if database {
		n.server = storetest.Start(b)
		n.schema, n.cfg.Store = n.server.Schema(b)
	}
	return n
}

func (n *nation) open() *hub {
	n.b.Helper()
	h, err := openHub(n.cfg, quiet, true)
	if err != nil {
		n.b.Fatal(err)
	}
	return h
}

// grow makes games until there are so many. Those of which answers gives the numbers are answered for.
func (n *nation) grow(h *hub, to int, spec func(id string) (play.Spec, error)) {
	n.b.Helper()
	for n.games < to {
		var ids []string
		for i := n.games; i < min(to, n.games+growthGroup); i++ {
			ids = append(ids, gameNumber(i))
		}
		err := h.umpire.With(func() error {
			return h.umpire.Store.Together(func() error {
				for _, id := range ids {
					spec, err := spec(id)
					if err != nil {
						return err
					}
					_, batch, err := h.umpire.Begin(spec)
					if err == nil {
						err = h.umpire.Commit(batch)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		}, ids...)
		if err != nil {
			n.b.Fatal(err)
		}
		n.games += len(ids)
		n.send(h)
	}
}

// gameNumber names a game, so that one lies between others that were made long before it.
func gameNumber(i int) string { return fmt.Sprintf("g%06d", i*617_411%1_000_000) }

// alone is a game of one person against a computer, with deadlines.
func (n *nation) alone(id string) (spec play.Spec, err error) {
	if spec, err = n.spec(id); err == nil {
		spec.Players[1] = play.Player{Side: "Allied", Computer: engine.Seated(n.rules)[0].Name}
	}
	return spec, err
}

// spec is a game of two people, with deadlines. They are answered for.
func (n *nation) spec(id string) (play.Spec, error) {
	spec := play.Spec{Game: id, Ruleset: "jdg", Setup: engine.Setup{Scenario: "goldbach"}, Deadline: "7d"}
	for _, side := range []engine.Side{"French", "Allied"} {
		key, err := sign.GenerateKey("")
		if err != nil {
			return spec, err
		}
		n.keys[id+string(side)] = key
		spec.Players = append(spec.Players, play.Player{Side: side, Name: string(side), Key: key.Public().String(),
			Address: strings.ToLower(fmt.Sprintf("%s-%s@berthier.test", id, side))})
	}
	return spec, nil
}

// send lets all mails go that wait.
func (n *nation) send(h *hub) {
	n.b.Helper()
	_, err := h.umpire.Post.Send(context.Background(), func(context.Context, string, []string, []byte) error {
		return nil
	})
	if err != nil {
		n.b.Fatal(err)
	}
}

// some are games that are answered for at a time, from a number on.
func (n *nation) some(from int) (games []int) {
	for i := range n.group {
		games = append(games, from+i)
	}
	return games
}

// answers are the signed orders of all who owe some in a game. They are found without the memory of the umpire.
func (n *nation) answers(h *hub, id string) (mails [][]byte) {
	n.b.Helper()
	var p engine.Position
	step := 0
	err := h.store.View(func(tx *store.Tx) error {
		text, err := tx.State(id, "snapshot")
		if err == nil {
			p, err = n.rules.Decode([]byte(strings.SplitN(string(text), "\n", 4)[3])) // below its three lines
		}
		if err == nil {
			step, err = ledger.LastNumber(tx, id)
		}
		return err
	})
	if err != nil {
		n.b.Fatal(err)
	}
	for _, side := range n.rules.Sides(p) {
		if !engine.Owes(n.rules.Owed(p), side) {
			continue
		}
		file := engine.TurnFile{Game: id, Side: side, Turn: n.rules.Turn(p), Step: step + 1,
			Orders: n.player.Answer(n.rules, n.rules.View(p, side), side).Lines}
		text, err := sign.Inline(n.keys[id+string(side)], file.Print())
		if err != nil {
			n.b.Fatal(err)
		}
		n.last++
		mails = append(mails, fmt.Appendf(nil, "From: %s-%s@berthier.test\r\nTo: umpire@berthier.test\r\n"+
			"Message-ID: <%d@home>\r\n\r\n%s", id, strings.ToLower(string(side)), n.last,
			strings.ReplaceAll(string(text), "\n", "\r\n")))
	}
	return mails
}

// burden is what something cost.
type burden struct {
	cpu, database, wall time.Duration // processor time of this process and of the database
	objects, bytes      uint64        // allocated
	stored              int64         // more bytes in the store
	mails               int
}

func (n *nation) measure(h *hub, do func()) (c burden) {
	n.b.Helper()
	var before, after runtime.MemStats
	size, err := h.store.Bytes()
	if err != nil {
		n.b.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&before)
	used, database := watch(n.b), n.databaseTime()
	do()
	took := used()
	c.cpu, c.wall, c.database = took.cpu, took.wall, n.databaseTime()-database
	runtime.ReadMemStats(&after)
	c.objects, c.bytes = after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc
	now, err := h.store.Bytes()
	if err != nil {
		n.b.Fatal(err)
	}
	c.stored = now - size
	return c
}

// databaseTime is the processor time of the database so far.
func (n *nation) databaseTime() (sum time.Duration) {
	if n.server == nil {
		return 0
	}
	for _, pid := range n.server.Processes(n.b) {
		sum += processorTime(n.b, pid)
	}
	return sum
}

// processorTime is that of a process and of its children that ended; 0 if it has ended.
func processorTime(b *testing.B, pid int) (sum time.Duration) {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	for _, f := range strings.Fields(rest)[11:15] {
		ticks, err := strconv.Atoi(f)
		if err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(ticks) * 10 * time.Millisecond
	}
	return sum
}

// round has some games answered for, from a number on, each a step further, and all sent that follows from it.
func (n *nation) round(h *hub, games []int) (c burden) {
	n.b.Helper()
	var found []wire.Arrival
	for _, i := range games {
		for _, raw := range n.answers(h, gameNumber(i)) {
			found = append(found, wire.Arrival{Raw: raw, Size: int64(len(raw))})
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	err := h.store.Stand(ctx, store.ClaimMailbox, func(ctx context.Context) error {
		c = n.measure(h, func() { n.take(ctx, h, found) })
		stop()
		return nil
	})
	if err != nil {
		n.b.Fatal(err)
	}
	c.mails = len(found)
	return c
}

// take does what the daemon does when mails come.
func (n *nation) take(ctx context.Context, h *hub, found []wire.Arrival) {
	n.b.Helper()
	h.umpire.Looked(nil)
	if _, err := h.umpire.TakeAll(ctx, found); err != nil {
		n.b.Fatal(err)
	}
	for left := len(found); left > 0 && h.store.Shared(); {
		k, err := h.umpire.Queue.JudgeSome(ctx)
		if err != nil {
			n.b.Fatal(err)
		}
		left -= k
	}
	n.send(h)
	for range 2 { // as after each look into the mailbox
		if err := h.umpire.Tick(time.Now()); err != nil {
			n.b.Fatal(err)
		}
		if _, _, err := h.umpire.NextDue(); err != nil {
			n.b.Fatal(err)
		}
	}
	if _, err := h.umpire.DrawDue(ctx, nil); err != nil {
		n.b.Fatal(err)
	}
}

// rest puts the database where it is some time after so many games were made: it has cleared up and written what was
// in its memory, and their making is no news to those who look for changes.
func (n *nation) rest() {
	n.b.Helper()
	if n.server != nil {
		n.server.SQL(n.b, "UPDATE "+n.schema+".berthier_claim SET changed = changed - interval '1 hour', "+
			"announced = announced - interval '1 hour'")
		n.server.SQL(n.b, "VACUUM ANALYZE")
		n.server.SQL(n.b, "CHECKPOINT")
	}
}

// BenchmarkGrowth has a store grow, and tells for each size what a mail costs that is taken in, with all that
// follows from it, what a game takes in the store, and how long a start takes and how much memory it holds.
func BenchmarkGrowth(b *testing.B) {
	debug.SetGCPercent(400) // as the daemon does
	for _, kind := range []string{"file", "database"} {
		b.Run(kind, func(b *testing.B) {
			n := newNation(b, kind == "database")
			for word := range strings.SplitSeq(*growthGames, ",") {
				size, err := strconv.Atoi(word)
				if err != nil {
					b.Fatal(err)
				}
				b.Run(word, func(b *testing.B) {
					if b.N > 1 {
						b.Skip("it grows once; use -benchtime 1x")
					}
					n.b = b
					n.bench(size)
				})
			}
		})
	}
}

func (n *nation) bench(size int) {
	b := n.b
	h := n.open()
	n.group = min(growthGroup, size/(2*growthRounds))
	n.grow(h, size-growthRounds*n.group, n.alone)
	clear(n.keys)
	filled := n.games
	made := n.measure(h, func() { n.grow(h, size, n.spec) })
	if err := errors.Join(h.umpire.WatchTime(), h.close()); err != nil { // the next start knows the time
		b.Fatal(err)
	}
	n.rest()
	start, database := watch(b), n.databaseTime()
	h = n.open()
	if err := h.umpire.Resume(); err != nil {
		b.Fatal(err)
	}
	n.round(h, n.some(filled))
	started, startDatabase := start(), n.databaseTime()-database
	runtime.GC()
	var held runtime.MemStats
	runtime.ReadMemStats(&held)
	var all burden
	for r := 1; r < growthRounds; r++ {
		c := n.round(h, n.some(filled+r*n.group))
		all.cpu, all.database, all.wall, all.mails = all.cpu+c.cpu, all.database+c.database, all.wall+c.wall,
			all.mails+c.mails
		all.objects, all.bytes, all.stored = all.objects+c.objects, all.bytes+c.bytes, all.stored+c.stored
	}
	n.audit(h, gameNumber(filled))
	if err := h.close(); err != nil {
		b.Fatal(err)
	}
	mails, games := float64(all.mails), float64(size-filled)
	b.ReportMetric(1000*all.cpu.Seconds()/mails, "cpu-ms/mail")
	if n.server != nil {
		b.ReportMetric(1000*all.database.Seconds()/mails, "database-cpu-ms/mail")
		b.ReportMetric(startDatabase.Seconds(), "database-cpu-s/start")
	}
	b.ReportMetric(float64(all.objects)/mails, "allocs/mail")
	b.ReportMetric(float64(all.bytes)/mails/1000, "kB-allocated/mail")
	b.ReportMetric(float64(all.stored)/mails/1000, "kB-stored/mail")
	b.ReportMetric(float64(made.stored)/games/1000, "kB/game")
	b.ReportMetric(1000*made.cpu.Seconds()/games, "cpu-ms/game")
	b.ReportMetric(started.cpu.Seconds(), "cpu-s/start")
	b.ReportMetric(started.wall.Seconds(), "s/start")
	b.ReportMetric(float64(held.HeapAlloc)/1e6, "MB-memory")
	b.ReportMetric(0, "ns/op")
}

// audit makes sure that what was measured are games like any other.
func (n *nation) audit(h *hub, id string) {
	n.b.Helper()
	err := h.store.View(func(tx *store.Tx) error {
		r, _, err := stored.Audit(auditor, tx, id, nil)
		if err == nil && (r.Err() != nil || r.Stands.Number == 0) {
			err = fmt.Errorf("game %s, step %d: %w", id, r.Stands.Number, r.Err())
		}
		return err
	})
	if err != nil {
		n.b.Fatal(err)
	}
}
