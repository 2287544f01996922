package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
	"berthier/store/leaf"
)

// LogKeyUse is a key that signed the log, and which heads: those of From records
// and more, up to the next one.
type LogKeyUse struct {
	From     uint64
	Verifier string
	Vouched  bool // by the key before it; true for the first
}

// logKeys lists the keys of a log, first to last.
func logKeys(g record.Game, entries []entry) []LogKeyUse {
	keys := []LogKeyUse{{0, g.Log, true}}
	for _, e := range entries {
		if k, ok := e.Record.(record.LogKey); ok && k.Old == keys[len(keys)-1].Verifier {
			keys = append(keys, LogKeyUse{e.Seq, k.New, len(k.Signature) > 0})
		}
	}
	return keys
}

// openHead reads a checkpoint that must be signed by the key of its time.
func openHead(head string, keys []LogKeyUse) (c record.Checkpoint, err error) {
	for i := len(keys) - 1; i >= 0; i-- {
		c, err = record.OpenCheckpoint(head, keys[i].Verifier)
		if err != nil {
			continue
		}
		if c.Size < keys[i].From || i < len(keys)-1 && c.Size >= keys[i+1].From {
			return record.Checkpoint{}, fmt.Errorf("reading checkpoint: that of %d records is signed with %s, "+
				"which was not the key then", c.Size, record.Fingerprint(keys[i].Verifier))
		}
		return c, nil
	}
	return c, err
}

// Forest is the tree over a log at each of its sizes, and the keys that sign its heads.
type Forest struct {
	keys  []LogKeyUse
	trees []leaf.Tree // by size
}

// NewForest grows the trees of a log that was signed with keys.
func NewForest(keys []LogKeyUse, records []leaf.Record) Forest {
	f := Forest{keys, []leaf.Tree{{}}}
	for i, r := range records {
		f.trees = append(f.trees, f.trees[i].Append(r.Data))
	}
	return f
}

// Size is the number of records.
func (f Forest) Size() uint64 { return uint64(len(f.trees) - 1) }

// Check says why a checkpoint does not lie on the log.
func (f Forest) Check(head string) (size uint64, err error) {
	cp, err := openHead(head, f.keys)
	switch {
	case err != nil:
		return 0, err
	case cp.Size > f.Size():
		return 0, fmt.Errorf("the checkpoint is of %d records, the log has only %d", cp.Size, f.Size())
	}
	if root := f.trees[cp.Size].Root(); cp.Root != root {
		return 0, fmt.Errorf("the checkpoint of %d records has the root %v, those of the log have %v: "+
			"a record up to number %d was changed", cp.Size, cp.Root, root, cp.Size)
	}
	return cp.Size, nil
}

// Checkpoints compares a log with signed checkpoints. If whole is set the last of
// them must cover all records.
func (f Forest) Checkpoints(heads []string, whole bool) Check {
	c := Check{Name: "checkpoints", What: "checkpoints"}
	var size uint64
	var err error
	for i, head := range heads {
		if i == 0 || head != heads[i-1] { // the reports of a step have the same
			size, err = f.Check(head)
		}
		if err == nil && whole && i == len(heads)-1 && size != f.Size() {
			err = fmt.Errorf("the log has %d records, its signed head only %d", f.Size(), size)
		}
		if c.Err = err; err != nil {
			return c
		}
		c.Done++
	}
	return c
}

// CheckHead compares a log with its signed head alone.
func CheckHead(r Result, records []leaf.Record, head []byte) Check {
	return NewForest(r.LogKeys, records).Checkpoints([]string{string(head)}, true)
}

// checkpoints compares the log with its signed head, and with the checkpoints in
// the reports that it holds, each of which is that of all records before such reports.
func checkpoints(f Forest, r Result, head []byte) Check {
	var heads []string
	var covers uint64
	for _, seq := range slices.Sorted(maps.Keys(r.Reports)) {
		p := r.Reports[seq]
		if _, more := r.Reports[seq-1]; !more {
			covers = seq - 1
		}
		if !p.Known {
			continue
		}
		found := retold.Checkpoints(p.Text)
		if len(found) == 1 && strings.Contains(found[0], fmt.Sprintf("\n%d\n", covers)) {
			heads = append(heads, found[0])
			continue
		}
		err := fmt.Errorf("has %d checkpoints, want one of the %d records before the reports", len(found), covers)
		bad := &game.RecordError{Record: seq, Kind: record.KindReport, Step: p.Step, Err: err}
		return Check{Name: "checkpoints", What: "checkpoints", Err: bad}
	}
	return f.Checkpoints(append(heads, string(head)), true)
}
