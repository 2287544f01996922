package clock

import (
	"reflect"
	"strings"
	"testing"
)

func TestPolicies(t *testing.T) {
	const rest = "; zone UTC; remind 24h; grace 0; bank 0; absence 0; pause 0; takeover 0; outage 24h; run in; " +
		"silent defaults umpire 2 substitute 3"
	for _, tt := range []struct{ text, want string }{
		{"", "none"},
		{" none ", "none"},
		{"3d", "3d" + rest},
		{"36h", "36h" + rest},
		{"1d12h;", "1d12h" + rest},
		{"90m", "1h30m" + rest},
		{"3d; for P8 1d; for P3 5d; at 20:00", "3d; for P3 5d; for P8 1d; at 20:00" + rest},
		{"at 00:00; 3d", "3d; at 00:00" + rest},
		{"3d; off 12-24..01-02 sun sat 2027-04-05",
			strings.Replace("3d"+rest, "remind", "off sun sat 12-24..01-02 2027-04-05; remind", 1)},
		{"3d; remind 4h 24h", strings.Replace("3d"+rest, "remind 24h", "remind 24h 4h", 1)},
		{"3d; remind never", strings.Replace("3d"+rest, "remind 24h", "remind never", 1)},
		{"3d; zone Europe/Paris; grace 12h; bank 3d; absence 30; pause 60; takeover 5d; outage 2d; run final; silent " +
			"wait umpire 1 substitute 4",
			"3d; zone Europe/Paris; remind 24h; grace 12h; bank 72h; absence 30; pause 60; takeover 120h; outage " +
				"48h; run final; silent wait umpire 1 substitute 4"},
	} {
		p, err := Parse(tt.text)
		if err != nil || p.String() != tt.want {
			t.Errorf("%q: got %q, %v, want %q", tt.text, p, err, tt.want)
		}
		if again, err := Parse(p.String()); err != nil || !reflect.DeepEqual(again, p) {
			t.Errorf("%q: printed and read again it is %+v, %v, want %+v", tt.text, again, err, p)
		}
	}
}

func TestPoliciesThatCannotBe(t *testing.T) {
	for text, want := range map[string]string{
		"at 20:00":                            "want the time for a decision",
		"0":                                   "want the time for a decision",
		"3x":                                  "not a time",
		"3h2d":                                "not a time",
		"5":                                   "not a time",
		"400d":                                "longer than a year",
		"3d; 4d":                              "twice",
		"3d; for P8 1d; for P8 2d":            "twice",
		"3d; for P8":                          "want a kind",
		"3d; for P8 0":                        "above 0",
		"3d; at 24:00":                        "not a time of the day",
		"3d; at 8:00":                         "not a time of the day",
		"3d; zone Mars/Olympus":               "no time zone",
		"3d; zone Local":                      "no time zone",
		"3d; off":                             "want weekdays",
		"3d; off 13-01":                       "not a date",
		"3d; off 2027-02-29":                  "not a date",
		"3d; off 2027-02-02..01-01":           "do not go together",
		"3d; off 2027-02-02..2027-01-01":      "do not go together",
		"3d; off mon tue wed thu fri sat sun": "want a weekday on which clocks run",
		"3d; off 01-01..10-31":                "at most 180",
		"3d; off sat sat":                     "twice",
		"3d; remind 0":                        "above 0",
		"3d; grace 1d 2d":                     "want one value",
		"3d; absence 400":                     "from 0 to 180",
		"3d; run fast":                        "run final",
		"3d; silent never":                    "want a number",
		"3d; silent umpire 3 substitute 2":    "told before",
		"3d; tea 16:00":                       "the clauses begin with",
	} {
		if p, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %q, %v, want an error with %q", text, p, err, want)
		}
	}
}

func FuzzPolicy(f *testing.F) {
	for _, s := range []string{"3d", "3d; for P8 1d; at 20:00; off sat 12-24..01-02; silent wait umpire 1 substitute " +
		"4; remind 24h 4h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(p.String()); err != nil || again.String() != p.String() || !reflect.DeepEqual(again, p) {
			t.Errorf("%q is %q, and that is %q, %v", text, p, again, err)
		}
	})
}
