package archive

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/bundle"
	"berthier/cmd/internal/parcel"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
	"berthier/store/leaf"
)

// extract is a folder with the members of an archive, in which commands of
// README.txt are run.
type extract struct {
	*testing.T
	dir string
}

func unpackedGame(t *testing.T) extract {
	t.Helper()
	u := extract{t, t.TempDir()}
	file := write(t, finished(t, "goldbach").Public())
	members, err := parcel.Unpack(file)
	if err != nil {
		t.Fatal(err)
	}
	u.write("FILE.zip", file)
	for _, m := range members {
		u.write(m.Name, m.Data)
	}
	return u
}

func (u extract) write(name string, data []byte) {
	u.Helper()
	path := filepath.Join(u.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)); err != nil {
		u.Fatal(err)
	}
}

// sh runs commands, and gives what they print.
func (u extract) sh(script string) string {
	u.Helper()
	cmd := exec.Command("bash", "-c", "set -euo pipefail\n"+script)
	cmd.Dir = u.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		u.Fatalf("%v\n%s\n%s", err, script, out)
	}
	return string(out)
}

// command is a block of README.txt that has a part.
func (u extract) command(part string, replace ...string) string {
	u.Helper()
	for block := range strings.SplitSeq(string(readme), "\n\n") {
		if strings.HasPrefix(block, "    ") && strings.Contains(block, part) {
			return strings.NewReplacer(replace...).Replace(block)
		}
	}
	u.Fatalf("README.txt has no command with %q", part)
	return ""
}

// Every awk and sed that is here cuts the members as README.txt says.
func TestReadmeCuts(t *testing.T) {
	u := unpackedGame(t)
	records := finished(t, "goldbach").Records
	var reports []bundle.Frame
	orders := 0
	for i, r := range records {
		if p, err := record.ParseReport(r.Data, r.Hidden); err == nil && p.Side == "French" {
			reports = append(reports, bundle.Frame{Seq: r.Seq, Data: r.Hidden})
		}
		if r.Kind == record.KindOrders {
			orders = i
		}
	}
	o, err := record.ParseOrders(records[orders].Data, records[orders].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, awk := range []string{"awk", "mawk", "gawk --posix", "busybox awk", "original-awk"} {
		if _, err := exec.LookPath(strings.Fields(awk)[0]); err != nil {
			continue
		}
		tried++
		if got := u.sh(u.command("-v n=7", "awk ", awk+" ")); got != string(records[6].Data) {
			t.Errorf("%s: record 7: got\n%s\nwant\n%s", awk, got, records[6].Data)
		}
		got := u.sh("cd hidden\n" + u.command("report-SIDE", "SIDE", "French", "awk ", awk+" "))
		if got != string(bundle.Print(reports)) {
			t.Errorf("%s: the reports written out: got %d bytes, want %d", awk, len(got), len(bundle.Print(reports)))
		}
		u.sh(u.command("-v n=7", "n=7", fmt.Sprint("n=", records[orders].Seq), "awk ", awk+" ", "log.txt",
			"hidden/orders.txt > PART"))
		for _, tools := range []string{"", "busybox "} {
			if _, err := exec.LookPath(strings.TrimSpace(tools)); tools != "" && err != nil {
				continue
			}
			u.sh(u.command("> SIGNATURE", "head -c N", fmt.Sprint("head -c ", len(o.Data)), "tail -c M",
				fmt.Sprint("tail -c ", len(o.Signature)), "sed ", tools+"sed ", "tail ", tools+"tail ", "head ",
				tools+"head "))
			if got := u.sh("cat DATA SIGNATURE"); got != string(o.Data)+string(o.Signature) {
				t.Errorf("%s%s: the signed text: got\n%s", awk, tools, got)
			}
			said := u.sh(u.command("openssl pkeyutl", "sed ", tools+"sed ", "cut ", tools+"cut ", "base64 ",
				tools+"base64 ", "tail ", tools+"tail "))
			if !strings.Contains(said, "Verified Successfully") {
				t.Errorf("%sthe checkpoint: got %s", tools, said)
			}
		}
	}
	if tried == 0 {
		t.Error("there is no awk")
	}
}

// The other commands of README.txt do what they say.
func TestReadmeCommands(t *testing.T) {
	u := unpackedGame(t)
	sums := strings.Fields(u.sh(u.command("head -c -64")))
	if len(sums) != 3 || sums[0] != sums[2] {
		t.Errorf("the hash of the file: got %q", sums)
	}
	records := finished(t, "goldbach").Records
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindOrders })
	o, err := record.ParseOrders(records[i].Data, records[i].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	u.write("DATA", o.Data)
	u.write("SIGNATURE", o.Signature)
	if out := u.sh(u.command("ssh-keygen", "SIDE", string(o.Side))); !strings.Contains(out, "Good") {
		t.Errorf("the signature: got %s", out)
	}
	if out := u.sh(u.command("grep -v -e ----- SIGNATURE")); !strings.HasPrefix(out, fmt.Sprintf("%x ", o.File)) {
		t.Errorf("the hash of a turn file: got %s, want %x", out, o.File)
	}
	j := slices.IndexFunc(records, func(r store.Record) bool {
		s, err := record.ParseStep(r.Data, r.Hidden)
		return r.Kind == record.KindStep && err == nil && len(s.Draws) > 0
	})
	s, err := record.ParseStep(records[j].Data, records[j].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	if link := u.sh(u.command("echo LINK", "LINK", s.Link.String())); !strings.HasPrefix(link, s.Previous.String()) {
		t.Errorf("the link: got %s, want %s", link, s.Previous)
	}
	d := s.Draws[0]
	values := strings.Join([]string{s.Game, strconv.Itoa(s.Step), fmt.Sprintf("%x", s.Hash), strconv.Itoa(d.No),
		"'" + d.Purpose + "'", strconv.Itoa(d.N)}, " ")
	out := u.sh(u.command("-macopt", "GAME STEP INPUTS NUMBER 'WHAT FOR' VALUES", values, "hexkey:LINK",
		"hexkey:"+s.Link.String()))
	word := out[strings.Index(out, "= ")+2:][:8]
	if got := u.sh("echo $((0x" + word + " % " + strconv.Itoa(d.N) +
		"))"); strings.TrimSpace(got) != strconv.Itoa(d.Value) {
		t.Errorf("draw 1: got %s, want %d", got, d.Value)
	}
}

// README.txt begins with what somebody wants to know who finds the file.
func TestReadmeTellsTheGame(t *testing.T) {
	members, err := parcel.Unpack(write(t, finished(t, "goldbach").Public()))
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, m := range members {
		if m.Name == nameReadme {
			text = string(m.Data)
		}
	}
	for _, want := range []string{"THE ARCHIVE OF A GAME OF BERTHIER\n\nThis is the game goldbach-1: The Goldbach " +
		"crossing, ",
		"French was played by Player of French.\n", "It began on 2 December 2030.\nIt ended on 2 December 2030: ",
		"\n\nBerthier is a program"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%.600s", want, text)
		}
	}
}

