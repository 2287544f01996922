package command

import (
	"strings"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// kinds are all commands, in the order in which HELP shows them.
var kinds = []Kind{
	// Questions.
	{
		Word: "help", NoGame: true, Args: "[COMMAND|TOPIC]", Most: 1, Who: Anybody, Asks: true,
		Help: "Lists the commands, the orders of the game and the pages to read, or explains one of them; " +
			"\"help victory\" tells how the game is won and how it stands.",
		read: func(r *reader) Command { return Help{strings.ToLower(r.word(0))} },
	},
	{
		Word: "status", NoGame: true, Args: "[GAME]", Most: 1, Who: Anybody, Asks: true,
		Help: "Tells how a game stands and who is to act; to a player who signs, also what he has sent.",
		read: func(r *reader) Command { return Status{r.word(0)} },
	},
	{
		Word: "games", NoGame: true, Who: Anybody, Asks: true,
		Help: "Lists the games: to the umpire all of them, to a player who signs his own, with the score, who owes " +
			"orders since when, the deadline and the last mail; what needs attention stands first.",
		read: func(*reader) Command { return Games{} },
	},
	// Orders.
	{
		Word: "orders", Who: Player, Below: TurnBelow, weight: heavier,
		Help: "Gives the turn file below it, as if it had come alone; it is the last command of a mail.",
		read: func(r *reader) Command { return Orders{[]byte(r.Body)} },
	},
	{
		Word: "preview", Args: "[SIDE]", Most: 1, Who: Player | Umpire, Below: MayTurnBelow, weight: heaviest,
		Asks: true,
		Help: "Shows what the turn file below it would do, with its faults, the moves on a map and the " +
			"exact odds of each attack; without one, the orders that you have sent. Nothing is rolled " +
			"and nothing changes.",
		read: func(r *reader) Command { return Preview{engine.Side(r.word(0)), []byte(r.Body)} },
	},
	{
		Word: "withdraw", Who: Player,
		Help: "Takes back the orders that you have sent for this step.",
		read: func(*reader) Command { return Withdraw{} },
	},
	{
		Word: "standing", Who: Player, Asks: true,
		Help: "Lists your standing orders.",
		read: func(*reader) Command { return Standing{} },
	},
	{
		Word: "template", Who: Player, Asks: true,
		Help: "Sends the order template of your last report.",
		read: func(*reader) Command { return Template{} },
	},
	// The end of a game, or of a part in it.
	{
		Word: "concede", Args: "[CODE|no]", Most: 1, Who: Player, Whole: true,
		Help: "Gives the game up: it ends at once and the other side wins. A mail asks first whether you are sure, " +
			"and has the line with a code that does it.",
		read: func(r *reader) Command { return Concede{r.alone()} },
	},
	{
		Word: "draw", Args: "[CODE|no]", Most: 1, Who: Player, Whole: true,
		Help: "Offers a draw, or accepts the one that is offered, which ends the game: then a mail asks first " +
			"whether you are sure. An offer ends when the next step is resolved, or by \"draw no\".",
		read: (*reader).draw,
	},
	{
		Word: "resign", Args: "[CODE|no]", Most: 1, Who: Player, Whole: true,
		Help: "Leaves the game to another player, whom the umpire has to find; until then your side " +
			"takes the defaults. A mail asks first whether you are sure.",
		read: func(r *reader) Command { return Resign{r.alone()} },
	},
	// What a game was.
	{
		Word: "report", Args: "N", Least: 1, Most: 1, Who: Player, weight: heavy, Asks: true,
		Help: "Sends the report of step N again; 0 is the first mail of the game.",
		read: (*reader).report,
	},
	{
		Word: "map", NoGame: true, Args: "[large] [GAME]", Most: 2, Who: Anybody, weight: heavy, Asks: true,
		Help: "Sends the map: as you see it if you sign, otherwise, to players and observers, as " +
			"everybody does. \"map large\" sends the whole map as two files that can be made larger.",
		read: (*reader).showMap,
	},
	{
		Word: "history", NoGame: true, Args: "[GAME]", Most: 1, Who: Anybody, weight: heavy, Asks: true,
		Help: "Lists the steps of a game: when each was resolved, and whose orders were in.",
		read: func(r *reader) Command { return History{r.word(0)} },
	},
	{
		Word: "language", NoGame: true, Args: "[LANGUAGE]", Most: 1, Who: Anybody,
		Help: "Has the reports of your side written in another language from now on; by itself it says which " +
			"there are. What has no words in it yet is in English.",
		read: func(r *reader) Command { return Language{r.word(0)} },
	},
	{
		Word: "join", NoGame: true, Args: "[CODE]", Most: 1, Who: Anybody, MailOnly: true, Asks: true,
		Help: "Answers an invitation: registers the key that signs the mail. By itself it says how.",
		read: func(r *reader) Command { return Join{r.word(0)} },
	},
	// Press.
	{
		Word: "press", Args: "all|SIDE|umpire [anonymous]", Least: 1, Most: 2, Who: Player | Umpire, Below: TextBelow,
		Help: "Sends the lines below it, down to a line \"endpress\", to all other sides, to one, or to " +
			"the umpire; anonymously if the game allows it. It goes to nobody else and into no record.",
		read: (*reader).press,
	},
	// People who only look on.
	{
		Word: "observe", NoGame: true, Args: "[GAME] [CODE]", Most: 2, Who: Anybody, MailOnly: true,
		Help: "Sends you the report of each step from now on as everybody may see it. The answer has a " +
			"code, which you send back to show that the address is yours.",
		read: (*reader).observe,
	},
	{
		Word: "monitor", NoGame: true, Args: "[GAME] [CODE]", Most: 2, Who: Anybody, MailOnly: true,
		Help: "The same, but only the results, as JSON for programs.",
		read: (*reader).observe,
	},
	{
		Word: "unobserve", NoGame: true, Args: "[GAME] [CODE]", Most: 2, Who: Anybody, MailOnly: true,
		Help: "Ends what observe or monitor began. Each of those mails has the line with its code; " +
			"without it the answer brings it.",
		read: func(r *reader) Command { return Unobserve{r.word(0), r.word(1)} },
	},
	// Time.
	{
		Word: record.CommandFinal, Who: Player,
		Help: "Says that your orders are final: in a game that waits for its deadlines the step is " +
			"resolved when all have said so. Last in its mail.",
		read: func(*reader) Command { return Final{} },
	},
	{
		Word: record.CommandNotFinal, Who: Player,
		Help: "Takes that back. Orders that you send anew are not final either.",
		read: func(*reader) Command { return Final{Not: true} },
	},
	{
		Word: record.CommandAbsence, Args: "FROM [TO]", Least: 1, Most: 2, Who: Player,
		Help: "Announces that you are away, as in \"absence 2030-12-20 2030-12-27\": your clock does not " +
			"run on these days. Not before tomorrow, and not to be taken back.",
		read: (*reader).absence,
	},
	{
		Word: record.CommandPause, Args: "[DATE]", Most: 1, Who: Player | Umpire,
		Help: "Proposes a pause up to a day: it begins when all players have proposed one. The umpire " +
			"can stop the clocks alone, also without a day.",
		read: func(r *reader) Command { return Pause{r.date(0, "pause 2030-12-31")} },
	},
	{
		Word: record.CommandResume, Who: Player | Umpire,
		Help: "Takes a proposal for a pause back; a pause ends when all players have said so, or the " +
			"umpire.",
		read: func(*reader) Command { return Resume{} },
	},
	{
		Word: string(record.ClockExtend), Args: "SPAN [SIDE]", Least: 1, Most: 2, Who: Umpire,
		Help: "Puts off the deadlines of all, or of one side, as in \"extend 2d\", counted from where " +
			"they are.",
		read: (*reader).extend,
	},
	{
		Word: string(record.ClockDeadline), Args: "DATE [HH:MM] [SIDE]", Least: 1, Most: 3, Who: Umpire,
		Help: "Sets the deadlines of all, or of one side, in the time zone of each player.",
		read: (*reader).deadline,
	},
	{
		Word: "confirm", NoGame: true, Args: "[NUMBER]", Most: 1, Who: Umpire,
		Help: "Says that the clock of the machine is right although it jumped, so that deadlines go on. " +
			"A mail needs the number, which the mail that told you of it has.",
		read: func(r *reader) Command { return Confirm{r.word(0)} },
	},
	// The umpire runs games.
	{
		Word: "create", NoGame: true, Args: "GAME SCENARIO", Least: 2, Most: 2, Who: Umpire, Below: TextBelow, weight: twice,
		Help: "Creates a game out of the lines below it: \"player SIDE ADDRESS [NAME]\" for each side, or " +
			"\"player SIDE computer:BOT\" for one that a computer plays, " +
			"and as you like \"key SIDE KEY\", or \"key SIDE\" with the key below it and \"endkey\" " +
			"below that, \"zone SIDE ZONE\", \"title TEXT\", \"option KEY VALUE\", \"file NAME\" with " +
			"a file that another game exported below it in Base64 and \"endfile\" below that, " +
			"\"deadline POLICY\", \"codes\", \"press anonymous\" or \"press none\", \"press-limit " +
			"NUMBER\", \"window SPAN\", in which orders can be replaced when all are in, \"reopen SPAN\", in which \"reopen\" can follow on an end, \"beacon quicknet\", \"beacon-delay SPAN\", and \"wait\" to let no orders count " +
			"before \"start\". Players without a key are invited to register one. A mail can create several games; " +
			"\"press\" below one goes to its players.",
		read: (*reader).create,
	},
	{
		Word: "start", Who: Umpire,
		Help: "Starts a game that was created to wait for that.",
		read: func(*reader) Command { return Start{} },
	},
	{
		Word: "key", Args: "SIDE", Least: 1, Most: 1, Who: Umpire, Below: TextBelow,
		Help: "Registers the public key below it as that of a side.",
		read: func(r *reader) Command { return Key{engine.Side(r.word(0)), r.Body} },
	},
	{
		Word: "revoke", Args: "SIDE", Least: 1, Most: 1, Who: Umpire,
		Help: "Leaves a side without a key.",
		read: func(r *reader) Command { return Revoke{engine.Side(r.word(0))} },
	},
	{
		Word: "invite", Args: "SIDE", Least: 1, Most: 1, Who: Umpire,
		Help: "Revokes the key of a side and mails its player a code to register another.",
		read: func(r *reader) Command { return Invite{engine.Side(r.word(0))} },
	},
	{
		Word: "substitute", Args: "SIDE ADDRESS [NAME]", Least: 2, Most: 20, Who: Umpire, Below: TextBelow,
		Help: "Gives a side to another player, or with computer:BOT as ADDRESS to a computer, for the reason in the " +
			"lines below it; a first line \"key " +
			"KEY\", or \"key\" with the key below it and \"endkey\" below that, registers his key, " +
			"otherwise he is invited to send one.",
		read: (*reader).substitute,
	},
	{
		Word: "rollback", Args: "STEP REASON", Least: 2, Most: maxReasonWords, Who: Umpire, weight: heavier,
		Help: "Takes the game back to the position after a step, 0 for its beginning. What was taken " +
			"back stays in the log, and its dice are never used again.",
		read: func(r *reader) Command { return Rollback{r.step(0), r.rest(1)} },
	},
	{
		Word: "burn", Args: "STEP REASON", Least: 2, Most: maxReasonWords, Who: Umpire, weight: heavier,
		Help: "For a store that was put back: takes the links of the dice out of use up to a step, the " +
			"last of which anybody has a report.",
		read: func(r *reader) Command { return Burn{r.step(0), r.rest(1)} },
	},
	{
		Word: "ruling", Args: "REASON", Least: 1, Most: maxReasonWords, Who: Umpire, Below: TextBelow, weight: heavier,
		Help: "Changes the position: of the lines below it those with \"-\" go out and those with \"+\" " +
			"come in; \"position\" shows them.",
		read: func(r *reader) Command { return Ruling{r.rest(0), r.Body} },
	},
	{
		Word: "position", Who: Umpire, Asks: true,
		Help: "Shows the position as the lines that a ruling changes; in a mail without what is hidden " +
			"from a side.",
		read: func(*reader) Command { return Position{} },
	},
	{
		Word: "process", Who: Umpire, weight: heavier,
		Help: "Resolves the step at once: who has sent no orders takes his standing orders and the " +
			"defaults.",
		read: func(*reader) Command { return Process{} },
	},
	{
		Word: "keys", Who: Umpire, Asks: true,
		Help: "Lists the key of each side.",
		read: func(*reader) Command { return Keys{} },
	},
	{
		Word: "announce", Args: "[all]", Most: 1, Who: Umpire, Below: TextBelow,
		Help: "Mails the text below it to all players of the game; \"announce all\" to the players of all games that " +
			"go on, one letter to each.",
		read: (*reader).announce,
	},
	{
		Word: "remind", Args: "[SIDE]", Most: 1, Who: Umpire,
		Help: "Mails whoever owes orders, or one side, what is owed.",
		read: func(r *reader) Command { return Remind{engine.Side(r.word(0))} },
	},
	{
		Word: "archive", Who: Umpire, weight: maxWeight, Asks: true,
		Help: "Sends the archive of the game as it can be published: while the game goes on, without " +
			"what is secret.",
		read: func(*reader) Command { return Archive{} },
	},
	{
		Word: "close", Args: "REASON|CODE|no", Least: 1, Most: maxReasonWords, Who: Umpire, Whole: true,
		Help: "Ends the game without a result and opens its secrets. The answer to \"close REASON\" asks whether you " +
			"are sure, and has the line with a code that does it.",
		read: (*reader).close,
	},
	{
		Word: "reopen", Args: "REASON", Least: 1, Most: maxReasonWords, Who: Umpire,
		Help: "Lets a game go on that \"close\", \"concede\" or a draw has ended, as long as the game was made to allow " +
			"it.",
		read: func(r *reader) Command { return Reopen{r.rest(0)} },
	},
}
