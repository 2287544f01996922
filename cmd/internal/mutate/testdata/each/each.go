// Package each has a function for each thing that mutate changes.
package each

type (
	mark  bool
	small uint8
)

const two = 2

func less(a, b int) bool    { return a < b }
func atMost(a, b int) bool  { return a <= b }
func more(a, b int) bool    { return a > b }
func atLeast(a, b int) bool { return a >= b }
func equal(a, b int) bool   { return a == b }
func differ(a, b int) bool  { return a != b }
func both(a, b bool) bool   { return a && b }
func either(a, b bool) bool { return a || b }
func not(a bool) bool       { return !a }
func yes() mark             { return true }
func no() mark              { return false }
func plus(a, b small) small { return a + b }
func minus(a, b int) int    { return a - b }
func times(a, b int) int    { return a * b }
func over(a, b int) int     { return a / b }
func rest(a, b int) int     { return a % b }
func neg(a int) int         { return -a }
func number() small         { return 7 }
func minusOne() int16       { return -1 }
func constant() small       { return two }
func text(a string) string  { return a + "." }
func isNil(a []int) bool    { return a == nil }

func named(a, b int) mark { return a == b }

func room(n int) int { return len(make([]int, n, 9)) }

func fixed() int { return len([4]int{}) }

func up(a int) int {
	a++
	return a
}

func down(a small) small {
	a--
	return a
}

func add(a, b int) int {
	a += b
	return a
}

func take(a, b int) int {
	a -= b
	return a
}

func assign(a int) (b int) {
	b = a
	return b
}

func call(a int) int {
	set(&a)
	return a
}

func set(a *int) { *a = *a * *a }

func early(a bool) string {
	if a {
		return "early"
	}
	return "late"
}

func branch(list []int) (n int) {
	for _, i := range list {
		switch {
		case i == 5:
			continue
		case i == 1:
			break
		default:
			n *= 2
		}
		n += i
	}
	return n
}

func endless(a int) int {
	for {
		if a > 15 {
			return a
		}
		a *= a
		continue
	}
}
