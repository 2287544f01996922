package enginetest

import (
	"bytes"
	"reflect"
	"strings"

	"berthier/engine"
)

func checkExport(s *suite, errorf errorf) {
	ex, ok := s.rs.(engine.Exporter)
	if !ok {
		return
	}
	const origin = "game trial, checkpoint 0123"
	s.eachPosition(func(at string, p engine.Position) {
		targets := ex.Targets(p)
		if over := ex.Outcome(p).Over; !over && len(targets) > 0 {
			errorf("%s: the game goes on, and begins %v", at, targets)
		}
		if _, err := ex.Export(p, "no such game", origin); err == nil {
			errorf("%s: exported to a game that is no target", at)
		}
		before := p.Encode()
		for _, target := range targets {
			battle, err := ex.Export(p, target, origin)
			if err != nil {
				errorf("%s: export to %s: %v", at, target, err)
				continue
			}
			for name, data := range battle.Files() {
				if name == "" || strings.ContainsAny(name, "\x00\n\\") || !bytes.Contains(data, []byte(origin)) {
					errorf("%s: export to %s: file %q does not carry its origin, or has no name", at, target, name)
				}
			}
			if again, err := ex.Export(p, target, origin); err != nil || !reflect.DeepEqual(again, battle) {
				errorf("%s: exported to %s twice, the files differ (%v)", at, target, err)
			}
		}
		if !bytes.Equal(p.Encode(), before) {
			errorf("%s: the export changes its argument", at)
		}
	})
}
