package setup

import (
	"strings"
	"testing"

	"berthier/engine/ccn/data"
	"berthier/engine/deck"
)

// FuzzTables reads any text as any of the tables: it is refused with the name of the file,
// or every lookup works, the cards are a deck, and each kind of unit can stand in a battle.
func FuzzTables(f *testing.F) {
	for i, file := range tableFiles {
		text, err := data.Files.ReadFile(file.Name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		name := tableFiles[int(which)%len(tableFiles)].Name
		tables, err := LoadTables(map[string][]byte{name: text})
		if err != nil {
			if !strings.HasPrefix(err.Error(), name) {
				t.Errorf("error without the name of the file: %v", err)
			}
			return
		}
		cards := 0
		for _, k := range tables.Deck() {
			cards += k.Count
		}
		if _, err := deck.NewBox(tables.Deck(), []deck.Place{{Name: "deck"}}); err != nil || cards != deckSize {
			t.Errorf("a deck of %d cards: %v", cards, err)
		}
		for c := range NumCards {
			if row := tables.Cards[c]; row.Copies < 1 || row.Dice < 0 || row.Guard < 0 || row.Move < 0 {
				t.Errorf("%s: %+v", c.Name(), row)
			}
		}
		for _, nation := range tables.Nations() {
			for _, typ := range tables.Types(nation) {
				k, ok := tables.Kind(nation, typ)
				if !ok || k.Blocks < 1 || k.March < k.Move || k.Retreat < 1 {
					t.Errorf("%s %s: %+v", nation, typ, k)
				}
				if n := tables.Guns(k.Horse, k.Blocks, true, k.Range); n < 0 || n > 9 {
					t.Errorf("%s %s: %d dice", nation, typ, n)
				}
			}
		}
	})
}
