package umpire

import (
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// A file that its player signed for another game, side or step counts for no other:
// an umpire could pick from all that somebody ever signed.
func TestSignedForSomethingElse(t *testing.T) {
	tb, records := played(t)
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindOrders && r.Step == 1 })
	o, err := record.ParseOrders(records[i].Data, records[i].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	good := file(o.Side, 1, 1, "pick 2")
	for _, tt := range []struct{ text, want string }{
		{good, ""},
		{strings.ToUpper(good), ""},
		{"Sire!\n\n" + good + "-- \nNey\n", ""},
		{strings.Replace(good, "duel-1", "duel-2", 1), `for side "Red", step 1 of game "duel-2"`},
		{strings.Replace(good, "Red", "Blue", 1), `for side "Blue", step 1 of game "duel-1"`},
		{file(o.Side, 1, 2, "pick 2"), "step 2"},
		{"pick 2\nend\n", "step 0"},
	} {
		o.Data = []byte(tt.text)
		read, _ := engine.ParseTurnFile(o.Data, tb.rules.Verbs(), engine.Limits{})
		o.Lines = read.Orders
		if o.Signature, err = sign.Sign(keys()["Red"], o.Data); err != nil {
			t.Fatal(err)
		}
		covered, err := sign.Verify(keys()["Red"].Public(), o.Data, o.Signature, o.Time)
		if err != nil {
			t.Fatal(err)
		}
		o.File = covered.Sum()
		changed := slices.Clone(records)
		changed[i].Data, changed[i].Hidden = o.Print()
		a, _ := tb.check(changed)
		err = a.Check("orders").Err
		if (err != nil) != (tt.want != "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %q", tt.text, err, tt.want)
		}
	}
}
