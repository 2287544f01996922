package hex

import (
	"fmt"
	"strconv"
	"strings"
)

// Notation is how a sheet names its hexes: by column and row, which count from 1.
type Notation struct {
	RowFirst bool    // the row stands first; false: the column
	Letters  Letters // which of both is written in letters
	FromLast bool    // rows count from the lower edge; false: from the upper
	Digits   int     // of each number, with zeros in front; 0: as many as it takes
}

// Letters says what is written in letters: A to Z, then AA, AB and so on.
type Letters int8

const (
	NoLetters Letters = iota
	RowLetters
	ColumnLetters
)

// check says why names would not be clear on a sheet.
func (n Notation) check(cols, rows int) error {
	switch {
	case n.Letters < NoLetters || n.Letters > ColumnLetters:
		return fmt.Errorf("letters stand for nothing, rows or columns")
	case n.Letters == NoLetters && n.Digits == 0:
		return fmt.Errorf("names of two numbers need a number of digits: 111 says two things")
	}
	most := 0
	if n.Letters != ColumnLetters {
		most = cols
	}
	if n.Letters != RowLetters {
		most = max(most, rows)
	}
	if n.Digits < 0 || n.Digits > 3 || n.Digits > 0 && len(strconv.Itoa(most)) > n.Digits {
		return fmt.Errorf("%d digits do not hold the number %d", n.Digits, most)
	}
	return nil
}

// Name prints the name of a hex of the sheet: "0205", "A1". Of no hex it prints
// "off".
func (l Layout) Name(h Hex) string {
	if !l.On(h) {
		return "off"
	}
	n := l.Naming
	row := int(h.Row)
	if n.FromLast {
		row = l.rows() + 1 - row
	}
	first, second := n.word(int(h.Col), n.Letters == ColumnLetters), n.word(row, n.Letters == RowLetters)
	if n.RowFirst {
		first, second = second, first
	}
	return first + second
}

// rows is how many rows the sheet counts.
func (l Layout) rows() int {
	_, rows := l.size()
	return rows
}

func (n Notation) word(number int, letters bool) string {
	if !letters {
		return fmt.Sprintf("%0*d", n.Digits, number)
	}
	var word string
	for ; number > 0; number = (number - 1) / 26 {
		word = string(rune('A'+(number-1)%26)) + word
	}
	return word
}

// Parse reads the name of a hex of the sheet; letters in any case. The error says how they are named.
func (l Layout) Parse(s string) (Hex, error) {
	n := l.Naming
	first, second, ok := n.split(s)
	if !ok {
		return None, l.fault(s)
	}
	col, row := first, second
	if n.RowFirst {
		col, row = second, first
	}
	if n.FromLast {
		row = l.rows() + 1 - row
	}
	if col < 1 || col > 99 || row < 1 || row > 99 {
		return None, l.fault(s)
	}
	h := Hex{int8(col), int8(row)}
	if !strings.EqualFold(l.Name(h), s) {
		return None, l.fault(s)
	}
	return h, nil
}

// split reads the two numbers of a name; Parse compares what else is wrong.
func (n Notation) split(s string) (first, second int, ok bool) {
	cut := n.Digits
	if n.Letters != NoLetters {
		letter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
		lettersFirst := (n.Letters == RowLetters) == n.RowFirst
		for cut = 0; cut < len(s) && letter(s[cut]) == lettersFirst; cut++ {
		}
	}
	if cut < 1 || cut >= len(s) || len(s) > 8 {
		return 0, 0, false
	}
	first, ok = number(s[:cut])
	second, also := number(s[cut:])
	return first, second, ok && also
}

// number reads digits, or letters as a number.
func number(s string) (v int, ok bool) {
	if s[0] >= '0' && s[0] <= '9' {
		v, err := strconv.Atoi(s)
		return v, err == nil
	}
	for i := range len(s) {
		c := s[i] | 0x20
		if c < 'a' || c > 'z' {
			return 0, false
		}
		v = 26*v + int(c-'a') + 1
	}
	return v, true
}

// fault says what a name would have to look like.
func (l Layout) fault(s string) error {
	hs := l.Hexes()
	return fmt.Errorf("hex %q: the hexes of this sheet are named from %s to %s", s, l.Name(hs[0]),
		l.Name(hs[len(hs)-1]))
}
