package said

import (
	"slices"
	"strings"
)

// TurnHeader is the keys of the header of a turn file.
var TurnHeader = []string{"game", "side", "turn", "step"}

// OrdersLine finds the line "orders" below which a turn file stands: the last
// one with a header below it, from 0; -1 if there is none. It must give the
// same for a text forever, since what was signed is read again by every audit.
func OrdersLine(text []byte) int {
	at, last := -1, -1
	for i, raw := range Split(text) {
		line := strings.ToLower(strings.TrimSpace(raw))
		key, _, found := strings.Cut(line, ":")
		switch {
		case len(line) >= MinAbbreviation && strings.HasPrefix("orders", line),
			slices.Equal(Means(line), []string{"orders"}):
			last = i
		case found && slices.Contains(TurnHeader, strings.TrimSpace(key)) && last >= 0:
			at = last
		}
	}
	return at
}

// Turn is the turn file in what a side signed: all of it, or what stands
// below a line "orders".
func Turn(text []byte) []byte {
	if at := OrdersLine(text); at >= 0 {
		return Below(text, at)
	}
	return text
}

// Below empties the lines of a text down to line at, counted from 0, so that
// the others keep their numbers. Of the header above it stays what is missing
// in the one below.
func Below(text []byte, at int) []byte {
	lines := Split(text)
	given := map[string]bool{}
	for _, l := range lines[at+1:] {
		given[headerKey(l)] = true
	}
	for i, l := range lines[:at+1] {
		if key := headerKey(l); (key != "game" && key != "side" || given[key]) && key != "code" {
			lines[i] = "\n"
		}
	}
	return []byte(strings.Join(lines, ""))
}

func headerKey(line string) string {
	key, _ := Line{Code: line}.Header()
	return key
}
