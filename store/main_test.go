package store

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"

	"berthier/store/storetest"
)

func TestMain(m *testing.M) {
	// Tests beside each other wait for databases more than they compute. -parallel has the last word.
	flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0)))
	os.Exit(storetest.M{M: m}.Run())
}
