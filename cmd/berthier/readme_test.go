package main

import (
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	mailcommand "berthier/cmd/internal/command"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/templates"
)

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// words are the README and the pages of the help, by name.
func words(t *testing.T) map[string]string {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"README": string(readme)}
	for _, topic := range topics() {
		all[topic.Name] = topic.Text
	}
	return all
}

// shellHead makes a shell in which "go run" and "go build" use the program that is
// being tested and "go test ./..." is what runs this. Other people's programs ask for no
// passphrase.
const shellHead = `set -euo pipefail
export PATH=$PWD:$PATH GNUPGHOME=$PWD/gnupg
mkdir -p -m 700 gnupg
go() {
  case "$*" in
  "run ./cmd/berthier "*) shift 2; ./berthier "$@" ;;
  "build -trimpath -ldflags=-s -o berthier ./cmd/berthier" | "test ./...") ;;
  *) echo "the README says go $*" >&2; return 1 ;;
  esac
}
gpg() { command gpg --batch --passphrase '' --pinentry-mode loopback "$@"; }
minisign() { if [ "$1" = -G ]; then command minisign "$@" -W; else command minisign "$@"; fi; }
stop() {
  [ -z "${daemon:-}" ] || { kill -INT "$daemon"; wait "$daemon"; daemon=; }
  [ -z "$(ls gnupg)" ] || gpgconf --kill all
}
trap stop EXIT
`

// shellOf are the sh blocks of a text. The daemon goes into the background, on free
// ports.
func shellOf(text string) (script string) {
	for _, b := range shellBlock.FindAllStringSubmatch(text, -1) {
		script += strings.Replace(b[1], "./berthier serve\n",
			`./berthier serve -config local.toml > serve.out 2> serve.log &
daemon=$!
until grep -qs '"mail sent".*French' serve.log; do sleep 0.1; done
imap=$(sed -n 's/.*IMAP  *\(127[^ ]*\).*/\1/p' serve.out) smtp=$(sed -n 's/.*SMTP  *\(127[^ ]*\).*/\1/p' serve.out)
`, 1)
	}
	return strings.NewReplacer("imap://127.0.0.1:1143", `imap://'"$imap"'`, "smtp://127.0.0.1:2525",
		`smtp://"$smtp"`).Replace(script)
}

// shellFolder is a folder as somebody has it who has the program and its sources there.
func shellFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	example, err := os.ReadFile(exampleConfig)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"config.example.toml": string(example), "local.toml": freeConfig,
		"turn.txt": "game: austerlitz-1\nside: French\nturn: 1\nstep: 1\nend\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Abs(filepath.Join(root, "engine"))
	if err != nil {
		t.Fatal(err)
	}
	// The test binary becomes the program by its name: see TestMain.
	for name, to := range map[string]string{"berthier": self, "engine": sources} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// runShell runs a script in such a folder, and gives what it prints.
func runShell(t *testing.T, dir, script string) string {
	t.Helper()
	cmd := exec.Command("bash", "-c", shellHead+script+"stop\necho all of it is done\n")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestWords runs every command that the README and the pages of the help show, a text
// by itself, in its order. Pages on a club go on from the one on starting it, in a copy of its folder.
func TestWords(t *testing.T) {
	t.Parallel()
	all := words(t)
	type test struct {
		club     bool     // it goes on from the page on starting one
		programs []string // other people's
		want     []string // is printed
	}
	tests := map[string]test{
		"README": {false, []string{"curl", "python3"}, []string{
			"The first charge, in step", "-----BEGIN BERTHIER TURN-----", "step 1, report for French",
			"order legrand,margaron", "French: Alice <alice@example.org>", "SOUND: every check holds.",
		}},
		"turns": {false, nil, []string{"The file is in order: game demo-1"}},
		"colors": {
			false,
			nil,
			[]string{"The first melee, in step", "The file is in order: game demo-1", "Austerlitz: the Pratzen",
				"Game pratzen-1"},
		},
		"campaigns": {false, nil, []string{"Look at berthier-demo", "SOUND", "ok   origin"}},
		"signing": {false, []string{"gpg", "minisign", "ssh-keygen"}, []string{"signature: turn.txt.sig",
			"BERTHIER TURN"}},
		"starting": {false, nil, []string{"French: Alice <alice@example.org>", "is sound: 1 game",
			"signed with no key, signs now with"}},
		"deadlines": {true, nil, []string{"French", "deadline"}},
		"umpiring": {true, nil, []string{"the position was changed: a test of the 14th was left out",
			"Carol plays Allied from now on, in the place of bob", "SOUND: every check holds."}},
		"hosting":  {true, nil, nil},
		"backups":  {true, nil, []string{"backup.db: ", "is sound: 3 games"}},
		"troubles": {true, nil, []string{"to be sent"}},
		"keeping":  {true, nil, []string{"austerlitz-1"}},
		"pages":    {true, nil, []string{"club-site: the pages of 3 games were written"}},
		"rulebook": {false, nil, []string{"cases hold", "5 games"}},
		"archives": {false, nil, []string{"SOUND: every check holds.", "demo-1.zip: ", "kept checkpoints",
			"Draw 2 of game demo-1"}},
		"dice": {false, []string{"openssl"}, []string{"7b556192"}},
	}
	run := func(t *testing.T, dir, name string) {
		for _, program := range tests[name].programs {
			need(t, program)
		}
		out := runShell(t, dir, shellOf(all[name]))
		for _, want := range append(tests[name].want, "all of it is done") {
			if !strings.Contains(out, want) {
				t.Errorf("the output does not have %q:\n%s", want, out)
			}
		}
		if strings.Contains(out, "=E2=") {
			t.Errorf("the output has a mail as it was sent, not as it is read:\n%s", out)
		}
	}
	const starting = "starting"
	club := shellFolder(t)
	t.Run(starting, func(t *testing.T) { run(t, club, starting) })
	for name, text := range all {
		tt, known := tests[name]
		if script := shellOf(text); (script != "") != known {
			t.Errorf("%s: has commands: %v, is run: %v", name, script != "", known)
		}
		if !known {
			continue
		}
		if name == starting {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !tt.club {
				run(t, shellFolder(t), name)
				return
			}
			dir := filepath.Join(t.TempDir(), "club")
			if out, err := exec.Command("cp", "-a", club, dir).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			run(t, dir, name)
		})
	}
}

