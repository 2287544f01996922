package sign

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"berthier/mail"
)

// A ring opens what the same keys open in a list, and keys that were removed open nothing.
func TestRing(t *testing.T) {
	at := time.Now()
	var r Ring
	var keys []Key
	private := []*PrivateKey{}
	for i := range 5 {
		k, err := GenerateKey(fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		private, keys = append(private, k), append(keys, k.Public())
		r.Add(k.Public())
	}
	r.Add(keys[0])
	r.Remove(keys[0]) // it was there twice
	r.Remove(keys[1])
	r.Remove(keys[1]) // and was gone
	for i, k := range private {
		text, err := Inline(k, []byte("hold\n"))
		if err != nil {
			t.Fatal(err)
		}
		m, err := mail.Parse([]byte("From: ney@example.net\r\n\r\n" + string(text)))
		if err != nil {
			t.Fatal(err)
		}
		left := append([]Key{keys[0]}, keys[2:]...)
		want, err1 := Open(m, left, at)
		got, err2 := r.Open(m, at)
		if !reflect.DeepEqual(want, got) || fmt.Sprint(err1) != fmt.Sprint(err2) || (err2 == nil) == (i == 1) {
			t.Errorf("key %d: %+v, %v, want %+v, %v", i, got, err2, want, err1)
		}
	}
	for _, k := range keys {
		r.Remove(k)
	}
	if len(r.counted)+len(r.parts) > 0 {
		t.Errorf("it is not empty: %+v", r)
	}
}

// Keys of OpenPGP and minisign are found by the key IDs of their parts.
func TestRingFindsParts(t *testing.T) {
	var r Ring
	pgp := Key{kind: namePGP, id: "0xAB", ids: "primary.subkey..", text: "one"}
	longer := pgp
	longer.text = "two"
	mini := Key{kind: nameMinisign, id: "RW", ids: "primary."}
	for _, k := range []Key{pgp, longer, mini, pgp} {
		r.Add(k)
	}
	for part, want := range map[string][]Key{
		partOf(namePGP, "primary."): {pgp, longer}, partOf(namePGP, "subkey.."): {pgp, longer},
		partOf(nameMinisign, "primary."): {mini}, partOf(nameMinisign, "subkey.."): nil,
	} {
		c := claim{parts: []string{part}}
		if got := r.candidates(c); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", part, got, want)
		}
		if got := among([]Key{pgp, longer, mini})(c); !reflect.DeepEqual(got, want) {
			t.Errorf("%s in a list: %v, want %v", part, got, want)
		}
	}
	r.Remove(pgp)
	r.Remove(pgp)
	if got := r.candidates(claim{parts: []string{partOf(namePGP, "subkey..")}}); !reflect.DeepEqual(got,
		[]Key{longer}) {
		t.Errorf("after removing one: %v", got)
	}
}
