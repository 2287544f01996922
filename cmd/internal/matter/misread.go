package matter

import (
	"berthier/cmd/internal/marks"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail/sign"
)

// WrongGame says what is wrong with a signed text for a game in which its key plays no
// side.
func (t *Matter) WrongGame(game string) (msg, hint tongue.Text) {
	plays := t.Desk.Seats.Games(t.Signed.Key)
	msg = phrase.Say("fault.nogame", "game", game)
	known, err := t.Desk.Known(game)
	t.Batch.Fail(err)
	if known != nil {
		msg = phrase.Say("fault.noside", "game", game)
	}
	if len(plays) == 0 { // it answers with codes
		return msg, phrase.Say("hint.copygame")
	}
	named := tongue.List(tongue.Names(plays[:min(len(plays), marks.Most)]...), ", ")
	return msg, phrase.Say("hint.plays", "near", engine.Nearest(game, plays), "games", named)
}

// otherGame is WrongGame for a turn file: a fault of the line that names the game.
func (t *Matter) otherGame(game string, text []byte) (f engine.Fault) {
	f.Kind = engine.Invalid
	f.Msg, f.Hint = t.WrongGame(game)
	f.Line, f.Text = said.HeaderLine(text, "game")
	return f
}

// documents are what players attach in place of a text.
var documents = map[sign.Obstacle]tongue.Fact{
	sign.ObstacleWord: "word", sign.ObstaclePDF: "pdf", sign.ObstacleZip: "zip", sign.ObstaclePicture: "picture",
	sign.ObstacleTNEF: "tnef", sign.ObstacleForwarded: "mail",
}

// OtherBlocks says which orders of a mail were not read, because others in it were, or because they
// stand in a document.
func (t *Matter) OtherBlocks() (notes []tongue.Text) {
	begun, ended := false, 0
	for i, l := range said.Lines(said.Turn(t.Signed.Text)) {
		key, _ := l.Header()
		switch {
		case l.IsSignature() && ended > 0: // below it stands a mail that is answered
			return notes
		case key == "game" && ended > 0:
			return append(notes, phrase.Say("note.blocks", "ended", ended, "begins", i+1))
		case key == "game":
			begun = true
		case begun && ended == 0 && l.Ends():
			ended = i + 1
		}
	}
	if document := documents[sign.ObstacleOf(t.Mail)]; document != "" {
		return append(notes, phrase.Say("note.document", "what", document))
	}
	if t.Signed.Form != sign.FormMIME {
		return notes
	}
	for _, text := range sign.Texts(t.Mail) {
		file, _ := engine.ParseTurnFile(text.Bytes, nil, t.Desk.Limits.Turn)
		if text.Form == sign.FormAttached && file.Game != "" && string(text.Bytes) != string(t.Signed.Text) {
			return append(notes, phrase.Say("note.attached"))
		}
	}
	return notes
}

// RouteNotes is marks.Disagreeing for the game whose key signed the mail.
func (t *Matter) RouteNotes() (notes []tongue.Text, err error) {
	found, err := marks.Of(t.Desk.Docket, t.Mail)
	return marks.Disagreeing(found, t.Game.Game, "signed"), err
}
