package desk

import (
	"bytes"
	"compress/gzip"
	"io"
	"regexp"
	"strings"
	"testing"
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
			z, err := gzip.NewReader(bytes.NewReader(got))
			if err != nil {
				t.Fatal(err)
			}
			if got, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(got, engine) {
			t.Errorf("%s is another", id)
		}
	}
	text := string(page)
	for _, want := range []string{"default-src &#39;none&#39;", "glue();", "data-name=\"a &#34;b&#34;&#60;c&#62;&#233;.zip\""} {
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
