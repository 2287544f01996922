package matter

import (
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail/sign"
)

// WrongGame says what is wrong with a signed text for a game in which its key plays no
// side.
func (t *Matter) WrongGame(game string) (msg, hint string) {
	var plays []string
	for _, p := range t.Desk.Seats.All {
		if p.Key.Equal(t.Signed.Key) && !slices.Contains(plays, p.Game) {
			plays = append(plays, p.Game)
		}
	}
	msg = fmt.Sprintf("there is no game %q here", game)
	if t.Desk.Infos[game] != nil {
		msg = fmt.Sprintf("your key plays no side in game %q", game)
	}
	if len(plays) == 0 { // it answers with codes
		return msg, "copy the line game: from your last report"
	}
	hint = "your key plays in " + strings.Join(plays[:min(len(plays), docket.MaxMarks)], ", ")
	if near := engine.Nearest(game, plays); near != "" {
		return msg, fmt.Sprintf("did you mean %q? %s", near, hint)
	}
	return msg, hint + "; copy the line game: from your last report"
}

// documents are what players attach in place of a text.
var documents = map[sign.Obstacle]string{
	sign.ObstacleWord:    "a document of a word processor",
	sign.ObstaclePDF:     "a PDF file",
	sign.ObstaclePicture: "a picture",
	sign.ObstacleTNEF:    "a file winmail.dat, as Outlook makes of a mail in \"Rich Text\"",
}

// OtherBlocks says which orders of a mail were not read, because others in it were, or because they
// stand in a document.
func (t *Matter) OtherBlocks() (notes []string) {
	begun, ended := false, 0
	for i, l := range said.Lines(said.Turn(t.Signed.Text)) {
		key, _ := l.Header()
		switch {
		case l.IsSignature() && ended > 0: // below it stands a mail that is answered
			return notes
		case key == "game" && ended > 0:
			return append(notes, fmt.Sprintf("The mail holds more than one block of orders. The one that ends in line "+
				"%d counted; the one that begins in line %d was not read.", ended, i+1))
		case key == "game":
			begun = true
		case begun && ended == 0 && l.Ends():
			ended = i + 1
		}
	}
	if document := documents[sign.ObstacleOf(t.Mail)]; document != "" {
		return append(notes, "The mail has "+document+". Only plain text is read here: write the orders into the mail "+
			"itself, one a line.")
	}
	if t.Signed.Form != sign.FormMIME {
		return notes
	}
	for _, text := range sign.Texts(t.Mail) {
		file, _ := engine.ParseTurnFile(text.Bytes, nil, t.Desk.Limits.Turn)
		if text.Form == sign.FormAttached && file.Game != "" && string(text.Bytes) != string(t.Signed.Text) {
			return append(notes, "A file with orders is attached to the mail. It was not read: the orders in the text "+
				"of the mail counted.")
		}
	}
	return notes
}
