package clock

import (
	"testing"
	"time"
)

func TestWatch(t *testing.T) {
	noon := time.Date(2030, 12, 2, 12, 0, 0, 0, time.UTC)
	const h, d = time.Hour, 24 * time.Hour
	type look struct {
		steady time.Duration // since noon
		off    time.Duration // of the wall clock, from the right time
		at     time.Duration // the time that counts, since noon
		doubt  bool
	}
	tests := []struct {
		name  string
		looks []look
	}{
		{"it fits", []look{{h, 0, h, false}, {3 * d, time.Minute, 3*d + time.Minute, false}}},
		{"an hour forward", []look{{h, h, 2 * h, false}}},
		{"four days forward and back", []look{{h, 4 * d, h, true}, {2 * h, 4 * d, 2 * h, true},
			{3 * h, 0, 3 * h, false}}},
		{"a year forward and back", []look{{h, 365 * d, h, true}, {5 * d, 365 * d, 5 * d, true},
			{5*d + h, -10 * time.Minute, 5*d + 50*time.Minute, false}}},
		{"a year back and forward", []look{{h, -365 * d, h, true}, {2 * h, -365 * d, 2 * h, true},
			{3 * h, 0, 3 * h, false}}},
		{"another jump in the doubt", []look{{h, 4 * d, h, true}, {2 * h, -4 * d, 2 * h, true},
			{3 * h, 30 * time.Minute, 3*h + 30*time.Minute, false}}},
		{"half an hour back stands", []look{{h, 0, h, false}, {h, -h / 2, h, false}, {h + h/4, -h / 2, h, false},
			{2 * h, -h / 2, h + h/2, false}}},
		{"two half hours and more back",
			[]look{{h, 0, h, false}, {h, -h / 2, h, false}, {h, -h - time.Minute, h, true}}},
		{"it creeps", []look{{h, h / 2, h + h/2, false}, {2 * h, h, 3 * h, false}, {3 * h, h + h/2, 4*h + h/2, false}}},
	}
	for _, test := range tests {
		w := Watch{At: noon, Steady: 7 * h}
		for i, l := range test.looks {
			before := w
			w = w.Look(noon.Add(l.steady+l.off), 7*h+l.steady)
			if got := w.At.Sub(noon); got != l.at || (w.Doubt != Doubt{}) != l.doubt {
				t.Errorf("%s: look %d: %v and doubt %v, want %v and %v", test.name, i, got, w.Doubt, l.at, l.doubt)
			}
			if w.At.Before(before.At) {
				t.Errorf("%s: look %d: the time goes back", test.name, i)
			}
			if want := w.Doubt.Since; l.doubt && !w.Deadlines().Equal(want) || !l.doubt && !w.Deadlines().Equal(w.At) {
				t.Errorf("%s: look %d: deadlines up to %v", test.name, i, w.Deadlines())
			}
		}
	}
}

func TestWatchBegins(t *testing.T) {
	noon := time.Date(2030, 12, 2, 12, 0, 0, 0, time.UTC)
	const h, d = time.Hour, 24 * time.Hour
	kept := Watch{At: noon, Steady: 100 * h}
	doubtful := Watch{At: noon, Steady: 100 * h, Doubt: Doubt{Since: noon.Add(-h), Wall: noon.Add(4 * d)}}
	tests := []struct {
		name   string
		kept   Watch
		boot   bool
		wall   time.Duration // since noon
		steady time.Duration
		at     time.Duration
		doubt  Doubt
	}{
		{"for the first time", Watch{}, false, 9 * d, h, 9 * d, Doubt{}},
		{"at once", kept, true, time.Minute, 100*h + time.Minute, time.Minute, Doubt{}},
		{"off for four days, the machine was on", kept, true, 4 * d, 196 * h, 4 * d, Doubt{}},
		{"off for an hour, the clock is a year ahead", kept, true, 365 * d, 101 * h, h,
			Doubt{Since: noon.Add(h), Wall: noon.Add(365 * d)}},
		{"off for an hour, the clock is a year behind", kept, true, -365 * d, 101 * h, h,
			Doubt{Since: noon.Add(h), Wall: noon.Add(-365 * d)}},
		{"the machine was off for minutes", kept, false, 20 * time.Minute, h, 20 * time.Minute, Doubt{}},
		{"the machine was off for days, or its clock is ahead", kept, false, 4 * d, h, 0,
			Doubt{Since: noon, Wall: noon.Add(4 * d), Off: true}},
		{"the machine was off, its clock is behind", kept, false, -4 * d, h, 0,
			Doubt{Since: noon, Wall: noon.Add(-4 * d)}},
		{"a steady clock that went back", kept, true, 20 * time.Minute, h, 20 * time.Minute, Doubt{}},
		{"the doubt goes on", doubtful, true, 4*d + h, 101 * h, h, doubtful.Doubt},
		{"the doubt goes on when the machine was off", doubtful, false, 4*d + h, 5 * h, 0, doubtful.Doubt},
		{"the clock was put right meanwhile", doubtful, true, h, 101 * h, h, Doubt{}},
	}
	for _, test := range tests {
		w := Begin(test.kept, test.boot, noon.Add(test.wall), test.steady)
		if got := w.At.Sub(noon); got != test.at || w.Doubt != test.doubt || w.Steady != test.steady {
			t.Errorf("%s: got %v, %+v, want %v, %+v", test.name, got, w, test.at, test.doubt)
		}
	}
	back := noon.Add(-9 * d)
	if w := doubtful.Confirm(back, 101*h); w != (Watch{At: back, Steady: 101 * h}) {
		t.Errorf("confirmed: got %+v", w)
	}
}
