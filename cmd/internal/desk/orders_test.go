package desk

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/testkey"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/mail/sign"
)

// call asks the desk as a page does.
func call[T any](t testing.TB, d *Desk, word string, q question, file []byte) (answer T) {
	t.Helper()
	said := d.Call(word, asked(t, q), file)
	var bad struct{ Fault string }
	if strings.HasPrefix(string(said), `{"fault":`) {
		t.Fatalf("%s: %v: %s", word, json.Unmarshal(said, &bad), said)
	}
	if err := json.Unmarshal(said, &answer); err != nil {
		t.Fatalf("%s: %v: %.200s", word, err, said)
	}
	return answer
}

// A position is opened as the file that a report carries, and as the report that was saved.
func TestOpensPositions(t *testing.T) {
	file := positionFile(t, "jdg", "goldbach", 1)
	report := reportFile(t, "jdg", "goldbach", 1)
	for name, data := range map[string][]byte{"the file": file, "the report": report,
		"the file of Windows": []byte(strings.ReplaceAll(string(file), "\n", "\r\n"))} {
		o, err := New(load).Open(data, tongue.En)
		if name == "the report" && (o.Answer == nil || *o.Answer != Letter{To: "games@berthier.example",
			From: "me@example.net", Subject: "Re: Your turn", Reply: "1@berthier.example"}) {
			t.Errorf("it is answered by %+v", o.Answer)
		}
		if err != nil || o.Sheet == nil || o.Sheet.Side != "Allied" || o.Sheet.Step != 2 ||
			o.Sheet.Owed[0].Prompt != "Give orders to Kienmayer." {
			t.Errorf("%s: %+v, %v", name, o.Sheet, err)
		}
	}
	for name, data := range map[string]string{"a mail without it": "Subject: x\n\nHello.\n", "half": string(file[:300]),
		"another game": strings.Replace(string(file), "ruleset: jdg", "ruleset: chess", 1),
		"nobody":       strings.Replace(string(file), "side: Allied", "side: Nobody", 1)} {
		if o, err := New(load).Open([]byte(data), tongue.En); err == nil {
			t.Errorf("%s is opened as %+v", name, o)
		}
	}
}

// A key is made, with a passphrase or without, and used again; what it signs is what berthier
// sign would sign, and it comes in the mail that the desk writes.
func TestSigns(t *testing.T) {
	testkey.NoChance(t)
	d := New(load)
	for _, pass := range []string{"", "a secret"} {
		k := call[Key](t, d, "makekey", question{Comment: "Alice", Pass: pass}, nil)
		again := call[Key](t, d, "usekey", question{Private: k.Private, Pass: pass}, nil)
		if again.Fingerprint != k.Fingerprint || !strings.HasSuffix(k.Public, " Alice") ||
			strings.Contains(k.Private, "BEGIN OPENSSH PRIVATE KEY") == false {
			t.Errorf("the key is %+v, then %+v", k, again)
		}
		const orders = "game: game-1\nside: Allied\nturn: 1\nstep: 2\n\nmove arthus to 0706\nend\n"
		text := call[string](t, d, "sign", question{Text: orders, Private: k.Private, Pass: pass}, nil)
		raw := call[string](
			t,
			d,
			"draft",
			question{Letter: Letter{To: "games@berthier.example", From: "me@example.net",
				Subject: "Re: Your turn", Reply: "1@berthier.example", Text: text, Now: 1900000000}},
			nil,
		)
		m, err := mail.Parse([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		public, err := sign.ParsePublicKey(k.Public)
		if err != nil {
			t.Fatal(err)
		}
		got, err := sign.Open(m, []sign.Key{public}, time.Unix(1900000000, 0))
		if err != nil || string(got.Text) != orders {
			t.Errorf("what comes is %q, %v", got.Text, err)
		}
		if !strings.HasPrefix(raw, "X-Unsent: 1\r\n") || m.InReplyTo != "1@berthier.example" ||
			m.To[0].Address != "games@berthier.example" {
			t.Errorf("the mail is\n%s", raw)
		}
		if pass == "" {
			continue
		}
		for _, wrong := range []string{"", "another"} {
			said := d.Call("sign", asked(t, question{Text: orders, Private: k.Private, Pass: wrong}), nil)
			if !strings.Contains(string(said), "passphrase") || strings.Contains(string(said), "BEGIN") {
				t.Errorf("with the passphrase %q it says %s", wrong, said)
			}
		}
	}
	for _, bad := range []string{"", "hello", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE " +
		"KEY-----\n"} {
		if said := d.Call("usekey", asked(t, question{Private: bad}), nil); !strings.HasPrefix(
			string(said),
			`{"fault":`,
		) {
			t.Errorf("the key %q is %s", bad, said)
		}
	}
}

func asked(t testing.TB, q question) []byte {
	t.Helper()
	out, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
