package ask

import (
	"fmt"
	"slices"
	"strings"
)

// Asked reads the option "ask" of a game: which of the known kinds of decision are asked by mail,
// ascending. "all" is each of them, "none" and "" are none.
func Asked(list string, known []string) ([]string, error) {
	switch list {
	case "", "none":
		return nil, nil
	case "all":
		return known, nil
	}
	kinds := strings.Split(strings.ToUpper(list), ",")
	slices.Sort(kinds)
	for _, k := range kinds {
		if !slices.Contains(known, k) {
			return nil, fmt.Errorf("option ask: %q is not one of %s", k, strings.Join(known, ", "))
		}
	}
	return slices.Compact(kinds), nil
}
