package umpire

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/engine"
	"berthier/mail/wire"
	"berthier/store"
	"berthier/store/storetest"
)

// database is where the tests have their stores; nil if these are files.
var database *storetest.Server

// colleague is the umpire of another process over the same store.
type colleague struct {
	u     *Umpire
	store *store.Store
	turn  atomic.Int64
	stop  func()
}

// colleagues are those of umpires under test: a *colleague by its *Umpire. Tests run in parallel.
var colleagues sync.Map

// colleagueOf is that of an umpire; nil if he works alone.
func colleagueOf(u *Umpire) *colleague {
	c, _ := colleagues.Load(u)
	found, _ := c.(*colleague)
	return found
}

// openShared opens the store of a table in a database. The table stands on the mailbox, and another umpire judges
// each other mail.
func (tb *table) openShared() (err error) {
	if tb.address == "" {
		_, tb.address = database.Schema(tb.t)
	}
	tb.store, err = store.OpenDatabase(tb.address, tb.path+".key")
	return err
}

// meet lets another umpire work beside that of a table.
func (tb *table) meet(c docket.Config) error {
	s, err := store.OpenDatabase(tb.address, tb.path+".key")
	if err != nil {
		return err
	}
	c.Store, c.Folder, c.Logger = s, "", slog.New(slog.DiscardHandler)
	u, err := New(c)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	stands, ended := make(chan bool), make(chan error, 1)
	go func() {
		ended <- tb.store.Stand(ctx, store.ClaimMailbox, func(ctx context.Context) error {
			close(stands)
			<-ctx.Done()
			return nil
		})
	}()
	<-stands
	colleagues.Store(tb.u, &colleague{u: u, store: s, stop: func() { stop(); <-ended; s.Close() }})
	return nil
}

// part ends that.
func (tb *table) part() {
	if c := colleagueOf(tb.u); c != nil {
		c.stop()
		colleagues.Delete(tb.u)
	}
}

// takeAll is TakeAll, and judges all mails in the queue.
func (u *Umpire) takeAll(ctx context.Context, all []wire.Arrival) (n int, err error) {
	n, err = u.TakeAll(ctx, all)
	c := colleagueOf(u)
	for done := c == nil; err == nil && !done; {
		judged := 0
		if c.turn.Add(1)%2 == 0 {
			if judged, err = c.u.Queue.JudgeSome(ctx); judged > 0 {
				continue
			}
		}
		if err == nil {
			judged, err = u.Queue.JudgeSome(ctx)
		}
		done = judged == 0
	}
	return n, err
}

