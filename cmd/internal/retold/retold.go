// Package retold reads what mails say of a game, in whichever language they are: an audit holds it
// to the log. The sentences are those of package templates; what stands in them is found again.
package retold

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates/sentences"
)

// Forms is how mails in one language say what can be compared with a log.
type Forms struct {
	Language tongue.Language
	// Receipt, Report and Closed begin the mails that name a game and a step, as groups of these names;
	// Receipt names the side too. They fit over several lines.
	Receipt, Report, Closed *regexp.Regexp
	Link                    *regexp.Regexp // of the dice, in a group of this name
	// Draw is a line of the list of draws: its number, and if it is open its value and the largest one.
	Draw *regexp.Regexp
	// Roll is a line that tells one: how many dice of several, and what stands behind that.
	Roll            *regexp.Regexp
	Resolved, Files string   // stand above lists of turn files
	Details, Dice   string   // headings of what tells all once more, and of the list of draws
	NoStory         []string // headings below which no event is told
}

// Of are the forms of the language of a text: English if it says nothing in any.
func Of(text string) Forms {
	all := forms()
	for _, f := range all {
		for _, p := range []*regexp.Regexp{f.Report, f.Link, f.Receipt, f.Closed} {
			if p.MatchString(text) {
				return f
			}
		}
	}
	return all[0]
}

// noStory are the keys of headings below which no event is told.
var noStory = []string{"report.understood", "details.position", "orders", "beforehand", "report.clock", "dice.title",
	"luck.title", "details.record", "changes.title", "keep", "word.rollback", "word.ruling", "word.burn"}

var forms = sync.OnceValue(func() (all []Forms) {
	for _, l := range tongue.Languages() {
		in := func(key string, args ...tongue.Arg) string { return sentences.Catalogue.Say(key, args...).In(l) }
		f := Forms{
			Language: l,
			Receipt: begins(firstClause(in("receipt.in", name("side"), name("game"), step,
				tongue.Choice("replaces", "no")))),
			Report: begins(in("report.game", name("game"), step, name("reader"))),
			Closed: begins(firstClause(in("closed.in", name("game"), step, name("round"), name("chain"), name("at")))),
			Link:   regexp.MustCompile(pattern(in("link", step)) + `\s+(?P<link>[0-9a-f]{64})\n`),
			Draw: regexp.MustCompile(`(?m)^(\d+)\. .*: (?:` + pattern(in("dice.value", name("value"), name("most"))) +
				"|" +
				pattern(in("dice.sealed")) + ")$"),
			Roll: rolls(l),
			Resolved: in(
				"details.resolved",
			), Files: strings.FieldsFunc(in("closed.files"), stops)[0], Details: in("details.title"),
			Dice: in("dice.title"),
		}
		for _, key := range noStory {
			f.NoStory = append(f.NoStory, in(key))
		}
		all = append(all, f)
	}
	return all
})

// rolls finds a roll in a line, in the form that engine.Roll.Told gives it.
func rolls(l tongue.Language) *regexp.Regexp {
	var dice []string
	for _, n := range []int{1, 2, 5} {
		said := engine.Say("roll.several", tongue.Number("dice", n)).In(l)
		dice = append(dice, regexp.QuoteMeta(strings.TrimPrefix(said, strconv.Itoa(n)+" ")))
	}
	one := regexp.QuoteMeta(engine.Say("roll.one").In(l))
	return regexp.MustCompile(`(?::|  ) *(?:` + one + `|(\d+) (?:` + strings.Join(dice, "|") +
		`))(?: \(.*?\))?(?: ?:)? (.*)$`)
}

// What stands in a sentence in the place of a name, between marks that no text has, and of the step.
const (
	open, end = "\uE000", "\uE001"
	stepMark  = 987654321
)

var step = tongue.Number("step", stepMark)

func name(of string) tongue.Arg { return tongue.Words(of, tongue.Name(open+of+end)) }

// firstClause is a text up to its first stop.
func firstClause(text string) string {
	text, _, _ = strings.Cut(text, ". ")
	return strings.TrimSuffix(text, ".")
}

func stops(r rune) bool { return strings.ContainsRune(",;:·", r) }

// begins finds a sentence that begins a line.
func begins(sentence string) *regexp.Regexp { return regexp.MustCompile("(?m)^" + pattern(sentence)) }

// groups are what is found in the place of what stands in a sentence.
var groups = strings.NewReplacer(
	strconv.Itoa(stepMark),
	`(?P<step>\d+)`,
	open+"value"+end,
	`(\d+)`,
	open+"most"+end,
	`(\d+)`,
	open+"side"+end,
	`(?P<side>\S+)`,
	open+"game"+end,
	`(?P<game>[a-z0-9-]+)`,
	open+"reader"+end,
	`.*`,
	open+"round"+end,
	`.*`,
	open+"chain"+end,
	`.*`,
	open+"at"+end,
	`.*`,
)

// pattern finds a sentence, whatever lines it goes on in.
func pattern(sentence string) string {
	return groups.Replace(strings.ReplaceAll(regexp.QuoteMeta(sentence), " ", `\s+`))
}

// Group is what a pattern found under a name.
func Group(p *regexp.Regexp, found []string, name string) string { return found[p.SubexpIndex(name)] }
