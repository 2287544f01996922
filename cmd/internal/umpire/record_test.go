package umpire

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// samples are the records of games that were played, and attachments.
func samples(t testing.TB) (records []store.Record, attachments [][]byte) {
	tb := newTable(t)
	tb.create()
	for _, m := range tb.deliver() {
		attachments = append(attachments, m.Attachments[len(m.Attachments)-1].Bytes)
	}
	tb.playOut(func() {})
	changed := newTable(t)
	changed.create()
	changed.say(keys()["Red"], "key@home", keyChange(keys()["Stranger"].Public().String()))
	if _, err := changed.u.SetKey("duel-1", "Red", ""); err != nil {
		t.Fatal(err)
	}
	changed.tell("Blue", "draw")
	moved := newTable(t)
	moved.create()
	moved.rules.version = "2"
	moved.restart()
	old := moved.u.Key
	moved.otherKey(90)
	if _, err := moved.u.AdoptLogKey(moved.u.Key, &old); err != nil {
		t.Fatal(err)
	}
	moved.play("Red", 1, 1)
	moved.play("Blue", 1, 1)
	timed := clocked(t, "1d; grace 2h; bank 5h", "Europe/Paris")
	timed.at("2030-12-05 12:00")
	windows := windowed(t, "")
	windows.play("Red", 1, 1)
	windows.play("Blue", 1, 1)
	return slices.Concat(
		reopened(t).records(),
		windows.records(),
		tb.records(),
		changed.records(),
		moved.records(),
		playWithBeacon(t).records(),
		timed.records(),
		acted(t).records(),
	), attachments
}

// What games write is read back, and prints as the same; so does its open part alone.
func TestTextsReadBack(t *testing.T) {
	records, attachments := samples(t)
	kinds := map[string]bool{}
	for _, r := range records {
		kinds[r.Kind] = true
		for _, hidden := range [][]byte{r.Hidden, nil} {
			v, err := record.Parse(r.Kind, r.Data, hidden)
			if err != nil {
				t.Errorf("%s: %v\n%s", r.Kind, err, r.Data)
				continue
			}
			if data, part := v.Print(); !bytes.Equal(data, r.Data) || !bytes.Equal(part, hidden) {
				t.Errorf("%s: got\n%s%s\nwant\n%s%s", r.Kind, data, part, r.Data, hidden)
			}
		}
	}
	for _, kind := range record.Kinds() {
		if !kinds[kind] && kind != record.KindBurn { // that one needs a store that was put back
			t.Errorf("no game has a record %s", kind)
		}
	}
	for _, text := range attachments {
		if a, err := position.Parse(text); err != nil || !bytes.Equal(a.Print(), forPrograms(text)) {
			t.Errorf("%v, got\n%s\nwant\n%s", err, a.Print(), text)
		}
	}
}

// forPrograms is an attachment without what a person reads.
func forPrograms(text []byte) []byte {
	return bytes.TrimPrefix(text[len(record.Told(string(text))):], []byte("\n"))
}

func TestAttachmentIsStrict(t *testing.T) {
	_, attachments := samples(t)
	text := string(forPrograms(attachments[0]))
	lines := strings.SplitAfter(text, "\n")
	for name, bad := range map[string]string{
		"empty":          "",
		"cut short":      text[:len(text)/2],
		"another kind":   "berthier orders 2\n" + strings.Join(lines[1:], ""),
		"a line less":    strings.Join(append(append([]string{}, lines[:2]...), lines[3:]...), ""),
		"a line twice":   strings.Join(append(append([]string{}, lines[:3]...), lines[2:]...), ""),
		"two blanks":     strings.Replace(text, "game: ", "game:  ", 1),
		"needless quote": strings.Replace(text, "duel-1", `"duel-1"`, 1),
		"upper-case hex": strings.ToUpper(text),
	} {
		if _, err := position.Parse([]byte(bad)); err == nil {
			t.Errorf("accepted with %s:\n%s", name, bad)
		}
	}
}

func FuzzAttachment(f *testing.F) {
	_, attachments := samples(f)
	for _, text := range attachments {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := position.Parse(text)
		if err != nil {
			return
		}
		if got, want := a.Print(), forPrograms(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))); !bytes.Equal(
			got,
			want,
		) {
			t.Errorf("accepted, but printed as\n%q\nnot\n%q", got, want)
		}
		_, _, _, _ = a.Check(duel{version: "1"}, text, engine.Limits{})
	})
}
