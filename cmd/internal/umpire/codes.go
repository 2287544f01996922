package umpire

import (
	"errors"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail/sign"
)

// byCode finds out whether an unsigned mail is the answer of a side that uses
// codes. The code is looked at first: only who has it can make this program
// ask the DNS.
func (t *verdict) byCode() (known bool, err error) {
	text, err := sign.Proof{Form: sign.FormDKIM, Data: t.Mail.Raw}.Text()
	if err != nil {
		return false, nil
	}
	rest, code := said.CutCode(text)
	file, _ := engine.ParseTurnFile(rest, nil, t.u.Limits.Turn)
	g, err := t.u.Known(file.Game)
	if g == nil || err != nil || !g.Codes {
		return false, err
	}
	side := g.Player(file.Side).Side
	if side == "" || !g.UsesCodes(side) || !strings.EqualFold(g.Address[side], t.Mail.From.Address) {
		return false, nil
	}
	var held *docket.HeldError
	full, err := t.u.Open(g.Game)
	if err != nil && !errors.As(err, &held) {
		return false, err
	}
	if !said.SameCode(code, said.CodeOf(full.SealedKey.Reveal(), g.Game, full.State.Number+1, side)) {
		return false, &sign.OpenError{Fault: faultCode}
	}
	signed, err := sign.OpenDKIM(t.Mail, t.u.Now(), t.u.LookupTXT)
	if err != nil {
		return false, err
	}
	t.Signed, t.Side, t.Game = signed, side, full
	if held != nil {
		return false, held
	}
	return true, nil
}

// faultCode is a fault beside those of package sign.
const faultCode sign.Fault = "wrong code"
