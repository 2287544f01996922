package clock

import "time"

// Jump is by how much a wall clock may differ from a steady one.
const Jump = time.Hour

// Watch compares the wall clock of the machine, which somebody may set, with a steady
// one, which only counts on. It is a value: the methods give another.
type Watch struct {
	At     time.Time     // the time that counts
	Steady time.Duration // what the steady clock showed then
	Doubt  Doubt
}

// Doubt is about a wall clock that jumped; zero if there is none.
type Doubt struct {
	Since time.Time // the time that counted when it began
	Wall  time.Time // what the wall clock showed then
	Off   bool      // the machine was off before, and nobody knows for how long
}

// Begin is a watch at the start of a program. kept is the one that a run before left, boot
// says whether the machine was not started since: only then its steady clock still
// counts. A zero kept believes the wall clock.
func Begin(kept Watch, boot bool, wall time.Time, steady time.Duration) Watch {
	if kept.At.IsZero() {
		return Watch{At: wall, Steady: steady}
	}
	if boot && steady >= kept.Steady {
		return kept.Look(wall, steady)
	}
	kept.Steady = steady
	w := kept.Look(wall, steady)
	if kept.Doubt == (Doubt{}) && w.Doubt != (Doubt{}) {
		w.Doubt.Off = wall.After(kept.At)
	}
	return w
}

// Look is the watch when the clocks show something. As long as they fit, the wall clock
// counts, but the time that counts never goes back: it stands until a wall clock that was
// set back a little has come there. When they differ by more than Jump the doubt
// begins, and the steady clock counts, until they fit again.
func (w Watch) Look(wall time.Time, steady time.Duration) Watch {
	expected := w.At.Add(steady - w.Steady)
	switch off := wall.Sub(expected); {
	case off <= Jump && off >= -Jump:
		if wall.Before(w.At) {
			wall = w.At
		}
		return Watch{At: wall, Steady: steady}
	case w.Doubt == Doubt{}:
		w.Doubt = Doubt{Since: expected, Wall: wall}
	}
	w.At, w.Steady = expected, steady
	return w
}

// Confirm ends a doubt: the wall clock is right, also if the time goes back by it.
func (w Watch) Confirm(wall time.Time, steady time.Duration) Watch {
	return Watch{At: wall, Steady: steady}
}

// Deadlines is up to when deadlines have passed: in a doubt they wait.
func (w Watch) Deadlines() time.Time {
	if w.Doubt != (Doubt{}) {
		return w.Doubt.Since
	}
	return w.At
}
