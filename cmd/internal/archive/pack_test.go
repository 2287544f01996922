package archive

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"berthier/cmd/internal/bundle"
	"berthier/cmd/internal/parcel"
)

// zipped makes a zip file by hand.
func zipped(t testing.TB, make func(w *zip.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if err := errors.Join(make(w), w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func file(w *zip.Writer, name string, data io.Reader) error {
	f, err := w.Create(name)
	if err == nil {
		_, err = io.Copy(f, data)
	}
	return err
}

// claims makes a zip file of members that say that they have these sizes.
func claims(t testing.TB, method uint16, packed []byte, sizes ...uint64) []byte {
	t.Helper()
	return zipped(t, func(w *zip.Writer) error {
		for i, size := range sizes {
			h := &zip.FileHeader{Name: fmt.Sprint("claim", i), Method: method, CompressedSize64: uint64(len(packed)),
				UncompressedSize64: size}
			f, err := w.CreateRaw(h)
			if err != nil {
				return err
			}
			if _, err := f.Write(packed); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestReadRefuses(t *testing.T) {
	sound := write(t, finished(t, "goldbach").Public())
	members, err := parcel.Unpack(sound)
	if err != nil {
		t.Fatal(err)
	}
	// without packs all members but some, and others with changed bytes.
	with := func(edit func(name string, data []byte) ([]byte, bool)) []byte {
		var kept []parcel.Member
		for _, m := range members {
			if data, keep := edit(m.Name, m.Data); keep {
				kept = append(kept, parcel.Member{Name: m.Name, Data: data})
			}
		}
		packed, err := parcel.Pack(kept)
		if err != nil {
			t.Fatal(err)
		}
		return packed
	}
	without := func(name string) []byte {
		return with(func(n string, data []byte) ([]byte, bool) { return data, n != name })
	}
	replaced := func(name, old, new string) []byte {
		return with(func(n string, data []byte) ([]byte, bool) {
			if n == name {
				data = bytes.Replace(data, []byte(old), []byte(new), 1)
			}
			return data, true
		})
	}
	repeated := with(func(n string, data []byte) ([]byte, bool) {
		if n == "hidden/report-French.txt" {
			from := regexp.MustCompile(`(?m)^=[0-9]{3},`).FindIndex(data)
			data = bytes.Clone(data)
			copy(data[from[0]+1:from[1]-1], "999999999")
		}
		return data, true
	})
	// packed gives so many zeros, a megabyte of them in a thousand bytes.
	packed := func(n int) []byte {
		var b bytes.Buffer
		z, err := flate.NewWriter(&b, flate.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := z.Write(make([]byte, n)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	nothing, ten := packed(1<<20), packed(10)
	one := func(name string) []byte {
		return zipped(t, func(w *zip.Writer) error { return file(w, name, strings.NewReader("x")) })
	}
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "not a whole zip file"},
		{"text", []byte("hello"), "not a whole zip file"},
		{"cut short", sound[:len(sound)-100], "not a whole zip file"},
		{"cut in the middle", sound[:len(sound)/2], "not a whole zip file"},
		{"the first half missing", sound[len(sound)/2:], `member "README.txt": `},
		{"no member", zipped(t, func(*zip.Writer) error { return nil }), `member "log.txt": it is missing`},
		{"without a log", without("log.txt"), `member "log.txt": it is missing`},
		{"without a checkpoint", without("checkpoint.txt"), `member "checkpoint.txt": it is missing`},
		{"out of the folder", one("../evil.txt"), `member "../evil.txt": its name is not a plain path`},
		{"absolute", one("/etc/passwd"), `member "/etc/passwd": its name is not a plain path`},
		{"a folder", zipped(t, func(w *zip.Writer) error { _, err := w.Create("data/"); return err }),
			`member "data/": its name is not a plain path`},
		{"hidden file", one("data/.profile"), "its name is not a plain path"},
		{"backslash", one(`data\x`), "its name has other characters"},
		{"line break", one("a\nb"), "its name has other characters"},
		{"long name", one(strings.Repeat("x", 300)), "its name is too long"},
		{"twice", zipped(t, func(w *zip.Writer) error {
			return errors.Join(file(w, "log.txt", strings.NewReader("x")), file(w, "log.txt", strings.NewReader("y")))
		}), `member "log.txt": it is there twice`},
		{"too large", claims(t, zip.Deflate, nothing, parcel.MaxMember+1), `member "claim0": it is too large`},
		{"many large members", claims(t, zip.Deflate, nothing, parcel.MaxMember, parcel.MaxMember, 1),
			`member "claim2": with it the archive has more than`},
		{"sizes that overflow", claims(t, zip.Deflate, nothing, 1<<62, 1<<62, 1<<62, 1<<62),
			`member "claim0": it is too large`},
		{"zip bomb that says that it is small", claims(t, zip.Deflate, nothing, 1000),
			`member "claim0": it has another size than the 1000 bytes`},
		{"larger than it says", claims(t, zip.Deflate, ten, 5),
			`member "claim0": it has another size than the 5 bytes`},
		{"smaller than it says", claims(t, zip.Deflate, ten, 20),
			`member "claim0": it has another size than the 20 bytes`},
		{"unknown method", claims(t, 12, []byte{0}, 1), `member "claim0": it is packed by method 12, want 8`},
		{"no frame", replaced("log.txt", "=== record 1,", "== record 1,"),
			`member "log.txt": want the heading of a record`},
		{"frame too long", replaced("hidden/step.txt", " bytes ===", "999999 bytes ==="),
			`member "hidden/step.txt": record `},
		{"hidden part of no record", replaced("hidden/step.txt", "=== record ", "=== record 9"),
			`member "hidden/step.txt": record `},
		{"a repeat of nothing", replaced("hidden/report-French.txt", "+salt: ", "=1,1\n+salt: "),
			`member "hidden/report-French.txt": record `},
		{"a repeat of too much", repeated, `member "hidden/report-French.txt": record `},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(c.file)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// A program of another version may have written README.txt in other words. So it is taken as it is, and stays so.
func TestReadsOtherReadme(t *testing.T) {
	file := write(t, finished(t, "goldbach").Public())
	members, err := parcel.Unpack(file)
	if err != nil {
		t.Fatal(err)
	}
	other, err := parcel.Pack(set(members, "README.txt", "hello\n"))
	if err != nil {
		t.Fatal(err)
	}
	a, err := Read(other)
	if err != nil || len(a.Faults) > 0 || string(a.Readme) != "hello\n" {
		t.Errorf("got %q, %v, %v", a.Readme, a.Faults, err)
	}
	if again := write(t, a.SavedGame); !bytes.Equal(again, other) {
		t.Error("it is written in another way")
	}
	if own, err := Read(file); err != nil || own.Readme != nil {
		t.Errorf("its own: %q, %v", own.Readme, err)
	}
}

// What can be read but is wrong is told with its name, and the rest is checked.
func TestReadFinds(t *testing.T) {
	sound := write(t, finished(t, "goldbach").Public())
	members, err := parcel.Unpack(sound)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		edit func(m []parcel.Member) []parcel.Member
		want string
	}{
		{"another key", func(m []parcel.Member) []parcel.Member { return set(m, "keys/French.pub", "x\n") },
			`member "keys/French.pub": it differs`},
		{"a link", func(m []parcel.Member) []parcel.Member { return set(m, "links.txt", "0 x\n") },
			`member "links.txt": it differs`},
		{"more", func(m []parcel.Member) []parcel.Member {
			return append(m, parcel.Member{Name: "zzz.txt", Data: nil})
		},
			`member "zzz.txt": it does not belong`},
		{"less", func(m []parcel.Member) []parcel.Member { return m[1:] }, `member "README.txt": it is missing`},
		{"another order", func(m []parcel.Member) []parcel.Member { m[0], m[1] = m[1], m[0]; return m },
			`member "checkpoint.txt": it stands in the place of "README.txt"`},
		{"a mail under another name", func(m []parcel.Member) []parcel.Member {
			return append(m, parcel.Member{Name: "mails/" + strings.Repeat("0", 64) + ".eml", Data: []byte("x")})
		}, `its name is not the SHA-256 of its bytes`},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, err := parcel.Pack(c.edit(append([]parcel.Member{}, members...)))
			if err != nil {
				t.Fatal(err)
			}
			a, err := Read(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(a.Faults...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			r := auditor.Audit(a, nil)
			if r.Sound() || r.Check("steps").Err != nil || r.Check("steps").Done == 0 {
				t.Errorf("got %+v", r.Checks)
			}
		})
	}
	sound[len(sound)-1] ^= 1
	if a, err := Read(sound); err != nil || len(a.Faults) != 1 ||
		!strings.Contains(a.Faults[0].Error(), "changed after it was written") {
		t.Errorf("another comment: got %v, %v", a.Faults, err)
	}
}

// set replaces the bytes of a member.
func set(members []parcel.Member, name, data string) []parcel.Member {
	for i := range members {
		if members[i].Name == name {
			members[i].Data = []byte(data)
		}
	}
	return members
}

// shortAfter shortens a text that follows another.
func shortAfter(before, text string) string {
	s := bundle.NewShortener()
	s.Shorten([]byte(before))
	return string(s.Shorten([]byte(text)))
}

// longAfter is the inverse of shortAfter.
func longAfter(before, short string, most int) (string, error) {
	l := bundle.NewLengthener([]byte(before))
	text, err := l.Lengthen([]byte(short), most)
	return string(text), err
}

func TestRepeats(t *testing.T) {
	for _, c := range []struct{ before, text, short string }{
		{"", "", ""},
		{"", "a", "+a\n"},
		{"", "a\n", "+a\n+\n"},
		{"one\ntwo\n", "one\ntwo\n", "=1,3\n"},
		{"one\ntwo\nthree\n", "two\nthree\nfour\n", "=2,2\n+four\n=4,1\n"},
		{"one\ntwo\n", "two\none", "=2,1\n=1,1\n"},
		{"x\ny", "x\ny", "=1,2\n"},
		{"x\ny", "y\nx", "+y\n=1,1\n"},
	} {
		if got := shortAfter(c.before, c.text); got != c.short {
			t.Errorf("%q after %q: got %q, want %q", c.text, c.before, got, c.short)
		}
		if got, err := longAfter(c.before, c.short, 100); got != c.text || err != nil {
			t.Errorf("%q after %q: got %q, %v, want %q", c.short, c.before, got, err, c.text)
		}
	}
	for _, bad := range []string{"x\n", "+x", "=1\n", "=0,1\n", "=1,0\n", "=1,4\n", "=4,1\n",
		"=1,9223372036854775807\n", "=-1,1\n", "\n"} {
		if got, err := longAfter("a\nb\nc", bad, 100); err == nil {
			t.Errorf("%q: got %q, want an error", bad, got)
		}
	}
	if _, err := longAfter("a\nb\nc", "=1,3\n=1,3\n", 11); err == nil {
		t.Error("more than the limit was taken")
	}
}

func FuzzRepeats(f *testing.F) {
	f.Add("one\ntwo\n", "two\none\n")
	f.Fuzz(func(t *testing.T, before, text string) {
		got, err := longAfter(before, shortAfter(before, text), 2*len(text)+10)
		if err != nil || got != text {
			t.Errorf("got %q, %v, want %q", got, err, text)
		}
		_, _ = longAfter(before, text, 1<<20)
	})
}

func FuzzRead(f *testing.F) {
	tb := newTable(f, "goldbach")
	for range 2 {
		tb.step()
	}
	f.Add(write(f, tb.save()))
	f.Add(write(f, tb.save().Public()))
	f.Fuzz(func(t *testing.T, file []byte) {
		a, err := Read(file)
		if err == nil && len(a.Faults) == 0 {
			if again := write(t, a.SavedGame); !bytes.Equal(again, file) {
				t.Error("read without a fault, but written again it is another file")
			}
		}
	})
}

// FuzzMember changes one member of an archive: whatever it becomes, the audit
// ends, and finds it unless it belongs to nothing that the log commits to.
func FuzzMember(f *testing.F) {
	tb := newTable(f, "goldbach")
	for range 2 {
		tb.step()
	}
	members, err := parcel.Unpack(write(f, tb.save()))
	if err != nil {
		f.Fatal(err)
	}
	for i, m := range members {
		f.Add(i, m.Data)
	}
	f.Add(0, []byte("README.txt in other words\n"))
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		i = ((i % len(members)) + len(members)) % len(members)
		changed := append([]parcel.Member{}, members...)
		changed[i].Data = data
		file, err := parcel.Pack(changed)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Read(file)
		if err != nil {
			return
		}
		r := auditor.Audit(a, nil)
		name := members[i].Name
		loose := name == namePrivate || strings.HasPrefix(name, dirOutbox)
		if r.Sound() && a.Readme == nil && !loose && !bytes.Equal(data, members[i].Data) {
			t.Errorf("%s: the change was not found", name)
		}
	})
}

// The example of the package doc stands in the frozen archive, but for the salt, which
// is another when that is written anew.
func TestDocHasTheExample(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("testdata/format-2.zip")
	if err != nil {
		t.Fatal(err)
	}
	members, err := parcel.Unpack(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range members {
		if m.Name != "hidden/orders.txt" {
			continue
		}
		first, _, _ := bytes.Cut(m.Data, []byte("\n=== record "))
		want := strings.ReplaceAll("//\t"+strings.ReplaceAll(strings.TrimSpace(string(first)), "\n", "\n//\t"),
			"//\t\n", "//\n")
		salt := regexp.MustCompile(`salt: [0-9a-f]{64}`)
		if !strings.Contains(salt.ReplaceAllString(string(doc), ""), salt.ReplaceAllString(want, "")+"\n//\n") {
			t.Errorf("doc.go has not\n%s", want)
		}
		return
	}
	t.Error("no hidden/orders.txt")
}
