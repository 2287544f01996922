package archive

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// headOf signs a log with the key of its daemon, as an umpire can who rewrites it.
func headOf(t *testing.T, s game.SavedGame) game.SavedGame {
	t.Helper()
	key, err := record.GenerateSigner(&stream{})
	if err != nil {
		t.Fatal(err)
	}
	var tree store.Tree
	for _, r := range s.Records {
		tree = tree.Append(r.Data)
	}
	origin, _, _ := strings.Cut(string(s.Head), "\n")
	head, err := key.Sign(record.Checkpoint{Origin: origin, Size: tree.Size(), Root: tree.Root()})
	if err != nil {
		t.Fatal(err)
	}
	s.Head = []byte(head)
	return s
}

// waiting is a game of which one side has sent its orders, and the mails so far.
func waiting(t *testing.T) (game.SavedGame, []audit.Mail) {
	t.Helper()
	tb := newTable(t, "goldbach")
	tb.send(0, "French", 1, 1, nil)
	saved := tb.save()
	last := saved.Records[len(saved.Records)-1]
	if last.Kind != record.KindOrders {
		t.Fatalf("the last record is %s", last.Kind)
	}
	return saved, kept(saved)
}

// A kept receipt proves that the log had the file: without its checkpoint by the
// hash alone.
func TestKeptReceipt(t *testing.T) {
	saved, mails := waiting(t)
	i := slices.IndexFunc(mails, func(m audit.Mail) bool { return strings.Contains(m.Name, ".receipt.") })
	receipt := mails[i]
	begin, end := bytes.Index(receipt.Raw, []byte("Keep this mail")), bytes.Index(receipt.Raw, []byte("— "))
	if begin < 0 || end < 0 {
		begin, end = bytes.Index(receipt.Raw, []byte("Keep this mail")), bytes.Index(receipt.Raw, []byte("=E2=80=94"))
	}
	if begin < 0 || end < begin {
		t.Fatalf("the receipt has no checkpoint:\n%s", receipt.Raw)
	}
	bare := audit.Mail{Name: "bare", Raw: slices.Concat(receipt.Raw[:begin], receipt.Raw[end+40:])}
	without := saved
	without.Records = without.Records[:len(without.Records)-1]
	changed := saved
	changed.Records = slices.Clone(saved.Records)
	last := &changed.Records[len(changed.Records)-1]
	o, err := record.ParseOrders(last.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	o.File[0]++
	last.Data, _ = o.Print()
	for _, c := range []struct {
		name  string
		saved game.SavedGame
		mail  audit.Mail
		done  int
		want  []string // checks that fail
	}{
		{"as it was", saved.Public(), receipt, 1, nil},
		{"as it was, bare", saved.Public(), bare, 1, nil},
		{"the file left out", without.Public(), receipt, 0, []string{"kept checkpoints", "kept files"}},
		{"the file left out, bare", without.Public(), bare, 0, []string{"kept files"}},
		{"another file", changed.Public(), receipt, 0, []string{"kept checkpoints", "kept files"}},
		{"another file, bare", changed.Public(), bare, 0, []string{"kept files"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := auditor.Audit(Archive{SavedGame: headOf(t, c.saved)}, []audit.Mail{c.mail})
			var failed []string
			for _, k := range r.Checks {
				if k.Err != nil {
					failed = append(failed, k.Name)
				}
			}
			if !slices.Equal(failed, c.want) || r.Check("kept files").Done != c.done {
				t.Errorf("failed: %v, %v; want %v; %+v", failed, r.Err(), c.want, r.Check("kept files"))
			}
		})
	}
}

// A mail of another game is said to be that, and is no fault.
func TestKeptMailOfAnotherGame(t *testing.T) {
	saved, mails := waiting(t)
	var others []audit.Mail
	for _, m := range mails {
		others = append(others, audit.Mail{Name: m.Name,
			Raw: bytes.ReplaceAll(m.Raw, []byte("goldbach-1"), []byte("goldbach-2"))})
	}
	r := auditor.Audit(Archive{SavedGame: saved}, append(others, mails...))
	heads := r.Check("kept checkpoints")
	if r.Err() != nil || heads.Done != len(mails) || heads.Left != len(others) ||
		heads.Why != "3 of another game (goldbach-2)" {
		t.Errorf("got %v, %+v", r.Err(), heads)
	}
}
