package mailtest

import (
	"strings"
	"testing"
)

func TestFaults(t *testing.T) {
	page := func(style, body string) string {
		return "<html lang=\"en\"><head><style>\n" + style + "</style></head><body>" + body + "</body></html>"
	}
	for name, tt := range map[string]struct{ page, want string }{
		"fine": {page("h1, .page p { margin: 0; }\n@media (prefers-color-scheme: dark) {\n  p { color: #fff; }\n}\n",
			`<p style="color: red">x</p><img src="cid:a" alt="b">`), ""},
		"tag":       {page("", "<details>x</details>"), "tag details"},
		"svg":       {page("", "<svg></svg>"), "tag svg"},
		"attribute": {page("", `<p onclick="x">x</p>`), "attribute onclick"},
		"picture":   {page("", `<img src="https://example.org/x.png" alt="x">`), "brings its pictures"},
		"property":  {page("p { position: fixed; }\n", ""), "property position"},
		"value":     {page("p { display: flex; }\n", ""), "property display:flex"},
		"in the dark": {page("@media (prefers-color-scheme: dark) {\n  p { opacity: 1; }\n}\n", ""),
			"property opacity"},
		"medium":        {page("@media (orientation: landscape) {\n  p { color: red; }\n}\n", ""), "rule orientation"},
		"selector":      {page("p:hover { color: red; }\n", ""), "selector p:hover"},
		"not closed":    {page("p { color: red;\n", ""), "nobody can read"},
		"below nothing": {page("p { margin: 0 -2px; }\n", ""), "below nothing"},
		"inline":        {page("", `<p style="float: left">x</p>`), "property float"},
		"url":           {page("p { background: url(x); }\n", ""), "can read it"},
		"comment":       {page("/* x */ p { color: red; }\n", ""), "with comments"},
		"long style":    {page(strings.Repeat("p { color: red; }\n", 500), ""), "a style of 9001 characters"},
		"long":          {page("", strings.Repeat("<p>x</p>", 20_000)), "the page has 160"},
	} {
		got := strings.Join(Faults([]byte(tt.page)), "\n")
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
	for _, row := range []string{"tag x yes no yes", "tag x yes yes yes but why", "tag x maybe yes yes", "tag x yes",
		"tag x yes yes yes\ntag x yes yes yes"} {
		if _, bad := readPrograms(row); len(bad) != 1 {
			t.Errorf("%q: got %q", row, bad)
		}
	}
}
