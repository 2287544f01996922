package umpire

import (
	"slices"
	"strings"

	"berthier/cmd/internal/matter"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

// seat finds the game and the side for which a key signed. What the signed
// header says counts; where it is missing or wrong, the place that the sender
// most likely meant, so that he can be answered with its template.
func (u *Umpire) seat(tx *store.Tx, s sign.Signed, m *mail.Message, limits engine.Limits) (id string, side engine.Side,
	err error) {
	file, _ := engine.ParseTurnFile(s.Text, nil, limits)
	found, err := u.Marks(tx, m)
	if err != nil {
		return "", "", err
	}
	marked := func(where, game string) bool { return slices.Contains(found, matter.Mark{Where: where, Game: game}) }
	best := -1
	for _, p := range u.Seats.All {
		if !p.Key.Equal(s.Key) {
			continue
		}
		points := 0
		for i, hit := range []bool{
			marked(matter.InThread, p.Game), marked(matter.InSubject, p.Game), marked(matter.InAddress, p.Game),
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
