package game

import (
	"errors"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// fileRules is a ruleset that begins with a file. It is asked here to set games up, and
// whether they are over.
type fileRules struct {
	engine.Ruleset
	position engine.Position
}

func (o fileRules) Name() string    { return "toss" }
func (o fileRules) Version() string { return "1" }

func (fileRules) Outcome(engine.Position) engine.Outcome { return engine.Outcome{} }

func (o fileRules) Start(s engine.Setup) (engine.Position, error) {
	if string(s.Files["points.txt"]) != "7\n" {
		return nil, errors.New("no file")
	}
	return o.position, nil
}

type bareView struct{}

func (bareView) Encode() []byte         { return []byte("bare\n") }
func (bareView) Append(b []byte) []byte { return append(b, "bare\n"...) }

// A game that began with a file has no position where the log hides the file, and one
// where it shows it.
func TestFiles(t *testing.T) {
	var s script
	s.game(func(g *record.Game) {
		g.Files, g.HiddenPart = []string{"points.txt"}, s.hidden()
		g.Setup.Files = map[string][]byte{"points.txt": []byte("7\n")}
		g.Position = engine.Hash(bareView{})
	})
	rs := fileRules{position: bareView{}}
	state, err := Fold(rs, s.log, nil)
	if err != nil || state.Lost || state.Position == nil {
		t.Errorf("with the file: %v, %+v", err, state.Place)
	}
	s.log[0].Hidden = nil
	if state, err = Fold(rs, s.log, nil); err != nil || !state.Lost || state.Position != nil {
		t.Errorf("without the file: %v, %+v", err, state.Place)
	}
}
