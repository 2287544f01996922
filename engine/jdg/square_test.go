package jdg

import "testing"

func TestSquare(t *testing.T) {
	stack := "unit g French art at=0205\nunit a French inf at=0205\nunit b French inf at=0205\n"
	formed := "[4.2-d] square by=French units=g,a,b formed=yes"
	checkAll(t, []orderCase{
		{"whole hex", stack, ro, []string{"square a"}, []string{formed}, "", ""},
		{"with no orders", stack, no, []string{"square a"}, []string{formed}, "", ""},
		{"then no move", stack, ro, []string{"square a", "move a N"}, []string{formed}, "4.2-i", "square"},
		{"nor out of it again", stack, ro, []string{"square a", "unsquare a"}, []string{formed}, "4.2-j", "2 MP"},
		{"not after a move", "unit a French inf at=0205\n", ro, []string{"move a N", "square a"}, []string{"[4.1.1] move by=French unit=a path=0205,0204 cost=1"}, "4.2-d", "moved"},
		{"not with one that came", "unit a French inf at=0205\nunit b French inf at=0206\n", ro, []string{"move b N", "square a"},
			[]string{"[4.1.1] move by=French unit=b path=0206,0205 cost=1"}, "4.2-d", "b has moved"},
		{"not twice", stack, ro, []string{"square a", "square a"}, []string{formed}, "4.2-h", "already"},
		{"cavalry", "unit a French cav at=0205\n", ro, []string{"square a"}, nil, "4.2-b", "cavalry"},
		{"artillery alone", "unit a French art at=0205\n", ro, []string{"square a"}, nil, "4.2-g", "infantry"},
		{"disordered", "unit a French inf at=0205 state=disordered\n", ro, []string{"square a"}, nil, "4.2-b", "disordered"},
		{"clear terrain", "unit a French inf at=0205\nhex 0205 orchard\n", ro, []string{"square a"}, nil, "4.2-a", "orchard"},
		{"a road is clear terrain", "unit a French inf at=0205\nroad 0205 0204\n", ro, []string{"square a"}, []string{"[4.2-d] square by=French units=a formed=yes"}, "", ""},
		{"in enemy ZOC", "unit a French inf at=0205\nunit x Allied cav at=0204\n", ro, []string{"square a"}, []string{"[4.2-d] square by=French units=a formed=yes"}, "", ""},
		{"foreign artillery", "formation french French\nformation b French\nunit g French art form=b at=0205\nunit a French inf form=french at=0205\n", ro, []string{"square a"}, nil, "4.2-f", "g does not belong"},
	})
}

func TestUnsquare(t *testing.T) {
	r := activated(t, "unit a French inf at=0205\nunit b French inf at=0205\n", "french", ro)
	for u := range r.p.Units {
		r.p.Units[u].Square = true
	}
	wantFault(t, give(t, r, "move a N"), "4.2-i", "unsquare")
	wantFault(t, give(t, r, "face a W"), "6.1.1-g", "square")
	wantFault(t, give(t, r, "unsquare a face W", "move a N N N face NNW"), "", "")
	wantFault(t, give(t, r, "move b N N N N"), "4.4.1-f", "0201")
	wantFault(t, give(t, r, "square b"), "4.2-d", "already")
	wantTold(t, r, "[4.2-j] square by=French units=a,b formed=no",
		"[4.2-k] face by=French unit=a facing=W", "[4.2-k] face by=French unit=b facing=W",
		"[4.1.1] move by=French unit=a path=0205,0204,0203,0202 facing=NNW cost=3")
	wantFault(t, give(t, r, "unsquare b"), "4.2-j", "not in square")

	r = activated(t, "unit a French inf at=0205 ma=2/1\n", "french", no)
	r.p.Units[0].Square = true
	wantFault(t, give(t, r, "unsquare a"), "4.2-j", "2 MP")
}

func TestFace(t *testing.T) {
	stack := "unit g French art at=0205 face=E\nunit a French inf at=0205 face=E\nunit b French inf at=0205 face=E\n"
	near := stack + "unit x Allied inf at=0204\n"
	checkAll(t, []orderCase{
		{"all of one class", stack, no, []string{"face a W"}, []string{"[6.1.2-b] face by=French unit=a facing=W", "[6.1.2-b] face by=French unit=b facing=W"}, "", ""},
		{"named with another of its hex", stack, no, []string{"face b,a W"}, []string{"[6.1.2-b] face by=French unit=a facing=W", "[6.1.2-b] face by=French unit=b facing=W"}, "", ""},
		{"artillery by itself", stack, ro, []string{"face g W"}, []string{"[6.1.2-b] face by=French unit=g facing=W"}, "", ""},
		{"in ZOC one corner", near, ro, []string{"face a NNE"}, []string{"[6.1.2-b] face by=French unit=a facing=NNE", "[6.1.2-b] face by=French unit=b facing=NNE"}, "", ""},
		{"in ZOC no more", near, ro, []string{"face a NNW"}, nil, "6.2.2-i", "one corner"},
		{"and once only", near, ro, []string{"face g NNE", "face g NNW"}, []string{"[6.1.2-b] face by=French unit=g facing=NNE"}, "6.2.2-i", "one corner"},
		{"not after a move", "unit a French inf at=0205\n", ro, []string{"move a N", "face a W"}, []string{"[4.1.1] move by=French unit=a path=0205,0204 cost=1"}, "4.4.1-b", "moved"},
		{"routed", "unit a French inf at=0205 state=routed\n", ro, []string{"face a W"}, nil, "10.2-j", "routed"},
		{"as before", stack, ro, []string{"face a E"}, nil, "6.1.2-b", "already"},
		{"foreign artillery", "formation french French\nformation b French\nunit g French art form=b at=0205\nunit h French art form=french at=0205\n", ro, []string{"face h W"}, nil, "6.1.1-c", "g has to face"},
	})
	r := activated(t, "unit a French inf at=0205\n", "french", ro)
	wantFault(t, give(t, r, "face a W"), "", "")
	if !r.did(0, turned) {
		t.Error("a turn forfeits rally, so it must be recorded")
	}
}
