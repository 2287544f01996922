package book

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// Case is one case of a case book.
type Case struct {
	Name  string   // file name without ending: "8.7.2-counter-attack"
	File  string   // with ending: .txtar, or .cases for several in the short form
	Cites []string // labels that it proves: "8.7.2-g", "Q87"
}

// untestedFile is the file of a case book that says what no case can test.
const untestedFile = "untested.txt"

// ReadCases lists the cases of a game's case book, ordered by name, and the
// clauses that no case can test, each with the reason. game is the short name of
// the game, which opens its labels.
func ReadCases(files fs.FS, game string) (cases []Case, untested map[string]string, err error) {
	cited := citedBy(game)
	untested = map[string]string{}
	err = fs.WalkDir(files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return err
		}
		if name, isCase := strings.CutSuffix(path.Base(file), ".txtar"); isCase {
			head, _, _ := strings.Cut(string(text), "\n-- ")
			cases = append(cases, Case{name, path.Base(file), citations(cited, head)})
		}
		if name, isShort := strings.CutSuffix(path.Base(file), ShortEnding); isShort {
			cases = append(cases, Case{name, path.Base(file), citations(cited, string(text))})
		}
		if path.Base(file) == untestedFile {
			for l := range strings.Lines(string(text)) {
				label, why, _ := strings.Cut(strings.TrimSpace(l), " ")
				untested[label] = why
			}
		}
		return nil
	})
	sort.SliceStable(cases, func(i, j int) bool { return cases[i].Name < cases[j].Name })
	return cases, untested, err
}

// citedBy finds the labels of a game.
func citedBy(game string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + strings.ToUpper(game) + `-([0-9A-Z]+(?:\.[0-9A-Z]+)*(?:-[0-9a-z]+)?)`)
}

// citations lists the labels in a text, each once.
func citations(cited *regexp.Regexp, text string) (labels []string) {
	for _, m := range cited.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(labels, m[1]) {
			labels = append(labels, m[1])
		}
	}
	return labels
}
