package desk

import (
	"bytes"
	"crypto/sha512"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// read undoes written, as the page does.
func read(data []byte) (out []byte) {
	for i := 0; i < len(data); i++ {
		b := data[i]
		if b == '=' {
			i++
			b = data[i] - 64
		}
		out = append(out, b)
	}
	return out
}

// What is put into the page comes out of it byte for byte, and nothing of it can end its element.
func TestMake(t *testing.T) {
	engine := make([]byte, 0, 1<<16)
	for i := range 1 << 16 {
		engine = append(engine, byte(i*i>>3))
	}
	page, err := Make(engine, []byte("glue();"))
	if err != nil {
		t.Fatal(err)
	}
	page = With(page, `a "b"<c>é.zip`, engine)
	if bytes.ContainsAny(page, "\x00\r") || bytes.Count(page, []byte("</body>")) != 1 {
		t.Error("the page has what a browser would change")
	}
	for id, packed := range map[string]bool{"engine": true, "given": false} {
		m := regexp.MustCompile(`(?s)id="` + id + `"[^>]*>([^<]*)</script>`).FindSubmatch(page)
		if m == nil {
			t.Fatalf("there is no %s", id)
		}
		got := read(m[1])
		if packed {
			z, err := zstd.NewReader(bytes.NewReader(got))
			if err != nil {
				t.Fatal(err)
			}
			defer z.Close()
			if got, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(got, engine) {
			t.Errorf("%s is another", id)
		}
	}
	text := string(page)
	for _, want := range []string{"default-src &#39;none&#39;", "glue();",
		"data-name=\"a &#34;b&#34;&#60;c&#62;&#233;.zip\""} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// Page is nil or whole: a program is built with the desk, or without it.
func TestPage(t *testing.T) {
	if page := Page(); page != nil && !bytes.HasPrefix(page, []byte("<!DOCTYPE html>")) {
		t.Errorf("it begins %.40q", page)
	}
}

// The library is the one that its lock names, as its maker published it.
func TestLibrary(t *testing.T) {
	code, err1 := os.ReadFile("fzstd.js")
	lock, err2 := os.ReadFile("fzstd.lock")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x", sha512.Sum512(code)); !strings.Contains(string(lock),
		"\numd/index.js sha512 "+sum+"\n") {
		t.Errorf("fzstd.js has the SHA-512 %s, and its lock does not", sum)
	}
}
