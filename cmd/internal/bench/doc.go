// Command bench sets what benchmarks print beside the figures of the last tag.
//
//	go test -bench . ./... | go run ./cmd/internal/bench -tag .ci/benchmarks.txt
//
// Both are what "go test -bench" prints; lines that are no figures are let pass. Of
// several runs of a benchmark the median counts. The table has a line for each figure:
//
//	benchmark                                unit         last tag        now   change
//	engine/jdg Replay                        time/op        8.31ms     8.02ms    -3.5%
//
// It judges nothing: times depend on the machine, and on what else it has to do.
package main
