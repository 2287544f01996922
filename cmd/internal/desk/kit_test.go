package desk

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berthier/cmd/internal/archive"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/cmd/internal/testkey"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/engine/ccn"
	"berthier/engine/jdg"
	"berthier/engine/pbs"
	"berthier/engine/tlm"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/store"
	"berthier/templates"
)

// load makes the rules of a game, as the page does.
func load(name string, data map[string][]byte) (engine.Ruleset, error) {
	switch name {
	case "jdg":
		return jdg.Load(data)
	case "ccn":
		return ccn.Load(data)
	case "pbs":
		return pbs.Load(data)
	case "tlm":
		return tlm.Load(data)
	}
	return nil, fmt.Errorf("%w: %q", audit.ErrUnknownGame, name)
}

// played are games that some tests share.
var played = struct {
	sync.Mutex
	games map[string]game.SavedGame
}{games: map[string]game.SavedGame{}}

// toTheEnd are as many steps as the game has.
const toTheEnd = -1

// playedGame plays some steps of a game by its defaults, and then closes it if it is to be over. A game to
// the end is one against a computer.
func playedGame(t testing.TB, rules, scenario string, steps int, over bool) game.SavedGame {
	t.Helper()
	key := fmt.Sprint(rules, scenario, steps, over)
	played.Lock()
	defer played.Unlock()
	if s, ok := played.games[key]; ok {
		return s
	}
	testkey.NoChanceBut(t, key)
	s, err := store.Open(filepath.Join(t.TempDir(), "berthier.db"), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if problems, err := s.Check(); err != nil || len(problems) > 0 {
			t.Errorf("store: %v, %v", problems, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	rs, err1 := load(rules, nil)
	logKey, err2 := record.GenerateSigner(strings.NewReader(strings.Repeat("a log key ", 100)))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	u, err := umpire.New(docket.Config{Store: s, Key: logKey, Rulesets: []engine.Ruleset{rs},
		Address: mail.Address{Name: "The club", Address: "games@berthier.example"},
		Clock:   func() time.Time { return time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC) },
		Logger:  slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	spec := play.Spec{Game: "game-1", Ruleset: rules, Setup: engine.Setup{Scenario: scenario}}
	p, err := rs.Start(spec.Setup)
	if err != nil {
		t.Fatal(err)
	}
	for i, side := range rs.Sides(p) {
		spec.Players = append(spec.Players, play.Player{Side: side, Name: "Player of " + string(side),
			Address: fmt.Sprintf("player%d@example.net", i), Key: testkey.New(fmt.Sprint(i)).Public().String()})
	}
	if steps == toTheEnd {
		spec.Players[0] = play.Player{Side: spec.Players[0].Side, Computer: "tactical"}
	}
	if _, err := u.Create(spec); err != nil {
		t.Fatal(err)
	}
	do := func(command string) {
		t.Helper()
		answer, err := u.Do("game-1", command)
		sure := regexp.MustCompile(`(close )\S+ ([A-Z2-7]+-.*)`)
		if yes := sure.FindStringSubmatch(string(answer.Text)); yes != nil && err == nil {
			_, err = u.Do("game-1", yes[1]+yes[2])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for range max(steps, 0) {
		do("process")
	}
	for steps == toTheEnd {
		if _, err := u.Do("game-1", "process"); err != nil {
			break // it is over, as the archive says then
		}
	}
	if over {
		do("close enough of it")
	}
	var saved game.SavedGame
	if err := s.View(func(tx *store.Tx) (err error) {
		saved, err = stored.Save(tx, "game-1")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	saved = saved.Public()
	played.games[key] = saved
	return saved
}

// file is the archive of a game.
func file(t testing.TB, s game.SavedGame) []byte {
	t.Helper()
	data, err := archive.Write(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// positionFile is the position.txt of the first side that owes something after some steps without
// orders, in a game that is played by its defaults.
func positionFile(t testing.TB, rules, scenario string, steps int) []byte {
	t.Helper()
	rs, err := load(rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rs.Start(engine.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	for step := 1; step <= steps; step++ {
		var in []engine.Orders
		for _, side := range rs.Sides(p) {
			if engine.Owes(rs.Owed(p), side) {
				in = append(in, engine.Held(rs, p, engine.Orders{Side: side}))
			}
		}
		events, err := rs.Resolve(
			p,
			in,
			engine.NewStream("game-1", step, engine.InputHash(nil), engine.Link{1}, engine.Link{2}),
		)
		if err != nil {
			t.Fatal(err)
		}
		p = rs.Apply(p, events)
	}
	owed := rs.Owed(p)
	side := owed[slices.IndexFunc(owed, func(d engine.Decision) bool { return !d.Optional })].Side
	view := rs.View(p, side)
	a := position.Attachment{Game: "game-1", Side: side, Turn: rs.Turn(p), Step: steps + 1, Ruleset: rs.Name(),
		Version: rs.Version(), Link: engine.Link{1}, Data: rs.Data(view), View: view.Encode()}
	return append([]byte("What is told to people.\n\n"), a.Print()...)
}

// inFrench is a position.txt as a reader of French gets it.
func inFrench(t testing.TB, file []byte) []byte {
	t.Helper()
	return append([]byte(templates.Say("details.title").In(tongue.Fr)+"\n\n"), file...)
}

// reportFile is a report that somebody saved, with the positionFile of the game.
func reportFile(t testing.TB, rules, scenario string, steps int) []byte {
	t.Helper()
	report, err := mail.Compose(mail.Outgoing{
		From: mail.Address{Address: "games@berthier.example"}, To: []mail.Address{{Address: "me@example.net"}},
		Subject: "Your turn", ID: "1@berthier.example", Date: time.Unix(1900000000, 0),
		Text: "Hello\n" + strings.Repeat("as wide as a mail ", 4) + "\n",
		Attachments: []mail.File{{Name: "position.txt", Type: "text/plain",
			Bytes: positionFile(t, rules, scenario, steps)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return report
}
