package templates

import (
	"crypto/sha256"
	"fmt"

	"berthier/engine"
	"berthier/engine/tongue"
)

// sampleGame and what follows are one step of a made-up game with everything
// in it that a mail can hold.
var sampleGame = Game{
	ID: "austerlitz-1", Title: "Austerlitz, 2 December 1805", Rules: "jdg 1.0.0", Address: "berthier@example.org",
	Players: []Player{
		{Side: "French", Name: "Łucja Żółć", Keys: "SHA256:Qk1mN0p0c3VjaGFrZXlpdGlzYW5leGFtcGxl"},
		{Side: "Allied", Name: "Γεώργιος", Keys: "SHA256:YW5vdGhlcmtleXRoYXRpc2FuZXhhbXBsZTE"},
	},
}

func sampleAnswer() Answer {
	return Answer{
		Deadline: tongue.Name("Friday 8 May, 20.00 UTC"),
		Header:   "game: austerlitz-1\nside: French\nturn: 3\nstep: 8\n",
		Template: "// IV Corps, Soult: 4 units\n// move 1leg PATH\nend\n",
	}
}

func sampleStep() (step int, link, previous engine.Link, inputs []engine.Input) {
	var secret engine.Link
	copy(secret[:], "a secret of the sample game only")
	step = 7
	link, _ = engine.ChainLink(secret, step)
	previous, _ = engine.ChainLink(secret, step-1)
	return step, link, previous, []engine.Input{{Side: "French", File: sha256.Sum256([]byte("game: austerlitz-1\n"))},
		{Side: "Allied"}}
}

func sampleDice() *Dice {
	step, link, previous, inputs := sampleStep()
	d := &Dice{Game: "austerlitz-1", Step: step, Link: link, Previous: previous, Inputs: engine.InputHash(inputs)}
	s := engine.NewStream(d.Game, step, d.Inputs, link, engine.Link{1})
	s.Draw("shock of 1leg at 1611", 10)
	s.Draw("cohesion of Kienmayer's 2/gren", 10)
	s.Seal("card drawn by Allied", 60)
	d.Draws = s.Draws()
	return d
}

