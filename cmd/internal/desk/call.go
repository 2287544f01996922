package desk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"berthier/engine"
	"berthier/engine/tongue"
)

// question is all that a message can say.
type question struct {
	At   int         `json:"at"`
	Side engine.Side `json:"side"`
	Draw string      `json:"draw"`
	Name string      `json:"name"` // of a file

	Sizes []int  `json:"sizes"` // of several files
	ID    string `json:"id"`    // of a piece
	Rule  string `json:"rule"`

	Text string          `json:"text"` // of a turn file
	Have string          `json:"have"` // where an earlier text leads
	IDs  []string        `json:"ids"`  // that the player points at
	Line string          `json:"line"` // an order
	In   tongue.Language `json:"in"`

	Grounds []string `json:"grounds"` // of maps, that the page has
	Comment string   `json:"comment"` // of a key
	Private string   `json:"private"`
	Pass    string   `json:"pass"`
	Letter  Letter   `json:"letter"`
}

// in is the language of the reader; English if the desk does not have his.
func (q question) in() tongue.Language {
	if slices.Contains(tongue.Languages(), q.In) {
		return q.In
	}
	return tongue.En
}

// lacks is a picture of the ground, unless the page has it.
func (q question) lacks(on, ground string) string {
	if slices.Contains(q.Grounds, on) {
		return ""
	}
	return ground
}

// Call answers one message; file is what comes beside "open". Whatever goes wrong is told in the
// answer.
func (d *Desk) Call(word string, asked, file []byte) (answer []byte) {
	defer func() {
		if broken := recover(); broken != nil {
			answer = fault(knownFault{"damaged",
				fmt.Errorf("the file is damaged in a way that nobody thought of: %v", broken)})
		}
	}()
	var q question
	if err := readQuestion(asked, &q); err != nil {
		return fault(err)
	}
	value, err := d.answer(word, q, file)
	if err != nil {
		return fault(err)
	}
	out, err := json.Marshal(value)
	if err != nil {
		return fault(err)
	}
	return out
}

func readQuestion(asked []byte, q *question) error {
	if len(asked) == 0 {
		return nil
	}
	in := json.NewDecoder(bytes.NewReader(asked))
	in.DisallowUnknownFields()
	if err := in.Decode(q); err != nil {
		return fmt.Errorf("the page asked what cannot be read: %w", err)
	}
	return nil
}

func (d *Desk) answer(word string, q question, file []byte) (any, error) {
	switch word {
	case "open":
		return d.Open(file, q.in())
	case "audit":
		return d.Audit(q.in())
	case "show":
		s, err := d.Show(q.At, q.Side, q.in())
		s.Ground = q.lacks(s.On, s.Ground)
		return s, err
	case "past":
		return d.Past(q.in())
	case "keep":
		return d.Keep(q.Name, file)
	case "reports":
		return d.Reports(q.Sizes, file, q.in())
	case "roll":
		return d.Roll(q.Draw)
	case "life":
		return d.Life(q.ID, q.Side, q.in())
	case "clause":
		return d.Clause(q.Rule)
	case "makekey":
		return makeKey(q.Comment, q.Pass)
	case "usekey":
		return useKey(q.Private, q.Pass)
	case "sign":
		return signed(q.Text, q.Private, q.Pass)
	case "draft":
		return draft(q.Letter)
	}
	if d.sheet == nil {
		return nil, fmt.Errorf("no position is open, or the page asked for %q, which the desk does not know", word)
	}
	switch word {
	case "tell":
		return d.sheet.Tell(q.in()), nil
	case "read":
		r := d.sheet.Read([]byte(q.Text), q.Have, q.in())
		if r.Map != nil {
			r.Map.Ground = q.lacks(r.Map.On, r.Map.Ground)
		}
		return r, nil
	case "about":
		return d.sheet.About([]byte(q.Text), q.IDs), nil
	case "facings":
		if len(q.IDs) != 1 {
			return nil, errors.New("one piece is turned at a time")
		}
		return d.sheet.Facings([]byte(q.Text), q.IDs[0]), nil
	case "together":
		return d.sheet.Together([]byte(q.Text), q.IDs), nil
	case "forms":
		return d.sheet.Forms([]byte(q.Text), q.in()), nil
	case "odds":
		return d.sheet.Odds([]byte(q.Text), q.Line, q.in()), nil
	}
	return nil, fmt.Errorf("the page asked for %q, which the desk does not know", word)
}

// knownFault is a fault for which the page has words in each language, in its message "fault".
type knownFault struct {
	word string
	error
}

func (k knownFault) Unwrap() error { return k.error }

func fault(err error) []byte {
	var k knownFault
	errors.As(err, &k)
	out, _ := json.Marshal(struct {
		Fault string `json:"fault"`
		Known string `json:"known,omitempty"`
	}{err.Error(), k.word}) // strings can always be written
	return out
}
