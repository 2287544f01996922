package store

import (
	"errors"
	"flag"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"berthier/store/storetest"
)

// onBoth are the tests that run over a database too.
var onBoth = []func(*testing.T){
	TestCheckFinds, TestCheckFindsEveryChangedByte, TestReadingRefusesDamage, TestJoinMany, TestPostpone,
	TestPostponeFails, TestAppendRefuses, TestTreeIsAsDocumented, TestHiddenIsNotInTheTree, TestRecords,
	TestRecordsWhileAppending, TestDue, TestEnqueueTwice, TestEnqueueRefuses, TestDelivery, TestBacklog,
	TestDeliveryNeedsATime, TestMailsOfOneGame, TestEnqueueLater, TestFailedUpdateLeavesNothing, TestViewCannotWrite,
	TestNoGame, TestCreateGameName, TestKeys, TestValuesBelongToTheCaller, TestWriteOnce, TestSecretIsNeverShown,
	TestSeenAndCursor, TestDamagedCursor, TestReadersWhileWriting, TestStoreIsItsModel, TestManyGames, TestWritten,
	TestDamageAmongManyGames, TestFetchedRows,
}

// server is where the tests in TestOnDatabase open their stores; nil outside of it.
var server *storetest.Server

func TestOnDatabase(t *testing.T) {
	server = storetest.Start(t)
	t.Cleanup(func() { server = nil })
	spares = &spareStores{}
	t.Cleanup(func() { spares.close(t); spares = nil })
	fewerChecks(t, 20)
	for _, test := range onBoth {
		name := runtime.FuncForPC(reflect.ValueOf(test).Pointer()).Name()
		t.Run(name[strings.LastIndex(name, ".")+1:], func(t *testing.T) {
			t.Parallel() // they wait for the database more than they compute
			test(t)
		})
	}
}

// fewerChecks lets the properties of a test be checked less often, since each check costs more here.
func fewerChecks(t *testing.T, times int) {
	t.Helper()
	before := flag.Lookup("rapid.checks").Value.String()
	t.Cleanup(func() { flag.Set("rapid.checks", before) })
	checks, err := strconv.Atoi(before)
	if err := errors.Join(err, flag.Set("rapid.checks", strconv.Itoa(max(1, checks/times)))); err != nil {
		t.Fatal(err)
	}
}

// storeSite is the place in which a test has a store: a file, or a database with the file of its key.
type storeSite struct{ path, address string }

func newPlace(t testing.TB, dir string) storeSite {
	t.Helper()
	p := storeSite{path: filepath.Join(dir, "test.db")}
	if server != nil {
		_, p.address = server.Schema(t)
	}
	return p
}

func (p storeSite) open() (*Store, error) {
	if p.address != "" {
		return OpenDatabase(p.address, p.path+".key")
	}
	return Open(p.path, time.Second)
}
