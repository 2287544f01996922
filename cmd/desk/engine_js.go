package main

import (
	"syscall/js"

	"berthier/cmd/internal/desk"
)

// main answers the page for as long as it is open: it calls desk(word, asked, file), where file is
// a Uint8Array or nothing, and gets the answer as a string.
func main() {
	d := desk.New(load)
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
