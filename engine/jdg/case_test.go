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
		{caseGround + "drawn ney 7\n", "line 8: drawn ney 7: want FORMATION, and perhaps 1 or 2"},
		{caseGround + "drawn ney 2 2\n", "line 8: drawn ney 2 2: want FORMATION, and perhaps 1 or 2"},
		{caseGround + "drawn grand 1\n", "line 8: drawn grand 1: a combined marker has no number"},
		{caseGround + "drawn ney\ndrawn davout\n", "line 9: drawn davout: there is such a line already"},
		{caseGround + "holds French Allied\n", "line 8: holds French Allied: want SIDE"},
		{caseGround + "turn-is 1 2\n", "line 8: turn-is 1 2: want the number"},
		{caseGround + "ask P17\nask P18\n", "line 9: ask P18: want one line"},
		{caseGround + "ask P17 P18\n", "line 8: ask P17 P18: want one line"},
		{caseGround + "renfort\n", "line 8: renfort: want units"},
		{caseGround + "lost\n", "line 8: lost: want units"},
		{caseGround + "squared\n", "line 8: squared: want units"},
		{caseGround + "broken\n", "line 8: broken: want formations"},
		{caseGround + "in-cup\n", "line 8: in-cup: want markers"},
		{caseGround + "squared a\nhex 0505 village\n",
			"line 8: squared a: a stands in village, and square is formed in clear terrain only [4.2-a]"},
		{caseGround + "unit h French cav form=ney at=0303\nsquared h\n",
			"line 9: squared h: there is no infantry in 0303 [4.2-b, 4.2-g]"},
		{caseGround + "unit d French inf form=ney at=0303 state=disordered\nsquared d\n",
			"line 9: squared d: d is disordered [4.2-b]"},
		{caseGround + "lost a\nsquared a\n", "line 9: squared a: a is not on the map"},
		{caseGround + "halted a\n", "this position cannot be: unit a: halted in its rout and ordered"},
		{caseGround + "in-cup ney/1:4\n", "this position cannot be: in phase A no activation marker"},
		{caseGround + "drawn ney\nin-cup ney/1:4\n",
			"this position cannot be: activation marker ney/1:4 is in two places"},
		{caseGround + "orders unknown ney\n", "line 8: orders unknown ney: want received or none"},
		{caseGround + "stands French P99 yes\n",
			`line 8: stands French P99 yes: there are no standing orders for "P99"; there are for cam,`},
		{caseGround + "stands French sqare yes\n", `there are no standing orders for "sqare"`},
		{caseGround + "stands French P8 yes\n", `there are no standing orders for "P8"`},
		{caseGround + "stands French P17 perhaps\n", `"perhaps" is not an answer to square (one of yes, no, default; `},
		{caseGround + "stands French P17 yes x\n", `"x" is no unit or formation of yours`},
		{caseGround + "stands French square no zz\n", `"zz" is no unit or formation of yours`},
		{caseGround + "stands French P17 yes if 6\n", "want SIDE KIND ANSWER [WHOM]; an ANSWER with blanks is quoted"},
		{caseGround + "stands French P17 \"yes if 99\"\n", `"99" is no condition of square`},
		{caseGround + "stands French P17 no\nstands French square yes\n",
			"line 9: stands French square yes: there is such a standing order already"},
		{caseGround + "stands French P17 ask\n", "square is not asked by mail in this game"},
		{caseGround + "stands French P29 0505,9999 a\n", `"0505,9999" is not an answer to withdraw`},
		{caseGround + "stands French P30 \"a 0605\"\n", `is not an answer to advance`},
		{caseGround + "stands French P30 \"a 0605 E\" x\n", `"x" is no unit or formation of yours`},
		{caseGround + "stands French P14 x\n", `"x" is no unit of yours`},
		{caseGround + "orders perhaps ney\n", "line 8: orders perhaps ney: want received or none, and groups"},
		{caseGround + "orders received\n", "line 8: orders received: want received or none, and groups"},
		{caseGround + "orders\n", "line 8: orders: want received or none, and groups"},
		{caseGround + "orders received soult\n",
			`line 8: orders received soult: no tactical group "soult"; there are ney, davout, allied`},
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
		{"drawn davout\nin-cup ney/1:4 grand/0:5\n", "\ncup ney/1:4\ncup grand/0:5\n"},
		{"stands French P17 no\n", "\nstanding French P17 \"\" no\n"},
		{"stands Allied P17 no x\n", "\nstanding Allied P17 x no\n"},
		{"renfort a\n", "unit a 0505 E ordered renfort entered\n"},
		{"granted a\n", "unit a 0505 E ordered granted entered\n"},
		{"granted a\ngranted b\n", "unit b 0507 E ordered granted entered\n"},
		{"renfort a\nrenfort b\n", "unit b 0507 E ordered renfort entered\n"},
		{"squared a\nsquared b\n", "unit b 0507 E ordered square entered\n"},
		{"lost a\nlost b\n", "unit b off E eliminated entered\n"},
		{"broken ney\nbroken davout\n", "\nformation davout demoralised broken\n"},
		{"delayed ney\ndelayed davout\n", "\nformation davout delayed\n"},
		{"drawn davout\nin-cup ney/1:4\nin-cup grand/0:5\n", "\ncup ney/1:4\ncup grand/0:5\n"},
		{"orders none ney\norders none davout\n", "\ngroup davout davout b none\n"},
		{"stands French P17 no\nstands French P18 no\n", "\nstanding French P18 \"\" no\n"},
		{"squared a\n", "unit a 0505 E ordered square entered\n"},
		{"unit c French inf form=ney at=0505\nsquared c\n",
			"unit a 0505 E ordered square entered\nunit c 0505 E ordered square entered\n"},
		{"orders none ney\nsquared a\ndrawn ney\n", "\ngroup ney ney a none revealed\n"},
		{"orders none ney\nrenfort b\ngranted a\ndrawn ney\n", "\ngroup ney ney a none revealed\n"},
		{"stands French square no a\n", "\nstanding French P17 a no\n"},
		{"stands French P17 \"yes if 6\" ney\n", "\nstanding French P17 ney \"yes if 6\"\n"},
		{"commander nap French at=0505\nstands French lead a nap\n", "\nstanding French P14 nap a\n"},
		{"stands French withdraw 0505,0405 a\n", "\nstanding French P29 a 0505,0405\n"},
		{"stands French P30 \"a 0605 E\"\n", "\nstanding French P30 \"\" \"a 0605 E\"\n"},
		{"ask P17\nstands French P17 ask\n", "\nstanding French P17 \"\" ask\n"},
		{"hex 0110 village\nunit r French inf form=davout at=0110 state=routed\nhalted r\n",
			"unit r 0110 E routed halted entered\n"},
		{"lost a\n", "unit a off E eliminated entered\n"},
		{"hex 0110,0210 village\nunit r French inf form=davout at=0110 state=routed\nhalted r\n" +
			"unit s French inf form=davout at=0210 state=routed\nhalted s\n", "unit s 0210 E routed halted entered\n"},
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