func sampleReport() engine.Report {
	d := sampleDice()
	shock := &engine.Roll{
		Draws: d.Draws[:1:1], Mods: []engine.Mod{{Name: "ratio 2:1", Value: 2}, {Name: "village", Value: -1}},
		Total: d.Draws[0].Value + 1, Result: "defender CT",
	}
	test := &engine.Roll{Draws: d.Draws[1:2:2], Total: d.Draws[1].Value, Need: "<=6", Result: "passed"}
	return engine.Report{
		Side:    "French",
		Title:   tongue.English("Austerlitz, turn 3 (9.00 a.m.): Soult's IV Corps"),
		Summary: tongue.English("Saint-Hilaire takes Pratzen; the 36e ligne is disordered."),
		Victory: engine.Victory{
			Stands: tongue.English("French leads 12:5, which is a draw: a win takes a lead of 10."),
			Needs:  tongue.English("You need 3 VP more to win by the end of turn 9, the last."),
			Ways: []engine.Line{{Text: tongue.English("The game lasts 9 turns."), Rule: "13.2"},
				{Text: tongue.English("At its end a lead of 10 VP wins."), Rule: "13.2-a"}},
			Tables: []engine.Table{
				{Title: tongue.English("Objectives"), Columns: tongue.Names("Objective", "Held by", "French VP",
					"Allied VP"),
					Rows: [][]tongue.Text{
						tongue.Names("Pratzen", "French", "12", "8"),
						tongue.Names("Sokolnitz | castle", "Allied", "4", "5"),
					}},
				{Title: tongue.English("Victory points"), Columns: tongue.Names("Side", "Points"),
					Rows: [][]tongue.Text{tongue.Names("French", "12"), tongue.Names("Allied", "5")}},
			},
		},
		Story: []engine.Chapter{
			{Heading: tongue.English("Movement"), Lines: []engine.Line{
				{Text: tongue.English("The 1er léger marches 1512 – 1611 and faces NE/SE."), Rule: "4.4.1"},
				{Text: tongue.English("The 14e ligne had no order and stays in 1413."), Rule: "2.4", Note: true},
			}},
			{Heading: tongue.English("Shock at Pratzen"), Lines: []engine.Line{
				{Text: tongue.English("The 1er léger attacks the 2/grenadiers in 1611."), Rule: "8.5", Roll: shock},
				{Text: tongue.English("The 2/grenadiers test their cohesion."), Rule: "8.6.1", Roll: test},
				{Text: tongue.English("The 2/grenadiers retreat two hexes to 1809 and are disordered."), Rule: "8.7.2"},
			}},
		},
		Next: tongue.English("The next to act is your IV Corps."),
		Episodes: []engine.Episode{
			{
				Name:  tongue.English("Vandamme, French"),
				Text:  tongue.English("Moves: 1er léger to 1611."),
				Short: tongue.English("1 unit moves."),
			},
			{
				Name: tongue.English("IV Corps, French"),
				Text: tongue.English("The 14e ligne had no order."),
				Fights: []engine.Fight{{
					Title: tongue.English("Shock at Pratzen (1611)"), Rule: "8.5",
					Result: tongue.English("defender CT"), Weight: 3,
					Text: tongue.English("The 1er léger (6 SP) attacks the 2/grenadiers (3 SP) in 1611."),
					Forces: []engine.Force{{Side: "French", Who: tongue.English("1er léger"),
						Strength: tongue.English("6 SP")},
						{Side: "Allied", Who: tongue.English("2/grenadiers | jaegers")}},
					Rolls: []engine.FightRoll{{Name: tongue.English("Shock"), Rule: "8.5", Roll: shock},
						{Name: tongue.English("Cohesion test"), Who: tongue.English("2/grenadiers"), Rule: "8.6.1",
							Roll: test}},
					Ends: []engine.Line{{Text: tongue.Name("The 2/grenadiers retreat two hexes to 1809 and are " +
						"disordered."),
						Rule: "8.7.2"}},
				}},
			},
		},
		Trials: []engine.Trial{{Side: "Allied", Name: tongue.English("Cohesion test of 2/grenadiers"), Roll: test,
			Good: 7, Of: 10, Success: true}},
		Tables: []engine.Table{
			{
				Title:   tongue.English("IV Corps"),
				Columns: tongue.Names("Unit", "Hex", "Facing", "Strength", "State"),
				Rows: [][]tongue.Text{
					tongue.Names("1er léger", "1611", "E", "6", "in good order"),
					tongue.Names("36e ligne", "1512", "–", "7", "disordered"),
					tongue.Names("26e léger | chasseurs", "1413", "NNE", "-1"),
				},
			},
		},
		Owed: []engine.Decision{
			{ID: "P17.1leg", Kind: "P17", Side: "French", Rule: "8.7.1",
				Prompt:  tongue.English("Does the 1er léger advance into 1611?"),
				Default: tongue.English("it stays where it is")},
			{
				ID:      "P3",
				Kind:    "P3",
				Side:    "French",
				Rule:    "2.2",
				Prompt:  tongue.English("Which activation marker goes into the cup?"),
				Default: tongue.English("the one of IV Corps"),
				Secret:  true,
			},
		},
		Waiting: []engine.Side{"Allied"},
		Template: engine.LinesOf("// Does the 1er léger advance into 1611? [8.7.1]\nadvance 1leg no\n" +
			"// Which marker goes into the cup? [2.2]\nmarker IV\nend\n"),
	}
}

