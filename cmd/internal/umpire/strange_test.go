package umpire

import (
	"html"
	"strings"
	"testing"
	"unicode/utf8"

	"berthier/mail/sign"
)

// TestStrangePress: press in right-to-left letters, with combining marks, and with a name of 200 letters comes as it
// was written. Letters that only turn the direction of a text round cannot be signed.
func TestStrangePress(t *testing.T) {
	if _, err := sign.Inline(keys()["Red"], []byte("abc\u202Edef\n")); err == nil {
		t.Error("an override of the direction can be signed")
	}
	long := strings.Repeat("Ż", 200)
	for _, tt := range []struct{ name, text, want string }{
		{"Hebrew", "שלום לכולם", "שלום לכולם"},
		{"Arabic", "مرحبا", "مرحبا"},
		{"combining marks", "Kutu\u0301zov z\u0307\u0323", "Kutu\u0301zov z\u0307\u0323"},
		{"Greek", "Καλησπέρα σας", "Καλησπέρα σας"},
		{"a name of 200 letters", long, long},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := newTable(t)
			tb.create()
			tb.deliver()
			got := tb.tell("Red", "press Blue\n"+tt.text+"\nendpress")
			found := false
			for _, m := range got {
				if !utf8.ValidString(m.Text) || !utf8.ValidString(m.Subject) {
					t.Error("a mail is no UTF-8")
				}
				found = found || m.To[0].Address == address["Blue"] && strings.Contains(m.Text, tt.want)
			}
			if !found {
				t.Errorf("no mail has %q:\n%s", tt.want, text(got))
			}
		})
	}
}

// TestStrangeNames: a name in any letters stands in mails as it was written; one that is no line of letters, or longer
// than one, is refused with what would be right.
func TestStrangeNames(t *testing.T) {
	for _, tt := range []struct {
		name    string
		refused bool
	}{
		{"Кутузов", false}, {"奥斯特里茨", false}, {"Ney 🎖", false}, {"שלום", false}, {"Kutu\u0301zov", false},
		{strings.Repeat("Ż", 80), false}, {strings.Repeat("Ż", 200), true}, {"abc\u202edef", true}, {"a\nb", true},
		{"\xff", true}, {" ", true},
	} {
		tb := newTable(t)
		s := spec()
		s.Players[0].Name = tt.name
		_, err := tb.u.Create(s)
		switch {
		case tt.refused && (err == nil || !strings.Contains(err.Error(), "want 1 to 80 printable letters on one line")):
			t.Errorf("%q: %v", tt.name, err)
		case !tt.refused && err != nil:
			t.Errorf("%q: %v", tt.name, err)
		case !tt.refused:
			for _, m := range tb.deliver() {
				if !utf8.ValidString(m.Text) || !strings.Contains(m.Text, tt.name) ||
					!strings.Contains(html.UnescapeString(m.HTML), tt.name) {
					t.Errorf("%q is not in the mail\n%s", tt.name, m.Text)
				}
			}
		}
	}
}