// shared are the tests that run with two umpires over a database too.
var shared = []func(*testing.T){
	TestAbsenceByCommand, TestActsAndBeacon, TestActsAndClocks, TestActsAndPlayersWords, TestAnnounce,
	TestAnnounceToAll, TestAnswersLaterStep, TestAttachmentChecks, TestAuditOfClockCommands, TestAuditOfClocks,
	TestAuditOfOptionalAnswer, TestBadDeadlines, TestBeacon, TestBeaconBindsDice, TestBeaconFaults,
	TestBeaconIsGone, TestBeaconRestore, TestBeaconRollback, TestBeaconSpec, TestBounceOfAnOldMail,
	TestBounceStopsMails, TestBounceThroughAServer, TestBurnBetweenSteps, TestBurnWhileClosed, TestBurnsNothing,
	TestChangeNeedsBothKeys, TestChangeWindow, TestClockIsSetBack, TestClose, TestCodesEnd, TestCommandsAudited,
	TestCommandsCountOnce, TestConfirmAfterResigning, TestConflictDoesNotBlock, TestCopiesAreAnsweredSeldom,
	TestCreateRefuses, TestCreateSeveralGames, TestDeadlineInAPause, TestDo, TestDoCreates, TestDoRefuses,
	TestFaultOfOurs, TestFinal, TestFinalByCommand, TestFirstMail, TestForgedBounces, TestGameKeepsItsTables,
	TestGamesByMail, TestGamesInOneTable, TestHeldGame, TestHeldGameHasTime, TestHeldGameKeepsJoin,
	TestHoldEndsByItself, TestInvitation, TestJoinCommandUnsigned, TestJoinIsSignedWithItsOwnKey,
	TestKeyMessageFaults, TestKnownKeyInPlaceOfAnother, TestLargeMap, TestLastMailLinksPage, TestMaps,
	TestMigrate, TestMigrateDropsOrders, TestMigrateToAnotherEncoding, TestMissingRuleset, TestMonitorActs,
	TestNewRefuses, TestNoBounce, TestNotFetched, TestObserverBounces, TestOneKeyInManyGames, TestOneKeyTwoSides,
	TestOneMessageSignedWithBoth, TestOptionalAnswer, TestOptionalFaultsAndWithdrawal, TestOrdersByCommand,
	TestOutage, TestPauseByAgreement, TestPlayerChangesHisKey, TestPlayersEndGame, TestProcessTakesDefaults,
	TestProgramThatCannotReplay, TestPruneAnyway, TestPublishedMigration, TestRecall, TestRelease,
	TestRemindByCommand, TestReopen, TestReopenAfterBurn, TestReopenIsAudited, TestReopenTooLate,
	TestReplayedFile, TestResign, TestResignedAndReminders, TestResumeMendsFaultOfOurs, TestRevokedFileIsNotUsed,
	TestRollback, TestRuling, TestRulingEndsTheGame, TestRulingIsHeldToTheRules, TestSameMessageID,
	TestSecretsStayInside, TestSilentGame, TestSilentPlayer, TestSilentWait, TestStart,
	TestStrangersAreAnsweredSeldom, TestSubstitute, TestSubstituteIsInvited, TestTake,
	TestTakeTwiceChangesNothing, TestTakenOnce, TestTakeover, TestTamperedActs, TestTamperedMigration,
	TestTimeBank, TestUmpireChangesClocks, TestUmpireChangesKeys, TestUmpireCommandsAreRefused,
	TestUmpireFillsASeat, TestUmpireKeyIsNoPlayers, TestUmpireNamesTheGameBehindTheCommand,
	TestUmpireRunsAGameByMail, TestUnsignedMailOfAPlayer, TestViewsStayApart, TestWaitsForTheMailbox,
	TestWhatStopsMails, TestWholeGame, TestWholeOrNothing, TestWindowAndSilence, TestWindowIsAudited,
	TestWindowStops, TestWindowsThatCannotBe,
}

var sharedEvery = flag.Int("umpire.shared", 20, "run each so manyth of the tests that two umpires can share")

// TestShared runs tests with two umpires over one database, which judge mails in turn: what a test sees must not depend
// on which of them did.
func TestShared(t *testing.T) {
	database = storetest.Start(t)
	defer func() { database = nil }()
	for n, test := range shared {
		if n%*sharedEvery != 0 {
			continue
		}
		name := runtime.FuncForPC(reflect.ValueOf(test).Pointer()).Name()
		t.Run(name[strings.LastIndex(name, ".")+1:], test)
	}
}

// Mails that are judged while the database goes away are judged again: it is no fault of this program.
func TestDatabaseIsAwayWhileJudging(t *testing.T) {
	server := storetest.Start(t)
	database = server
	defer func() { database = nil }()
	tb := newTable(t)
	tb.create()
	tb.deliver()
	judged := 0
	tb.u.judging = func([]byte) {
		if judged++; judged == 1 {
			server.Stop(t)
			server.Run(t)
		}
	}
	var all []wire.Arrival
	for i, side := range []engine.Side{"Red", "Blue"} {
		raw := letter(address[side], string(side)+"@home", signed(t, side, file(side, 1, 1, "pick 4")))
		all = append(all, wire.Arrival{Raw: raw, Size: int64(len(raw)),
			Cursor: wire.Cursor{UIDValidity: 7, UID: uint32(i + 1)}})
	}
	if n, err := tb.u.takeAll(t.Context(), all); n != 2 || err != nil {
		t.Errorf("took %d of 2, error %v", n, err)
	}
	if judged < 2 {
		t.Errorf("%d mails were judged in the hook", judged)
	}
	if strings.Contains(tb.logs.String(), `"level":"ERROR"`) {
		t.Errorf("the log has a fault:\n%s", tb.logs)
	}
	var got []string
	for _, m := range tb.deliver() {
		got = append(got, m.Subject)
	}
	if len(got) < 2 || !strings.Contains(strings.Join(got, "\n"), "Round 1") {
		t.Errorf("the answers are %q", got)
	}
}

