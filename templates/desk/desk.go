// Package desk makes berthier-desk.html, the order desk: one file with page, style, scripts and
// the engine, which a browser opens by a double click, without a server and without a network.
//
// # The file
//
// page.html is its frame; desk.css and worker.js are put into it as they are, the other scripts as
// one, in the order of their names in Make. The engine
// is cmd/desk as WebAssembly. It runs in a worker, so that the page never stands
// still. Nothing else may run: the Content-Security-Policy of the file names the style and the
// script by their SHA-256, and lets nothing be fetched and nothing be sent.
//
// What the page says of itself stands in words, in the form of package engine/tongue, in each
// language.
//
// The engine is packed by Zstandard, which leaves a sixth less of it than gzip, the best that a
// browser unpacks by itself: with gzip the page has no room for all games. fzstd.js unpacks it. It is
// umd/index.js of fzstd 0.1.1 (https://www.npmjs.com/package/fzstd), unchanged; fzstd.lock has its
// SHA-512 and its license.
//
// The packed engine stands in the file byte for byte, as base64 would make it a third larger. So
// the file is in windows-1252, in which each byte is a character, and everything else in it is
// ASCII. Four bytes would not survive, or end the element: 00, 0D, "<", and "=", which stands for
// "the next byte less 64". A file that is opened with the page (With) stands in it in the same
// way. A server that calls the file UTF-8 spoils it; the page says so then.
package desk

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"unicode"

	"github.com/klauspost/compress/zstd"
)

// Name is the file that Make makes.
const Name = "berthier-desk.html"

// Charset is the encoding of the file, for a server that says which it is.
const Charset = "windows-1252"

//go:embed page.html desk.css *.js fzstd.lock
var parts embed.FS

//go:embed all:made
var made embed.FS

// Page is the desk that this program was built with; nil if it was built without one.
func Page() []byte {
	page, err := made.ReadFile("made/" + Name)
	if err != nil {
		return nil
	}
	return page
}

// Make makes the file of the engine and of wasm_exec.js, the glue that the Go of the engine has.
func Make(engine, glue []byte) ([]byte, error) {
	frame, err := template.ParseFS(parts, "page.html")
	if err != nil {
		return nil, err
	}
	read := func(name string) string {
		text, _ := parts.ReadFile(name) // it is in the program
		return string(text)
	}
	packed, err := pack(engine)
	if err != nil {
		return nil, err
	}
	words, err := wordsScript()
	if err != nil {
		return nil, err
	}
	script := "\"use strict\";\n{\n" + words
	for _, name := range []string{"base.js", "replay.js", "paper.js", "orders.js", "forms.js", "sign.js",
		"open.js"} {
		script += read(name) + "\n"
	}
	script += "}\n"
	style := read("desk.css")
	var page bytes.Buffer
	err = frame.Execute(&page, struct {
		Policy       string
		Style        template.CSS
		Worker       template.HTML
		Script       template.JS
		Engine       template.HTML
		Types, Empty string
	}{
		Policy: fmt.Sprintf("default-src 'none'; style-src %s; script-src %s 'wasm-unsafe-eval' blob:; worker-src "+
			"blob:; "+
			"img-src blob:; form-action 'none'; base-uri 'none'", sum(style), sum(script)),
		Style: template.CSS(style),
		Worker: template.HTML(string(glue) + "\n/*\n" + read("fzstd.lock") + "*/\n" + read("fzstd.js") + "\n" +
			read("worker.js")),
		Script: template.JS(script),
		Engine: template.HTML(packed),
	})
	if err != nil {
		return nil, err
	}
	return page.Bytes(), check(page.Bytes(), packed)
}

// sum names a script or a style in the policy.
func sum(text string) string {
	hash := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
}

// window is how far back the packed engine refers: the most that fzstd.js goes along with.
const window = 32 << 20

// pack packs the engine, and writes it so that it can stand in the file.
func pack(engine []byte) ([]byte, error) {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(window),
		zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	return written(w.EncodeAll(engine, nil)), w.Close()
}

// written are bytes as they can stand in the file.
func written(data []byte) []byte {
	var out bytes.Buffer
	for _, b := range data {
		switch b {
		case 0, '\r', '<', '=':
			out.WriteByte('=')
			b += 64
		}
		out.WriteByte(b)
	}
	return out.Bytes()
}

// With is the page with a file in it, which it opens by itself. The name is for people.
func With(page []byte, name string, data []byte) []byte {
	given := fmt.Appendf(nil, "<script type=\"application/octet-stream\" id=\"given\" data-name=\"%s\">", inASCII(name))
	given = append(append(given, written(data)...), "</script>\n</body>"...)
	end := bytes.LastIndex(page, []byte("</body>"))
	if end < 0 {
		return page
	}
	return slices.Concat(page[:end], given, page[end+len("</body>"):])
}

// inASCII writes every character of an attribute that is not plain as its number.
func inASCII(name string) string {
	var out strings.Builder
	for _, r := range name {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" .-_", r)) {
			out.WriteRune(r)
			continue
		}
		fmt.Fprintf(&out, "&#%d;", r)
	}
	return out.String()
}

// check refuses what would break the file: a character that is not ASCII outside of the engine.
func check(page, packed []byte) error {
	rest := bytes.Replace(page, packed, nil, 1)
	for i, b := range rest {
		if b >= 0x80 {
			return fmt.Errorf("the page is to be ASCII, and has %q", rest[max(0, i-20):min(i+20, len(rest))])
		}
	}
	return nil
}
