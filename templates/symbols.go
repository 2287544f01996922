package templates

import "strings"

// symbol draws what a piece is: a crossed box for infantry, a box with one
// stroke for cavalry, with a dot for artillery, a star for a commander. The
// lower half of what is heavy is filled, and beside what is light stands a dot. A
// symbol that is not known gets a question mark.
func (m *mapper) symbol(symbol string, at point, a float32) {
	base, heavy := strings.CutPrefix(symbol, "heavy-")
	base, light := strings.CutPrefix(base, "light-")
	if draw := signs[base]; draw != nil {
		draw(m, at, a)
		return
	}
	w, h, line := a*.46, a*.29, max(.8, a*.045)
	lt, rt, lb, rb := at.add(-w/2, -h/2), at.add(w/2, -h/2), at.add(-w/2, h/2), at.add(w/2, h/2)
	m.fill(polygon(lt, rt, rb, lb), glaze(white, 0x38))
	lines := polygon(lt, rt, rb, lb)
	switch base {
	case "infantry":
		if heavy {
			m.fill(polygon(at, rb, lb), white)
		}
		lines = append(lines, polyline(lt, rb)...)
		lines = append(lines, polyline(lb, rt)...)
	case "cavalry":
		if heavy {
			m.fill(polygon(lb, rt, rb), white)
		}
		lines = append(lines, polyline(lb, rt)...)
	case "artillery":
		m.fill(disc(at, h*.32, 8), white)
		if heavy {
			m.fill(box(at.add(0, h*.38), w, h*.24, 0), white)
		}
	case "engineer":
		for _, x := range []float32{-.3, 0, .3} {
			lines = append(lines, polyline(at.add(x*w, h*.3), at.add(x*w, -h*.2))...)
		}
		lines = append(lines, polyline(at.add(-.3*w, -h*.2), at.add(.3*w, -h*.2))...)
	case "supply":
		lines = append(lines, polyline(at.add(-w/2, h*.25), at.add(w/2, h*.25))...)
	case "army":
		for _, x := range []float32{-.25, 0, .25} {
			p := at.add(x*w, 0)
			lines = append(lines, polyline(p.add(-h*.22, -h*.3), p.add(h*.22, h*.3))...)
			lines = append(lines, polyline(p.add(-h*.22, h*.3), p.add(h*.22, -h*.3))...)
		}
	case "":
	default:
		m.write("?", at, h*.8, boldFont, white)
	}
	m.stroke(lines, white, line)
	if light {
		m.fill(disc(at.add(w*.66, 0), a*.04, 6), white)
	}
}

// signs are the symbols that are no box.
var signs = map[string]func(m *mapper, at point, a float32){
	"commander": (*mapper).starSign,
	"leader":    (*mapper).starSign,
	"fort":      (*mapper).fortSign,
	"camp":      (*mapper).campSign,
	"card":      (*mapper).cardSign,
	"marker":    (*mapper).markerSign,
	"fleet":     (*mapper).fleetSign,
}

func (m *mapper) starSign(at point, a float32) {
	m.outline(star(at.add(0, a*.02), a*.25, a*.11, 5), glow, ink, max(.6, a*.03))
}

func (m *mapper) fortSign(at point, a float32) {
	m.outline(star(at.add(0, a*.02), a*.26, a*.18, 5), rgb(0xc4bdb0), ink, max(.6, a*.03))
	m.outline(box(at.add(0, a*.02), a*.16, a*.16, 0), rgb(0x8c8678), ink, max(.6, a*.03))
}

func (m *mapper) campSign(at point, a float32) {
	top, left, right := at.add(0, -a*.18), at.add(-a*.24, a*.17), at.add(a*.24, a*.17)
	m.outline(polygon(top, right, left), white, ink, max(.6, a*.03))
	m.outline(polygon(at.add(0, -a*.02), at.add(a*.08, a*.17), at.add(-a*.08, a*.17)), ink, ink, max(.5, a*.02))
}

func (m *mapper) cardSign(at point, a float32) {
	m.outline(roundBox(at, a*.26, a*.36, a*.04, 0), white, ink, max(.6, a*.03))
	m.outline(roundBox(at, a*.16, a*.26, a*.02, 0), rgb(0xd8c08c), ink, max(.5, a*.015))
}

func (m *mapper) markerSign(at point, a float32) {
	m.outline(disc(at, a*.18, 8), white, ink, max(.6, a*.03))
}

func (m *mapper) fleetSign(at point, a float32) {
	m.outline(polygon(at.add(-a*.25, a*.06), at.add(a*.25, a*.06), at.add(a*.16, a*.17), at.add(-a*.16, a*.17)), white,
		ink, max(.6, a*.025))
	m.outline(polygon(at.add(0, -a*.2), at.add(a*.18, a*.02), at.add(0, a*.02)), white, ink, max(.6, a*.025))
}
