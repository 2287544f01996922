package enclosed

import (
	"berthier/cmd/internal/docket"
	"berthier/engine"
	"berthier/mail"
	"berthier/templates"
)

// mapWidth is that of the map of a last mail, in pixels: all of it has to fit into one.
const mapWidth = 720

// Last draws the map at the end of a game, as everybody may see it, and the curves of m, in the language of m, and
// names them in it.
func Last(u *docket.Docket, g *docket.Game, m *templates.OverMail) (pictures []mail.File) {
	rules, ok := mapper(u, g)
	if !ok {
		return nil
	}
	put := func(name string, png []byte) string {
		cid := u.Post.MessageID(name + "." + g.Game + ".over")
		pictures = append(pictures, mail.File{Name: name + ".png", Type: "image/png", ContentID: cid, Bytes: png})
		return cid
	}
	as := templates.MapOptions{Width: mapWidth, Language: m.Game.Language}
	png, err := templates.LightPNG(engine.Show(rules, g.State.Position, nil, ""), as)
	if err != nil {
		notDrawn(u, g, "", err)
		return nil
	}
	m.Map = put("final-map", png)
	if m.After == nil {
		return pictures
	}
	for _, c := range m.After.Curves {
		if png, err = c.PNG(m.Game.Language); err != nil {
			notDrawn(u, g, "", err)
			return pictures
		}
		m.Curves = append(m.Curves, "cid:"+put(c.Name, png))
	}
	return pictures
}
