// Command mutate asks of one Go package whether its tests would notice a
// mistake. It changes the package in one place at a time, and runs the tests:
// they should fail. A change that they let pass is a survivor, and names what
// no test looks at.
//
//	go run ./cmd/internal/mutate [-only GLOB,…] [-every N] [-min PERCENT]
//	    [-book TEST] [-skip REGEXP] [-explained FILE] [-jobs N]
//	    [-again FILE] [-run REGEXP] [-slow TIME] [PACKAGE]
//
// PACKAGE is a directory, ./engine/jdg if it is left out. All its Go files but
// the tests are changed (-only: those whose name fits one of the patterns), one
// place after the other (-every: one of N places, chosen by what they say, so that the same ones come
// again while the package changes):
//
//	a < b       a <= b, a >= b; and so on for <=, > and >=
//	a == b      a != b, and the other way round
//	a && b      a || b, and the other way round
//	!a          a
//	true        false, and the other way round
//	a + b       a - b; so for - (+), * (/), / (*) and % (*), and for += and -=;
//	            for numbers only
//	-a          a
//	a++         a--, and the other way round
//	7           8; a constant declared by one number changes wherever it is used
//	break       continue, and the other way round
//	statement   dropped: a call, an assignment (not :=), a return that the
//	            function can do without
//
// Left out are changes that do not compile, the capacity in a make, and what
// the compiler must know as a constant.
//
// # How it works
//
// All changes are built into one test binary, each behind its number; the
// environment variable MUTANT says which one is on. So there is one compilation
// only. The sources stay as they are: the changed ones are an overlay of go
// test. First every test runs alone with no change on, and records which
// places it reaches. Then each change has to face the tests that reach it: first
// the subtests of the case book (-book), then, if it survives those, the other
// tests of the package with -short. Tests that -skip names are left out: such as
// play whole games (the default fits engine/jdg). A test that needs more
// than half a second tries only what no other test reaches, one that needs more
// than 20 seconds nothing. A change is killed if the tests fail, crash, need more
// than 4 GB, or 5 seconds of processor beyond twice what they need without it.
//
// # Compared with gremlins
//
// Of demoralisation.go and initiative.go in engine/jdg,
// github.com/go-gremlins/gremlins v0.6.0 tried 29 changes, all of which are made
// here too, and found 28 killed and one alive: l.DRM > drm -> l.DRM >= drm in
// bestDRM. Here they had the same verdicts (a test kills the last one since); a
// change more, which gremlins takes for not covered by tests, was killed here.
// Statements are dropped and numbers changed here besides: of 69 changes 65 were
// killed.
//
// # Output
//
//	file         mutants  book  tests  survived  unreached  killed
//	fire.go           96    71     20         4          1   94.8 %
//	…
//	total           3000  2200    400       300        100   86.7 %
//
// book counts what the case book kills, tests what only other tests kill,
// unreached what no test reaches at all. Below stands every change that
// survived or was not reached, in the form
//
//	fire.go:41:12: fire.go fireIndex: n + 1 -> n - 1
//
// with "(2)" behind it for the second of the same words in one function. If
// killed is under the PERCENT of -min, the exit code is 1.
//
// # Explained survivors
//
// Some changes cannot be noticed: they change nothing that can be seen, or a
// place that cannot be reached. The file of -explained, by default
// testdata/mutants.txt in the package, lists them: lines as above without the
// position, then indented lines that say why of all of them. Blank lines, and
// lines that begin with #, count for nothing.
//
//	fire.go fireIndex: n > 0 -> n >= 0
//	fire.go fireIndex: n < most -> n <= most
//		At the limit both ways give the same index.
//
// They count as survivors, but their number is told apart and they are not
// listed again. An explanation is a claim: if the change that it names does not
// exist in the files that are looked at, or was tried and killed, the exit code
// is 1.
//
// # One by one
//
// To look at survivors, -again tries only those that stand in a file, as the
// output has them, and all in functions that stand there as "x.go Name"; -run leaves only tests and subtests of the
// case book whose name fits; -slow lets tests try, too, that need more than half a second. So a
// new test is tried on the changes that it is for:
//
//	go run ./cmd/internal/mutate -only 'odds*.go' >survivors.txt
//	go run ./cmd/internal/mutate -again survivors.txt -run TestOdds
package main
