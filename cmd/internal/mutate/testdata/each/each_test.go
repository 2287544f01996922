package each

import (
	"fmt"
	"testing"
)

// TestBook shows what the functions give. It fails if they do not do what
// they should.
func TestBook(t *testing.T) {
	for _, c := range []struct {
		name string
		got  []any
		want string
	}{
		{"less", []any{less(1, 2), less(2, 2), less(3, 2)}, "[true false false]"},
		{"atMost", []any{atMost(1, 2), atMost(2, 2), atMost(3, 2)}, "[true true false]"},
		{"more", []any{more(1, 2), more(2, 2), more(3, 2)}, "[false false true]"},
		{"atLeast", []any{atLeast(1, 2), atLeast(2, 2), atLeast(3, 2)}, "[false true true]"},
		{"equal", []any{equal(1, 2), equal(2, 2)}, "[false true]"},
		{"differ", []any{differ(1, 2), differ(2, 2)}, "[true false]"},
		{"both", []any{both(true, true), both(true, false), both(false, true), both(false, false)},
			"[true false false false]"},
		{"either", []any{either(true, true), either(true, false), either(false, true), either(false, false)},
			"[true true true false]"},
		{"not", []any{not(true), not(false)}, "[false true]"},
		{"yes", []any{yes()}, "[true]"},
		{"no", []any{no()}, "[false]"},
		{"plus", []any{plus(5, 3)}, "[8]"},
		{"minus", []any{minus(5, 3)}, "[2]"},
		{"times", []any{times(7, 3)}, "[21]"},
		{"over", []any{over(7, 3)}, "[2]"},
		{"rest", []any{rest(7, 3)}, "[1]"},
		{"neg", []any{neg(4)}, "[-4]"},
		{"number", []any{number()}, "[7]"},
		{"minusOne", []any{minusOne()}, "[-1]"},
		{"constant", []any{constant()}, "[2]"},
		{"text", []any{text("a")}, "[a.]"},
		{"isNil", []any{isNil(nil), isNil([]int{})}, "[true false]"},
		{"named", []any{named(1, 1), named(1, 2)}, "[true false]"},
		{"room", []any{room(3)}, "[3]"},
		{"fixed", []any{fixed()}, "[4]"},
		{"up", []any{up(3)}, "[4]"},
		{"down", []any{down(3)}, "[2]"},
		{"add", []any{add(5, 3)}, "[8]"},
		{"take", []any{take(5, 3)}, "[2]"},
		{"assign", []any{assign(3)}, "[3]"},
		{"call", []any{call(3)}, "[9]"},
		{"early", []any{early(true), early(false)}, "[early late]"},
		{"branch", []any{branch([]int{2, 5, 3, 1, 4})}, "[20]"},
		{"endless", []any{endless(2)}, "[16]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := fmt.Sprint(c.got); got != c.want {
				t.Error(c.name, "gives", got)
			}
		})
	}
}