// TestReadmeIsShort keeps the README what somebody reads in half an hour.
func TestReadmeIsShort(t *testing.T) {
	readme := words(t)["README"]
	if n := strings.Count(readme, "\n"); n > 250 {
		t.Errorf("the README has %d lines, more than 250", n)
	}
	for _, topic := range topics() {
		if !strings.Contains(readme, "["+topic.Name+"](cmd/berthier/help/"+topic.Name+".md)") {
			t.Errorf("the README has no link to the page %s", topic.Name)
		}
	}
}

// TestPagesAreNarrow keeps pages readable in a mail, but for what is shown as it is.
func TestPagesAreNarrow(t *testing.T) {
	const most = 80
	for _, topic := range topics() {
		shown := false
		for line := range strings.Lines(topic.Text) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(line, "```") {
				shown = !shown
			}
			if n := utf8.RuneCountInString(line); n > most && !shown && !strings.HasPrefix(line, "|") &&
				!strings.HasSuffix(line, ": "+topic.About) {
				t.Errorf("%s: %d characters, more than %d: %s", topic.Name, n, most, line)
			}
		}
	}
}

// TestMailsInWords reads the mails that are shown as examples. They need not be
// legal at the beginning of a game, but they must be understood.
func TestMailsInWords(t *testing.T) {
	first := beginning(t, "jdg", "austerlitz")
	others := map[string]begunGame{"crossroads": beginning(t, "ccn", "crossroads"),
		"danube": beginning(t, "pbs", "danube"),
		"marne":  beginning(t, "tlm", "marne")}
	block := regexp.MustCompile("(?ms)^```\n((?:game|side): .*?)^```$")
	kinds := map[string]int{}
	for name, text := range words(t) {
		for _, b := range block.FindAllStringSubmatch(text, -1) {
			at := first
			for scenario, other := range others {
				if strings.HasPrefix(b[1], "game: "+scenario) {
					at = other
				}
			}
			kind, faults := readMail(at.rules, at.position, b[1])
			kinds[kind]++
			for _, f := range faults {
				if f.Kind == engine.Invalid {
					t.Errorf("%s: %s of\n%s%v", name, kind, b[1], f)
				}
			}
		}
	}
	if kinds["turn"] < 2 || kinds["commands"] < 4 || kinds["key"] < 1 {
		t.Errorf("found only %v", kinds)
	}
}

// begunGame is a game that begins.
type begunGame struct {
	rules    engine.Ruleset
	position engine.Position
}

