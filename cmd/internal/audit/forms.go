package audit

import (
	"berthier/cmd/internal/record"
	"berthier/mail/sign"
)

// forms compares the forms that records name with what was signed. Whether text and
// signature stood in the mail or in files beside it only the mail itself shows.
func forms(*walk) question {
	return question{ask: func(c *Check, e entry) error {
		var known bool
		var p sign.Proof
		switch v := e.Record.(type) {
		case record.Orders:
			known, p = v.Known, v.Proof
		case record.Command:
			known, p = v.Known, v.Proof
		case record.Key:
			if known, p = v.Known, v.Proof; !v.By.Signed() {
				return nil
			}
		default:
			return nil
		}
		if !known {
			c.Left++
			return nil
		}
		c.Done++
		return p.Fits()
	}}
}
