package main

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/book"
	"berthier/engine/tongue"
	"berthier/templates"
)

var drawPictures = flag.Bool("pictures", false, "draw the pictures of the README anew")

// The report that the README shows: a step of a game that the tests of its rules replay,
// as one side is told it.
const (
	shownGame = "engine/jdg/testdata/games/goldbach-09-asked-tactical.game"
	shownStep = 16
	shownSide = engine.Side("French")
)

// shownFrame is the step of that number of a game.
func shownFrame(t *testing.T, rs engine.Ruleset, file string, number int) (shown book.Frame) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	log, err := book.ParseLog(data)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = log.Replay(rs, func(f book.Frame) error {
		if n++; n == number {
			shown = f
		}
		return nil
	})
	if err != nil || n < number {
		t.Fatalf("%d steps, %v", n, err)
	}
	return shown
}

// TestPictures holds the pictures of the README to what the program draws, and its
// story to what the report tells.
func TestPictures(t *testing.T) {
	rs, err := loadGame("jdg", nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := rs.Start(games[0].First)
	if err != nil {
		t.Fatal(err)
	}
	f := shownFrame(t, rs, shownGame, shownStep)
	m := rs.(engine.Mapper)
	near := func(b board.Board, l tongue.Language) []byte { return drawn(t, b, l, templates.Detail) }
	compare(t, "first-map.png", near(engine.Show(m, start, nil, shownSide), tongue.En))
	compare(t, "report-map.png", near(engine.Show(m, f.After, f.Step.Events, shownSide), tongue.En))
	large := shownFrame(t, rs, "engine/jdg/testdata/games/austerlitz-02-tactical.game", 40)
	fought := engine.Show(m, large.After, large.Step.Events, shownSide)
	compare(t, "large-map.png", near(fought, tongue.En))
	compare(t, "polish-map.png", near(fought, tongue.Pl))
	compare(t, "overview.png", drawn(t, fought, tongue.En, templates.Overview))
	cards, err := loadGame("ccn", nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err = cards.Start(games[1].First)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "cards-map.png", near(engine.Show(cards.(engine.Mapper), start, nil, shownSide), tongue.En))

	report := engine.Tell(rs, f.Before, f.After, f.Step.Events, shownSide)
	text, _, err := templates.Details(templates.Mail{Report: report})
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?ms)The report tells what the arrows show:\n\n```\n(.*?)^```$").
		FindStringSubmatch(words(t)["README"])
	if block == nil || strings.Count(block[1], "\n") < 5 {
		t.Fatalf("the README tells no story\n%s", text)
	}
	told := strings.Fields(string(text))
	for sentence := range strings.SplitSeq(strings.TrimSpace(block[1]), "\n- ") {
		want := strings.Fields(strings.TrimPrefix(sentence, "- "))
		if !containsWords(told, want) {
			t.Errorf("the report does not tell %q:\n%s", want, text)
		}
	}
}

func containsWords(all, part []string) bool {
	for i := range len(all) - len(part) + 1 {
		if slices.Equal(all[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

// drawn draws a board in a language.
func drawn(t *testing.T, b board.Board, l tongue.Language,
	draw func(board.Board, tongue.Language) ([]byte, error)) []byte {
	t.Helper()
	picture, err := draw(b, l)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// compare compares a picture with the one that is drawn now, point by point.
func compare(t *testing.T, name string, drawn []byte) {
	t.Helper()
	path := filepath.Join("help", name)
	if *drawPictures {
		if err := os.WriteFile(path, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, want := points(t, kept), points(t, drawn)
	if !slices.Equal(got.Pix, want.Pix) || got.Rect != want.Rect || len(kept) > 75_000 {
		t.Errorf("%s, of %d bytes, is not what the program draws; look at the new one: "+
			"go test ./cmd/berthier -run Pictures -pictures", path, len(kept))
	}
}

// points reads a picture with a palette.
func points(t *testing.T, data []byte) *image.RGBA {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := img.(*image.Paletted); !ok {
		t.Fatalf("a picture is a %T", img)
	}
	out := image.NewRGBA(img.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	return out
}
