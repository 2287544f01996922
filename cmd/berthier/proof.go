package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"berthier/engine"
)

// publishedDice is what the text of one report says about the dice of its step.
// Everything here is read from a mail, nothing is asked of the server.
type publishedDice struct {
	game     string
	step     int
	link     engine.Link
	previous engine.Link
	files    []fileHash // in the order of the sides
	draws    []engine.Draw
}

// fileHash is one turn file that a step resolved, by its SHA-256.
type fileHash struct {
	side engine.Side
	hash string // hex, "-" if there was no file
}

var (
	stepLine  = regexp.MustCompile(`(?m)^Game\s+([a-z0-9-]+),\s+step\s+(\d+),\s+report\s+for\s`)
	linkBlock = regexp.MustCompile(`The dice of step (\d+) were cut from this link:\n\n([0-9a-f]{64})\n`)
	prevBlock = regexp.MustCompile(`must print\n\n([0-9a-f]{64})\n`)
	drawLine  = regexp.MustCompile(`^(\d+)\. (.*): (\d+), of 0 to (\d+)$`)
	sealLine  = regexp.MustCompile(`^(\d+)\. (.*): sealed until the game ends$`)
	fileLine  = regexp.MustCompile(`^- (\w+): (?:(?:not )?signed.*, SHA-256 ([0-9a-f]{64})|no file.*)$`)
	anchorRE  = regexp.MustCompile(`The anchor of this game:\n\n([0-9a-f]{64})\n`)
	heading   = regexp.MustCompile(`(?m)^.+\n-{3,}$`)
	continued = regexp.MustCompile(`\n +(-?[^- \n])`) // an item of a list in another line
)

// readAnchor finds the anchor in the text of an opening mail.
func readAnchor(text string) (engine.Link, error) {
	m := anchorRE.FindStringSubmatch(text)
	if m == nil {
		return engine.Link{}, errors.New("the opening mail names no anchor")
	}
	return engine.ParseLink(m[1])
}

// readPublished finds what the text of a report says about its dice.
func readPublished(text string) (p publishedDice, err error) {
	head, link, prev := stepLine.FindStringSubmatch(text), linkBlock.FindStringSubmatch(text),
		prevBlock.FindStringSubmatch(text)
	if head == nil || link == nil || prev == nil || link[1] != head[2] {
		return p, errors.New("the report does not name its step, its link and the link before")
	}
	p.game = head[1]
	if p.step, err = strconv.Atoi(head[2]); err != nil {
		return p, err
	}
	if p.link, err = engine.ParseLink(link[2]); err != nil {
		return p, err
	}
	if p.previous, err = engine.ParseLink(prev[1]); err != nil {
		return p, err
	}
	dice, record := section(text, "Check the dice"), section(text, "The record")
	for line := range strings.SplitSeq(dice, "\n") {
		if d, ok := readDraw(line); ok {
			p.draws = append(p.draws, d)
		}
	}
	_, resolved, _ := strings.Cut(record, "This step resolved:")
	for line := range strings.SplitSeq(strings.TrimSpace(resolved), "\n") {
		m := fileLine.FindStringSubmatch(line)
		if m == nil {
			break
		}
		if m[2] == "" {
			m[2] = "-"
		}
		p.files = append(p.files, fileHash{engine.Side(m[1]), m[2]})
	}
	if len(p.files) == 0 {
		return p, errors.New("the report does not name the turn files of its step")
	}
	return p, nil
}

// section is the part of a text below one heading, each item of a list in one line.
func section(text, title string) string {
	_, rest, _ := strings.Cut(text, "\n"+title+"\n"+strings.Repeat("-", len(title))+"\n")
	if next := heading.FindStringIndex(rest); next != nil {
		rest = rest[:next[0]]
	}
	return continued.ReplaceAllString(rest, " $1")
}

func readDraw(line string) (d engine.Draw, ok bool) {
	number := func(s string) (n int) { n, _ = strconv.Atoi(s); return n }
	if m := drawLine.FindStringSubmatch(line); m != nil {
		return engine.Draw{No: number(m[1]), Purpose: m[2], Value: number(m[3]), N: number(m[4]) + 1}, true
	}
	if m := sealLine.FindStringSubmatch(line); m != nil {
		return engine.Draw{No: number(m[1]), Purpose: m[2], Sealed: true}, true
	}
	return d, false
}

// verify computes every open draw again. before is the link of the step before
// as its own report, or the opening mail, named it.
func (p publishedDice) verify(before engine.Link) (open int, err error) {
	if p.previous != before || !p.link.Follows(before) {
		return 0, fmt.Errorf("step %d: the link does not follow the one published before", p.step)
	}
	var text strings.Builder
	for _, f := range p.files {
		fmt.Fprintf(&text, "%s %s\n", f.hash, f.side)
	}
	inputs := sha256.Sum256([]byte(text.String()))
	for i, d := range p.draws {
		if d.No != i+1 {
			return open, fmt.Errorf("step %d: draw %d is missing", p.step, i+1)
		}
		if d.Sealed {
			continue
		}
		if !engine.VerifyDraw(p.link, p.game, p.step, inputs, d) {
			return open, fmt.Errorf("step %d: draw %d (%s) is not what the link gives", p.step, d.No, d.Purpose)
		}
		open++
	}
	return open, nil
}

// resolves reports whether a step resolved exactly this file of a side; zero for
// none.
func (p publishedDice) resolves(side engine.Side, file [sha256.Size]byte) bool {
	none, want := file == [sha256.Size]byte{}, "-"
	if !none {
		want = hex.EncodeToString(file[:])
	}
	for _, f := range p.files {
		if f.side == side {
			return f.hash == want
		}
	}
	return none // he owed nothing
}
