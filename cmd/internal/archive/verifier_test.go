package archive

import (
	"archive/zip"
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/parcel"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/testkey"
	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/engine/jdg"
	"berthier/mail/sign"
)

// needs skips a test for which a program is missing. .ci/run installs it, and
// sets BERTHIER_SERVERS so that the test must run.
func needs(t testing.TB, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err == nil {
			continue
		}
		if os.Getenv("BERTHIER_SERVERS") != "" {
			t.Fatalf("this test needs %s", p)
		}
		t.Skipf("this test needs %s", p)
	}
}

// second is the verdict of testdata/verify.py, which knows nothing but README.txt.
func second(t testing.TB, file []byte) (sound bool, said string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "FILE.zip")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("python3", "testdata/verify.py", path).CombinedOutput()
	_, failed := err.(*exec.ExitError)
	if err != nil && !failed || failed == strings.HasSuffix(string(out), "\nSOUND\n") {
		t.Fatalf("%v\n%s", err, out)
	}
	return !failed, string(out)
}

// A verifier in another language, written from README.txt, finds sound what is sound:
// with all ways to sign, rollback, ruling, concession, codes, deadlines, another key
// of the log, other rules, a beacon; published, while the game goes on, and as a backup.
func TestSecondVerifier(t *testing.T) {
	needs(t, "python3", "openssl", "ssh-keygen", "gpg", "minisign")
	running := newTable(t, "goldbach")
	running.step()
	running.step()
	short := shortGames(t)
	frozen := func(name string) game.SavedGame {
		return frozen(t, name, func() game.SavedGame { t.Fatal("frozen"); return game.SavedGame{} }).SavedGame
	}
	for _, c := range []struct {
		name string
		game game.SavedGame
		has  []string // in its log
	}{
		{"a running game", running.save().Public(), []string{"berthier step 2"}},
		{"its backup", running.save(), []string{"berthier step 2"}},
		{"of an umpire who acted", short[1].Public(), []string{"berthier rollback 1", "berthier ruling 1",
			"berthier burn 1", "berthier substitute 1", "berthier abandon 1", "berthier announce 1"}},
		{"with deadlines", short[2], []string{"berthier clock 1", "berthier start 1"}},
		{"of two versions and two keys", frozen("format-2.zip"), []string{"berthier migrate 1", "berthier log-key 1"}},
		{"signed in all ways", signedGame(t).Public(),
			[]string{"form: clear-signed", "form: pgp-mime", "form: attached", "form: detached", "by: confirmation",
				"command: concede"}},
		{"with codes", codedGame(t).Public(), []string{"form: dkim", "codes: yes", "command: draw", "rule: agreement"}},
		{"with files of another game, for a Pole", grownGame(t).Public(), []string{"\nfile: points.txt\n",
			"\npress-limit: 5\n", "language: Red pl\n"}},
		{"with a beacon", beaconGame(t).Public(), []string{"berthier closed 1", "\nround: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := write(t, c.game)
			if sound, said := second(t, file); !sound {
				t.Errorf("it says\n%s", said)
			}
			a, err := Read(file)
			if r := coinAuditor.Audit(a, nil); err != nil || !r.Sound() {
				t.Errorf("the audit says otherwise: %v, %v", err, r.Err())
			}
			var log strings.Builder
			for _, r := range c.game.Records {
				log.Write(r.Data)
			}
			for _, has := range c.has {
				if !strings.Contains(log.String(), has) {
					t.Errorf("the log has no %q", has)
				}
			}
		})
	}
}

// What the rules understand in other words, and lines for many units, are no fault that it finds.
func TestSecondVerifierOfWords(t *testing.T) {
	needs(t, "python3", "openssl", "ssh-keygen")
	tb := newTable(t, "goldbach")
	for i, text := range []string{
		"side: French\nturn: 1\nstep: 1\n\nordre legrand – margaron\nend\n",
		"side: Allied\nturn: 1\nstep: 1\n\nhold\nend\n",
	} {
		signed, err := sign.Inline(tb.keys[i], []byte("game: "+tb.id+"\n"+text))
		if err != nil {
			t.Fatal(err)
		}
		tb.take(signed)
	}
	saved := tb.save()
	if orders := string(saved.Records[3].Hidden); !strings.Contains(orders, `"order legrand,margaron"`) {
		t.Fatalf("got %s", orders)
	}
	if sound, said := second(t, write(t, saved)); !sound {
		t.Errorf("it says\n%s", said)
	}
}

