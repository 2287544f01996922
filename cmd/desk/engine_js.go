package main

import (
	"syscall/js"

	"berthier/cmd/internal/desk"
	ccndata "berthier/engine/ccn/data"
	jdgdata "berthier/engine/jdg/data"
	pbsdata "berthier/engine/pbs/data"
	tlmdata "berthier/engine/tlm/data"
)

// indexes are the indexes of the rules.
var indexes = map[string]string{"jdg": jdgdata.Rules, "ccn": ccndata.Rules, "pbs": pbsdata.Rules, "tlm": tlmdata.Rules}

// progress tells the page how far an audit is, a hundred times at most.
func progress() func(done, all int) {
	last := -1
	return func(done, all int) {
		if part := done * 100 / all; part != last {
			last = part
			js.Global().Call("deskProgress", part)
		}
	}
}

// main answers the page for as long as it is open: it calls desk(word, asked, file), where file is
// a Uint8Array or nothing, and gets the answer as a string.
func main() {
	d := desk.New(load)
	d.Rules = func(game string) string { return indexes[game] }
	d.Progress = progress()
	js.Global().Set("desk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var file []byte
		if len(args) > 2 && args[2].Truthy() {
			file = make([]byte, args[2].Length())
			js.CopyBytesToGo(file, args[2])
		}
		return string(d.Call(args[0].String(), []byte(args[1].String()), file))
	}))
	js.Global().Call("deskReady")
	select {}
}
