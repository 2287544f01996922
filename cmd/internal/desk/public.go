package desk

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/store/leaf"
)

// followPublic makes the points of a game that goes on, as far as everybody could see it: the events that its
// open records have, applied to the public view. A game in which the umpire made a position cannot be followed so.
func (d *Desk) followPublic() {
	points, err := d.publicPoints()
	if err == nil && d.rules.Version() == d.game.Version {
		d.points, d.public = points, true
	}
}

var errHidden = errors.New("not all that a position follows from can be seen")

func (d *Desk) publicPoints() (points []point, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("%v", broken)
		}
	}()
	began, err := d.rules.Start(d.game.Setup)
	if err != nil {
		return nil, err
	}
	o, err := newOnlooker(d.rules, began)
	if err != nil {
		return nil, err
	}
	points = []point{{turn: d.rules.Turn(began), before: o.view(), at: o.view()}}
	for _, r := range d.file.Records {
		if points, err = o.next(points, r); err != nil {
			return nil, err
		}
	}
	return points, nil
}

// next adds the point to which a record leads.
func (o *onlooker) next(points []point, r leaf.Record) ([]point, error) {
	was := points[len(points)-1]
	switch r.Kind {
	case record.KindStep:
		v, err := record.ParseStep(r.Data, nil)
		if err != nil {
			return nil, err
		}
		err = o.sees(v.Events)
		o.past = append(o.past, o.at)
		return append(points, point{number: v.Step, turn: o.Turn(was.at), before: was.at, at: o.view(),
				events: v.Events}),
			err
	case record.KindRollback:
		v, err := record.ParseRollback(r.Data, nil)
		for err == nil && len(points) > 1 && points[len(points)-1].number > v.To {
			points = points[:len(points)-1]
		}
		o.past = o.past[:len(points)]
		o.at = o.past[len(points)-1]
		return points, err
	case record.KindRuling, record.KindMigrate:
		return nil, errHidden
	}
	return points, nil
}
