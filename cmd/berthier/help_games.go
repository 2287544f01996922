package main

import (
	"fmt"
	"strings"

	"berthier/engine"
	"berthier/engine/book"
)

// fill puts what the table of games knows into a help text:
//
//	{name}, {title}    the first game
//	{games}            all games with their short names
//	{scenario}, {id}   what the first game usually plays, and a name for such a game
//	{side1}, {side2}   two sides of it
//	{scenarios}, {bots}, {options}
//	                   the scenarios, the computer players and the options of each game, indented
func fill(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	first := games[0]
	sides := usualSides(first)
	return strings.NewReplacer(
		"{name}", first.Name, "{title}", first.Title, "{games}", joined(titles()),
		"{scenario}", first.Usual.Scenario, "{id}", first.Usual.Scenario+"-1",
		"{side1}", string(sides[0]), "{side2}", string(sides[len(sides)-1]),
		"{scenarios}", strings.Join(perGame(scenarioLines), "\n"),
		"{bots}", strings.Join(perGame(botLines), "\n"), "{options}", strings.Join(perGame(optionLines), "\n"),
	).Replace(text)
}

// usualSides are the sides of what a game usually plays; if its data cannot be read,
// a word in their place.
func usualSides(g engine.Game) []engine.Side {
	if rs, err := g.Load(nil); err == nil {
		if p, err := rs.Start(g.Usual); err == nil {
			return rs.Sides(p)
		}
	}
	return []engine.Side{"SIDE"}
}

func titles() (all []string) {
	for _, g := range games {
		all = append(all, fmt.Sprintf("%s (%s)", g.Name, g.Title))
	}
	return all
}

// scenarios are the names of all scenarios, as engine.FindScenario takes them.
func scenarios() (all []string) {
	rulesets, err := loadRulesets(config{})
	if err != nil {
		return nil
	}
	return engine.ScenarioNames(rulesets)
}

// perGame collects lines about each game, under its title if there are several.
func perGame(lines func(engine.Game) []string) (all []string) {
	for _, g := range games {
		if len(games) > 1 {
			all = append(all, "  "+g.Title)
		}
		for _, l := range lines(g) {
			all = append(all, "  "+l)
		}
	}
	return all
}

func scenarioLines(g engine.Game) []string {
	rs, err := loadGame(g.Name, nil)
	if err != nil {
		return nil
	}
	return []string{strings.Join(rs.Scenarios(), ", ")}
}

func botLines(g engine.Game) (lines []string) {
	for _, b := range book.Bots(g) {
		lines = append(lines, fmt.Sprintf("%-10s %s", b.Name, b.Help))
	}
	return lines
}

func optionLines(g engine.Game) (lines []string) {
	for _, o := range g.Options {
		lines = append(lines, o.Usage)
		for l := range strings.Lines(o.Help) {
			lines = append(lines, "    "+strings.TrimSpace(l))
		}
	}
	if lines == nil {
		lines = []string{"(" + g.Title + " has no options)"}
	}
	return lines
}
