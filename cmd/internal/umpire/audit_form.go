package umpire

import (
	"berthier/cmd/internal/record"
	"berthier/mail/sign"
)

// checkForms compares the forms that records name with what was signed. Whether text
// and signature stood in the mail or in files beside it only the mail itself shows.
func (c *auditor) checkForms() Check {
	check := Check{Name: "forms", What: "forms of signatures", Why: "still secret"}
	for _, e := range c.entries {
		var known bool
		var p sign.Proof
		switch v := e.value.(type) {
		case record.Orders:
			known, p = v.Known, v.Proof
		case record.Command:
			known, p = v.Known, v.Proof
		case record.Key:
			if known, p = v.Known, v.Proof; v.By == record.KeyByUmpire {
				if p.Form != "" {
					check.Err = e.at("the umpire's change of a key has the form %q", p.Form)
					return check
				}
				continue
			}
		default:
			continue
		}
		if !known {
			check.Left++
			continue
		}
		if err := p.Fits(); err != nil {
			check.Err = e.at("%w", err)
			return check
		}
		check.Done++
	}
	return check
}
