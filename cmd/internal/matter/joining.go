package matter

import (
	"regexp"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/templates"
)

// JoinError is why an answer to an invitation cannot be used, if nobody who is known signed it.
type JoinError struct {
	Why    templates.JoinFault
	Game   string
	Side   engine.Side // that the code is for; "" if it is for none
	Code   string
	Signed *sign.OpenError // what is wrong with the signature
}

func (e *JoinError) Error() string { return "answer to an invitation: " + string(e.Why) }

// codeShaped is how a code looks.
var codeShaped = regexp.MustCompile(`(?i)\b[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}\b`)

// maxCodes is how many codes of a mail are looked at.
const maxCodes = 8

// RightCode finds the open invitation of which a mail has the code, whoever wrote it and
// wherever it stands there; nil if there is none. why is what the mail lacks.
func (t *Matter) RightCode(why templates.JoinFault, no *sign.OpenError) (e *JoinError, err error) {
	var codes [][]byte
	for _, text := range sign.Texts(t.Mail) {
		codes = append(codes, codeShaped.FindAll(text.Bytes, maxCodes)...)
	}
	if len(codes) == 0 {
		return nil, nil
	}
	codes = codes[:min(len(codes), maxCodes)]
	if err := t.Desk.FindSeats(); err != nil {
		return nil, err
	}
	for _, c := range codes {
		for _, s := range t.Desk.Seats.Invited(string(c)) {
			open, err := t.Desk.Store.Value(s.Game, docket.StateInvite+string(s.Side))
			if err != nil {
				return nil, err
			}
			e = &JoinError{Why: why, Game: s.Game, Side: s.Side, Code: string(open), Signed: no}
		}
	}
	return e, nil
}

// AnswerNotJoined tells why no key was registered.
func (t *Matter) AnswerNotJoined(e *JoinError) error {
	m := templates.NotJoinedMail{Side: e.Side, Code: e.Code, Why: e.Why, Key: e.Signed.Key}
	m.Game.ID, m.Game.Language = e.Game, t.Reader()
	return t.AnswerStranger(templates.Say("notjoined.title"), post.Fill(templates.NotJoined, m))
}

func (e *JoinError) Unwrap() error { return e.Signed }
