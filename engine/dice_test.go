package engine

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// The vector of the package doc. Its numbers were made with sha256sum and
// openssl, not with this package.
const (
	vecGame   = "austerlitz-1"
	vecStep   = 7
	vecFile   = "game: austerlitz-1\nside: French\nturn: 1\nstep: 7\n\nshock 1leg,4leg at 1613\nend\n"
	vecSecret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	vecSealed = "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"
	vecCommit = "72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084"
	vecAnchor = "fbd3136db367d4cb21dc522f7e8a28ccce1bec79ee01d51fcd31af5d31c08754"
	vecLink6  = "e28dc41c3939002f59ed7802c04cfc84721b7ceff56a5d74a7e5c7bf0f36e689"
	vecLink7  = "e299327a8c5527a4015443202068e08f8d5fbc9bc55312c98ab3fda47fb6d4a9"
	vecInputs = "b60a76725b87211d8d7c846e4ebf385933b007a6ef5391c75f5dc52b458080ba"
)

func mustLink(t testing.TB, s string) Link {
	t.Helper()
	l, err := ParseLink(s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func chainLink(t testing.TB, secret string, step int) Link {
	t.Helper()
	l, err := ChainLink(mustLink(t, secret), step)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func vecInput() []Input {
	return []Input{{Side: "French", File: sha256.Sum256([]byte(vecFile))}, {Side: "Allied"}}
}

func TestChainVector(t *testing.T) {
	for step, want := range map[int]string{0: vecAnchor, 6: vecLink6, 7: vecLink7, ChainLength: vecSecret} {
		if got := chainLink(t, vecSecret, step).String(); got != want {
			t.Errorf("link %d: got %s, want %s", step, got, want)
		}
	}
	for _, step := range []int{-1, ChainLength + 1} {
		if l, err := ChainLink(mustLink(t, vecSecret), step); err == nil {
			t.Errorf("link %d: got %s, want an error", step, l)
		}
	}
}

// A way leads to each link that hashing the secret all the way does.
func TestWay(t *testing.T) {
	want := mustLink(t, vecSecret)
	way := NewWay(want)
	for step := ChainLength; step >= 0; step-- {
		if got, err := way.Link(step); err != nil || got != want {
			t.Fatalf("link %d: got %v, %v; want %v", step, got, err, want)
		}
		want = want.Before(1)
	}
	for _, step := range []int{-1, ChainLength + 1} {
		_, want := ChainLink(mustLink(t, vecSecret), step)
		if _, err := way.Link(step); err == nil || err.Error() != want.Error() {
			t.Errorf("link %d: got %v, want %v", step, err, want)
		}
	}
	for _, wrong := range []Way{nil, way[1:], append(NewWay(want), 0)} {
		if l, err := wrong.Link(1); err == nil {
			t.Errorf("a way of %d bytes leads to %v", len(wrong), l)
		}
	}
}

func TestFollows(t *testing.T) {
	prev := chainLink(t, vecSecret, 0)
	for step := 1; step <= 8; step++ {
		l := chainLink(t, vecSecret, step)
		if !l.Follows(prev) {
			t.Errorf("link %d does not follow link %d", step, step-1)
		}
		if prev.Follows(l) || l.Follows(l) {
			t.Errorf("link %d follows backwards", step)
		}
		prev = l
	}
	if !mustLink(t, vecSealed).Follows(mustLink(t, vecCommit)) {
		t.Error("the sealed secret does not open its commitment")
	}
}

func TestParseLink(t *testing.T) {
	for _, bad := range []string{"", "00", vecSecret[1:], vecSecret + "00", strings.Repeat("g", 64)} {
		if l, err := ParseLink(bad); err == nil {
			t.Errorf("%q: got %s, want an error", bad, l)
		}
	}
}

func TestInputHash(t *testing.T) {
	if got := fmt.Sprintf("%x", InputHash(vecInput())); got != vecInputs {
		t.Errorf("got %s, want %s", got, vecInputs)
	}
	seen := map[[32]byte]string{InputHash(vecInput()): "vector"}
	for name, in := range map[string][]Input{
		"nobody":           nil,
		"other order":      {{Side: "Allied"}, {Side: "French", File: sha256.Sum256([]byte(vecFile))}},
		"other file":       {{Side: "French", File: sha256.Sum256([]byte("x"))}, {Side: "Allied"}},
		"other side's":     {{Side: "French"}, {Side: "Allied", File: sha256.Sum256([]byte(vecFile))}},
		"one side only":    {{Side: "French", File: sha256.Sum256([]byte(vecFile))}},
		"other side names": {{Side: "french", File: sha256.Sum256([]byte(vecFile))}, {Side: "Allied"}},
	} {
		h := InputHash(in)
		if other, ok := seen[h]; ok {
			t.Errorf("%s hashes as %s", name, other)
		}
		seen[h] = name
	}
}

func vecStream(t testing.TB) *Stream {
	return NewStream(vecGame, vecStep, InputHash(vecInput()), chainLink(t, vecSecret, vecStep), mustLink(t, vecSealed))
}

func TestDrawVector(t *testing.T) {
	s := vecStream(t)
	got := []Draw{s.Draw("shock at 1613", 10), s.Draw("shock at 1613", 10), s.Seal("shuffle 52", 52)}
	want := []Draw{
		{No: 1, Purpose: "shock at 1613", N: 10, Value: 4},             // 5936d0bc
		{No: 2, Purpose: "shock at 1613", N: 10, Value: 3},             // b222e31d
		{No: 3, Sealed: true, Purpose: "shuffle 52", N: 52, Value: 32}, // 9467a180
	}
	for i, d := range got {
		if d != want[i] || s.Draws()[i] != d {
			t.Errorf("draw %d: got %+v, recorded %+v, want %+v", i+1, d, s.Draws()[i], want[i])
		}
		key := chainLink(t, vecSecret, vecStep)
		if d.Sealed {
			key = mustLink(t, vecSealed)
		}
		if !VerifyDraw(key, vecGame, vecStep, InputHash(vecInput()), d) {
			t.Errorf("draw %d does not verify", i+1)
		}
	}
}

// TestVerifyDraw changes one thing at a time; with n=65536 a false draw
// agrees by chance once in 65536 times, and these are fixed.
func TestVerifyDraw(t *testing.T) {
	key, in := chainLink(t, vecSecret, vecStep), InputHash(vecInput())
	d := vecStream(t).Draw("a", MaxDraw)
	tests := []struct {
		name string
		ok   bool
	}{
		{"itself", VerifyDraw(key, vecGame, vecStep, in, d)},
		{"link", !VerifyDraw(chainLink(t, vecSecret, 8), vecGame, vecStep, in, d)},
		{"game", !VerifyDraw(key, "austerlitz-2", vecStep, in, d)},
		{"step", !VerifyDraw(key, vecGame, 8, in, d)},
		{"inputs", !VerifyDraw(key, vecGame, vecStep, InputHash(nil), d)},
		{"number", !VerifyDraw(key, vecGame, vecStep, in, Draw{No: 2, Purpose: d.Purpose, N: d.N, Value: d.Value})},
		{"purpose", !VerifyDraw(key, vecGame, vecStep, in, Draw{No: 1, Purpose: "b", N: d.N, Value: d.Value})},
		{"sides of the die", !VerifyDraw(key, vecGame, vecStep, in,
			Draw{No: 1, Purpose: d.Purpose, N: d.N - 1, Value: d.Value})},
		{"value", !VerifyDraw(key, vecGame, vecStep, in, Draw{No: 1, Purpose: d.Purpose, N: d.N, Value: d.Value ^ 1})},
		{"no values", !VerifyDraw(key, vecGame, vecStep, in, Draw{No: 1, Purpose: "a"})},
		{"negative", !VerifyDraw(key, vecGame, vecStep, in, Draw{No: 1, Purpose: "a", N: -1})},
		{"too many values", !VerifyDraw(key, vecGame, vecStep, in, Draw{No: 1, Purpose: "a", N: 1 << 40})},
	}
	for _, tt := range tests {
		if !tt.ok {
			t.Errorf("%s: a false draw verifies, or a true one does not", tt.name)
		}
	}
}

// TestOpenSSL checks the vector and a few draws with the programs that the
// package doc tells people to use.
func TestOpenSSL(t *testing.T) {
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Log("no openssl here; the vectors of the other tests were made with it")
		return
	}
	s := vecStream(t)
	for i := range 4 {
		d := s.Draw(fmt.Sprintf("test %d", i), 60)
		cmd := exec.Command("openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:"+vecLink7)
		cmd.Stdin = strings.NewReader(DrawMessage(vecGame, vecStep, InputHash(vecInput()), d, 0))
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		_, sum, _ := bytes.Cut(out, []byte("= "))
		var v uint32
		if _, err := fmt.Sscanf(string(sum[:8]), "%x", &v); err != nil {
			t.Fatal(err)
		}
		if got := int(v % 60); v < (1<<32)/60*60 && got != d.Value {
			t.Errorf("draw %d: openssl gives %d, the stream %d", d.No, got, d.Value)
		}
	}
}

// TestUniform bounds chi-square at about six standard deviations above its
// mean; the secrets are fixed, so it cannot fail by chance.
func TestUniform(t *testing.T) {
	const perCell = 300
	tests := []struct {
		n      int
		sealed bool
		most   float64 // n-1 degrees of freedom: n-1 + 6*sqrt(2(n-1))
	}{{6, false, 24}, {10, false, 35}, {7, false, 27}, {60, false, 125}, {6, true, 24}, {10, true, 35},
		{7, true, 27}, {60, true, 125}}
	for _, tt := range tests {
		s := vecStream(t)
		draw := s.Draw
		if tt.sealed {
			draw = s.Seal
		}
		count := make([]int, tt.n)
		for range tt.n * perCell {
			count[draw("uniform", tt.n).Value]++
		}
		chi := 0.0
		for _, c := range count {
			chi += float64((c-perCell)*(c-perCell)) / perCell
		}
		if chi > tt.most {
			t.Errorf("n=%d sealed=%v: chi-square %.1f, want at most %.0f", tt.n, tt.sealed, chi, tt.most)
		}
	}
}

// TestRejection finds a draw whose first word has to be thrown away. Of
// 65536 values about one word in as many is; n is chosen so that it is.
func TestRejection(t *testing.T) {
	key := mustLink(t, vecSecret)
	in := InputHash(nil)
	const n = 65175
	for no := 1; no < 1<<20; no++ {
		d := Draw{No: no, Purpose: "r", N: n}
		mac := hmac.New(sha256.New, key[:])
		mac.Write([]byte(DrawMessage("g", 1, in, d, 0)))
		block := mac.Sum(nil)
		if binary.BigEndian.Uint32(block) < (1<<32)/n*n {
			continue
		}
		d.Value = int(binary.BigEndian.Uint32(block[4:]) % n)
		if !VerifyDraw(key, "g", 1, in, d) {
			t.Errorf("draw %d: the second word should count", no)
		}
		return
	}
	t.Fatal("no word was thrown away")
}

func TestMustFit(t *testing.T) {
	for _, n := range []int{0, -1, MaxDraw + 1} {
		for name, dice := range map[string]Dice{"stream": vecStream(t), "forced": NewForced(0)} {
			if !panics(func() { dice.Draw("x", n) }) || !panics(func() { dice.Seal("x", n) }) {
				t.Errorf("%s: a draw of one from %d does not panic", name, n)
			}
		}
	}
	if d := vecStream(t).Draw("x", 1); d.Value != 0 {
		t.Errorf("a draw of one from 1 is %d", d.Value)
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

func TestForced(t *testing.T) {
	tests := []struct {
		name   string
		values []int
		draws  int
		want   string
	}{
		{"exact", []int{3, 5}, 2, ""},
		{"none", nil, 0, ""},
		{"too few", []int{3}, 2, "no forced die left for draw 2 (x)"},
		{"far too few", nil, 8, "no forced die left for draw 1 (x)"},
		{"too many", []int{3, 4, 5}, 2, "3 forced dice, only 2 were used"},
		{"too high", []int{3, 6}, 2, "forced die 2 is 6, draw 2 (x) goes from 0 to 5"},
		{"negative", []int{-1}, 1, "forced die 1 is -1, draw 1 (x) goes from 0 to 5"},
		{"the first error counts", []int{9}, 2, "forced die 1 is 9, draw 1 (x) goes from 0 to 5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := NewForced(tt.values...)
			for i := range tt.draws {
				d := f.Draw
				if i%2 == 1 {
					d = f.Seal
				}
				got := d("x", 6)
				want := Draw{No: i + 1, Sealed: i%2 == 1, Purpose: "x", N: 6}
				switch {
				case i >= len(tt.values):
					want.Value = i % 6
				case tt.values[i] >= 0 && tt.values[i] < 6:
					want.Value = tt.values[i]
				}
				if got != want || f.Draws()[i] != want {
					t.Errorf("draw %d: got %+v, want %+v", i+1, got, want)
				}
			}
			got := ""
			if err := f.Err(); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
