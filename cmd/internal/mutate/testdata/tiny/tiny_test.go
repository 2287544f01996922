package tiny

import "testing"

func TestBook(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		want string
	}{
		{"grades/four | little", 4, "little"},
		{"grades/five (much)", 5, "much"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Grade(c.n); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestSum(t *testing.T) {
	if got := Sum([]int{1, -1, 2}); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}

func TestHalf(t *testing.T) {
	if got := Half(0); got != 0 {
		t.Errorf("got %d, want 0", got)
	}
}

func TestSlow(t *testing.T) {
	if got := Half(4); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
}

func TestFalse(t *testing.T) {
	if !testing.Short() {
		t.Skip("fails on purpose")
	}
	t.Error("this test is wrong")
}
