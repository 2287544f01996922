package tongue

// Part is a part of a message, for a program that puts it into words where this package is not, as the
// page of the order desk does.
type Part struct {
	Words  string
	Name   string            // of an argument, "#" for the number that chose; "" for words
	Cases  map[string][]Part // by word, or by category of a number; nil if the argument is printed
	Counts bool              // a number chooses
}

// Parts are those of a message; nil if the language lacks it.
func (c *Catalogue) Parts(l Language, key string) []Part {
	p, _ := c.pattern(l, key)
	return parts(p)
}

func parts(p pattern) (all []Part) {
	for _, s := range p {
		part := Part{Name: s.text, Counts: s.kind == plural}
		switch s.kind {
		case words:
			part = Part{Words: s.text}
		case hash:
			part.Name = "#"
		case plural, choice:
			part.Cases = map[string][]Part{}
			for _, b := range s.cases {
				part.Cases[b.word] = parts(b.body)
			}
		}
		all = append(all, part)
	}
	return all
}
