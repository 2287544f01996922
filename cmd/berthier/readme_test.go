package main

import (
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"berthier/engine"
)

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// readmeScript makes one bash script of the README's sh blocks. "go run" and "go
// build" use the program that is being tested, "go test ./..." is what runs
// this, and the daemon goes into the background, on free ports.
func readmeScript(t *testing.T, readme string) string {
	t.Helper()
	script := `set -euo pipefail
go() {
  case "$*" in
  "run ./cmd/berthier "*) shift 2; ./berthier "$@" ;;
  "build -ldflags=-s -o berthier ./cmd/berthier" | "test ./...") ;;
  *) echo "the README says go $*" >&2; return 1 ;;
  esac
}
stop() { [ -z "${daemon:-}" ] || { kill -INT "$daemon"; wait "$daemon"; daemon=; }; }
trap stop EXIT
`
	blocks := shellBlock.FindAllStringSubmatch(readme, -1)
	if len(blocks) < 8 {
		t.Fatalf("the README has only %d sh blocks", len(blocks))
	}
	const serve = "./berthier serve\n"
	if strings.Count(readme, "\n"+serve) != 1 {
		t.Fatal("the README does not start the daemon once")
	}
	for _, b := range blocks {
		script += strings.Replace(b[1], serve, `./berthier serve -config local.toml > serve.out 2> serve.log &
daemon=$!
until grep -qs '"mail sent".*Allied' serve.log; do sleep 0.1; done
imap=$(sed -n 's/.*IMAP  *\(127[^ ]*\).*/\1/p' serve.out) smtp=$(sed -n 's/.*SMTP  *\(127[^ ]*\).*/\1/p' serve.out)
`, 1)
	}
	script += "stop\necho all of the README is done\n"
	return strings.NewReplacer("imap://127.0.0.1:1143", `imap://'"$imap"'`, "smtp://127.0.0.1:2525",
		`smtp://"$smtp"`).Replace(script)
}

// TestReadme runs every command that the README shows, in its order.
func TestReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	example, err := os.ReadFile(exampleConfig)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"config.example.toml": string(example), "local.toml": freeConfig} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The test binary becomes the program by its name: see TestMain.
	if err := os.Symlink(self, filepath.Join(dir, "berthier")); err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Abs(filepath.Join(root, "engine"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(sources, filepath.Join(dir, "engine")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", readmeScript(t, string(readme)))
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		"The first charge, in step", "-----BEGIN BERTHIER TURN-----", "# Orders received", "order legrand,margaron",
		"The file is in order: game demo-1", "signature: turn.txt.sig", "French: Alice <alice@example.org>",
		"is sound: 1 game",
		"cases hold", "5 games", "the position was changed: a test of the 14th was left out",
		"Carol plays Allied from now on, in the place of bob",
		"SOUND: every check holds.", "demo-1.zip: ", "kept checkpoints", "Draw 2 of game demo-1",
		"all of the README is done",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the output does not have %q:\n%s", want, out)
		}
	}
}

// TestReadmeTurn reads the turn file that the README shows as an example. It
// cannot be legal at the beginning of a game, but it must be understood.
func TestReadmeTurn(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?ms)^```\n(game: austerlitz-1.*?)^```$").FindStringSubmatch(string(readme))
	if example == nil {
		t.Fatal("the README shows no turn file of Austerlitz")
	}
	rs, err := loadGame("jdg", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rs.Start(engine.Setup{Scenario: "austerlitz"})
	if err != nil {
		t.Fatal(err)
	}
	file, faults := engine.ParseTurnFile([]byte(example[1]), rs.Verbs(), engine.Limits{})
	faults = append(faults, rs.Check(p, engine.Orders{Side: file.Side, Lines: file.Orders})...)
	for _, f := range faults {
		if f.Kind == engine.Invalid {
			t.Error(f)
		}
	}
}

// TestReadmeKnowsCommands finds commands that the README names and the program
// does not have.
func TestReadmeKnowsCommands(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?m)(?:\./berthier|cmd/berthier) ((?:store )?[a-z]+)`).FindAllStringSubmatch(string(readme), -1)
	if len(named) < 8 {
		t.Fatalf("found only %d commands", len(named))
	}
	for _, n := range named {
		if _, _, ok := find(strings.Fields(n[1])); !ok && n[1] != "help" {
			t.Errorf("there is no command %q", n[1])
		}
	}
}

// TestReadmeRoll runs the commands with which the README checks a roll exactly
// as they stand there, in a shell that has nothing else than they need, and
// compares all that they print.
func TestReadmeRoll(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(readme), "### Check a roll yourself\n")
	section, _, _ = strings.Cut(section, "\n## ")
	block := shellBlock.FindStringSubmatch(section)
	_, after, _ := strings.Cut(section, "It prints\n\n```\n")
	want, _, _ := strings.Cut(after, "```")
	if !ok || block == nil || want == "" {
		t.Fatal("the README does not show how to check a roll")
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
		t.Errorf("the commands print\n%s\nthe README says\n%s", got, want)
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
