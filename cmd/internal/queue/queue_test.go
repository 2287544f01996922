package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store"
	"berthier/store/storetest"
)

func TestMain(m *testing.M) { storetest.M{M: m}.Run() }

// rules are those of games of which only mails are judged here.
type rules struct{ engine.Ruleset }

// ones is a source of a key.
type ones struct{}

func (ones) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 1
	}
	return len(p), nil
}

// club is a database of which several processes judge the mails.
type club struct {
	server               *storetest.Server
	schema, address, key string
}

func newClub(t *testing.T, games ...string) *club {
	t.Helper()
	c := &club{server: storetest.Start(t), key: filepath.Join(t.TempDir(), "key")}
	c.schema, c.address = c.server.Schema(t)
	storetest.CreateGames(t, c.open(t).Update, games...)
	return c
}

func (c *club) open(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.OpenDatabase(c.address, c.key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// judge is a process that judges mails.
type judge struct {
	*Queue
	s     *store.Store
	fails func(m store.IncomingMail) error // why a mail cannot be judged now; may be nil
}

var errRefused = errors.New("refused")

// newJudge is one that takes so many mails together. What it judges goes into the logs of the games.
func (c *club) newJudge(t *testing.T, most int) *judge {
	t.Helper()
	key, err := record.GenerateSigner(ones{})
	if err != nil {
		t.Fatal(err)
	}
	j := &judge{s: c.open(t)}
	d, err := docket.New(docket.Config{Store: j.s, Key: key, Rulesets: []engine.Ruleset{rules{}},
		Address: mail.Address{Address: "games@berthier.example"}, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	j.Queue = New(d, most, func(_ context.Context, all []store.IncomingMail) error { return j.judge(all...) },
		func(_ context.Context, m store.IncomingMail) error { return j.judge(m) })
	return j
}

// judge judges mails in one transaction.
func (j *judge) judge(all ...store.IncomingMail) error {
	return j.s.Update(func(tx *store.Tx) error {
		for _, m := range all {
			if j.fails != nil {
				if err := j.fails(m); err != nil {
					return err
				}
			}
			if game := (store.Version{Claim: m.Claim}).Game(); game != "" {
				if _, err := tx.Append(game, store.Record{Kind: "mail", Data: m.Raw}); err != nil {
					return err
				}
			}
			if err := tx.Dequeue(m); err != nil {
				return err
			}
		}
		return nil
	})
}

// standing has a judge read the mailbox until the end of a test.
func (j *judge) standing(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	stands, ended := make(chan bool, 1), make(chan error, 1)
	go func() {
		ended <- j.s.Stand(ctx, store.ClaimMailbox, func(ctx context.Context) error {
			select {
			case stands <- true:
			default:
			}
			<-ctx.Done()
			return nil
		})
	}()
	<-stands
	t.Cleanup(func() { stop(); <-ended })
}

// letter is a mail about a game.
func letter(game string, n int) []byte {
	return fmt.Appendf(nil, "From: ney@example.net\r\nTo: games@berthier.example\r\nMessage-ID: <%d@x>\r\n\r\ngame: "+
		"%s\r\n", n, game)
}

func (j *judge) put(t *testing.T, all ...[]byte) {
	t.Helper()
	if err := j.Put(arrivals(all...), []byte("7 1"), time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
}

func arrivals(all ...[]byte) (found []wire.Arrival) {
	for _, raw := range all {
		found = append(found, wire.Arrival{Raw: raw, Size: int64(len(raw))})
	}
	return found
}

// logOf is what was judged of a game.
func (j *judge) logOf(t *testing.T, game string) (all []string) {
	t.Helper()
	err := j.s.View(func(tx *store.Tx) error {
		for r, err := range tx.Records(game, 1) {
			if err != nil {
				return err
			}
			all = append(all, string(r.Data))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// diary is what the person in charge is told.
func (j *judge) diary(t *testing.T) (all []store.Entry) {
	t.Helper()
	err := j.s.View(func(tx *store.Tx) error {
		for e, err := range tx.Diary() {
			if err != nil {
				return err
			}
			all = append(all, e)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (j *judge) waiting(t *testing.T) (n int) {
	t.Helper()
	err := j.s.View(func(tx *store.Tx) (err error) { n, err = tx.QueueLength(); return err })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestClaimOf(t *testing.T) {
	c := newClub(t, "ulm", "wagram")
	j := c.newJudge(t, 8)
	for _, tt := range []struct{ name, head, text, want string }{
		{"the text", "", "game: ulm\n", "game/ulm"},
		{"a quote", "", "my orders\n\n> | Game: Wagram \n", "game/wagram"},
		{"the first line of two", "", "game: wagram\ngame: ulm\n", "game/wagram"},
		{"the address", "To: games+ulm@berthier.example\n", "hello\n", "game/ulm"},
		{"the text before the address", "To: games+ulm@berthier.example\n", "game: wagram\n", "game/wagram"},
		{"a game that there is not, and the address", "To: games+ulm@berthier.example\n", "game: jena\n", "game/ulm"},
		{"a game that there is not", "", "game: jena\n", store.ClaimClub},
		{"no game at all", "", "hello\n", store.ClaimClub},
		{"in a sentence", "", "the game: ulm\n", store.ClaimClub},
		{"a name that is too long", "", "game: " + strings.Repeat("u", 41) + "\n", store.ClaimClub},
		{"an automatic answer", "Auto-Submitted: auto-replied\n", "game: ulm\n", store.ClaimClub},
		{"nothing", "", "", store.ClaimClub},
	} {
		raw := strings.ReplaceAll("From: ney@example.net\n"+tt.head+"\n"+tt.text, "\n", "\r\n")
		err := j.s.View(func(tx *store.Tx) error {
			got, err := claimOf(tx, j.namesIn([]byte(raw)))
			if got != tt.want {
				t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// Mails go into the queue together with the place in the mailbox, or not at all.
func TestPut(t *testing.T) {
	c := newClub(t, "ulm")
	j, other := c.newJudge(t, 8), c.newJudge(t, 8)
	place := func() (text string) {
		err := j.s.View(func(tx *store.Tx) error {
			got, err := tx.Cursor(j.Mailbox)
			text = string(got)
			if errors.Is(err, store.ErrNotFound) {
				return nil
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	j.standing(t)
	if err := other.Put(arrivals(letter("ulm", 1)), []byte("7 9"), time.Unix(1e9, 0)); !errors.Is(err, store.ErrTaken) {
		t.Errorf("of who does not read the mailbox: %v", err)
	}
	if j.waiting(t) != 0 || place() != "" {
		t.Errorf("%d mails wait, the place is %q", j.waiting(t), place())
	}
	j.put(t, letter("ulm", 1), nil, letter("jena", 2)) // the second was too large
	if j.waiting(t) != 2 || place() != "7 1" {
		t.Errorf("%d mails wait, the place is %q", j.waiting(t), place())
	}
	if n, err := other.JudgeSome(t.Context()); n != 1 || err != nil || j.waiting(t) != 1 {
		t.Errorf("who does not read the mailbox judged %d, %v, %d wait", n, err, j.waiting(t))
	}
	if n, err := j.JudgeSome(t.Context()); n != 1 || err != nil || j.waiting(t) != 0 {
		t.Errorf("who reads the mailbox judged %d, %v, %d wait", n, err, j.waiting(t))
	}
}

// Mails that cannot be judged, of more games than are judged together, hold up those behind them of the same game, and
// no others. They are tried again later.
func TestFailingMailsHoldUpTheirGame(t *testing.T) {
	bad := []string{"austerlitz", "borodino", "castiglione", "dresden", "eylau"}
	c := newClub(t, append(slices.Clone(bad), "ulm")...)
	j := c.newJudge(t, 2)
	j.standing(t)
	var all [][]byte
	for n, game := range bad {
		all = append(all, letter(game, n), letter(game, 10+n))
	}
	j.put(t, append(all, letter("ulm", 20))...)
	refuses := map[string]bool{}
	for n := range bad {
		refuses[string(all[2*n])] = true
	}
	j.fails = func(m store.IncomingMail) error {
		if refuses[string(m.Raw)] {
			return errRefused
		}
		return nil
	}
	var faults int
	for range 2 * len(bad) {
		_, err := j.JudgeSome(t.Context())
		if err != nil && !errors.Is(err, errRefused) {
			t.Fatal(err)
		}
		if err != nil {
			faults++
		}
	}
	if got := j.logOf(t, "ulm"); len(got) != 1 || faults == 0 {
		t.Errorf("of ulm %d mails were judged, with %d faults", len(got), faults)
	}
	for n, game := range bad {
		if got := j.logOf(t, game); len(got) != 0 {
			t.Errorf("%s: judged behind one that was not: %q", game, got)
		}
		clear(j.rests) // as time does
		delete(refuses, string(all[2*n]))
		for range 4 * len(bad) {
			if _, err := j.JudgeSome(t.Context()); err != nil && !errors.Is(err, errRefused) {
				t.Fatal(err)
			}
		}
		if got, want := j.logOf(t, game), []string{string(all[2*n]), string(all[2*n+1])}; !slices.Equal(got, want) {
			t.Errorf("%s: judged %q, want %q", game, got, want)
		}
	}
}

// A mail that is damaged in the database is set aside, and the person in charge is told once. All others are judged,
// but deadlines wait until he removes it.
func TestDamagedMail(t *testing.T) {
	for name, damage := range map[string]string{
		"its bytes": "raw = 'x'", "a bit of it": "raw = set_byte(raw, 30, 1 - get_byte(raw, 30))",
		"its time": "looked = set_byte(looked, 1, 255)", "no time": "looked = 'x'",
		"its claim": `raw = 'x', claim = 'ulm "\'`,
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, "ulm", "wagram")
			j, other := c.newJudge(t, 8), c.newJudge(t, 8)
			j.standing(t)
			j.put(t, letter("ulm", 1), letter("wagram", 2), letter("ulm", 3))
			c.server.SQL(t, "UPDATE "+c.schema+".berthier_queue SET "+damage+" WHERE seq = 1")
			for _, j := range []*judge{j, other, j} {
				if _, err := j.JudgeSome(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if got := len(j.logOf(t, "wagram")); got != 1 || len(j.logOf(t, "ulm")) != 1 || j.waiting(t) != 1 {
				t.Errorf("judged %d of wagram, %d of ulm, %d wait", got, len(j.logOf(t, "ulm")), j.waiting(t))
			}
			if told := j.diary(t); len(told) != 1 || !told[0].Told ||
				!strings.Contains(told[0].Text, "-delete queue/1") {
				t.Errorf("the diary has %+v", told)
			}
			read := time.Unix(2e9, 0)
			if in, err := other.AllIn(read); err != nil || in.After(time.Time{}) {
				t.Errorf("deadlines pass up to %v, %v", in, err)
			}
			if problems, err := j.s.Check(); len(problems) != 1 || err != nil ||
				problems[0].Error() != "queue/1: it was damaged, and is set aside" {
				t.Errorf("the check tells %v, %v", problems, err)
			}
			for name, want := range map[string]error{"queue/2": store.ErrNotFound, "queue/1": nil} {
				err := other.s.Update(func(tx *store.Tx) error { return tx.DropAside(name) })
				if !errors.Is(err, want) {
					t.Errorf("%s: %v, want %v", name, err, want)
				}
			}
			if in, err := j.AllIn(read); err != nil || !in.Equal(read) {
				t.Errorf("afterwards deadlines pass up to %v, %v", in, err)
			}
		})
	}
}

// Whichever of several processes judge which mails, together or alone, and whatever fails meanwhile, leases too: those
// of each game are judged in their order, each once.
func TestOrder(t *testing.T) {
	games := []string{"austerlitz", "jena", "ulm", "wagram"}
	c := newClub(t, games...)
	seed := enginetest.Seed(t)
	random := rand.New(rand.NewPCG(seed, 0))
	reader := c.newJudge(t, 3)
	reader.standing(t)
	want := map[string][]string{}
	var pile [][]byte
	for n := range 120 {
		game := games[random.IntN(len(games))]
		pile = append(pile, letter(game, n))
		want[game] = append(want[game], string(pile[len(pile)-1]))
	}
	var running sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	for n := range 3 {
		j := c.newJudge(t, 1+2*n)
		chance := rand.New(rand.NewPCG(seed, uint64(n+1)))
		j.fails = func(store.IncomingMail) error {
			switch chance.IntN(40) {
			case 0:
				return errRefused
			case 1: // the leases of all end
				c.server.SQL(t, "UPDATE "+c.schema+".berthier_worker SET until = now() - interval '1 hour'")
			case 2:
				return fmt.Errorf("%w: %w", store.ErrNotWritten, store.ErrMet)
			}
			return nil
		}
		running.Go(func() {
			for ctx.Err() == nil {
				clear(j.rests)
				_, err := j.JudgeSome(ctx)
				if err != nil && ctx.Err() == nil && !errors.Is(err, errRefused) &&
					!errors.Is(err, store.ErrNotWritten) && !errors.Is(err, store.ErrNotRead) {
					t.Error(err)
				}
			}
		})
	}
	for len(pile) > 0 {
		some := pile[:min(len(pile), 1+random.IntN(9))]
		if err := reader.Put(arrivals(some...), []byte("7 1"), time.Unix(1e9, 0)); err == nil {
			pile = pile[len(some):]
		} else if !errors.Is(err, store.ErrTaken) { // its lease ended, and it stands on the mailbox again
			t.Fatal(err)
		}
	}
	for end := time.Now().Add(4 * time.Minute); reader.waiting(t) > 0 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	running.Wait()
	for _, game := range games {
		if got := reader.logOf(t, game); !slices.Equal(got, want[game]) {
			t.Errorf("%s: %d mails were judged of %d, or in another order", game, len(got), len(want[game]))
		}
	}
	problems, err := reader.s.Check()
	if err != nil || len(problems) > 0 {
		t.Errorf("store: %v, %v", problems, err)
	}
}
