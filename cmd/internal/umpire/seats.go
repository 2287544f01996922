package umpire

import (
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/marks"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/mail/sign"
)

// seat finds the game and the side for which a key signed. What the signed
// header says counts; where it is missing or wrong, the place that the sender
// most likely meant, so that he can be answered with its template.
func (u *Umpire) seat(s sign.SignedText, m *mail.Message, limits engine.Limits) (id string, side engine.Side,
	err error) {
	places := u.Seats.Of(s.Key)
	if len(places) == 1 { // as of most players
		return places[0].Game, places[0].Side, nil
	}
	file, _ := engine.ParseTurnFile(s.Text, nil, limits)
	found, err := marks.Of(u.Docket, m)
	if err != nil {
		return "", "", err
	}
	marked := func(where tongue.Fact, game string) bool {
		return slices.Contains(found, marks.Mark{Where: where, Game: game})
	}
	best := -1
	for _, p := range places {
		points := 0
		for i, hit := range []bool{
			marked(marks.InThread, p.Game), marked(marks.InSubject, p.Game), marked(marks.InAddress, p.Game),
			strings.EqualFold(string(file.Side), string(p.Side)), file.Game == p.Game,
		} {
			if hit {
				points += 1 << i
			}
		}
		if points > best {
			best, id, side = points, p.Game, p.Side
		}
	}
	return id, side, nil
}

// isUmpire reports whether a text was signed as the umpire: with one of his
// keys, and with "umpire" as its side unless no player signs with that key.
func (u *Umpire) isUmpire(s sign.SignedText) bool {
	if !slices.ContainsFunc(u.UmpireKeys, s.Key.Equal) {
		return false
	}
	m, _ := command.Parse(s.Text, command.Umpire)
	if strings.EqualFold(m.Side, docket.UmpireSide) {
		return true
	}
	return len(u.Seats.Of(s.Key)) == 0
}
