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
	TestSeenAndCursor, TestReadersWhileWriting, TestStoreIsItsModel,
}

// server is where the tests in TestOnDatabase open their stores; nil outside of it.
var server *storetest.Server

func TestOnDatabase(t *testing.T) {
	server = storetest.Start(t)
	defer func() { server = nil }()
	before := flag.Lookup("rapid.checks").Value.String()
	defer flag.Set("rapid.checks", before)
	checks, err := strconv.Atoi(before)
	fewer := strconv.Itoa(max(1, checks/10)) // each costs more here
	if err := errors.Join(err, flag.Set("rapid.checks", fewer)); err != nil {
		t.Fatal(err)
	}
	for _, test := range onBoth {
		name := runtime.FuncForPC(reflect.ValueOf(test).Pointer()).Name()
		t.Run(name[strings.LastIndex(name, ".")+1:], test)
	}
}

// where is the place in which a test has a store: a file, or a database with the file of its key.
type where struct{ path, address string }

func newPlace(t testing.TB, dir string) where {
	t.Helper()
	p := where{path: filepath.Join(dir, "test.db")}
	if server != nil {
		_, p.address = server.Schema(t)
	}
	return p
}

func (p where) open() (*Store, error) {
	if p.address != "" {
		return OpenDatabase(p.address, p.path+".key", time.Second)
	}
	return Open(p.path, time.Second)
}
