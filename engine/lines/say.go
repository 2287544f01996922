package lines

import (
	"embed"

	"berthier/engine"
	"berthier/engine/tongue"
)

//go:embed words/*.properties
var wordFiles embed.FS

// said has the messages of this package in each language.
var said = tongue.MustLoad(wordFiles)

// say is one of them.
func say(key string, args ...tongue.Arg) tongue.Text { return said.Say(key, args...) }

func named(name, words string) tongue.Arg { return tongue.Words(name, tongue.Name(words)) }

// tell is Fault with messages.
func (r *Reader) tell(hint, msg tongue.Text) { r.tellAt(r.Here(), hint, msg) }

// tellAt is FaultAt with messages.
func (r *Reader) tellAt(p Place, hint, msg tongue.Text) {
	if len(r.faults) >= MaxFaults {
		r.more++
		return
	}
	r.faults = append(r.faults, engine.Fault{Line: p.Line, Text: quoted(p.Text), Msg: msg, Hint: hint})
}
