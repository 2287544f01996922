package enginetest

import (
	"flag"
	"fmt"
	"runtime/debug"
	"testing"

	"berthier/engine"
)

var updateFlag bool

func init() {
	if testing.Testing() {
		flag.BoolVar(&updateFlag, "update", false, "rewrite what the cases expect to what happens")
	}
}

// Config says what Run has to try.
type Config struct {
	Ruleset engine.Ruleset
	// Setups are the games to start; give at least one of each kind.
	Setups []engine.Setup
	// Games is the number of random games per setup; 0 means 5.
	Games int
	// MaxSteps ends a random game that is not over by then; 0 means 200.
	MaxSteps int
	// Vary returns a position that differs from p only in facts that are
	// hidden from side, chosen by seed; nil if p hides nothing from it. A
	// game without hidden facts leaves Vary nil. What Vary leaves as it is,
	// as standing orders or what is pending, nobody sees to.
	Vary func(p engine.Position, side engine.Side, seed uint64) engine.Position
}

// Run plays random games of the ruleset and holds it to the contract of
// package engine, each law as a subtest. The package doc lists them.
func Run(t *testing.T, c Config) {
	s := newSuite(c, Seed(t))
	for _, ck := range checks {
		t.Run(ck.name, func(t *testing.T) { s.run(ck, t.Errorf) })
	}
}

// check is one law of the contract.
type check struct {
	name string
	run  func(s *suite, errorf errorf)
}

type errorf func(format string, args ...any)

// checks in the order in which a new ruleset gets them right.
var checks = []check{
	{"setup", checkSetup},
	{"verbs", checkVerbs},
	{"random-play", checkRandomPlay},
	{"decisions", checkDecisions},
	{"options", checkOptions},
	{"picks", checkPicks},
	{"about", checkAbout},
	{"empty-orders", checkEmptyOrders},
	{"optional-orders", checkOptionalOrders},
	{"spoiled-orders", checkSpoiledOrders},
	{"turn-files", checkTurnFiles},
	{"encoding", checkEncoding},
	{"altered-encoding", checkAlteredEncoding},
	{"replay", checkReplay},
	{"resolve-again", checkResolveAgain},
	{"apply-one-by-one", checkApplyOneByOne},
	{"values", checkValues},
	{"events", checkEvents},
	{"draws", checkDraws},
	{"views", checkViews},
	{"reports", checkReports},
	{"hidden-facts", checkHiddenFacts},
	{"hidden-events", checkHiddenEvents},
	{"maps", checkMaps},
	{"preview", checkPreview},
	{"export", checkExport},
	{"chronicle", checkChronicle},
}

// suite is one run: the games that all checks look at.
type suite struct {
	Config
	rs    engine.Ruleset
	seed  uint64
	games []*game
}

func newSuite(c Config, seed uint64) *suite {
	if c.Games == 0 {
		c.Games = 5
	}
	if c.MaxSteps == 0 {
		c.MaxSteps = 200
	}
	s := &suite{Config: c, rs: c.Ruleset, seed: seed}
	for i, setup := range c.Setups {
		for n := range c.Games {
			s.games = append(s.games, s.play(setup, fmt.Sprintf("%s-%d-%d", setup.Scenario, i, n),
				seed+uint64(len(s.games))))
		}
	}
	return s
}

// run carries one check out. A panic of the ruleset is a failure of the
// check, and one broken law is told a few times only.
func (s *suite) run(ck check, report errorf) {
	const most = 5
	n := 0
	defer func() {
		if x := recover(); x != nil {
			report("panic: %v\n%s", x, debug.Stack())
		}
	}()
	ck.run(s, func(format string, args ...any) {
		if n++; n <= most {
			report(format, args...)
		}
	})
}

// eachFrame calls f for every step that was played.
func (s *suite) eachFrame(f func(at string, fr *frame)) {
	for _, g := range s.games {
		for i := range g.frames {
			f(fmt.Sprintf("game %s, step %d", g.name, i+1), &g.frames[i])
		}
	}
}

// eachPosition calls f for every position that was reached.
func (s *suite) eachPosition(f func(at string, p engine.Position)) {
	for _, g := range s.games {
		for i, p := range g.positions() {
			f(fmt.Sprintf("game %s, position after step %d", g.name, i), p)
		}
	}
}

// audience is everybody who may look at a position: the sides and the public.
func (s *suite) audience(p engine.Position) []engine.Side {
	return append(append([]engine.Side(nil), s.rs.Sides(p)...), "")
}
