package umpire

import (
	"errors"
	"strings"

	"berthier/cmd/internal/marks"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
	"berthier/store/leaf"
	"berthier/templates"
)

// answerFile deals with a file that a player of the game signed.
func (t *verdict) answerFile() error {
	in, err := t.ReadFile(t.Signed.Text)
	switch {
	case err != nil:
		return err
	case len(in.Faults) > 0:
		return errors.Join(t.askForReport(in), t.RefuseFile(in.Attachment, in.Faults, in.Other))
	case in.Again:
		t.Done = func() { t.Log.Info("orders are in already") }
		if !t.MayAnswerSigned() {
			return nil
		}
		notes, err := t.RouteNotes()
		if err != nil {
			return err
		}
		notes = append(append(notes, in.Left...), t.OtherBlocks()...)
		old, _ := t.Game.Pending(t.Side)
		return t.AnswerReceipt(old.Orders, false, notes)
	}
	return t.Accept(in)
}

// signatureFaults are those of sign.Open that have a text of their own.
var signatureFaults = map[sign.Fault]templates.SignatureFault{
	sign.FaultNotSigned:  templates.SignatureMissing,
	sign.FaultUnknownKey: templates.SignatureUnknown,
	sign.FaultChanged:    templates.SignatureWrong,
}

// refuseStranger answers a mail that nobody is known to have written. Nothing of any game changes.
func (t *verdict) refuseStranger(why error) error {
	t.Done = func() { t.Log.Info("mail refused", "from", t.Mail.From.Address, "reason", why) }
	if join, ok := errors.AsType[*matter.JoinError](why); ok {
		return t.AnswerNotJoined(join)
	}
	var unsigned *sign.OpenError
	if over, ok := errors.AsType[*mail.LimitError](why); ok {
		return t.AnswerStranger(phrase.Say("stranger.title"), t.words(phrase.Say("stranger.limit", "n", over.Limit,
			"what", tongue.Fact(strings.ReplaceAll(over.What, " ", "-"))), phrase.Say("stranger.plain")))
	}
	if !errors.As(why, &unsigned) {
		return t.AnswerStranger(phrase.Say("stranger.title"),
			t.words(tongue.English("Your mail could not be used: the "+
				why.Error()+"."), phrase.Say("stranger.plain")))
	}
	if unsigned.Fault == faultCode {
		return t.AnswerStranger(phrase.Say("stranger.title"), t.words(phrase.Say("stranger.code"),
			phrase.Say("stranger.code.hint")))
	}
	fault, ok := signatureFaults[unsigned.Fault]
	obstacle := sign.ObstacleOf(t.Mail)
	if fault == templates.SignatureMissing || unsigned.Fault == sign.FaultNoText ||
		unsigned.Fault == sign.FaultChanged && obstacle == sign.ObstacleUTF16 { // which is no text to package sign
		if obstacle != sign.ObstacleSecret { // of which he has to know, whatever else the mail asks for
			if done, err := t.lacksSignature(unsigned); done || err != nil {
				return err
			}
		}
		if obstacle != "" {
			fault, ok = templates.SignatureFault(obstacle), true // the template names them as package sign does
		}
	}
	if !ok {
		unsigned.Detail = post.Quote(unsigned.Detail, post.QuotedLetters) // it may name what he wrote
		return t.AnswerStranger(phrase.Say("stranger.title"), t.words(signatureText(unsigned)...))
	}
	s, err := t.Stranger(false)
	if err != nil || s.Address == "" || !t.Allowed(s.Limits...) {
		return err
	}
	m := templates.UnsignedMail{Why: fault, Key: unsigned.Key}
	m.Game.Language = s.Language
	texts := sign.Texts(t.Mail)
	if m.Game.ID, m.NoGame, err = t.namedGame(texts); err != nil {
		return err
	}
	way := t.Way(m.Game.ID)
	if way == marks.ByCode && fault == templates.SignatureMissing {
		return t.refuseStranger(&sign.OpenError{Fault: faultCode})
	}
	m.Unkeyed = way == marks.Unkeyed
	if s.Player && len(texts) > 0 && !m.Unsignable() {
		m.Found = post.Quote(string(texts[0].Bytes), post.QuotedLetters)
	}
	if !s.Player {
		m.NoGame = ""
	}
	return t.AnswerStranger(phrase.Say("stranger.title"), post.Fill(templates.Unsigned, m))
}

// words is a page of paragraphs in the language of whoever the mail seems to be from.
func (t *verdict) words(paragraphs ...tongue.Text) post.Page {
	var all []string
	for _, p := range paragraphs {
		all = append(all, p.In(t.Reader()))
	}
	return post.Plain(all...)
}

// signatureText says what is wrong with a signature that has no letter of its own, and what to do.
func signatureText(e *sign.OpenError) []tongue.Text {
	what := map[sign.Fault]tongue.Fact{sign.FaultUnreadable: "unreadable", sign.FaultKeyType: "type",
		sign.FaultNamespace: "namespace", sign.FaultWeak: "weak", sign.FaultExpired: "expired",
		sign.FaultRevoked: "revoked",
		sign.FaultDate:    "date", sign.FaultSeveral: "texts", sign.FaultDKIM: "dkim", sign.FaultDNS: "dns",
		sign.FaultNoText: "empty", sign.FaultLong: "long"}[e.Fault]
	all := []tongue.Text{phrase.Say("signature.wrong", "what", what), phrase.Say("signature.hint", "what", what, "one",
		post.Quote(e.Differ[0], post.QuotedLetters/2), "other", post.Quote(e.Differ[1], post.QuotedLetters/2))}
	if e.Detail != "" {
		all = append(all, phrase.Say("signature.detail", "detail", e.Detail))
	}
	return all
}

// lacksSignature answers a mail without a signature that asks for what everybody may
// know, or that has the code of an invitation; done is false for any other.
func (t *verdict) lacksSignature(no *sign.OpenError) (done bool, err error) {
	if no.Fault != sign.FaultNotSigned {
		return false, nil
	}
	if done, err = t.u.Unsigned(&t.Matter); done || err != nil {
		return true, err
	}
	join, err := t.RightCode(templates.JoinUnsigned, no)
	if join == nil || err != nil {
		return false, err
	}
	return true, t.AnswerNotJoined(join)
}

// namedGame is the game that a mail without a good signature means: the one that its text
// names, or else the one of its likeliest mark. missing is the one that its text names if
// there is none of that name.
func (t *verdict) namedGame(texts []sign.Text) (game, missing string, err error) {
	for _, text := range texts {
		file, _ := engine.ParseTurnFile(text.Bytes, nil, t.u.Limits.Turn)
		if !leaf.ValidGame(file.Game) {
			continue
		}
		_, err := t.u.Store.LastSeq(file.Game)
		if errors.Is(err, store.ErrNoGame) {
			return "", file.Game, nil
		}
		return file.Game, "", err
	}
	found, err := marks.Of(t.u.Docket, t.Mail)
	return marks.Game(found), "", err
}
