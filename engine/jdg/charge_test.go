package jdg

import (
	"strings"
	"testing"

	"berthier/engine/jdg/data"
	"berthier/engine/jdg/setup"
)

// horse charges x over two hexes.
const (
	horse    = "unit a French cav heavy at=0305 sp=6\n"
	foot     = "unit x Allied inf at=0605\n"
	chargeIt = "charge a at 0605 via 0405 0505"
)

// TestSquareGround shows that a charge into ground where no squares form is met
// without one [9.3.1-a]. The bundled table has no such ground that can be charged.
func TestSquareGround(t *testing.T) {
	text, err := data.Files.ReadFile("tables/terrain.csv")
	if err != nil {
		t.Fatal(err)
	}
	woods := strings.Replace(string(text), "\nwoods,2,3,3,1,1,yes,yes,", "\nwoods,2,3,3,1,1,yes,no,", 1)
	tables, err := setup.LoadTables(map[string][]byte{"tables/terrain.csv": []byte(woods)})
	if err != nil {
		t.Fatal(err)
	}
	r := activated(t, "unit a French cav at=0305\nunit x Allied inf at=0605\nhex 0605 woods\n", "french", ro)
	r.rs.tables = tables
	wantFault(t, give(t, r, "charge a at 0605 via 0405 0505"), "", "")
	wantTold(t, r, "[9.1-c] charge by=French unit=a target=0605 path=0305,0405,0505 facing=E")
}