// A mail that waits in a game meets no fault of this program if the database goes away while it is tried once more: the
// start says so, and is tried again.
func TestDatabaseIsAwayWhileResuming(t *testing.T) {
	server := storetest.Start(t)
	database = server
	defer func() { database = nil }()
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 4")
	*tb.rules.broken = true
	tb.play("Blue", 1, 1, "pick 6")
	tb.logs.Reset()
	*tb.rules.broken = false
	tb.u.judging = func([]byte) { server.Stop(t) }
	if err := tb.u.Resume(); !errors.Is(err, store.ErrNotRead) && !errors.Is(err, store.ErrNotWritten) {
		t.Errorf("while the database is away: %v", err)
	}
	server.Run(t)
	tb.u.judging = nil
	if err := tb.u.Resume(); err != nil {
		t.Error(err)
	}
	if s := tb.status(); s.Step != 1 || s.Stuck != 0 {
		t.Errorf("got %+v", s)
	}
	if strings.Contains(tb.logs.String(), `"level":"ERROR"`) {
		t.Errorf("the log has a fault:\n%s", tb.logs)
	}
}

// Wherever the connection to the database ends while the clocks of a game are looked at, it is no fault of the game:
// the look ends, and is tried again.
func TestDatabaseIsAwayWhileLooking(t *testing.T) {
	database = storetest.Start(t)
	defer func() { database = nil }()
	tb := clocked(t, "1d; remind never")
	tb.close()
	near := tb.address
	p, far := storetest.NewProxy(t, near)
	tb.address = far
	tb.open()
	for n := 1; ; n += 3 {
		tb.now = tb.now.Add(25 * time.Hour)
		p.After(n, p.Cut)
		err := tb.u.Tick(tb.now)
		if p.Left() > 0 {
			break
		}
		p.Pass()
		if err != nil && !errors.Is(err, store.ErrNotRead) && !errors.Is(err, store.ErrNotWritten) {
			t.Errorf("away at message %d: %v", n, err)
		}
	}
	p.After(0, nil)
	if strings.Contains(tb.logs.String(), `"level":"ERROR"`) {
		t.Errorf("the log has a fault:\n%s", tb.logs)
	}
	tb.close()
	tb.address = near // the proxy ends before the table
	tb.open()
}

// Who takes over the mailbox does not know when it was last looked at: a mail that he finds may have been there in
// time, and no deadline passes before it is judged.
func TestTakeoverWaitsForTheQueue(t *testing.T) {
	database = storetest.Start(t)
	defer func() { database = nil }()
	tb := clocked(t, "1d; remind never")
	tb.now = time.Date(2030, 12, 3, 8, 5, 0, 0, time.UTC)
	raw := letter(address["Red"], "Red@home", signed(t, "Red", file("Red", 1, 1, "pick 3")))
	found := []wire.Arrival{{Raw: raw, Size: int64(len(raw)), Cursor: wire.Cursor{UIDValidity: 7, UID: 1}}}
	if n, err := tb.u.TakeAll(t.Context(), found); n != 1 || err != nil {
		t.Fatalf("queued %d, %v", n, err)
	}
	look := func() int {
		t.Helper()
		tb.now = tb.now.Add(time.Minute)
		tb.u.Looked(nil)
		read, err := tb.u.AllIn(tb.u.Schedule.Read)
		if err == nil {
			err = tb.u.Tick(read)
		}
		if err != nil {
			t.Fatal(err)
		}
		return tb.status().Step
	}
	for range 3 {
		if step := look(); step != 0 {
			t.Fatalf("step %d is resolved before the mail is judged", step)
		}
	}
	if n, err := tb.u.Queue.JudgeSome(t.Context()); n != 1 || err != nil {
		t.Fatalf("judged %d, %v", n, err)
	}
	if s := tb.status(); len(s.Waiting) != 1 {
		t.Errorf("the mail does not count: %+v", s)
	}
	if step := look(); step != 1 {
		t.Errorf("step %d is resolved afterwards", step)
	}
}
