package book

import (
	"reflect"
	"strings"
	"testing"
)

// TestIndexFaults wants the line of what is no heading and no clause.
func TestIndexFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"# comment\n\n== 1 One\n1-a A clause.\nbanana\n", "line 5"},
		{"1-a A clause.\n", "line 1"},
		{"== 1\n", "line 1"},
		{"== 1 One\n1-a \n", "line 2"},
	} {
		if _, err := ParseIndex(c.text); err == nil || !strings.Contains(err.Error(), c.want+":") {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
	got, err := ParseIndex("== 1 The one\n# no\n1-a A clause.\n\n== 2 Two\n2-a B.\n2-b C.\n")
	if want := []Section{
		{"1", "The one", []Clause{{"1-a", "A clause."}}},
		{"2", "Two", []Clause{{"2-a", "B."}, {"2-b", "C."}}},
	}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}
