package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// switchboard is a file of the changed package: mutant says whether a mutant
// is on, and the others do what the mutators need.
const switchboard = `package %s

import (
	"cmp"
	"os"
	"strconv"
	"sync/atomic"
)

var (
	mutantOn, _ = strconv.Atoi(os.Getenv("MUTANT"))
	mutantSeen  = mutantOpen()
	mutantTold  [%d]atomic.Bool
)

// mutantOpen opens the file for the numbers of the mutants that are reached.
func mutantOpen() *os.File {
	f, _ := os.OpenFile(os.Getenv("MUTANT_REACHED"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	return f
}

func mutant(id int) bool {
	if mutantSeen != nil && !mutantTold[id].Load() && !mutantTold[id].Swap(true) {
		mutantSeen.WriteString(strconv.Itoa(id) + "\n")
	}
	return id == mutantOn
}

func mutantNot[T ~bool](id int, v T) T {
	return v != T(mutant(id))
}

type mutantNumber interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

func mutantInt[T mutantNumber](id int, v T) T {
	if mutant(id) {
		return v + 1
	}
	return v
}

func mutantNeg[T mutantNumber](id int, v T) T {
	if mutant(id) {
		return -v
	}
	return v
}

func mutantEdge[T cmp.Ordered](id int, op string, a, b T) bool {
	if a == b {
		return (op == "<=" || op == ">=") != mutant(id)
	}
	mutant(id)
	return a < b == (op == "<" || op == "<=")
}

func mutantArith[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64](id int, op string, a, b T) T {
	if mutant(id) {
		op = map[string]string{"+": "-", "-": "+", "*": "/", "/": "*", "%%": "*"}[op]
	}
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		return a / b
	}
	return a %% b
}
`

const switchboardFile = "mutant_switchboard.go"

// changed is the package with these mutants written in. moved gives for each
// file the edits in the order in which they stand there.
func (p *goPackage) changed(mutants []*mutant) (sources map[string][]byte, moved map[string][]edit) {
	sources, moved = make(map[string][]byte), make(map[string][]edit)
	last := 0
	for _, m := range mutants {
		last = max(last, m.id)
		for _, e := range m.edits {
			e.text = strings.ReplaceAll(e.text, "#", strconv.Itoa(m.id))
			moved[e.file] = append(moved[e.file], e)
		}
	}
	for name, src := range p.sources {
		slices.SortFunc(moved[name], inPlace)
		var out bytes.Buffer
		at := 0
		for _, e := range moved[name] {
			out.Write(src[at:e.off])
			out.WriteString(e.text)
			at = e.until
		}
		out.Write(src[at:])
		sources[name] = out.Bytes()
	}
	sources[switchboardFile] = fmt.Appendf(nil, switchboard, p.name, last+1)
	return sources, moved
}

// inPlace orders edits: at one offset what ends comes before what begins, and
// the outermost begins first and ends last.
func inPlace(a, b edit) int {
	switch {
	case a.off != b.off:
		return cmp.Compare(a.off, b.off)
	case a.closing && b.closing:
		return cmp.Compare(b.seq, a.seq)
	case a.closing != b.closing:
		if a.closing {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.seq, b.seq)
}

// compiling leaves out the mutants that do not compile.
func (p *goPackage) compiling(mutants []*mutant) ([]*mutant, error) {
	for {
		sources, moved := p.changed(mutants)
		fset := token.NewFileSet()
		_, _, _, faults, err := p.check(fset, sources, append([]string{switchboardFile}, p.names...))
		if err != nil || len(faults) == 0 {
			return mutants, err
		}
		bad := make(map[*mutant]bool)
		for _, fault := range faults {
			pos := fset.Position(fault.Pos)
			if pos.Filename == switchboardFile {
				return nil, fault
			}
			off := origin(moved[pos.Filename], pos.Offset)
			if strings.HasPrefix(fault.Msg, "missing return") {
				for _, m := range mutants {
					if m.kind == "branch" && m.at.Filename == pos.Filename &&
						p.fset.Position(m.inFunc.End()).Offset == off+1 {
						bad[m] = true
					}
				}
				continue
			}
			for _, m := range around(mutants, pos.Filename, off, p.line(pos.Filename, off)) {
				bad[m] = true
			}
		}
		if len(bad) == 0 {
			return nil, fmt.Errorf("the changed package does not compile: %w", faults[0])
		}
		mutants = slices.DeleteFunc(mutants, func(m *mutant) bool { return bad[m] })
	}
}

// origin is where a byte of a changed file stands in the file as it was.
func origin(edits []edit, off int) int {
	shift := 0
	for _, e := range edits {
		if e.off+shift > off {
			break
		}
		shift += len(e.text) - (e.until - e.off)
		if e.off+shift > off { // inside of the edit
			return e.off
		}
	}
	return off - shift
}

// line is the line of an offset of a file as it was.
func (p *goPackage) line(file string, off int) int {
	return bytes.Count(p.sources[file][:off], []byte{'\n'}) + 1
}

// around is the mutant that changes the smallest piece around an offset; or,
// if there is none, those that begin in its line.
func around(mutants []*mutant, file string, off, line int) (found []*mutant) {
	size := 1 << 30
	for _, m := range mutants {
		for i := range m.edits {
			from, to := m.edits[i], m.edits[min(i+1, len(m.edits)-1)]
			if from.file == file && to.file == file && from.off <= off && off <= to.until && to.until-from.off < size {
				found, size = []*mutant{m}, to.until-from.off
			}
		}
	}
	if found != nil {
		return found
	}
	for _, m := range mutants {
		if m.at.Filename == file && m.at.Line == line {
			found = append(found, m)
		}
	}
	return found
}

// build compiles the tests of the changed package into dir.
func (p *goPackage) build(mutants []*mutant, dir string) (*binary, error) {
	sources, _ := p.changed(mutants)
	overlay := struct{ Replace map[string]string }{make(map[string]string)}
	for name, src := range sources {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, src, 0o600); err != nil {
			return nil, err
		}
		overlay.Replace[filepath.Join(p.dir, name)] = file
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), list, 0o600); err != nil {
		return nil, err
	}
	b := &binary{file: filepath.Join(dir, "mutants.test"), tmp: dir, dir: p.dir, jobs: 1, atLeast: 5,
		needs: make(map[string]time.Duration)}
	cmd := exec.Command("go", "test", "-c", "-overlay", filepath.Join(dir, "overlay.json"), "-o", b.file, ".")
	cmd.Dir = p.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling the changed package: %w\n%s", err, out)
	}
	return b, nil
}
