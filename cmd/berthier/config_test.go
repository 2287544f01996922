package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"berthier/engine"
	"berthier/mail"
	"berthier/mail/wire"
)

const exampleConfig = "../../config.example.toml"

// TestExampleConfig holds config.example.toml to the code: it has every key,
// no other, with the default as its value.
func TestExampleConfig(t *testing.T) {
	cfg, err := loadConfig(exampleConfig)
	if err != nil {
		t.Fatal(err)
	}
	want := defaults()
	want.folder = filepath.Dir(exampleConfig)
	if !reflect.DeepEqual(cfg, want) {
		t.Errorf("the example has other values than the defaults:\n got %+v\nwant %+v", cfg, want)
	}
	text, err := os.ReadFile(exampleConfig)
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := toml.Unmarshal(text, &keys); err != nil {
		t.Fatal(err)
	}
	if got, want := flatten("", keys), fieldKeys("", reflect.TypeFor[config]()); !slices.Equal(got, want) {
		t.Errorf("keys of the example:\n got %v\nwant %v", got, want)
	}
}

// TestExampleConfigComments demands a comment above every key, or above the
// group of keys that it stands in.
func TestExampleConfigComments(t *testing.T) {
	text, err := os.ReadFile(exampleConfig)
	if err != nil {
		t.Fatal(err)
	}
	above := ""
	for i, line := range strings.Split(string(text), "\n") {
		if key, _, ok := strings.Cut(line, " = "); ok && line[0] != '#' && above == "" {
			t.Errorf("line %d: %s has no comment above it", i+1, key)
		}
		above = line
	}
}

// flatten lists the keys of a decoded file, sorted, with those of tables.
func flatten(prefix string, m map[string]any) (keys []string) {
	for _, k := range sortedKeys(m) {
		if sub, ok := m[k].(map[string]any); ok && len(sub) > 0 {
			keys = append(keys, flatten(prefix+k+".", sub)...)
		} else {
			keys = append(keys, prefix+k)
		}
	}
	slices.Sort(keys)
	return keys
}

// fieldKeys lists the keys that a struct takes.
func fieldKeys(prefix string, t reflect.Type) (keys []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("toml")
		switch {
		case f.Anonymous:
			keys = append(keys, fieldKeys(prefix, f.Type)...)
		case tag == "":
		case f.Type.Kind() == reflect.Struct:
			keys = append(keys, fieldKeys(prefix+tag+".", f.Type)...)
		default:
			keys = append(keys, prefix+tag)
		}
	}
	slices.Sort(keys)
	return keys
}

// TestDefaultLimits compares the limits with those of the packages that obey
// them.
func TestDefaultLimits(t *testing.T) {
	l := defaults().Limits
	if got, want := l.mail(), mail.DefaultLimits; got != want {
		t.Errorf("mail limits: got %+v, want %+v", got, want)
	}
	if got, want := l.turn(), (engine.Limits{Bytes: 65536, Lines: 2000, Words: 250}); got != want {
		t.Errorf("turn limits: got %+v, want %+v", got, want)
	}
}