func sampleMail() Mail {
	_, _, _, inputs := sampleStep()
	return Mail{
		Game: sampleGame, Step: 7, Report: sampleReport(), Answer: sampleAnswer(), Map: "map@austerlitz-1",
		Overview: "overview@austerlitz-1",
		Inputs: []TurnFile{
			{Side: "French", Auth: tongue.Name("signed with SHA256:Qk1mN0p0c3VjaGFrZXlpdGlzYW5leGFtcGxl, received 5 " +
				"May 1806, 18.20 UTC"), Hash: fmt.Sprintf("%x", inputs[0].File)},
			{Side: "Allied", Auth: tongue.Name("no file came in time, defaults were used"), Hash: "-"},
		},
		Dice: sampleDice(),
		Data: []engine.DataFile{{Name: "tables/fire.csv", Hash: sha256.Sum256([]byte("fire")),
			Source: "a value of this project"},
			{Name: "scenarios/austerlitz.txt", Hash: sha256.Sum256([]byte("scenario"))}},
		OwnTables: true,
		Checkpoint: "berthier.example.org/austerlitz-1\n41\nq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=\n\n" +
			"— berthier.example.org kJx2pQ==\n",
	}
}

// samples is one mail of every kind.
func samples() map[string]func() (md, html []byte, err error) {
	m := sampleMail()
	opening := m
	opening.Report.Story, opening.Step = nil, 0
	_, link, anchor, _ := sampleStep()
	quiet := m
	quiet.Report.Owed, quiet.Report.Side, quiet.Report.Summary, quiet.Map, quiet.Overview = nil, "",
		tongue.Text{}, "", ""
	optional := quiet
	optional.Report.Template = engine.LinesOf("# when 4corps move 1leg toward 1611\nend\n")
	optional.Report.Optional = []engine.Decision{{
		ID: "beforehand-French", Kind: "P8", Side: "French", Rule: "1.D", Open: true, Secret: true, Optional: true,
		Prompt:  tongue.English("You may send orders for formations whose markers are still to be drawn."),
		Default: tongue.English("what you sent before holds"),
	}}
	quiet.Dice = &Dice{Game: m.Game.ID, Step: 7, Link: link, Previous: anchor}
	faults := engine.Faults{
		{Kind: engine.Invalid, Line: 4, Text: "mvoe 1leg 1611", Msg: tongue.English("there is no order \"mvoe\"."),
			Hint: tongue.English("did you mean move?")},
		{Kind: engine.Illegal, Line: 5, Text: "charge `5hus` at 1710", Rule: "9.1",
			Msg: tongue.English("the hexside 1610/1710 is a steep slope")},
		{Kind: engine.Illegal, Msg: tongue.English("two formations are activated at once"), Rule: "2.1.1"},
	}
	return map[string]func() (md, html []byte, err error){
		"report": func() ([]byte, []byte, error) { return Report(m) },
		"roster": func() ([]byte, []byte, error) {
			return Roster(RosterMail{Intro: []string{"What needs attention stands first. Times are UTC."},
				Games: &engine.Table{Columns: tongue.Names("Game", "Stands", "Waits for", "Due", "Last mail", "State"),
					Rows: [][]tongue.Text{
						tongue.Names(
							"austerlitz-1",
							"turn 3, French leads 25:23",
							"Allied (Bob) since 2 Dec 08.00",
							"4 Dec 20.00",
							"2 Dec 09.12",
							"LATE",
						),
						tongue.Names(
							"goldbach-2",
							"turn 1, French leads 5:2",
							"French (Anna), Allied (Bert) since 1 Dec 18.30",
							"–",
							"–",
							"",
						),
					}},
				How: "Each line is a command. Give it at the machine behind \"berthier do\".",
				Todo: []Todo{{Text: "austerlitz-1 waits for Allied (Bob) since 2 Dec 08.00.",
					Commands: "remind austerlitz-1\nsubstitute austerlitz-1 Allied ADDRESS NAME\n" +
						"close austerlitz-1 REASON\n"}}})
		},
		"details":  func() ([]byte, []byte, error) { return Details(m) },
		"quiet":    func() ([]byte, []byte, error) { return Report(quiet) },
		"optional": func() ([]byte, []byte, error) { return Report(optional) },
		"report-answers": func() ([]byte, []byte, error) {
			answers := quiet
			answers.Understood = &File{
				Orders: []OrderReading{{Line: 5, Text: "mv 1leg 1611",
					As: "The 1er léger moves 1512 – 1611 and faces E."}},
				Notes: tongue.Names("The 36e ligne has no order."), Last: true,
			}
			return Report(answers)
		},
		"report-answers-nothing": func() ([]byte, []byte, error) {
			answers := quiet
			answers.Understood = &File{Last: true}
			return Report(answers)
		},
		"optional-receipt": func() ([]byte, []byte, error) {
			return Receipt(ReceiptMail{
				Game: sampleGame, Side: "French", Step: 8, File: File{Optional: true},
				Auth:    tongue.Name("signed with SHA256:Qk1m"),
				Hash:    hexSum([]byte("x")),
				Waiting: []engine.Side{"Allied"},
			})
		},
		"opening": func() ([]byte, []byte, error) {
			return Opening(OpeningMail{Mail: opening, Anchor: anchor, Sealed: sha256.Sum256([]byte("sealed")),
				Log:      "berthier.example.org/austerlitz-1+1a2b3c4d+AeuG7s0Q6cBvyzQ8cYwQe3pQkFzN1bXk2m0u8hJvT5dW",
				LogPrint: "SHA256:Qk1mN0p0c3VjaGFrZXlpdGlzYW5leGFtcGxl"})
		},
		"opening-invited": func() ([]byte, []byte, error) {
			return Opening(OpeningMail{Mail: opening, Anchor: anchor, Invitation: "ABCD-EFGH-JKLM",
				Beacon: "drand chain quicknet (52db9ba7)"})
		},
		"opening-codes": func() ([]byte, []byte, error) {
			codes := opening
			codes.Answer.Header += "code: QRST-UVWX-YZ23\n"
			return Opening(OpeningMail{Mail: codes, Anchor: anchor, Invitation: "ABCD-EFGH-JKLM"})
		},
		"notjoined-code": func() ([]byte, []byte, error) {
			return NotJoined(NotJoinedMail{Game: Game{ID: "austerlitz-1"}, Why: JoinCode})
		},
		"notjoined": func() ([]byte, []byte, error) {
			return NotJoined(NotJoinedMail{Game: Game{ID: "austerlitz-1"}, Side: "French", Code: "ABCD-EFGH-JKLM",
				Why: JoinNoKey, Key: "OpenPGP key 0x3F6A"})
		},
		"report-keys": func() ([]byte, []byte, error) {
			keys := quiet
			keys.Keys = []KeyChange{
				{Side: "French", By: "player", Old: "ssh-ed25519 SHA256:Qk1m", New: "OpenPGP key 0x3F6A",
					At: tongue.Name("5 May 1806, 18.20 UTC")},
				{Side: "Allied", By: "umpire", Old: "minisign key RWQf6L", At: tongue.Name("5 May 1806, 18.30 UTC")},
				{Side: "Allied", By: "umpire", New: "minisign key RWQa1B", At: tongue.Name("5 May 1806, 18.40 UTC")},
				{Side: "French", By: "umpire", Old: "OpenPGP key 0x3F6A", New: "minisign key RWQz",
					At: tongue.Name("5 May 1806, 18.50 UTC")},
				{Side: "French", By: "confirmation", Old: "minisign key RWQz", New: "ssh-ed25519 SHA256:Qk1m",
					At: tongue.Name("5 May 1806, 18.55 UTC")},
				{Side: "Allied", By: "invitation", New: "ssh-ed25519 SHA256:ZZ",
					At: tongue.Name("5 May 1806, 19.00 UTC")},
			}
			keys.Changes = tongue.Names("From step 7 on the game is played by version 2 of the rules, in place of " +
				"1; it does all steps until then as they went.")
			return Report(keys)
		},
		"key": func() ([]byte, []byte, error) {
			return Key(KeyMail{Game: sampleGame,
				Change: KeyChange{Side: "French", By: "player", Old: "ssh-ed25519 SHA256:Qk1m",
					New: "OpenPGP key 0x3F6A", At: tongue.Name("5 May 1806, 18.20 UTC")}})
		},
		"confirm": func() ([]byte, []byte, error) {
			return Confirm(KeyMail{Game: sampleGame, Umpire: "umpire@berthier.example", Invitation: "ABCD-EFGH-JKLM",
				Change: KeyChange{Side: "French", By: "request", Old: "ssh-ed25519 SHA256:Qk1m",
					New: "OpenPGP key 0x3F6A", At: tongue.Name("5 May 1806, 18.20 UTC")}})
		},
		"key-first": func() ([]byte, []byte, error) {
			return Key(KeyMail{Game: sampleGame, Change: KeyChange{Side: "French", By: "invitation",
				New: "OpenPGP key 0x3F6A", At: tongue.Name("5 May 1806, 18.20 UTC")}})
		},
		"key-revoked": func() ([]byte, []byte, error) {
			return Key(KeyMail{Game: sampleGame, Umpire: "umpire@berthier.example", Invitation: "ABCD-EFGH-JKLM",
				Change: KeyChange{Side: "French", By: "umpire", Old: "ssh-ed25519 SHA256:Qk1m",
					At: tongue.Name("5 May 1806, 18.20 UTC")}})
		},
		"receipt": func() ([]byte, []byte, error) {
			return Receipt(ReceiptMail{
				Game: sampleGame, Side: "French", Step: 8, Replaces: true, Auth: tongue.Name("signed with SHA256:Qk1m"),
				Hash: hexSum([]byte("x")),
				File: File{
					Orders: []OrderReading{{Line: 5, Text: "mv 1leg 1611",
						As: "The 1er léger moves 1512 – 1611 and faces E."}, {As: "The 14e ligne stays in 1413."},
						{Line: 6, As: "face 18lig e"}},
					Notes: tongue.Names("The 36e ligne has no order."),
				},
				Waiting: []engine.Side{"Allied"}, Deadline: tongue.Name("Friday 8 May, 20.00 UTC"),
				Checkpoint: m.Checkpoint,
			})
		},
		"closed": func() ([]byte, []byte, error) {
			return Closed(ClosedMail{
				Game: sampleGame, Step: 8, Chain: "drand chain quicknet (52db9ba7)", Round: 1000,
				At:     tongue.Name("23 August 2023, 15.59:24 UTC"),
				Inputs: m.Inputs, Checkpoint: m.Checkpoint,
			})
		},
		"receipt-beacon": func() ([]byte, []byte, error) {
			return Receipt(ReceiptMail{Game: sampleGame, Side: "French", Step: 8, Final: true,
				Auth: tongue.Name("signed with SHA256:Qk1m"), Hash: hexSum([]byte("x"))})
		},
		"faults": func() ([]byte, []byte, error) {
			return Faults(FaultsMail{Game: sampleGame, Side: "French", Step: 8, Faults: faults, Kept: true,
				Answer: sampleAnswer()})
		},
		"unsigned-smime": func() ([]byte, []byte, error) {
			return Unsigned(UnsignedMail{Game: Game{ID: "austerlitz-1"}, Why: SignatureSMIME,
				Found: "game: austerlitz-1"})
		},
		"unsigned-word": func() ([]byte, []byte, error) {
			return Unsigned(UnsignedMail{Why: SignatureWord, NoGame: "austerliz-1"})
		},
		"unsigned-missing": func() ([]byte, []byte, error) {
			return Unsigned(UnsignedMail{Game: sampleGame, Why: SignatureMissing,
				Found: "game: austerlitz-1\nmove 1leg ```1611\n"})
		},
		"unsigned-unknown": func() ([]byte, []byte,
			error) {
			return Unsigned(UnsignedMail{Why: SignatureUnknown, Key: "SHA256:ZZ"})
		},
		"unsigned-wrong": func() ([]byte, []byte,
			error) {
			return Unsigned(UnsignedMail{Game: sampleGame, Why: SignatureWrong})
		},
		"problem": func() ([]byte, []byte, error) {
			return Problem(ProblemMail{Game: sampleGame, Reference: "7f3a", Umpire: "umpire@example.org"})
		},
		"reminder": func() ([]byte, []byte, error) {
			return Reminder(ReminderMail{Game: sampleGame, Side: "French", Step: 8, Owed: m.Report.Owed, Late: true,
				Next: tongue.Name("On Saturday at 20.00 UTC the defaults are used."), Answer: sampleAnswer()})
		},
		"over": func() ([]byte, []byte, error) {
			return Over(OverMail{
				Game: sampleGame, Steps: 7, Outcome: engine.Outcome{Over: true, Winner: "French", Rule: "13.1"},
				Ending: tongue.English("The Allied army is broken."),
				Tables: m.Report.Victory.Tables[1:], Map: "map@austerlitz-1", Anchor: anchor, Last: link,
				Sealed: engine.Link{1}, Checkpoint: m.Checkpoint,
			})
		},
		"over-after": func() ([]byte, []byte, error) {
			return Over(OverMail{
				Game: sampleGame, Steps: 7, Outcome: engine.Outcome{Over: true, Winner: "French", Rule: "13.1"},
				Ending: tongue.English("The Allied army is broken."),
				Map:    "map@austerlitz-1", Anchor: anchor, Last: link, After: sampleAftermath(),
				Curves: []string{"cid:vp@austerlitz-1"}, Page: "https://club.example/games/austerlitz-1/index.html",
			})
		},
		"over-battle": func() ([]byte, []byte, error) {
			return Over(OverMail{Game: sampleGame, Steps: 5, Outcome: engine.Outcome{Over: true, Rule: "9-h"},
				Ending: tongue.English("Both armies are deployed; the battle can begin."), Anchor: anchor, Last: link,
				Leads: true, Battles: []string{"jdg", "ccn"}})
		},
		"club": func() ([]byte, []byte, error) {
			return Club(ClubPage{Name: "Berthier", Games: []ClubGame{
				{ID: "austerlitz-1", Title: "Austerlitz [x](y) <b>", Players: "French: Alice; Allied: Bob",
					Stands: "turn 3",
					Waits:  "French", Last: "3 May 1806"},
				{ID: "duel-1", Title: "A duel", Players: "Red: Ney", Stands: "over: Red won", Last: "1 May 1806"}}})
		},
		"game-page": func() ([]byte, []byte, error) {
			return GamePage(PublicGame{Game: sampleGame, Stands: "turn 3", Waits: []engine.Side{"French"},
				Map:    "map.svg",
				Detail: "detail.svg", Victory: m.Report.Victory, Tables: m.Report.Tables[:1],
				History: [][]tongue.Text{tongue.Names("1", "1 May 1806", "Resolved: French by orders.")}})
		},
		"game-page-over": func() ([]byte, []byte, error) {
			return GamePage(PublicGame{Game: sampleGame, Stands: "over: French won", Map: "map.svg",
				Over: &OverMail{After: sampleAftermath(), Curves: []string{"vp.svg"}}})
		},
		"commands": func() ([]byte, []byte, error) {
			return Commands(CommandsMail{
				Game: sampleGame, Side: "French",
				Notes: tongue.Names("Its subject names game x, but what you signed is for another one."), Unread: 9,
				Done: []CommandResult{
					{Line: 4, Text: "HELP", As: "help", Parts: []Part{
						{Text: tongue.Name("Orders:"),
							Verbs: []engine.Verb{{Word: "shock",
								Usage: "shock UNIT[,UNIT…] at HEX[,HEX] [facing FACING]", Rule: "8.1",
								Help: tongue.Name("Attack adjacent hexes.")},
								{Word: "standing", Usage: "standing WORD ANSWER", Rule: "1",
									Help: tongue.Name("Answers beforehand."), Words: []engine.Verb{
										{Word: "square", Usage: "square yes|no", Rule: "9.3.1",
											Help: tongue.Name("Form square against a charge.")}}}}},
						{Text: tongue.Name("Commands:"),
							Verbs: []engine.Verb{{Word: "history", Usage: "history",
								Help: tongue.Name("Lists the steps.")}}},
					}},
					{Line: 5, Text: "prev", As: "preview", Parts: []Part{
						{Heading: tongue.Name("Your orders"),
							Orders: []FileLine{{OrderReading{6, "SHOCK 1leg AT 1611", "shock 1leg at 1611"},
								tongue.Names("hex taken 64 %")}}},
						{Heading: tongue.Name("The map"), Picture: "map"},
						{Items: tongue.Names("One thing.", "1. Another *thing*."), Owed: sampleReport().Owed,
							Table: &sampleReport().Tables[0], Block: "game: x\n"},
					}},
				},
			})
		},
		"again": func() ([]byte, []byte, error) {
			text, _, err := Press(
				PressMail{Game: sampleGame, From: tongue.Name("Allied"), Sender: "Allied", Text: "Shall we *meet*?"},
			)
			if err != nil {
				return nil, nil, err
			}
			return Again(AgainMail{Text: string(text), Map: "map@austerlitz-1"})
		},
		"press": func() ([]byte, []byte, error) {
			return Press(
				PressMail{
					Game:   sampleGame,
					Reader: "French",
					From:   tongue.Name("Allied"),
					Sender: "Allied",
					To:     []engine.Side{"French"},
					Text:   "Shall we *meet*?\n\n# Tilsit\n",
				},
			)
		},
		"press-anonymous": func() ([]byte, []byte, error) {
			return Press(PressMail{Game: sampleGame, Reader: "French",
				From:      tongue.Name("somebody who does not give a name"),
				Anonymous: true, To: []engine.Side{"French"}, Text: "Boo."})
		},
		"observed": func() ([]byte, []byte, error) {
			m := sampleMail()
			m.Report.Side, m.Report.Owed = "", nil
			return Observed(ObservedMail{Mail: m, Stop: "unobserve austerlitz-1 GEZD-GNBV-GY3T\n"})
		},
		"observed-results": func() ([]byte, []byte, error) {
			m := sampleMail()
			m.Report.Side, m.Report.Owed = "", nil
			return Observed(ObservedMail{Mail: m, Stop: "unobserve austerlitz-1 GEZD-GNBV-GY3T\n", Results: true})
		},
		"commandfaults": func() ([]byte, []byte, error) {
			return CommandFaults(CommandsMail{
				Game: sampleGame, Side: "French", Done: []CommandResult{{Line: 4, As: "status"}},
				Faults: engine.Faults{
					{
						Line: 5,
						Text: "histroy",
						Msg:  tongue.English("this is not a command"),
						Hint: tongue.English("did you mean history?"),
					},
					{Msg: tongue.English("a mail holds at most 20 commands")},
				},
			})
		},
		"notice": func() ([]byte, []byte, error) {
			return Notice(NoticeMail{Game: sampleGame, Subject: tongue.Name("A new deadline"),
				From:       tongue.Name("the umpire"),
				Paragraphs: tongue.Names("1. May is a holiday.", "So the deadline is *Monday*.")})
		},
		"notice-umpire": func() ([]byte, []byte, error) {
			return Notice(NoticeMail{Game: sampleGame, Subject: tongue.Name("French has resigned"), Umpire: true,
				Seat:   "French",
				ByMail: true, Paragraphs: tongue.Names("French has resigned.")})
		},
		"notice-machine": func() ([]byte, []byte, error) {
			return Notice(NoticeMail{Game: sampleGame, Subject: tongue.Name("French is silent"), Umpire: true,
				Seat:       "French",
				Paragraphs: tongue.Names("French is silent.")})
		},
	}
}
