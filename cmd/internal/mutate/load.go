package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// goPackage is a package that is read and type-checked.
type goPackage struct {
	dir     string // absolute
	path    string // import path
	name    string
	names   []string // of its files, without tests
	sources map[string][]byte
	exports map[string]string // export data of each import
	fset    *token.FileSet
	files   []*ast.File
	info    *types.Info
	pkg     *types.Package
}

// load reads the package in dir.
func load(dir string) (*goPackage, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	p := &goPackage{dir: abs, sources: make(map[string][]byte), exports: make(map[string]string)}
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Name,Dir,GoFiles,Export",
		".", "cmp", "os", "strconv", "sync/atomic") // the switchboard imports these
	cmd.Dir, cmd.Stderr = abs, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", dir, err)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l struct {
			ImportPath, Name, Dir, Export string
			GoFiles                       []string
		}
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		p.exports[l.ImportPath] = l.Export
		if l.Dir == abs {
			p.path, p.name, p.names = l.ImportPath, l.Name, l.GoFiles
		}
	}
	for _, name := range p.names {
		if p.sources[name], err = os.ReadFile(filepath.Join(abs, name)); err != nil {
			return nil, err
		}
	}
	p.fset = token.NewFileSet()
	var faults []types.Error
	if p.files, p.pkg, p.info, faults, err = p.check(p.fset, p.sources, p.names); err != nil {
		return nil, err
	}
	if len(faults) > 0 {
		return nil, faults[0]
	}
	return p, nil
}

// check parses and type-checks sources in place of the package's own.
func (p *goPackage) check(fset *token.FileSet, sources map[string][]byte, names []string) (
	files []*ast.File, pkg *types.Package, info *types.Info, faults []types.Error, err error,
) {
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, sources[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, nil, nil, err
		}
		files = append(files, f)
	}
	info = &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue),
		Defs:  make(map[*ast.Ident]types.Object),
		Uses:  make(map[*ast.Ident]types.Object),
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(p.exports[path]) }
	conf := types.Config{
		Importer: importer.ForCompiler(fset, "gc", open),
		Error:    func(err error) { faults = append(faults, err.(types.Error)) },
	}
	pkg, _ = conf.Check(p.path, fset, files, info) // the errors are in faults
	return files, pkg, info, faults, nil
}