func TestConfigFaults(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // in the error or its hint
	}{
		{"unknown key", "maps = true\n[imap]\npol_seconds = 3\n",
			[]string{"c.toml:3:1: unknown key imap.pol_seconds", "config.example.toml"}},
		{"two unknown keys", "a = 1\nb = 2\n", []string{":1:1: unknown key a", ":2:1: unknown key b"}},
		{"wrong type", "maps = 3\n", []string{"c.toml:1:8: maps: want true or false, got integer"}},
		{"a text for a number", "[limits]\nmail_bytes = 'x'\n", []string{"2:14: mail_bytes: want a whole number"}},
		{"a text for a list", "[beacon]\nservers = 'x'\n", []string{`servers: want a list of texts, as ["a", "b"]`}},
		{"a number in a list", "[beacon]\nservers = [\n1,\n]\n", []string{"c.toml:3:1: want a text in quotes, got"}},
		{"a text for a section", "imap = 'x'\n", []string{"c.toml:1:8: imap: want a section, got string"}},
		{"not toml", "maps = \n", []string{"c.toml:1:"}},
		{"numbers", "[limits]\nmail_parts = 0\nturn_lines = -1\n",
			[]string{"limits.mail_parts: want a number above 0, got 0",
				"limits.turn_lines: want a number above 0, got -1"}},
		{"log", "[log]\nlevel = \"loud\"\nformat = \"xml\"\n",
			[]string{"log.level: ", `log.format: want text or json, got "xml"`}},
		{"monitor for all", "[monitor]\naddress = \"0.0.0.0:9125\"\n",
			[]string{`monitor.address: want host:port of this machine, as 127.0.0.1:9125, got "0.0.0.0:9125"`}},
		{"monitor without port", "[monitor]\naddress = \"127.0.0.1\"\n", []string{"monitor.address: want host:port"}},
		{"mail server for all", "[local]\nsmtp = \"0.0.0.0:25\"\nimap = \"1143\"\n",
			[]string{`local.smtp: want host:port of this machine, as 127.0.0.1:2525, got "0.0.0.0:25"`,
				`local.imap: want host:port of this machine`}},
		{"one server", "[imap]\naddress = \"imap.example.org:993\"\n", []string{"want both"}},
		{"no port", "imap.address = \"a.example.org\"\nsmtp.address = \"b.example.org:465\"\nimap.user = \"u\"\n",
			[]string{"imap: server address: ", "missing port"}},
		{"plaintext", "[imap]\naddress = \"imap.example.org:143\"\nsecurity = \"none\"\nuser = \"u\"\n[smtp]\n" +
			"address = \"localhost:25\"\nsecurity = \"none\"\n",
			[]string{"imap: imap.example.org: " + wire.ErrInsecure.Error()}},
		{"two passwords", "imap.address = \"a.example.org:993\"\nsmtp.address = \"b.example.org:465\"\n" +
			"imap.user = \"u\"\nsmtp.password_file = \"x\"\nsmtp.password_env = \"Y\"\n",
			[]string{"smtp: password_file and password_env: want one of them"}},
		{"password and token", "imap.address = \"a.example.org:993\"\nsmtp.address = \"b.example.org:465\"\n" +
			"imap.user = \"u\"\nimap.password_file = \"x\"\nimap.token_command = [\"y\", \"z\"]\n",
			[]string{"imap: password_file and token_command: want one of them"}},
		{"misspelt key", "adress = \"a@b.org\"\n", []string{"c.toml:1:1: unknown key adress; did you mean address?"}},
		{"misspelt section", "[imaap]\naddress = \"\"\n", []string{"unknown key imaap; did you mean [imap]?"}},
		{"another section", "[imap]\nport = 993\ncontact = \"a@b.org\"\n", []string{
			"c.toml:2:1: unknown key imap.port\n", "c.toml:3:1: unknown key imap.contact: it stands above the first"}},
		{"no section", "poll_seconds = 5\n", []string{"unknown key poll_seconds: it stands in [imap]"}},
		{"a password", "[smtp]\npassword = \"x\"\n", []string{
			"unknown key smtp.password; did you mean password_file or password_env?"}},
		{"no quotes", "name = Berthier\n", []string{`c.toml:1:8: name: want a text in straight quotes, as "Berthier"`}},
		{"a path of Windows", `state = "C:\games"`, []string{`a path with \ stands in single quotes, as 'C:\games'`}},
		{"no text", "[data.jdg]\na = 1\n", []string{"c.toml:2:5: a: want a text in quotes, got integer"}},
		{"in a list", "[smtp]\ntoken_command = [\n\"sesame=\", 1]\n", []string{"c.toml:3:12: want a text in quotes"}},
		{"level", "log.level = \"loud\"\n", []string{`log.level: want debug, info, warn or error, got "loud"`}},
		{"no user", "imap.address = \"a.example.org:993\"\nsmtp.address = \"b.example.org:465\"\n",
			[]string{"imap.user: "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "c.toml")
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := loadConfig(path)
			if err == nil {
				t.Fatal("got no error")
			}
			text := err.Error()
			text += "\n" + hintOf(err, "")
			for _, w := range tt.want {
				if !strings.Contains(text, w) {
					t.Errorf("got %q, want it to hold %q", text, w)
				}
			}
		})
	}
}