func beginning(t *testing.T, game, scenario string) (b begunGame) {
	t.Helper()
	var err error
	if b.rules, err = loadGame(game, nil); err == nil {
		b.position, err = b.rules.Start(engine.Setup{Scenario: scenario})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// readMail reads a mail as the daemon would: as a message about a key, as commands, or
// as a turn.
func readMail(rs engine.Ruleset, p engine.Position, text string) (kind string, faults engine.Faults) {
	if _, ok := said.ParseKey([]byte(text)); ok {
		return "key", nil
	}
	parse := func() (mailcommand.Mail, bool) { return mailcommand.Parse([]byte(text), mailcommand.Player) }
	if strings.Contains(text, "side: umpire") {
		parse = func() (mailcommand.Mail, bool) {
			return mailcommand.ParseUmpire([]byte(text), []string{"austerlitz-1"}, false)
		}
	}
	if m, ok := parse(); ok {
		return "commands", m.Faults
	}
	file, faults := engine.ReadTurnFile(rs, p, []byte(text), engine.Limits{})
	return "turn", append(faults, rs.Check(p, engine.Orders{Side: file.Side, Lines: file.Orders})...)
}

// TestWordsKnowCommands finds commands and pages that the README or a page names and
// the program does not have. Names of pages are no commands and no orders, since HELP
// explains all of them.
func TestWordsKnowCommands(t *testing.T) {
	named := regexp.MustCompile("(?m)(?:^|`|\\| |\\./|cmd/)berthier ((?:store )?[a-z]+)")
	helped := regexp.MustCompile("(?m)`(?:\\./)?(?:berthier )?help\\s+([a-z]+)`")
	rs, err := loadGame("jdg", nil)
	if err != nil {
		t.Fatal(err)
	}
	orders := func(word string) bool {
		return slices.ContainsFunc(rs.Verbs(), func(v engine.Verb) bool { return v.Word == word })
	}
	n := 0
	for name, text := range words(t) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			n++
			if _, _, ok := find(strings.Fields(m[1])); !ok && m[1] != "help" {
				t.Errorf("%s: there is no command %q", name, m[1])
			}
		}
		for _, m := range helped.FindAllStringSubmatch(text, -1) {
			n++
			_, topic := templates.FindTopic(topics(), m[1])
			_, unknown := gameNamed(m[1])
			topic = topic || m[1] == mailcommand.Victory || unknown == nil
			_, _, program := find(m[1:])
			if k, _ := mailcommand.Find(m[1], mailcommand.Umpire); !topic && !program && k == nil && !orders(m[1]) {
				t.Errorf("%s: there is no help for %q", name, m[1])
			}
		}
	}
	if n < 50 {
		t.Errorf("found only %d commands", n)
	}
	documented := regexp.MustCompile(`go\s+doc\s+berthier/([a-z/]+)`)
	for name, text := range words(t) {
		for _, m := range documented.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, topic := range topics() {
		_, _, program := find([]string{topic.Name})
		mailed := slices.ContainsFunc(mailcommand.Kinds(), func(k mailcommand.Kind) bool {
			return k.Word == topic.Name
		})
		if program || mailed || orders(topic.Name) || topic.Name == mailcommand.Victory {
			t.Errorf("the page %s has the name of a command or an order", topic.Name)
		}
	}
}

// TestHelpRoll runs the commands with which the page on the dice checks a roll exactly
// as they stand there, in a shell that has nothing else than they need, and
// compares all that they print.
func TestHelpRoll(t *testing.T) {
	_, section, ok := strings.Cut(words(t)["dice"], "## Check a roll yourself\n")
	section, _, _ = strings.Cut(section, "\n## ")
	block := shellBlock.FindStringSubmatch(section)
	_, after, _ := strings.Cut(section, "It prints\n\n```\n")
	want, _, _ := strings.Cut(after, "```")
	if !ok || block == nil || want == "" {
		t.Fatal("the page does not show how to check a roll")
	}
	bin := t.TempDir()
	for _, tool := range []string{"printf", "sha256sum", "openssl"} {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(bin, tool)); err != nil {
			t.Fatal(err)
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bash, "-euo", "pipefail", "-c", block[1])
	cmd.Env = []string{"PATH=" + bin}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// Older versions of openssl have a shorter name for the hash.
	if got := strings.ReplaceAll(string(out), "\n(stdin)= ", "\nSHA2-256(stdin)= "); got != want {
		t.Errorf("the commands print\n%s\nthe page says\n%s", got, want)
	}
	// And the program agrees.
	link, err := engine.ParseLink(regexp.MustCompile("hexkey:([0-9a-f]{64})").FindStringSubmatch(block[1])[1])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(want, "\n")
	sum, err := hex.DecodeString(lines[1][:64])
	if err != nil {
		t.Fatal(err)
	}
	d := engine.Draw{No: 1, Purpose: "fire of artrus at 0708", N: 10, Value: 6}
	if !engine.VerifyDraw(link, "demo-1", 13, [32]byte(sum), d) || lines[3] != "6" ||
		!strings.Contains(section, "1. fire of artrus at 0708: 6, of 0 to 9\n") {
		t.Error("the draw is not what the link gives")
	}
}