// A game that goes on, another player, and a title that would look like more lines.
func TestAboutGame(t *testing.T) {
	begin := time.Date(1813, 10, 16, 0, 0, 0, 0, time.UTC)
	g := record.Game{Head: record.Head{Game: "duel-1", Time: begin}, Ruleset: "duel", Version: "1",
		Players: []record.Player{{Side: "Red", Name: "Ney"}, {Side: "Blue", Name: "Soult"}}}
	g.Title = "A\nduel\u202e"
	s := record.Substitute{Head: record.Head{Game: "duel-1"}, Side: "Blue", Old: "Soult", New: "Davout"}
	data, _ := s.Print()
	want := "This is the game duel-1: A?duel?, by the rules duel 1.\nRed was played by Ney.\n" +
		"Blue was played by Soult, then Davout.\nIt began on 16 October 1813.\n" +
		"It had not ended when this was written.\n"
	if got := aboutGame(g, []leaf.Record{{Seq: 1, Kind: record.KindSubstitute, Data: data}}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The paragraph on the game is in the language that all its people chose, at its end, and in English otherwise.
func TestAboutGameInLanguages(t *testing.T) {
	first, begin := finished(t, "goldbach").Records[0], time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)
	english := regexp.MustCompile(`(?i)\b(?:the|this|was|has|by|what|ended)\b`)
	for _, l := range tongue.Languages()[1:] {
		for _, o := range []engine.Outcome{
			{Over: true, Winner: "Red", Text: "Blue gave the game up"},
			{Over: true, Text: "the players agreed to a draw"},
			{Over: true, Winner: "Blue", Text: "it has the better of the last round"},
			{Over: true, Text: record.Abandoned + "finis"},
		} {
			g, err := record.ParseGame(first.Data, first.Hidden)
			if err != nil {
				t.Fatal(err)
			}
			g.Players[0].Language, g.Players[1].Language = l, l
			log := []leaf.Record{printed(1, record.KindGame, g), printed(2, record.KindOver,
				record.Over{Head: record.Head{Game: g.Game, Time: begin}, Outcome: o})}
			got := strings.Replace(aboutGame(g, log), g.Title, "", 1)
			if found := english.FindString(got); found != "" || !strings.Contains(got, phrase.Day(begin).In(l)) {
				t.Errorf("%s: %q in\n%s", l, found, got)
			}
			g.Players[1].Language = tongue.En
			log[0] = printed(1, record.KindGame, g)
			if got := aboutGame(g, log); !strings.HasPrefix(got, "This is the game goldbach-1: The ") {
				t.Errorf("the one reads %s, the other English: got\n%s", l, got)
			}
		}
	}
}

// printed is a record as a log has it.
func printed(seq uint64, kind string, r interface{ Print() (data, hidden []byte) }) leaf.Record {
	data, hidden := r.Print()
	return leaf.Record{Seq: seq, Kind: kind, Data: data, Hidden: hidden}
}
