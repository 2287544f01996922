package ccn

import (
	arguments "flag"
	"runtime"
	"strings"
	"sync"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

var randomGames = arguments.Int("ccn.games", 10, "random games that TestRandomGames plays, of each battle as many")

// TestRandomGames plays whole games between random players, half of them with all
// questions asked, and inspects the position after every event. With BERTHIER_SEED=new
// they differ each time; a failure names the seed. For many games
//
//	berthier simulate -game ccn -games 20000 -bot random
//
// does the same, without questions.
func TestRandomGames(t *testing.T) {
	rs := loaded(t)
	first := enginetest.Seed(t)
	battles := rs.Scenarios()
	inParallel(*randomGames, func(i int) {
		log := book.Log{Setup: engine.Setup{Scenario: battles[i%len(battles)]}, Seed: first + uint64(i)}
		if i/len(battles)%2 == 1 {
			log.Setup.Options = map[string]string{"ask": "all"}
		}
		err := log.Play(rs, random(rs, log.Seed), func(f book.Frame) error {
			return rs.Inspect(f.Before, f.Step.Events)
		})
		if err != nil {
			t.Errorf("%v, seed %d: %v", log.Setup, log.Seed, err)
		}
	})
}

// inParallel calls play(0) to play(n-1), as many at once as there are processors.
func inParallel(n int, play func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				play(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}

// TestInspect: each broken invariant is found.
func TestInspect(t *testing.T) {
	const ground = "banners 4\nhex E5 river\nhex E7 sand\nhex F3 town\n" +
		"goal F3 British=1\ngoal H9 French=1 once\nexit British I7 banners=1\n" +
		"unit a British line at=D5\nunit b British line at=D7\nunit c British light-cavalry at=D9\n" +
		"unit g British foot-artillery at=C4\nunit d British line at=I7\n" +
		"unit x French line at=G5\nunit y French line at=G7\nunit z French line at=G9\n" +
		"leader w British at=D5\nleader v British at=B2\nleader n French at=G5\nleader q French at=A3\n" +
		"squared b recon-in-force\nblocks y 2\n"
	// The turn of the British ends, and that of the French begins.
	const end = "\n[5.13] phase by=British phase=D\n[5.13-e] turn by=French turn=2"
	tests := []struct{ name, events, want string }{
		{"nothing", "", ""},
		{"a turn", "[5.3] move by=British piece=a from=D5 path=D6" + end, ""},
		{"losses", "[5.5.7] loss by=French piece=x n=1" + end, ""},
		{"a unit is lost", "[5.5.7] loss by=French piece=x n=4\n[5.5.7] eliminate by=French piece=x at=G5" + end, ""},
		{"not eliminated", "[5.5.7] loss by=French piece=x n=4" + end, "x has no block left and is not eliminated"},
		{"another is eliminated", "[5.5.7] loss by=French piece=x n=4\n[5.5.7] eliminate by=French piece=y at=G7",
			"x has no block left and is not eliminated"},
		{"dead at the end", "[5.5.7] loss by=French piece=x n=4", "at the end of the resolution: x has no block left"},
		{"too many losses", "[5.5.7] loss by=French piece=y n=3", "y has -1 blocks of 4"},
		{"no loss", "[5.5.7] loss by=French piece=y n=0", "y changes by 0 blocks"},
		{"a leader's blocks", "[5.5.7] loss by=French piece=n n=1", "n changes by 1 block"},
		{"too many blocks", "[8.2-l] rally by=French piece=y n=3", "y has 5 blocks of 4"},
		{"blocks come back", "[8.2-l] rally by=French piece=y n=2", ""},
		{"nobody", "[5.3] move by=British piece=nobody from=D5 path=D6", "there is no such piece"},
		{"lost twice", "[5.5.7] eliminate by=French piece=x at=G5\n[5.5.7] eliminate by=French piece=x at=G5",
			"x is not on the board"},
		{"from elsewhere", "[5.3] move by=British piece=a from=D6 path=D7", "a is in D5"},
		{"into a river", "[5.3] move by=British piece=a from=D5 path=E5", "a cannot stand in E5 [7]"},
		{"guns into sand", "[8.2-m] place by=British piece=g path=E7", "g cannot stand in E7 [7]"},
		{"a leader into a river", "[8.2-m] place by=British piece=v path=E5", "v cannot stand in E5 [7]"},
		{"two units", "[8.2-m] place by=British piece=a path=D9", "there are two units in D9 [5.3-e]"},
		{"two leaders", "[8.2-m] place by=British piece=v path=D5", "there are two leaders in D5 [5.3-f]"},
		{"a leader among enemies", "[8.2-m] place by=British piece=v path=G9", "v stands among enemies in G9"},
		{"a jump", "[5.3] move by=British piece=a from=D5 path=D6,D8", "D8 is not next to D6"},
		{"off the board", "[5.3] move by=British piece=a from=D5 path=off", "off is not next to D5"},
		{"a retreat to the side", "[5.8] retreat by=British piece=a from=D5 path=D6",
			"D6 is not nearer to its own edge than D5 [5.8-d]"},
		{"a retreat forward", "[5.8] retreat by=French piece=x from=G5 path=F5", "F5 is not nearer to its own edge"},
		{"a retreat", "[5.8] retreat by=French piece=x from=G5 path=H5", ""},
		{"cavalry in square", "[6.2-h] square by=British piece=c slot=2", "c is in square on slot 2 [6.2-a]"},
		{"no such slot", "[6.2-h] square by=British piece=a slot=5", "a is in square on slot 5 [6.2-a]"},
		{"one slot twice", "[6.2-h] square by=British piece=a slot=1", "there are two squares on slot 1 [6.2-k]"},
		{"a square of the other side", "[6.2-h] square by=French piece=x slot=1",
			"there are 0 cards on slot 1 of French, in square true"},
		{"a square without a card", "[6.2-h] square by=British piece=a slot=2",
			"there are 0 cards on slot 2 of British, in square true [6.2-i]"},
		{"a card without a square", "[6.2-ap] dissolve by=British piece=b slot=1",
			"there are 1 cards on slot 1 of British, in square false"},
		{"a square dissolves", "[6.2-ap] dissolve by=British piece=b slot=1\n" +
			"[5.2-l] cards by=British from=square-British-1 to=hand-British n=1\n" +
			"[5.2-l] faces by=British from=square-British-1 to=hand-British cards=recon-in-force for=British", ""},
		{"eliminated in square", "[5.5.7] loss by=British piece=b n=4\n[5.5.7] eliminate by=British piece=b at=D7",
			"it changes the square of b"},
		{"two cards played", "[5.1-f] cards by=British from=hand-British to=played n=2 cards=forward,probe-center",
			"2 cards are played [5.1-a]"},
		{"a card is left", "[5.1-f] cards by=British from=hand-British to=played n=1 cards=forward",
			"in phase T 1 card are played"},
		{"a scouted card is left", "[8.3-a] cards by=British from=deck to=scouted-British n=1\n" +
			"[8.3-a] faces by=British from=deck to=scouted-British cards=bombard for=British",
			"British has 1 scouted cards left [8.3-a]"},
		{"out of turn", end[1:] + "\n[5.13-e] turn by=British turn=3", "after phase T comes phase T"},
		{"the same side", "[5.13] phase by=British phase=D\n[5.13-e] turn by=British turn=2",
			"after turn 1, of British, comes turn 2, of British"},
		{"a turn is left out", "[5.13] phase by=British phase=D\n[5.13-e] turn by=French turn=3",
			"after turn 1, of British, comes turn 3, of French"},
		{"phases", "[5.13] phase by=British phase=D\n[5.13] phase by=British phase=O", "after phase D comes phase O"},
		{"over without a word", "[5.13] phase by=British phase=X", "after phase T comes phase X"},
		{"a goal that does not last", "[4-d] goal by=British goal=1", "British keeps the banners of goal 1"},
		{"the goal of the other side", "[4-d] goal by=British goal=2", "British keeps the banners of goal 2"},
		{"a goal", "[4-d] goal by=French goal=2", ""},
		{"leaves the board", "[5.3-j] exit by=British piece=d from=I7 banners=1", ""},
		{
			"leaves through a leader",
			"[5.10] retreat by=British piece=v from=B2 path=A3\n[5.10-k] exit by=British piece=v from=A3",
			"",
		},
		{"moves off over a leader",
			"[5.3] move by=British piece=v from=B2 path=A3\n[5.3-j] exit by=British piece=v from=A3" + end, ""},
		{"stays with a leader", "[5.10] retreat by=British piece=v from=B2 path=A3\n[5.13] phase by=British phase=D",
			"there are two leaders in A3 [5.3-f]"},
		{"leaves with his unit", "[5.3-j] exit by=British piece=a from=D5 banners=0", ""},
		{"won and not over", "[5.5.7] eliminate by=French piece=x at=G5\n[5.5.7] eliminate by=French piece=y at=G7\n" +
			"[5.5.7] eliminate by=French piece=z at=G9\n[5.7-b] eliminate by=French piece=n at=G5",
			"British has won with 4 banners"},
		{"won", "[5.5.7] eliminate by=French piece=x at=G5\n[5.5.7] eliminate by=French piece=y at=G7\n" +
			"[5.5.7] eliminate by=French piece=z at=G9\n[4-e] over winner=British text=x", ""},
		{"goes on when it is won", "[5.5.7] eliminate by=French piece=x at=G5\n" +
			"[5.5.7] eliminate by=French piece=y at=G7\n[5.5.7] eliminate by=French piece=z at=G9\n" +
			"[4-e] over winner=British text=x\n[5.3] move by=British piece=a from=D5 path=D6",
			"the game is over [4-e]"},
		{"won too early", "[4-e] over winner=British text=x", "British wins with 0 [4-a]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rs, p, err := ReadCase([]byte(ground))
			if err != nil {
				t.Fatal(err)
			}
			events, err := engine.ParseEvents(tt.events)
			if err != nil {
				t.Fatal(err)
			}
			got := "nothing"
			if err := rs.Inspect(p, events); err != nil {
				got = err.Error()
			}
			if want := tt.want; want == "" && got != "nothing" || !strings.Contains(got, want) {
				t.Errorf("got %s, want %q", got, want)
			}
		})
	}
}
