package tongue

import "fmt"

// Fact is an argument of Named that only chooses.
type Fact string

// Named makes arguments of their names, each before what it is. What it is follows from its type: a whole
// number counts, a bool chooses by "yes" or "no", a Fact by itself; several texts are a list joined by And,
// and all else is a text or a name.
func Named(pairs ...any) []Arg {
	args := make([]Arg, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		args = append(args, named(pairs[i].(string), pairs[i+1]))
	}
	return args
}

func named(name string, v any) Arg {
	switch v := v.(type) {
	case int:
		return Number(name, v)
	case bool:
		if v {
			return Choice(name, "yes")
		}
		return Choice(name, "no")
	case Fact:
		return Choice(name, string(v))
	case Text:
		return Words(name, v)
	case []Text:
		return Words(name, List(v, And))
	}
	return Words(name, Name(fmt.Sprint(v)))
}
