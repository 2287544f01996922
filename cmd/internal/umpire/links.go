package umpire

import "berthier/engine"

// linksAhead is how far before the steps a link is remembered.
const linksAhead = 64

// aheadLink is a link that no step has used yet. All before it follow from it
// by a few hashes, from the secret they are thousands away.
type aheadLink struct {
	step int
	link engine.Link
}

// linkOf is the link of a step. The error is about the secret, or that the
// chain is at its end.
func (u *Umpire) linkOf(game string, step int) (engine.Link, error) {
	a, ok := u.ahead[game]
	if !ok || step > a.step {
		chain, err := u.secretOf(game, secretChain)
		if err != nil {
			return engine.Link{}, err
		}
		a.step = step + min(linksAhead, max(engine.ChainLength-step, 0))
		if a.link, err = engine.ChainLink(chain, a.step); err != nil {
			return engine.Link{}, err
		}
		u.ahead[game] = a
	}
	return a.link.Before(a.step - step), nil
}
