package command

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/engine/tongue"
)

// Each line becomes the command that it means.
func TestValues(t *testing.T) {
	christmas, newYear := clock.Date{Year: 2030, Month: 12, Day: 24}, clock.Date{Year: 2031, Month: 1, Day: 1}
	turn := "game: g\nside: Red\nturn: 1\nstep: 1\n\npick 1\nend\n"
	for _, tt := range []struct {
		by   Authority
		text string
		want Command
	}{
		{Stranger, "help DRAW", Help{"draw"}},
		{Stranger, "status Duel-1", Status{"Duel-1"}},
		{Stranger, "games", Games{}},
		{Player, "report 3", Report{3}},
		{Player, "report", Report{LastReport}},
		{Player, "map", Map{}},
		{Stranger, "map g", Map{Game: "g"}},
		{Player, "map LARGE", Map{Large: true}},
		{Stranger, "map large g", Map{"g", true}},
		{Stranger, "map g large", Map{"g", true}},
		{Stranger, "history g", History{"g"}},
		{Stranger, "language", Language{}},
		{Stranger, "join AB-CD", Join{"AB-CD"}},
		{Player, "orders\n" + turn, Orders{[]byte("\n" + turn)}},
		{Player, "preview\n" + turn, Preview{File: []byte("\n" + turn)}},
		{Umpire, "preview Red", Preview{Side: "Red", File: []byte{}}},
		{Player, "withdraw", Withdraw{}},
		{Player, "standing", StandingOrders{}},
		{Player, "template", Template{}},
		{Player, "concede", Concede{}},
		{Player, "draw", Draw{}},
		{Player, "draw NO.", Draw{No: true}},
		{Player, "resign", Resign{}},
		{Player, "press Blue ANONYMOUS\nHello\n\nthere\nendpress", Press{"blue", true, "Hello\n\nthere"}},
		{Stranger, "observe g", Observe{"observe", "g", ""}},
		{Stranger, "mon g AB", Observe{"monitor", "g", "AB"}},
		{Stranger, "unobserve g AB", Unobserve{"g", "AB"}},
		{Player, "final", Final{}},
		{Player, "notfinal", Final{Not: true}},
		{Player, "absence 2030-12-24", Absence{From: christmas}},
		{Player, "absence 2030-12-24 2031-01-01", Absence{christmas, newYear}},
		{Player, "pause 2031-01-01", Pause{newYear}},
		{Umpire, "pause", Pause{}},
		{Player, "resume", Resume{}},
		{Umpire, "extend 2d Red", Extend{clock.Span{Days: 2}, "Red"}},
		{Umpire, "deadline 2030-12-24", Deadline{christmas, -1, ""}},
		{Umpire, "deadline 2030-12-24 18:30 Red", Deadline{christmas, 18*60 + 30, "Red"}},
		{Umpire, "confirm 7", Confirm{"7"}},
		{Umpire, "start", Start{}},
		{Umpire, "key Red\nssh-ed25519 AA\nendkey", Key{"Red", "ssh-ed25519 AA"}},
		{Umpire, "revoke Red", Revoke{"Red"}},
		{Umpire, "invite Red", Invite{"Red"}},
		{Umpire, "substitute Red a@b.example Jean Lannes\nkey K\nHe is ill.\nendsubstitute",
			Substitute{NewPlayer{Side: "Red", Address: "a@b.example", Name: "Jean Lannes", Key: "K"}, "He is ill."}},
		{Umpire, "substitute Red a@b.example\nkey\n  A\n  B\nendkey\nHe is ill.\nendsubstitute",
			Substitute{NewPlayer{Side: "Red", Address: "a@b.example", Name: "a", Key: "A\n  B"}, "He is ill."}},
		{Umpire, "rollback 12 Bob's mail was lost", Rollback{12, "Bob's mail was lost"}},
		{Umpire, "burn 3 a backup", Burn{3, "a backup"}},
		{Umpire, "ruling a slip\n- a\n+ b\nendruling", Ruling{"a slip", "- a\n+ b"}},
		{Umpire, "position", Position{}},
		{Umpire, "process", Process{}},
		{Umpire, "keys", Keys{}},
		{Umpire, "announce\nHello\nendannounce", Announce{Text: "Hello"}},
		{Umpire, "announce ALL\nHello\nendannounce", Announce{true, "Hello"}},
		{Umpire, "remind", Remind{}},
		{Umpire, "remind Red", Remind{"Red"}},
		{Umpire, "archive", Archive{}},
		{Umpire, "close nobody answers", Close{Reason: "nobody answers"}},
		{Umpire, "close see https://example.org/7 // at last", Close{Reason: "see https://example.org/7"}},
	} {
		m, ok := Parse([]byte(tt.text), tt.by)
		if !ok || len(m.Faults) > 0 || len(m.Lines) != 1 || !reflect.DeepEqual(m.Lines[0].Command, tt.want) {
			t.Errorf("%q: got %#v, want %#v; faults %v", tt.text, m.Lines, tt.want, m.Faults)
		}
	}
}

