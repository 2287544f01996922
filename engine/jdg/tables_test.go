package jdg

import "testing"

func TestLoadTables(t *testing.T) {
	tb, err := LoadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range tb.Files {
		t.Log(f.Name, f.Source)
	}
}
