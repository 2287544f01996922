package templates

import (
	"strconv"

	"berthier/engine/board"
	"berthier/engine/tongue"
)

const (
	besideRow  = 40 // height of a space of a track and of a piece in a pile
	besideText = 14
)

// beside draws tracks and piles below the plane, from top on, and returns where
// the legend begins.
func (m *mapper) beside(top float32) float32 {
	for _, t := range m.board.Tracks {
		top = m.track(t, top)
	}
	return m.piles(top)
}

// piles draws all, and as many of those that are narrow beside each other as find room.
func (m *mapper) piles(top float32) float32 {
	left, bottom := float32(margin), top
	for _, p := range m.board.Piles {
		width := m.pileWidth(p)
		if left > margin && left+width > m.w-margin {
			left, top = margin, bottom
		}
		bottom = max(bottom, m.pile(p, point{left, top}))
		left += width + margin
	}
	return bottom
}

// pileWidth is how wide a pile is: the whole map if that is not sure.
func (m *mapper) pileWidth(p board.Pile) float32 {
	whole := m.w - 2*margin
	if len(p.Pieces) > 0 && p.Pieces[0].Symbol == "card" {
		return whole
	}
	shown := len(p.Pieces) + backs(p)
	return min(max(besideRow*1.1*float32(shown), textWidth(m.pileTitle(p), boldFont, besideText)), whole)
}

func (m *mapper) pileTitle(p board.Pile) string {
	return titled(p.Name.In(m.language), p.ID) + tongue.Colon.In(m.language) + strconv.Itoa(p.Count)
}

// backs are how many are drawn of a pile: of many, one.
func backs(p board.Pile) int {
	const most = 12
	if n := p.Count - len(p.Pieces); n <= most {
		return n
	}
	return 1
}

// heading writes what a track or pile is, and returns where it begins.
func (m *mapper) heading(text string, at point) float32 {
	m.items = append(m.items, item{text: shorten(text, boldFont, besideText, m.w-margin-at.x),
		at: at.add(0, besideText), size: besideText, font: boldFont, flush: true, fill: ink})
	return at.y + besideText*1.6
}

// titled is a name with the id that orders use.
func titled(name, id string) string {
	if id == "" || id == name {
		return name
	}
	return name + " (" + id + ")"
}

// track draws a row of spaces, in several rows where it is long. Markers of one
// space lie beside each other in it.
func (m *mapper) track(t board.Track, top float32) float32 {
	top = m.heading(titled(t.Name.In(m.language), t.ID), point{margin, top})
	width := float32(besideRow)
	for _, s := range t.Spaces {
		width = max(width, textWidth(plain(s), plainFont, besideText)+12)
	}
	width = min(width, m.w-2*margin)
	in := max(int((m.w-2*margin)/width), 1)
	lying := map[int][]board.Marker{}
	for _, k := range t.Markers {
		lying[k.At] = append(lying[k.At], k)
	}
	for i, s := range t.Spaces {
		at := point{margin + width*(float32(i%in)+.5), top + besideRow*(float32(i/in)+.5)}
		m.outline(box(at, width, besideRow, 0), rgb(0xfdf6e0), rgb(0xb9a77c), 1)
		m.write(s, at.add(0, -besideRow*.27), fit(s, plainFont, besideText*.9, width-4), plainFont, ink)
		for k, marker := range lying[i] {
			m.marker(marker, at.add((float32(k)-float32(len(lying[i])-1)/2)*besideRow*.5, besideRow*.17), besideRow*.46)
		}
	}
	rows := (len(t.Spaces) + in - 1) / in
	return top + besideRow*float32(rows) + margin
}

func (m *mapper) marker(k board.Marker, at point, a float32) {
	m.outline(disc(at, a/2, 8), m.sideColor(k.Side), ink, 1)
	m.write(k.Label, at, fit(k.Label, boldFont, a*.6, a*.9), boldFont, white)
}

// card draws a card whose face is seen, as wide as its name, from a point on the left, and returns its width.
func (m *mapper) card(p board.Piece, left point, high float32) float32 {
	width, face := m.cardWidth(p), m.face(p)
	at := left.add(width/2, 0)
	m.outline(roundBox(at, width, high, high*.14, 0), rgb(0xfdf6e0), m.sideColor(p.Side), 2)
	m.write(face, at, fit(face, boldFont, besideText, width-8), boldFont, ink)
	m.items[len(m.items)-1].tight = true
	return width
}

// face is what is printed on a card.
func (m *mapper) face(p board.Piece) string {
	if p.Title.Empty() {
		return p.Label
	}
	return p.Title.In(m.language)
}

func (m *mapper) cardWidth(p board.Piece) float32 {
	return min(textWidth(plain(m.face(p)), boldFont, besideText)+18, m.w-2*margin)
}

// faces draws the cards of a pile whose faces are seen, and returns where the next one would be.
func (m *mapper) faces(cards []board.Piece, at point) point {
	const gap = 6
	at.x = margin
	for _, p := range cards {
		if at.x > margin && at.x+m.cardWidth(p) > m.w-margin {
			at = point{margin, at.y + besideRow}
		}
		at.x += m.card(p, at, besideRow*.8) + gap
	}
	return at.add(besideRow*.4, 0)
}

// pile draws what is seen of a pile from its upper left corner on, and the backs of the rest; it returns where it
// ends.
func (m *mapper) pile(p board.Pile, corner point) float32 {
	top := m.heading(m.pileTitle(p), corner)
	const a = besideRow * .9
	at := point{corner.x + besideRow*.5, top + besideRow*.5}
	low := at.y // the last row in which something lies
	next := func() {
		low = at.y
		if at.x += besideRow * 1.1; at.x > m.w-margin-besideRow*.5 {
			at = point{margin + besideRow*.5, at.y + besideRow*1.1}
		}
	}
	if len(p.Pieces) > 0 && p.Pieces[0].Symbol == "card" {
		at = m.faces(p.Pieces, at)
		low = at.y
	} else {
		for _, q := range p.Pieces {
			m.piece(q, at, a)
			next()
		}
	}
	for range backs(p) {
		m.outline(roundBox(at, a*.72, a, a*.1, 0), m.sideColor(p.Side), paper, 1.5)
		m.write("?", at, a*.5, boldFont, white)
		next()
	}
	if p.Count == 0 {
		return top + margin
	}
	return low + besideRow*.5 + margin
}