// A new game is all that stands below the line.
func TestCreate(t *testing.T) {
	text := `create Duel-2 TWO
title A second duel
player Red ney@example.net Michel Ney
player Blue kutuzov@example.com
key Red ssh-ed25519 AAAA
key blue
 B1
 B2
endkey
zone Blue Europe/Moscow
option ask yes
file points.txt
cG9pbnRz
IDEgMgo=
endfile
deadline 3d
codes
wait
press anonymous
press-limit 7
beacon quicknet
beacon-delay 1m
endcreate
`
	m, ok := Parse([]byte(text), Umpire)
	want := Create{
		Game: "duel-2", Title: "A second duel",
		Setup: engine.Setup{
			Scenario: "two", Options: map[string]string{"ask": "yes"},
			Files: map[string][]byte{"points.txt": []byte("points 1 2\n")},
		},
		Deadline: "3d", Codes: true, Press: record.PressAnonymous, PressLimit: 7, Wait: true,
		Beacon: record.Beacon{Chain: beacon.Quicknet(), Delay: time.Minute},
		Players: []NewPlayer{
			{Side: "Red", Name: "Michel Ney", Address: "ney@example.net", Key: "ssh-ed25519 AAAA"},
			{Side: "Blue", Name: "kutuzov", Address: "kutuzov@example.com", Key: " B1\n B2\n", Zone: "Europe/Moscow"},
		},
	}
	if !ok || len(m.Faults) > 0 || len(m.Lines) != 1 || !reflect.DeepEqual(m.Lines[0].Command, want) {
		t.Errorf("got %+v\nwant %+v\nfaults %v", m.Lines, want, m.Faults)
	}
}

