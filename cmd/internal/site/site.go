package site

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
	"berthier/templates"
)

// Site are the pages of a folder. One Build runs at a time.
type Site struct {
	games    *docket.Docket
	dir      string
	desk     []byte
	language tongue.Language
	seqs     map[string]uint64 // the number of the last record of each game; nil before they were read
	clean    string            // stampOf the folder when the pages were as these say; "" if they are not
}

// New makes the pages of the games of a docket in a folder, which Build makes if it is missing, in the
// language of the club. desk is the page of the order desk, which goes beside them; nil if there is none.
func New(games *docket.Docket, dir string, desk []byte, language tongue.Language) *Site {
	return &Site{games: games, dir: dir, desk: desk, language: language}
}

// Build brings the pages up to date, and tells of which games it wrote any.
func (s *Site) Build() (written []string, err error) {
	news, err := s.newest()
	if err != nil {
		return nil, fmt.Errorf("the pages of the games: %w", err)
	}
	if !news && s.clean != "" && s.games.Build != "" && s.clean == stampOf(s.dir) {
		return nil, nil
	}
	s.clean = ""
	f, err := openFolder(s.dir)
	if err != nil {
		return nil, fmt.Errorf("the pages of the games: %w", err)
	}
	written, err = s.build(f)
	if err = errors.Join(err, f.save(), f.close()); err != nil {
		return written, fmt.Errorf("the pages of the games: %w", err)
	}
	s.clean = stampOf(s.dir)
	return written, nil
}

func (s *Site) build(f *folder) (written []string, err error) {
	for _, id := range slices.Sorted(maps.Keys(f.made.Games)) {
		if _, ok := s.seqs[id]; !ok {
			if err := f.drop(id); err != nil {
				return written, err
			}
		}
	}
	var faults error
	for _, id := range slices.Sorted(maps.Keys(s.seqs)) {
		made := f.made.Games[id]
		if s.games.Build != "" && made.Build == s.games.Build && made.Seq == s.seqs[id] && made.Language == s.language {
			continue
		}
		if err := s.one(f, id); err != nil { // the others have their pages all the same
			faults = errors.Join(faults, fmt.Errorf("game %s: %w", id, err))
			continue
		}
		written = append(written, id)
	}
	return written, errors.Join(faults, f.club(s.games.Address.Name, s.language, s.desk))
}

// one writes the pages of one game.
func (s *Site) one(f *folder, id string) error {
	p, err := s.read(id)
	if err != nil {
		return err
	}
	return f.game(p, s.games.Build, s.language)
}

// newest finds out of which games there are records that the pages lack, and whether there are any. It reads all games
// once, and then those that changed.
func (s *Site) newest() (news bool, err error) {
	u := s.games
	u.Mu.Lock()
	defer u.Mu.Unlock()
	if err := u.CatchUp(); err != nil {
		return false, err
	}
	changed := slices.Sorted(maps.Keys(u.News))
	seqs := s.seqs
	if u.News == nil || seqs == nil {
		seqs = map[string]uint64{}
		if changed, err = u.Store.Games(); err != nil {
			return false, err
		}
	}
	err = u.Store.Each(changed, func(id string) error {
		last, err := u.Store.LastSeq(id)
		if seqs[id] = last; errors.Is(err, store.ErrNoGame) { // it was removed
			delete(seqs, id)
			return nil
		}
		return err
	})
	if err != nil {
		s.seqs = nil
		return false, err
	}
	s.seqs, u.News = seqs, map[string]bool{}
	return len(changed) > 0, nil
}

// page is all that the pages of a game are made of.
type page struct {
	templates.PublicGame
	row   templates.ClubGame
	over  bool
	seq   uint64
	files map[string][]byte // pictures by name
}

// languageOf is the language of the pages of a game: that in which all its players have their mails, if they
// have chosen one, or that of the club.
func languageOf(g *docket.Game, club tongue.Language) tongue.Language {
	return cmp.Or(g.State.Language(), club)
}

// rowOf is a game in the list of all.
func rowOf(g *docket.Game, last tongue.Text, in tongue.Language) templates.ClubGame {
	r := templates.ClubGame{ID: g.Game, Title: g.Called().In(in), Stands: tell.HowItStands(g).In(in), Last: last.In(in)}
	var players, waits []string
	for _, p := range g.Players {
		players = append(players, string(p.Side)+tongue.Colon.In(in)+cmp.Or(p.Name, p.Computer.Name))
	}
	for _, side := range g.Waiting() {
		waits = append(waits, string(side))
	}
	r.Players = strings.Join(players, "; ")
	if !g.Over() {
		r.Waits = tongue.List(tongue.Names(waits...), tongue.And).In(in)
	}
	return r
}

// draw adds the maps of a position.
func (p *page) draw(rules engine.Ruleset, at engine.Position) {
	m, ok := rules.(engine.Mapper)
	if !ok {
		return
	}
	shown := engine.Show(m, at, nil, "")
	p.Map, p.files["map.svg"] = "map.svg", templates.SVG(shown, templates.MapOptions{Language: p.Game.Language})
	if !p.over {
		p.Detail, p.files["detail.svg"] = "detail.svg", templates.DetailSVG(shown, p.Game.Language)
	}
}
