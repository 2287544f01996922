package jdg_test

import (
	"crypto/sha256"
	"testing"

	"berthier/engine"
	"berthier/engine/jdg"
)

// Every data file in force can be had as bytes, also one that was replaced.
func TestDataText(t *testing.T) {
	own := []byte("# a value of this project, changed\n")
	bundled, err := jdg.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := bundled.Start(engine.Setup{Scenario: "goldbach"})
	if err != nil {
		t.Fatal(err)
	}
	own = append(own, bundled.DataText(p, "scenarios/goldbach.txt")...)
	rs, err := jdg.Load(map[string][]byte{"scenarios/goldbach.txt": own})
	if err != nil {
		t.Fatal(err)
	}
	if p, err = rs.Start(engine.Setup{Scenario: "goldbach"}); err != nil {
		t.Fatal(err)
	}
	files := rs.Data(p)
	for _, f := range files {
		if sha256.Sum256(rs.DataText(p, f.Name)) != f.Hash {
			t.Errorf("%s: the text has another hash", f.Name)
		}
	}
	if len(files) != 8 || string(rs.DataText(p, "scenarios/goldbach.txt")) != string(own) ||
		rs.DataText(p, "scenarios/austerlitz.txt") != nil {
		t.Errorf("got %d files", len(files))
	}
}