// What is wrong with a word is told with its line, the sender's text and what to write,
// for all lines at once.
func TestValueFaults(t *testing.T) {
	again := func(no int, line string) string {
		return fmt.Sprintf("%d %q this is no line about a new game; write each line once, and once for each side",
			no, line)
	}
	for _, tt := range []struct {
		by         Authority
		text, want string
	}{
		{Player, "map\nmap\nmap\nrollback 3 no", ""}, // that he may not give it is said, and nothing of its weight
		{Umpire, "map\nmap\nmap\nrollback 3 no", `4 "rollback 3 no" this is more than one mail may ask for: rollback ` +
			`counts as 12 commands, and a mail holds at most 20; send this line and those below it in another mail`},
		{Player, "report x", `1 "report x" there is no report of such a step; write: report N`},
		{Player, "draw maybe\nreport x",
			`1 "draw maybe" this is no answer about a draw; write: draw / draw no|2 "report x" there is no report of ` +
				`such a step; write: report N`},
		{Player, "press all loudly\na\nendpress",
			`1 "press all loudly" this is no way to send press; write: press all|SIDE|umpire [anonymous]`},
		{Player, "absence tomorrow", `1 "absence tomorrow" "tomorrow" is not a date like 2027-04-05; write: absence ` +
			`2030-12-20 2030-12-27`},
		{Player, "absence today", `1 "absence today" "today" is not a date like 2027-04-05; write: absence ` +
			`2030-12-20 2030-12-27`},
		{Player, "pause 12-24", `1 "pause 12-24" "12-24" is not a date like 2027-04-05; write: pause ` +
			`2030-12-31`},
		{Umpire, "extend soon", `1 "extend soon" "soon" is not a time like 3d, 36h or 2d12h; write: extend [GAME] ` +
			`SPAN [SIDE]`},
		{Umpire, "deadline 2030-12-24 Red Blue",
			`1 "deadline 2030-12-24 Red Blue" "Blue" is one word too many; write: deadline [GAME] DATE [HH:MM] [SIDE]`},
		{Umpire, "deadline 2030-12-24 25:00", `1 "deadline 2030-12-24 25:00" "25:00" is not a time of day like ` +
			`20:00; write: deadline [GAME] DATE [HH:MM] [SIDE]`},
		{Umpire, "deadline 2030-12-24 8pm Red", `1 "deadline 2030-12-24 8pm Red" "8pm" is not a time of day like ` +
			`20:00; write: deadline [GAME] DATE [HH:MM] [SIDE]`},
		{Umpire, "rollback last it was wrong",
			`1 "rollback last it was wrong" "last" is not the number of a step; write: rollback [GAME] STEP REASON`},
		{Umpire, "create g s\nplayer Red\nfoo\nkey Red\nK\nendcreate",
			`3 "foo" this is no line about a new game; "help create" says what can stand there|` +
				`1 "create g s" the key of Red has no end; put "endkey" on a line below it`},
		{Umpire, "create g s\n\nzone red Mars/X\nlanguage red es\ndeadline 3 dayz\npress wild\n" +
			"window 3 dayz\nendcreate",
			`3 "zone red Mars/X" no time zone "Mars/X": want UTC, or a name such as Europe/Paris of the ` +
				`system's time zone database (package tzdata); "help create" says what can stand there|` +
				`4 "language red es" there is no such language here; there are ` + tongue.Choices() +
				`; write: language red fr|` +
				`5 "deadline 3 dayz" "3 dayz": want a time like 3d, 36h or 2d12h, and a semicolon behind it; "help ` +
				`create" says what can stand there|` +
				`6 "press wild" press "wild": want "anonymous" or "none", or nothing; "help create" says what can ` +
				`stand there|` +
				`7 "window 3 dayz" this is no line about a new game; write: window 30m, or any time from ` +
				`1m to 24h`},
		{Umpire, "create g s\ndeadline \"3 dayz\"\nendcreate",
			`2 "deadline \"3 dayz\"" "\"3 dayz\"": want no quotation marks; "help create" says what can stand there`},
		{Umpire, "create g s\nplayer Red a@b.net\nplayer red c@d.net\nplayer Blue e@f.net\nkey Red K\nkey Blue L\n" +
			"KEY RED M\ntitle x\ntitle x\noption a 1\noption b 1\ncodes\ncodes\nendcreate",
			again(3, "player red c@d.net") + "|" + again(7, "KEY RED M") + "|" + again(9, "title x") + "|" +
				again(13, "codes")},
		{Umpire, "create g s\nfile a\n!\nendfile\nfile b\nendcreate",
			`1 "create g s" the lines of the file a are no Base64; write it as "base64" does|` +
				`1 "create g s" the file b has no end; put "endfile" on a line below it`},
	} {
		m, _ := Parse([]byte(tt.text), tt.by)
		var got []string
		for _, f := range m.Faults {
			got = append(got, fmt.Sprintf("%d %q %s; %s", f.Line, f.Text, f.Msg, f.Hint))
		}
		if g := strings.Join(got, "|"); g != tt.want {
			t.Errorf("%q: got\n%s\nwant\n%s", tt.text, g, tt.want)
		}
	}
}

// The text of a command in the log is read as the command that it was, and an audit finds
// it in what was signed.
func TestRecorded(t *testing.T) {
	day := clock.Date{Year: 2030, Month: 12, Day: 24}
	for _, c := range []RecordedCommand{
		Withdraw{}, Concede{}, Resign{}, Resume{}, Draw{}, Draw{No: true}, Final{}, Final{Not: true},
		Absence{From: day}, Absence{From: day, To: day}, Pause{Until: day},
	} {
		text := []byte("game: g\nside: Red\n" + strings.ToUpper(c.Record()) + "\n")
		m, _ := Parse(text, Player)
		if len(m.Lines) != 1 || !reflect.DeepEqual(m.Lines[0].Command, Command(c)) {
			t.Errorf("%q: got %#v, faults %v", text, m.Lines, m.Faults)
		}
		r := record.Command{Head: record.Head{Game: "g"}, Side: "Red", Command: c.Record()}
		if !record.ValidCommand(c.Record()) || !said.Gives(r, text) {
			t.Errorf("%q is no command of the log, or is not found in %q", c.Record(), text)
		}
	}
}