// TestPasswords reads passwords from a file and from the environment, and
// never tells them.
func TestPasswords(t *testing.T) {
	dir := t.TempDir()
	text := "imap = {address = \"imap.example.org:993\", user = \"u\", password_file = \"secret\"}\n" +
		"smtp = {address = \"smtp.example.org:465\", user = \"u\", password_env = \"BERTHIER_TEST_PASSWORD\"}\n"
	path := filepath.Join(dir, "c.toml")
	for name, content := range map[string]string{path: text, filepath.Join(dir, "secret"): "sesame 1\r\n"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cfg, err := loadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cfg.endpoint("smtp", cfg.SMTP.accountConfig); err == nil ||
		!strings.Contains(err.Error(), "BERTHIER_TEST_PASSWORD") {
		t.Errorf("unset variable: got %v", err)
	}
	t.Setenv("BERTHIER_TEST_PASSWORD", "sesame 2")
	for key, a := range map[string]accountConfig{"sesame 1": cfg.IMAP.accountConfig,
		"sesame 2": cfg.SMTP.accountConfig} {
		e, err := cfg.endpoint("x", a)
		if err != nil || e.Password != key {
			t.Errorf("got password %q, error %v, want %q", e.Password, err, key)
		}
	}
	if err := os.Remove(filepath.Join(dir, "secret")); err != nil {
		t.Fatal(err)
	}
	if _, err := cfg.endpoint("imap", cfg.IMAP.accountConfig); err == nil ||
		!strings.Contains(err.Error(), "imap.password_file") {
		t.Errorf("missing file: got %v", err)
	}
}

// Programs of the umpire get the environment without our passwords: they may be anybody's.
func TestNoSecretsForOtherPrograms(t *testing.T) {
	cfg := config{folder: t.TempDir()}
	cfg.IMAP.PasswordEnv, cfg.SMTP.PasswordEnv = "BERTHIER_TEST_IN", "BERTHIER_TEST_OUT"
	for _, name := range []string{"BERTHIER_TEST_IN", "BERTHIER_TEST_OUT", "BERTHIER_PASSPHRASE", "PGPASSWORD"} {
		t.Setenv(name, "sesame")
	}
	t.Setenv("BERTHIER_TEST_OTHER", "other")
	e, err := cfg.endpoint("imap", accountConfig{TokenCommand: []string{"env"}})
	if err != nil {
		t.Fatal(err)
	}
	token, err := e.Token(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(token, "sesame") || !strings.Contains(token, "BERTHIER_TEST_OTHER=other") {
		t.Error("a token_command has a password of ours, or not the rest of the environment")
	}
}

// TestTokens reads tokens anew each time, and tells why there is none.
func TestTokens(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "token")
	cfg := config{folder: dir}
	for _, tt := range []struct {
		name    string
		account accountConfig
		want    string // token, or what the error holds
	}{
		{"file", accountConfig{TokenFile: "token"}, "sesame"},
		{"command", accountConfig{TokenCommand: []string{"cat", "token"}}, "sesame"},
		{"no file", accountConfig{TokenFile: "absent"}, "absent: no such file"},
		{"no command", accountConfig{TokenCommand: []string{"./absent"}}, "./absent: no such file"},
		{"command fails", accountConfig{TokenCommand: []string{"sh", "-c",
			"cat token; echo log in first >&2; echo and more >&2; exit 3"}}, "sh: exit status 3: log in first"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, err := cfg.endpoint("imap", tt.account)
			if err != nil {
				t.Fatal(err)
			}
			for _, again := range []string{"", " again"} {
				if err := os.WriteFile(file, []byte("sesame"+again+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
				token, err := e.Token(t.Context())
				switch {
				case err == nil && token != tt.want+again:
					t.Errorf("got token %q, want %q", token, tt.want+again)
				case err != nil && (!strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "sesame")):
					t.Errorf("got error %q, want it to hold %q and not the token", err, tt.want)
				}
			}
		})
	}
}
