package enginetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest/duel"
)

func duelConfig(bug string) Config {
	return Config{Ruleset: duel.Ruleset{Bug: bug, Calls: new(int)}, Setups: []engine.Setup{{Scenario: "three"}},
		Games:    6,
		MaxSteps: 30, Vary: duel.Vary}
}

// failures runs all checks and returns the names of those that fail.
func failures(c Config, seed uint64) (failed []string, first map[string]string) {
	s := newSuite(c, seed)
	first = make(map[string]string)
	for _, ck := range checks {
		s.run(ck, func(format string, args ...any) {
			if first[ck.name] == "" {
				failed = append(failed, ck.name)
				first[ck.name] = fmt.Sprintf(format, args...)
			}
		})
	}
	return failed, first
}

func TestRun(t *testing.T) { Run(t, duelConfig("")) }

// TestSuiteFindsBugs proves that each law is really checked.
func TestSuiteFindsBugs(t *testing.T) {
	tests := []struct{ bug, check, says string }{
		{"scenario unknown but accepted", "setup", "unknown scenario"},
		{"option unknown but accepted", "setup", "unknown option"},
		{"scenario not listed", "setup", "is not among"},
		{"scenario that does not start", "setup", "does not start"},
		{"start is not pure", "setup", "started twice"},
		{"sides swap", "setup", "sides or data files changed"},
		{"data are withheld", "setup", "not those of its hash"},
		{"data of any name", "setup", "not listed"},
		{"turn leaks", "views", "in turn"},
		{"turn leaks", "hidden-facts", "in turn"},
		{"standing orders leak", "views", "standing orders"},
		{"standing orders leak", "hidden-facts", "standing orders"},
		{"standing orders cannot be written", "views", "cannot be written"},
		{"verb without help", "verbs", "both are needed"},
		{"option is illegal", "random-play", "refused"},
		{"option is illegal", "options", "refused"},
		{"pick is not listed", "picks", "it is not among"},
		{"pick has favourites", "picks", "never picked: [pick 6]"},
		{"draft is ignored", "random-play", "refused"},
		{"about lists all", "about", "of its options these name it"},
		{"about misses an option", "about", "of its options these name it"},
		{"about adds an order", "about", "of its options these name it"},
		{"about picks", "about", "the options differ"},
		{"cost is no line", "about", "no line of words"},
		{"cost leaks", "views", "it is offered"},
		{"cost leaks", "hidden-facts", "it is offered"},
		{"options need the whole", "views", "owes"},
		{"dead end", "options", "no option"},
		{"decision without a prompt", "decisions", "all are needed"},
		{"option cannot be written", "turn-files", "cannot be written"},
		{"no orders refused", "empty-orders", "refused"},
		{"everything optional", "random-play", "optional"},
		{"optional and not secret", "decisions", "want both"},
		{"optional beside what is owed", "decisions", "owes nothing"},
		{"optional answer is needed", "random-play", "nobody hedges"},
		{"empty optional file counts", "optional-orders", "changes what happens"},
		{"view shows plans", "hidden-facts", "the view shows it"},
		{"options leak a plan", "hidden-facts", "its options"},
		{"report says that an optional answer is owed", "reports", "is owed"},
		{"report waits for an optional answer", "reports", "waits for"},
		{"owed after the end", "random-play", "over is true"},
		{"nothing owed", "random-play", "0 decisions"},
		{"check panics", "spoiled-orders", "panic"},
		{"resolve does not check", "spoiled-orders", "Resolve 0"},
		{"refused as another error", "spoiled-orders", "Resolve fails"},
		{"fault without rule", "spoiled-orders", "wants a message"},
		{"encoding omits a fact", "encoding", "the decoded position plays otherwise"},
		{"encoding begins anew", "encoding", "appended to other bytes"},
		{"decode is lax", "altered-encoding", "accepts"},
		{"decode panics", "altered-encoding", "panic"},
		{"apply has state", "replay", "position hash"},
		{"resolve has state", "resolve-again", "resolved again"},
		{"apply looks at the batch", "apply-one-by-one", "one by one"},
		{"apply changes its argument", "values", "changed"},
		{"resolve changes orders", "values", "orders changed"},
		{"event without rule", "events", "wants a rule"},
		{"event does not read back", "events", "reads back"},
		{"event by a stranger", "events", "no side"},
		{"total is no sum", "events", "add up to"},
		{"more hits than dice", "events", "2 of 1 dice hit"},
		{"pool without its die", "events", "the pool adds up to 2"},
		{"draw not told", "draws", "stands in no event"},
		{"draw told twice", "draws", "told before"},
		{"draw told wrong", "draws", "the draw was"},
		{"sealed roll for all", "draws", "sealed"},
		{"view of a view differs", "views", "view of the view"},
		{"view does not decode", "views", "does not decode"},
		{"report knows more than its view", "reports", "knows more"},
		{"report tells a foreign roll", "reports", "tells a roll"},
		{"scenario without a title", "setup", "has the title"},
		{"report omits what is owed", "reports", "is owed"},
		{"report is silent on the score", "reports", "how the game stands"},
		{"report is silent on what is needed", "reports", "what the reader needs"},
		{"report is silent on the way to win", "reports", "how the game is won"},
		{"report cannot be said", "reports", "no argument \"need\""},
		{"fault cannot be said", "spoiled-orders", "no argument \"need\""},
		{"report names no rule of victory", "reports", "under rule"},
		{"template cannot be read", "reports", "template"},
		{"view shows all", "hidden-facts", "the view shows it"},
		{"map id is two words", "maps", "one word of an order"},
		{"map ids are no words of orders", "maps", "none stands in an order"},
		{"map knows more than its view", "maps", "knows more"},
		{"report knows more than its view", "hidden-facts", "the report shows it"},
		{"check leaks", "views", "Check gives"},
		{"check leaks", "hidden-facts", "Check gives"},
		{"options leak", "views", "its options"},
		{"options leak", "hidden-facts", "its options"},
		{"preview is no view", "preview", "no view"},
		{"preview tells what is hidden", "preview", "may not see"},
		{"preview rolls", "preview", "rolls"},
		{"preview leaks", "preview", "own view"},
		{"odds do not add up", "preview", "add up to 3/4"},
		{"odds of no line", "preview", "no line 0"},
		{"odds change their argument", "preview", "changed"},
		{"odds leak", "preview", "own view"},
		{"file unknown but accepted", "setup", "unknown file"},
		{"exports before the end", "export", "the game goes on"},
		{"exports to any game", "export", "no target"},
		{"export is not pure", "export", "twice"},
		{"export changes the position", "export", "changes its argument"},
		{"export without origin", "export", "origin"},
		{"chronicle forgets a measure", "chronicle", "the measures are others"},
		{"chronicle leaks a hedge", "chronicle", "the public view"},
	}
	for _, tt := range tests {
		t.Run(tt.bug+"/"+tt.check, func(t *testing.T) {
			failed, first := failures(duelConfig(tt.bug), 1)
			if !slices.Contains(failed, tt.check) || !strings.Contains(first[tt.check], tt.says) {
				t.Errorf("the suite should say %q in %s; it says %q", tt.says, tt.check, first)
			}
		})
	}
	t.Run("none", func(t *testing.T) {
		if failed, first := failures(duelConfig(""), 1); failed != nil {
			t.Errorf("a ruleset without bugs fails: %q", first)
		}
	})
	t.Run("Vary that varies nothing", func(t *testing.T) {
		c := duelConfig("")
		c.Vary = func(p engine.Position, _ engine.Side, _ uint64) engine.Position { return p }
		if failed, _ := failures(c, 1); !slices.Equal(failed, []string{"hidden-facts"}) {
			t.Errorf("got failures %q", failed)
		}
	})
}
