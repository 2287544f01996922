package command

import (
	"slices"
	"testing"
)

// Everybody is told what he may give, and each command once.
func TestSections(t *testing.T) {
	words := func(sections []Section) (all []string) {
		for _, s := range sections {
			for _, v := range s.Kinds {
				all = append(all, v.Word)
			}
		}
		slices.Sort(all)
		return all
	}
	want := func(fits func(Kind) bool) (all []string) {
		for _, k := range kinds {
			if fits(k) {
				all = append(all, k.Word)
			}
		}
		slices.Sort(all)
		return all
	}
	everything := want(func(Kind) bool { return true })
	players := want(func(k Kind) bool { return k.Who&(Stranger|Player) != 0 })
	here := want(func(k Kind) bool { return k.Who&Umpire != 0 && !k.MailOnly })
	for _, tt := range []struct {
		name      string
		got, want []string
	}{
		{"a stranger, who may become a player", words(Sections(Stranger)), players},
		{"a player", words(Sections(Player)), players},
		{"the umpire", words(Sections(Umpire)), everything},
		{"at the machine", words(SectionsHere()), here},
	} {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}