// What an umpire with the key of the log can forge is found by the check that README.txt
// has for it, when no checkpoint finds it any more.
func TestSecondVerifierFinds(t *testing.T) {
	needs(t, "python3", "openssl", "ssh-keygen")
	game := finishedCoins(t)
	find := func(kind string, n int) int {
		for i, r := range game.Records {
			if r.Kind == kind {
				if n--; n == 0 {
					return i
				}
			}
		}
		t.Fatalf("no record of kind %s", kind)
		return 0
	}
	inStep := func(change func(s *record.Step)) func(f *forger) {
		return func(f *forger) {
			r := &f.s.Records[find(record.KindStep, 2)]
			s, err := record.ParseStep(r.Data, r.Hidden)
			if err != nil {
				t.Fatal(err)
			}
			change(&s)
			r.Data, r.Hidden = s.Print()
		}
	}
	replace := func(kind string, n int, old, new string) func(f *forger) {
		return func(f *forger) {
			r := &f.s.Records[find(kind, n)]
			was := *r
			r.Data, r.Hidden = bytes.Replace(r.Data, []byte(old), []byte(new), 1),
				bytes.Replace(r.Hidden, []byte(old), []byte(new), 1)
			if bytes.Equal(r.Data, was.Data) && bytes.Equal(r.Hidden, was.Hidden) {
				t.Fatalf("%q is not in record %d", old, r.Seq)
			}
		}
	}
	step, err := record.ParseStep(game.Records[find(record.KindStep, 2)].Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		forge func(f *forger)
		bad   string // the check that finds it
	}{
		{"nothing", func(*forger) {}, ""},
		{"a die", inStep(func(s *record.Step) { s.Draws[0].Value ^= 1 }), "draws"},
		{"a die of an event", inStep(func(s *record.Step) { s.Events[0].Roll.Draws[0].Value ^= 1 }), "draws"},
		{"a link", inStep(func(s *record.Step) { s.Link[0] ^= 1 }), "links"},
		{"other orders, by another key", func(f *forger) {
			f.orders(find(record.KindOrders, 3), testkey.New("x"), []byte(call("Red", 2, "tails")))
		}, "signatures"},
		{"orders that were signed for another step", func(f *forger) {
			f.orders(find(record.KindOrders, 3), keys()[0], []byte(call("Red", 3, "heads")))
		}, "signatures"},
		{"other orders, with the signature of these", replace(record.KindOrders, 3, "\ncall heads", "\ncall tails"),
			"signatures"},
		{"orders that were understood otherwise",
			replace(record.KindOrders, 3, `"call heads"`+"\n", `"call tails"`+"\n"), "signatures"},
		{"a step without an answer", inStep(func(s *record.Step) {
			s.Inputs[0].Orders, s.Inputs[0].Hash = 0,
				[32]byte{}
		}), "inputs"},
		{"other inputs", inStep(func(s *record.Step) { s.Hash[0] ^= 1 }), "inputs"},
		{"another salt", replace(record.KindReport, 4, "salt: ", "salt: 0"), "hidden parts"},
		{"a link in a report", replace(record.KindReport, 5, "\n"+step.Link.String()+"\n",
			"\n"+strings.Repeat("7", 64)+"\n"), "reports"},
		{"a needless quote", replace(record.KindStep, 2, "program: v0.1.0", `program: "v0.1.0"`), "archive"},
		{"the key of the log", replace(record.KindGame, 1, "log: "+domain, "log: x."+domain), "checkpoints"},
		{"a time before that of the one before", replace(record.KindReport, 5, "time: 20", "time: 19"), "records"},
		{"a mail without a hash", replace(record.KindOrders, 3, "mail: ", "mail: 0"), "records"},
		{"the secret", replace(record.KindOver, 1, "secret: ", "secret: 00"), "links"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sound, said := second(t, write(t, forge(t, game, c.forge)))
			if sound != (c.bad == "") || c.bad != "" && !strings.Contains(said, "BAD "+c.bad+" ") {
				t.Errorf("want it to find %q, it says\n%s", c.bad, said)
			}
		})
	}
}

// It finds the name of an umpire's key where no umpire did anything.
func TestSecondVerifierOfUmpires(t *testing.T) {
	needs(t, "python3", "openssl", "ssh-keygen")
	timed := shortGames(t)[2]
	for _, tt := range []struct{ by, finds string }{{"umpire", ""}, {"clock", "keys"}} {
		file := write(t, forge(t, timed, func(f *forger) {
			for i, r := range f.s.Records {
				if r.Kind == record.KindClock {
					f.s.Records[i].Data = bytes.Replace(r.Data, []byte("\nby: clock\n"),
						[]byte("\nby: "+tt.by+"\numpire: RW1\n"), 1)
				}
			}
		}))
		if sound, said := second(t, file); sound != (tt.finds == "") ||
			!sound && !strings.Contains(said, "BAD "+tt.finds+" ") {
			t.Errorf("by %s: it says\n%s", tt.by, said)
		}
	}
}

// What somebody without the key of the log changes is found too, whatever it is: the
// changes of TestTamper.
func TestSecondVerifierTampered(t *testing.T) {
	needs(t, "python3", "openssl", "ssh-keygen")
	other, err := record.GenerateSigner(&stream{9})
	if err != nil {
		t.Fatal(err)
	}
	x := tamper{saved: finishedCoins(t), other: other}
	x.sound = write(t, x.saved.Public())
	x.saved = x.saved.Public()
	if x.members, err = parcel.Unpack(x.sound); err != nil {
		t.Fatal(err)
	}
	rounds, every := 1, 8
	if *long > 0 {
		rounds, every = (*long*3+9)/10, 1
	}
	from := enginetest.Seed(t)
	for round := range rounds {
		for i, c := range changes {
			x.Rand = rand.New(rand.NewPCG(from, uint64(round*len(changes)+i)))
			if i%every != 0 {
				continue
			}
			file := c.do(&x)
			if file == nil || bytes.Equal(file, x.sound) || sameMembers(file, x.members) {
				continue // nothing was changed that README.txt speaks of
			}
			if sound, said := second(t, file); sound {
				t.Errorf("round %d, %s: not found\n%s", round, c.name, said)
			}
		}
	}
}

// sameMembers reports whether a common reader of zip files finds the same members in a
// file. A field of the zip that it does not look at, such as the system that made the
// file, is none of what README.txt promises: Read alone is stricter.
func sameMembers(file []byte, members []parcel.Member) bool {
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil || len(z.File) != len(members) {
		return false
	}
	for i, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return false
		}
		data, err := io.ReadAll(r)
		forPeople := f.Name == nameReadme || f.Name == namePage
		if err != nil || f.Name != members[i].Name || !forPeople && !bytes.Equal(data, members[i].Data) {
			return false
		}
	}
	return true
}

// coinAuditor has the rules of all games of these tests.
var coinAuditor = judge{Load: func(name string, data map[string][]byte) (engine.Ruleset, error) {
	if name == "coin" {
		return coin{"1"}, nil
	}
	return jdg.Load(data)
}}
