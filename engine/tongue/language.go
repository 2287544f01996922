package tongue

import (
	"slices"
	"strings"
)

// Language is one in which people read: its code in ISO 639-1.
type Language string

// The languages that there are. English is that of the log, and of whoever chose none.
const (
	En Language = "en"
	Fr Language = "fr"
	Pl Language = "pl"
	El Language = "el"
	Cs Language = "cs"
)

// Languages lists them, English first.
func Languages() []Language { return []Language{En, Fr, Pl, El, Cs} }

// names are what people call each of them: as it calls itself, in English, and otherwise.
var names = map[Language][]string{
	En: {"English", "anglais", "angielski", "αγγλικά", "angličtina", "englisch"},
	Fr: {"français", "French", "francais", "francuski", "γαλλικά", "francouzština", "französisch"},
	Pl: {"polski", "Polish", "polonais", "πολωνικά", "polština", "polnisch"},
	El: {"ελληνικά", "Greek", "grec", "grecki", "řečtina", "griechisch", "gr"},
	Cs: {"čeština", "Czech", "tchèque", "czeski", "τσεχικά", "cestina", "tschechisch", "cz"},
}

// Name is what a language calls itself.
func (l Language) Name() string { return names[l][0] }

// Find reads the code of a language or what people call it.
func Find(word string) (l Language, ok bool) {
	word = strings.ToLower(word)
	for _, l := range Languages() {
		is := func(name string) bool { return strings.ToLower(name) == word }
		if string(l) == word || slices.ContainsFunc(names[l], is) {
			return l, true
		}
	}
	return "", false
}

// Choices names all languages with their codes: "en (English), fr (français), …".
func Choices() string {
	all := make([]string, 0, len(names))
	for _, l := range Languages() {
		all = append(all, string(l)+" ("+l.Name()+")")
	}
	return strings.Join(all, ", ")
}

// category is the plural form of a number in the rules of the Unicode CLDR.
func (l Language) category(n int) string {
	n = max(n, -n)
	ones, tens := n%10, n/10%10
	switch {
	case l == Fr && n < 2, n == 1:
		return "one"
	case l == Cs && n >= 2 && n <= 4:
		return "few"
	case l == Pl && ones >= 2 && ones <= 4 && tens != 1:
		return "few"
	case l == Pl:
		return "many"
	case l == Fr && n%1000000 == 0:
		return "many"
	}
	return "other"
}

// categories are the plural forms that a message has beside other, which stands for the rest.
func (l Language) categories() []string {
	if l == Pl || l == Cs {
		return []string{"one", "few"}
	}
	return []string{"one"}
}
