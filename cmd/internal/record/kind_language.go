// # Kind language
//
// The umpire has the mails of a side written in another language, by its code, from then on:
//
//	berthier language 1
//	game: duel-1
//	step: 8
//	time: 2030-12-02T08:50:00Z
//	by: ""
//	side: Red
//	language: pl
package record

import (
	"slices"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Language has the mails of a side written in another language.
type Language struct {
	Head            // Step is the last number
	By       string // sign.Key.Name of the umpire's key; "" at the machine
	Side     engine.Side
	Language tongue.Language // one of tongue.Languages
}

// Kind is KindLanguage.
func (Language) Kind() string { return KindLanguage }

// Print is that of a Record.
func (l Language) Print() (data, hidden []byte) {
	w := l.begin(KindLanguage)
	w.Put("by", l.By)
	w.Put("side", l.Side)
	w.Put("language", l.Language)
	return w.Bytes(), nil
}

// ParseLanguage reads exactly what Language.Print writes.
func ParseLanguage(text []byte) (l Language, _ error) {
	r := l.read(KindLanguage, text)
	l.By, l.Side, l.Language = r.Word("by"), engine.Side(r.Word("side")), tongue.Language(r.Word("language"))
	if !slices.Contains(tongue.Languages(), l.Language) {
		r.Fail("%q is no language", l.Language)
	}
	return l, r.ends(nil, l.Print)
}
