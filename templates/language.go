package templates

import (
	"strings"

	"berthier/engine/tongue"
)

// LanguageOf is the language of a text that Details wrote; "" if it wrote none such.
func LanguageOf(text string) tongue.Language {
	for _, l := range tongue.Languages() {
		title, _, _ := strings.Cut(text, "\n")
		if strings.TrimSuffix(title, "\r") == Say("details.title").In(l) {
			return l
		}
	}
	return ""
}
