package engine_test

import (
	"crypto/sha256"
	"fmt"

	"berthier/engine"
)

// A reply to a report: greeting, quoted report and signature are ignored.
func ExampleParseTurnFile() {
	mail := "Bonjour,\r\n\r\n" +
		"game: austerlitz-1\r\nside: French\r\nturn: 1\r\nstep: 7\r\n" +
		"# comment, also // comment\r\n" +
		"Fire 2art at 1512\r\n" +
		"mov 1leg 1512 1513 NE face E     // trailing comment\r\n" +
		"shock 1leg, 4leg at 1613\r\n" +
		"end\r\n\r\n" +
		"On Monday Berthier wrote:\r\n> game: austerlitz-1\r\n> # fire UNIT at HEX\r\n"
	verbs := []engine.Verb{{Word: "fire"}, {Word: "move"}, {Word: "shock"}}
	file, faults := engine.ParseTurnFile([]byte(mail), verbs, engine.Limits{})
	fmt.Println(len(faults), "faults")
	fmt.Printf("%s", file.Print())
	// Output:
	// 0 faults
	// game: austerlitz-1
	// side: French
	// turn: 1
	// step: 7
	//
	// fire 2art at 1512
	// move 1leg 1512 1513 ne face e
	// shock 1leg,4leg at 1613
	// end
}

func ExampleParseTurnFile_faults() {
	mail := "game: austerlitz-1\nside: French\nturn: 1\nstep: 7\nchagre 1cav 1513\nshock 1leg,,4leg at 1613\n"
	verbs := []engine.Verb{{Word: "charge", Usage: "charge UNIT HEX… at HEX"}, {Word: "shock"}}
	_, faults := engine.ParseTurnFile([]byte(mail), verbs, engine.Limits{})
	for _, f := range faults {
		fmt.Println(f)
	}
	// Output:
	// line 5: "chagre 1cav 1513": no order begins with "chagre" (did you mean "charge"? write: charge UNIT HEX… at HEX)
	// line 6: "shock 1leg,,4leg at 1613": the list "1leg,,4leg" has a comma too many
}

func ExampleParseEvent() {
	e, err := engine.ParseEvent(
		`[8.5] roll by=French draw=3 of=10 purpose="shock at 1613" value=7 mods="terrain -2" total=5 need="<=6" ` +
			`result=passed`,
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Rule, e.By, e.Roll.Shown(), e.Roll.Mods, e.Roll.Total, e.Roll.Need, e.Roll.Result)
	// Output: 8.5 French 7 [{terrain -2}] 5 <=6 passed
}

// The draw that the package doc checks with openssl.
func ExampleStream() {
	secret, err := engine.ParseLink("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
	if err != nil {
		fmt.Println(err)
		return
	}
	link, err := engine.ChainLink(secret, 7)
	if err != nil {
		fmt.Println(err)
		return
	}
	file := "game: austerlitz-1\nside: French\nturn: 1\nstep: 7\n\nshock 1leg,4leg at 1613\nend\n"
	inputs := engine.InputHash([]engine.Input{{Side: "French", File: sha256.Sum256([]byte(file))}, {Side: "Allied"}})
	d := engine.NewStream("austerlitz-1", 7, inputs, link, engine.Link{}).Draw("shock at 1613", 10)
	fmt.Println(link)
	fmt.Println(d.Value, engine.VerifyDraw(link, "austerlitz-1", 7, inputs, d))
	// Output:
	// e299327a8c5527a4015443202068e08f8d5fbc9bc55312c98ab3fda47fb6d4a9
	// 4 true
}
