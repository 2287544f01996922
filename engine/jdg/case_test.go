package jdg

import (
	"strings"
	"testing"
)

const caseGround = `turns 2
formation ney French am=4,3
formation davout French am=4
unit a French inf form=ney at=0505
unit b French inf form=davout at=0507
unit x Allied inf at=0805
cam grand Allied rating=5 forms=allied
`

// TestReadCaseFaults: what is wrong in the position of a case is told with the
// number of its line.
func TestReadCaseFaults(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"# a comment\nunit a French inf at=9999\n", `line 2: "unit a French inf at=9999"`},
		{caseGround + "drawn nobody\n", "line 8: drawn nobody: no such formation or CAM"},
		{"\n" + caseGround + "drawn\n", "line 9: drawn: no such formation or CAM"},
		{caseGround + "drawn davout 2\n", "line 8: drawn davout 2: the formation has one marker only"},
		{caseGround + "orders perhaps ney\n", "line 8: orders perhaps ney: want received or none, and groups"},
		{caseGround + "orders received\n", "line 8: orders received: want received or none, and groups"},
		{caseGround + "orders\n", "line 8: orders: want received or none, and groups"},
		{caseGround + "orders received soult\n", `line 8: orders received soult: no tactical group "soult"`},
		{caseGround + "stands French P17\n", "line 8: stands French P17: want SIDE KIND ANSWER [WHOM]"},
		{caseGround + "stands French P17 yes a b\n", "line 8: stands French P17 yes a b: want SIDE KIND ANSWER [WHOM]"},
		{caseGround + "stands Prussian P17 yes\n", "line 8: stands Prussian P17 yes: "},
		{caseGround + "renfort q\n", `line 8: renfort q: no unit "q"`},
		{caseGround + "lost a q\n", `line 8: lost a q: no unit "q"`},
		{caseGround + "turn-is 0\n", "line 8: turn-is 0: there are 2 turns"},
		{caseGround + "turn-is 3\n", "line 8: turn-is 3: there are 2 turns"},
		{caseGround + "holds nobody\n", "line 8: holds nobody: "},
		{caseGround + "in-cup ney/1:4 ney\n", "line 8: in-cup ney/1:4 ney: "},
		{caseGround + "in-cup soult/1:4\n", `line 8: in-cup soult/1:4: no formation or CAM "soult"`},
		{caseGround + "broken ney soult\n", `line 8: broken ney soult: no formation "soult"`},
		{caseGround + "delayed soult\n", `line 8: delayed soult: no formation "soult"`},
		{caseGround + "ask P99\n", "P99"},
	} {
		_, _, err := ReadCase([]byte(tt.text), nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %q", strings.TrimPrefix(tt.text, caseGround), err, tt.want)
		}
	}
	if _, _, err := ReadCase([]byte(caseGround), map[string][]byte{"tables/ratio.csv": []byte("x")}); err == nil {
		t.Error("a table that cannot be read: got no error")
	}
}

// TestReadCaseLines: what each line of a case sets, as the encoding says it.
func TestReadCaseLines(t *testing.T) {
	for _, tt := range []struct{ lines, want string }{
		{"", "\nturn 1 A\n"},
		{"turn-is 2\n", "\nturn 2 A\n"},
		{"drawn ney\n", "\nturn 1 D\n"},
		{"drawn ney\n", "\ndrawn ney/1:4\n"},
		{"drawn ney 1\n", "\ndrawn ney/1:4\n"},
		{"drawn ney 2\n", "\ndrawn ney/2:3\n"},
		{"drawn davout\n", "\ndrawn davout/1:4\n"},
		{"drawn grand\n", "\ndrawn grand/0:5\n"},
		{"drawn ney\n", "\ngroup ney ney a received revealed\n"},
		{"drawn ney\norders none ney\n", "\ngroup ney ney a none revealed\n"},
		{"orders received ney\n", "\ngroup ney ney a received\n"},
		{"orders none ney davout\n", "\ngroup davout davout b none\n"},
		{"holds Allied\n", "\ninitiative Allied\n"},
		{"in-cup ney/1:4 grand/0:5\n", "\ncup ney/1:4\ncup grand/0:5\n"},
		{"stands French P17 no\n", "\nstanding French P17 \"\" no\n"},
		{"stands Allied P17 no x\n", "\nstanding Allied P17 x no\n"},
		{"renfort a\n", "unit a 0505 E ordered renfort entered\n"},
		{"granted a\n", "unit a 0505 E ordered granted entered\n"},
		{"squared a\n", "unit a 0505 E ordered square entered\n"},
		{"halted a\n", "unit a 0505 E ordered halted entered\n"},
		{"lost a\n", "unit a off E eliminated entered\n"},
		{"drawn ney\nlost b\n", "\ngroup ney ney a received revealed\ngroup allied"},
		{"broken ney\n", "\nformation ney demoralised broken\n"},
		{"delayed ney\n", "\nformation ney delayed\n"},
		{"ask P17\n", "\nask P17\n"},
	} {
		_, p, err := ReadCase([]byte(caseGround+tt.lines), nil)
		if err != nil {
			t.Errorf("%q: %v", tt.lines, err)
			continue
		}
		if got := string(p.Encode()); !strings.Contains(got, tt.want) {
			t.Errorf("%q: got\n%s\nwant %q in it", tt.lines, got, tt.want)
		}
	}
}
