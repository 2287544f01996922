package ccn

import (
	"bytes"
	"testing"

	"berthier/engine"
)

// FuzzDecode holds that whatever decodes encodes to the same bytes, and can be viewed and
// reported without a panic.
func FuzzDecode(f *testing.F) {
	rs := loaded(f)
	g := recorded(f, rs, "crossroads", 1, random(rs, 1))
	p := g.start
	for i, s := range g.steps {
		if i%20 == 0 {
			f.Add(p.Encode())
		}
		p = rs.Apply(p, s.Events)
	}
	f.Add(p.Encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := rs.Decode(data)
		if err != nil {
			return
		}
		if got := p.Encode(); !bytes.Equal(got, data) {
			t.Errorf("decoded and encoded again it is\n%s\nnot\n%s", got, data)
		}
		for _, d := range rs.Owed(p) {
			v := rs.View(p, d.Side)
			engine.Tell(rs, v, v, nil, d.Side)
		}
	})
}
