package umpire

import (
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// folded is a game that is followed by the fold of its records.
type folded struct {
	rules engine.Ruleset
	state fold.State
}

// follow goes on with the records that are new. Other rules follow the log anew.
func (f *folded) follow(rules engine.Ruleset, log []store.Record) error {
	if f.rules != rules || f.state.Seq() == 0 {
		f.rules, f.state = rules, fold.New(rules)
	}
	for _, r := range log[f.state.Seq():] {
		e, err := fold.Read(r)
		if err != nil {
			return err
		}
		if b, ok := e.Record.(record.Rollback); ok {
			if e.Back, err = fold.At(rules, log[:r.Seq-1], b.To); err != nil {
				return err
			}
		}
		if f.state, err = fold.Apply(f.state, e); err != nil {
			return err
		}
	}
	return nil
}

// stateNumber reads a value of a store that is the number of a record, or begins with one.
func stateNumber(tx *store.Tx, id, key string) (n uint64, err error) {
	value, err := optional(tx.State(id, key))
	if err == nil && value != nil {
		_, err = fmt.Sscan(string(value), &n)
	}
	return n, err
}

// unlike says in what the fold of a game's log differs from what the store has of it.
func unlike(tx *store.Tx, u *Umpire, g folding, held bool, s fold.State) (wrong []string) {
	differ := func(what string, got, want any) {
		if !reflect.DeepEqual(got, want) {
			wrong = append(wrong, fmt.Sprintf("%s: the fold has %v, the store %v", what, got, want))
		}
	}
	id := g.Game
	number := func(key string) uint64 {
		n, err := stateNumber(tx, id, key)
		differ("reading "+key, err, error(nil))
		return n
	}
	differ("records", s.Seq(), g.tree.Size())
	differ("root", s.Tree.Root(), g.tree.Root())
	differ("time", s.Time.UTC(), g.newest.UTC())
	differ("step", s.Number, g.step)
	if link, err := u.linkOf(id, g.step); err != nil || link != s.Link {
		differ("link", s.Link, link)
	}
	differ("game record", s.First, g.first)
	differ("rules", fmt.Sprintf("%v", s.Rules), fmt.Sprintf("%v", g.inForce.String()))
	differ("data", s.Rules.Data, g.inForce.Data)
	differ("log key", s.LogKey, g.logKey)
	differ("waits", s.Waits, g.waits)
	if !held {
		text, err := tx.State(id, statePosition)
		switch {
		case err != nil || s.Position == nil:
			differ("position", s.Place, err)
		default:
			differ("position", string(s.Position.Encode()), string(text))
			differ("adrift or lost", s.Adrift || s.Lost, false)
		}
		differ("turn", g.turn(), g.rs.Turn(s.Position))
	}
	differ("seats", len(s.Seats), len(g.sides))
	for i, seat := range s.Seats {
		side := g.sides[i]
		differ("side", seat.Side, side)
		of := func(what string) string { return what + " of " + string(side) }
		differ(of("player"), seat.Player, g.player(side).Name)
		differ(of("key"), seat.Key.String(), g.keys[side].String())
		for key, want := range map[string]bool{statePlayer: seat.Taken, stateKey: seat.Rekeyed} {
			text, err := optional(tx.State(id, key+string(side)))
			differ("reading "+key, err, error(nil))
			differ(of(key), text != nil, want)
		}
		asked := number(stateRequest + string(side))
		differ(of("request"), seat.Asked.Seq, asked)
		var request record.Key
		if asked != 0 {
			r, err1 := recordOf(tx, id, fmt.Sprint(asked))
			k, err2 := record.ParseKey(r.Data, nil)
			differ("reading a request", errors.Join(err1, err2), error(nil))
			request = k
		}
		differ(of("key that is asked for"), seat.Asked.Key, request.New)
		differ(of("orders"), seat.Pending.Seq, number(statePending+string(side)))
		differ(of("orders"), printed(seat.Pending.Orders), printed(g.pending[side].Orders))
		offer := uint64(0)
		if g.offers[side] {
			offer = number(stateDraw + string(side))
		}
		differ(of("offer"), seat.Offer, offer)
		differ(of("conceded"), seat.Conceded, number(stateConceded+string(side)))
		differ(of("left"), seat.Vacant, number(stateVacant+string(side)))
		differ(of("vacant"), seat.Vacant != 0, g.vacant[side])
	}
	wrong = append(wrong, unlikeTimes(tx, g, s)...)
	differ("over", s.Over != nil, g.ending.over != nil)
	if s.Over != nil && g.ending.over != nil {
		differ("outcome", s.Over.Outcome, *g.ending.over)
		differ("abandoned", s.Abandoned != nil, strings.HasPrefix(g.ending.over.Text, record.Abandoned))
		over, err := recordOf(tx, id, fmt.Sprint(number(stateEnded)))
		differ("end", printed(*s.Over), string(over.Data))
		differ("reading the end", err, error(nil))
	}
	var closed, was record.Closed
	closedSeq := uint64(0)
	if s.Closed != nil {
		closed, closedSeq = s.Closed.Closed, s.Closed.Seq
	}
	if g.closed != nil {
		was = *g.closed
	}
	differ("closed", closedSeq, number(stateClosed))
	differ("closed", closed, was)
	var news, keyNews []uint64
	for _, c := range g.changes {
		news = append(news, c.seq)
	}
	for _, k := range g.news {
		keyNews = append(keyNews, k.seq)
	}
	differ("news", s.News, news)
	differ("news of keys", s.KeyNews, keyNews)
	if g.burnTo != 0 && g.burnTo <= s.Number {
		differ("links to be burned", s.Number, g.burnTo)
	}
	return wrong
}

// unlikeTimes compares clocks, and when things were signed.
func unlikeTimes(tx *store.Tx, g folding, s fold.State) (wrong []string) {
	differ := func(what string, got, want any) {
		if !reflect.DeepEqual(got, want) {
			wrong = append(wrong, fmt.Sprintf("%s: the fold has %v, the store %v", what, got, want))
		}
	}
	differ("clock", s.Clock != nil, g.clock != nil)
	if s.Clock != nil && g.clock != nil {
		differ("clocks", s.Clock.State, g.clock.State)
		differ("record of the clocks", s.Clock.Seq, g.clock.seq)
		var news []fold.ClockNews
		for _, n := range g.clock.news {
			news = append(news, fold.ClockNews{Seq: n.seq, Text: n.text})
		}
		differ("news of clocks", s.Clock.News, news)
	}
	var got, want []string
	for _, t := range s.Signed {
		got = append(got, fmt.Sprintf("%s/%s %d %d %d", t.Side, t.Thing, t.Step, t.At.Unix(), t.Came.Unix()))
	}
	for _, side := range g.sides {
		keys, err := tx.StateKeys(g.Game, stateSigned+string(side)+"/")
		differ("signed", err, error(nil))
		for _, key := range keys {
			if strings.HasSuffix(key, "/"+wordObserve) { // is in no record
				continue
			}
			value, _ := tx.State(g.Game, key)
			want = append(want, strings.TrimPrefix(key, stateSigned)+" "+string(value))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	differ("signed", got, want)
	return wrong
}

func printed(r record.Record) string {
	data, hidden := r.Print()
	return string(data) + string(hidden)
}

// alike compares the fold of every game's log with what the store has, as another
// daemon reads it.
func (tb *table) alike(folds map[string]*folded) {
	tb.t.Helper()
	if tb.foreign {
		return
	}
	config := tb.u.Config
	config.Logger = slog.New(slog.DiscardHandler)
	u, err := New(config)
	if err != nil {
		tb.t.Fatal(err)
	}
	err = tb.store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, id := range names {
			if folds[id] == nil {
				folds[id] = &folded{}
			}
			err = errors.Join(err, alikeIn(tx, u, id, folds[id]))
		}
		return err
	})
	if err != nil {
		tb.t.Error(err)
	}
}

func alikeIn(tx *store.Tx, u *Umpire, id string, f *folded) error {
	g, err := u.load(tx, id)
	var held *HeldError
	if err != nil && !errors.As(err, &held) {
		return err
	}
	var log []store.Record
	for r, err := range tx.Records(id, 1) {
		if err != nil {
			return err
		}
		log = append(log, r)
	}
	if err := f.follow(g.rs, log); err != nil {
		if held != nil { // its rules go otherwise
			return nil
		}
		return fmt.Errorf("game %s: %w", id, err)
	}
	first, err := record.ParseGame(log[0].Data, log[0].Hidden)
	if err != nil {
		return err
	}
	if wrong := unlike(tx, u, folding{g, first}, held != nil, f.state); len(wrong) > 0 {
		return fmt.Errorf("game %s, record %d:\n%s", id, len(log), strings.Join(wrong, "\n"))
	}
	return nil
}

// folding is a game as the old code has it, with its first record as it was written.
type folding struct {
	*game
	first record.Game
}

// The comparison looks at every field: whichever is changed, it says so.
func TestFoldIsCompared(t *testing.T) {
	w := &whim{table: chief(t), done: map[string]int{}}
	chain, _ := ownChain()
	spec := spec()
	spec.Deadline, spec.Beacon = "2d; bank 24h", record.Beacon{Chain: chain, Delay: time.Second}
	if _, err := w.u.Create(spec); err != nil {
		t.Fatal(err)
	}
	w.table.say(keys()["Red"], "key@home", keyChange(keys()["Stranger"].Public().String()))
	w.tell("Blue", "draw")
	w.play("Red", 1, 1, "pick 1")
	w.play("Blue", 1, 1, "pick 1")
	err := w.store.View(func(tx *store.Tx) error {
		f := &folded{}
		if err := alikeIn(tx, w.u, "duel-1", f); err != nil {
			return err
		}
		g, err := w.u.load(tx, "duel-1")
		if err != nil {
			return err
		}
		r, err := oneRecord(tx, "duel-1", 1)
		if err != nil {
			return err
		}
		first, err := record.ParseGame(r.Data, nil)
		changed := 0
		eachChange(reflect.ValueOf(&f.state).Elem(), "State", func(what string) {
			changed++
			if len(unlike(tx, w.u, folding{g, first}, false, f.state)) == 0 {
				t.Errorf("%s was changed, and nothing is wrong", what)
			}
		})
		if changed < 60 {
			t.Errorf("%d fields were changed", changed)
		}
		return errors.Join(err, alikeIn(tx, w.u, "duel-1", f)) // all is as it was
	})
	if err != nil {
		t.Error(err)
	}
}

// eachChange changes every value that can be reached from v, one after the other, calls
// do, and puts it back.
func eachChange(v reflect.Value, what string, do func(what string)) {
	if !v.CanSet() {
		return
	}
	was := reflect.New(v.Type()).Elem()
	was.Set(v)
	change := func(to any) {
		v.Set(reflect.ValueOf(to).Convert(v.Type()))
		do(what)
		v.Set(was)
	}
	switch v.Kind() {
	case reflect.String:
		change(v.String() + "x")
	case reflect.Bool:
		change(!v.Bool())
	case reflect.Int, reflect.Int64:
		change(v.Int() + 1)
	case reflect.Uint64:
		change(v.Uint() + 1)
	case reflect.Struct:
		if at, ok := v.Interface().(time.Time); ok {
			change(at.Add(time.Second))
			return
		}
		for i := range v.NumField() {
			eachChange(v.Field(i), what+"."+v.Type().Field(i).Name, do)
		}
	case reflect.Slice:
		if v.Len() > 0 {
			v.Set(v.Slice(0, v.Len()-1))
			do(what)
			v.Set(was)
		}
		for i := range v.Len() {
			eachChange(v.Index(i), fmt.Sprintf("%s[%d]", what, i), do)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			eachChange(v.Elem(), what, do)
			v.SetZero()
			do(what)
			v.Set(was)
		}
	}
}

// Whatever the store says of a game, the log must say too.
func TestStoreIsCompared(t *testing.T) {
	for _, c := range []struct{ key, value string }{
		{statePending + "Red", ""}, {statePending + "Red", "3"}, {statePending + "Blue", "4"}, {stateDraw + "Blue", ""}, {stateDraw + "Red", "2"},
		{stateKey + "Red", keys()["Stranger"].Public().String()}, {stateVacant + "Red", "1"}, {stateNews, "1"}, {stateNews, ""}, {stateKeyNews, "2"},
		{stateConceded + "Red", "2"}, {stateClock, ""}, {stateClock, "1"}, {statePlayer + "Red", "Murat"}, {stateWaits, "yes"}, {stateClosed, "2"},
		{stateRules, "2"}, {stateLogKey, "2"}, {stateEnded, "2"},
	} {
		tb := clocked(t, "2d")
		tb.play("Red", 1, 1, "pick 1")
		tb.tell("Blue", "draw")
		if _, err := tb.u.Verify("duel-1"); err != nil {
			t.Fatal(err)
		}
		tb.foreign = true
		err := tb.store.Update(func(tx *store.Tx) error {
			if c.value == "" {
				return tx.DeleteState("duel-1", c.key)
			}
			return tx.SetState("duel-1", c.key, []byte(c.value))
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := tb.store.View(func(tx *store.Tx) error { return checkValues(tx, "duel-1") }); err == nil || !strings.Contains(err.Error(), c.key+" = ") {
			t.Errorf("%s = %q: got %v", c.key, c.value, err)
		}
	}
}
