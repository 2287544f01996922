package command

import (
	"strings"

	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// kinds are all commands, in the order in which HELP shows them.
var kinds = []Kind{
	// Questions.
	{
		Word: "help", NoGame: true, Args: "[COMMAND|TOPIC]", Most: 1, Who: Anybody, Asks: true,
		Help: phrase.Say("helps.help"),
		read: func(r *reader) Command { return Help{strings.ToLower(r.word(0))} },
	},
	{
		Word: "status", NoGame: true, Args: "[GAME]", Most: 1, Who: Anybody, Asks: true,
		Help: phrase.Say("helps.status"),
		read: func(r *reader) Command { return Status{r.word(0)} },
	},
	{
		Word: "games", NoGame: true, Who: Anybody, Asks: true,
		Help: phrase.Say("helps.games"),
		read: func(*reader) Command { return Games{} },
	},
	// Orders.
	{
		Word: "orders", Who: Player, Below: TurnBelow, weight: heavier,
		Help: phrase.Say("helps.orders"),
		read: func(r *reader) Command { return Orders{[]byte(r.Body)} },
	},
	{
		Word: "preview", Args: "[SIDE]", Most: 1, Who: Player | Umpire, Below: MayTurnBelow, weight: heaviest,
		Asks: true,
		Help: phrase.Say("helps.preview"),
		read: func(r *reader) Command { return Preview{engine.Side(r.word(0)), []byte(r.Body)} },
	},
	{
		Word: "withdraw", Who: Player,
		Help: phrase.Say("helps.withdraw"),
		read: func(*reader) Command { return Withdraw{} },
	},
	{
		Word: "standing", Who: Player, Asks: true,
		Help: phrase.Say("helps.standing"),
		read: func(*reader) Command { return StandingOrders{} },
	},
	{
		Word: "template", Who: Player, Asks: true,
		Help: phrase.Say("helps.template"),
		read: func(*reader) Command { return Template{} },
	},
	// The end of a game, or of a part in it.
	{
		Word: "concede", Args: "[CODE|no]", Most: 1, Who: Player, Whole: true,
		Help: phrase.Say("helps.concede"),
		read: func(r *reader) Command { return Concede{r.alone()} },
	},
	{
		Word: "draw", Args: "[CODE|no]", Most: 1, Who: Player, Whole: true,
		Help: phrase.Say("helps.draw"),
		read: (*reader).draw,
	},
	{
		Word: "resign", Args: "[CODE|no]", Most: 1, Who: Player, Whole: true,
		Help: phrase.Say("helps.resign"),
		read: func(r *reader) Command { return Resign{r.alone()} },
	},
	// What a game was.
	{
		Word: "report", Args: "[N]", Most: 1, Who: Player, weight: heavy, Asks: true,
		Help: phrase.Say("helps.report"),
		read: (*reader).report,
	},
	{
		Word: "map", NoGame: true, Args: "[large] [GAME]", Most: 2, Who: Anybody, weight: heavy, Asks: true,
		Help: phrase.Say("helps.map"),
		read: (*reader).showMap,
	},
	{
		Word: "history", NoGame: true, Args: "[GAME]", Most: 1, Who: Anybody, weight: heavy, Asks: true,
		Help: phrase.Say("helps.history"),
		read: func(r *reader) Command { return History{r.word(0)} },
	},
	{
		Word: "language", Args: "[[SIDE] LANGUAGE]", Most: 2, Who: Anybody,
		Help: phrase.Say("helps.language"),
		read: func(r *reader) Command {
			if len(r.Args) == 2 {
				return Language{engine.Side(r.word(0)), r.word(1)}
			}
			return Language{Name: r.word(0)}
		},
	},
	{
		Word: "join", NoGame: true, Args: "[CODE]", Most: 1, Who: Anybody, MailOnly: true, Asks: true,
		Help: phrase.Say("helps.join"),
		read: func(r *reader) Command { return Join{r.word(0)} },
	},
	// Press.
	{
		Word: "press", Args: "all|SIDE|umpire [anonymous]", Least: 1, Most: 2, Who: Player | Umpire, Below: TextBelow,
		Help: phrase.Say("helps.press"),
		read: (*reader).press,
	},
	// People who only look on.
	{
		Word: "observe", NoGame: true, Args: "[GAME] [CODE]", Most: 2, Who: Anybody, MailOnly: true,
		Help: phrase.Say("helps.observe"),
		read: (*reader).observe,
	},
	{
		Word: "monitor", NoGame: true, Args: "[GAME] [CODE]", Most: 2, Who: Anybody, MailOnly: true,
		Help: phrase.Say("helps.monitor"),
		read: (*reader).observe,
	},
	{
		Word: "unobserve", NoGame: true, Args: "[GAME] [CODE]", Most: 2, Who: Anybody, MailOnly: true,
		Help: phrase.Say("helps.unobserve"),
		read: func(r *reader) Command { return Unobserve{r.word(0), r.word(1)} },
	},
	// Time.
	{
		Word: record.CommandFinal, Who: Player,
		Help: phrase.Say("helps.final"),
		read: func(*reader) Command { return Final{} },
	},
	{
		Word: record.CommandNotFinal, Who: Player,
		Help: phrase.Say("helps.notfinal"),
		read: func(*reader) Command { return Final{Not: true} },
	},
	{
		Word: record.CommandAbsence, Args: "FROM [TO]", Least: 1, Most: 2, Who: Player,
		Help: phrase.Say("helps.absence"),
		read: (*reader).absence,
	},
	{
		Word: record.CommandPause, Args: "[DATE]", Most: 1, Who: Player | Umpire,
		Help: phrase.Say("helps.pause"),
		read: func(r *reader) Command { return Pause{r.date(0, "pause 2030-12-31")} },
	},
	{
		Word: record.CommandResume, Who: Player | Umpire,
		Help: phrase.Say("helps.resume"),
		read: func(*reader) Command { return Resume{} },
	},
	{
		Word: string(record.ClockExtend), Args: "SPAN [SIDE]", Least: 1, Most: 2, Who: Umpire,
		Help: phrase.Say("helps.extend"),
		read: (*reader).extend,
	},
	{
		Word: string(record.ClockDeadline), Args: "DATE [HH:MM] [SIDE]", Least: 1, Most: 3, Who: Umpire,
		Help: phrase.Say("helps.deadline"),
		read: (*reader).deadline,
	},
	{
		Word: "confirm", NoGame: true, Args: "[NUMBER]", Most: 1, Who: Umpire,
		Help: phrase.Say("helps.confirm"),
		read: func(r *reader) Command { return Confirm{r.word(0)} },
	},
	// The umpire runs games.
	{
		Word: "create", NoGame: true, Args: "GAME SCENARIO", Least: 2, Most: 2, Who: Umpire, Below: TextBelow,
		weight: twice,
		Help:   phrase.Say("helps.create"),
		read:   (*reader).create,
	},
	{
		Word: "start", Who: Umpire,
		Help: phrase.Say("helps.start"),
		read: func(*reader) Command { return Start{} },
	},
	{
		Word: "key", Args: "SIDE", Least: 1, Most: 1, Who: Umpire, Below: TextBelow,
		Help: phrase.Say("helps.key"),
		read: func(r *reader) Command { return Key{engine.Side(r.word(0)), r.Body} },
	},
	{
		Word: "revoke", Args: "SIDE", Least: 1, Most: 1, Who: Umpire,
		Help: phrase.Say("helps.revoke"),
		read: func(r *reader) Command { return Revoke{engine.Side(r.word(0))} },
	},
	{
		Word: "invite", Args: "SIDE", Least: 1, Most: 1, Who: Umpire,
		Help: phrase.Say("helps.invite"),
		read: func(r *reader) Command { return Invite{engine.Side(r.word(0))} },
	},
	{
		Word: "substitute", Args: "SIDE ADDRESS [NAME]", Least: 2, Most: 20, Who: Umpire, Below: TextBelow,
		Help: phrase.Say("helps.substitute"),
		read: (*reader).substitute,
	},
	{
		Word: "rollback", Args: "STEP REASON", Least: 2, Most: maxReasonWords, Who: Umpire, weight: heavier,
		Help: phrase.Say("helps.rollback"),
		read: func(r *reader) Command { return Rollback{r.step(0), r.rest(1)} },
	},
	{
		Word: "burn", Args: "STEP REASON", Least: 2, Most: maxReasonWords, Who: Umpire, weight: heavier,
		Help: phrase.Say("helps.burn"),
		read: func(r *reader) Command { return Burn{r.step(0), r.rest(1)} },
	},
	{
		Word: "ruling", Args: "REASON", Least: 1, Most: maxReasonWords, Who: Umpire, Below: TextBelow, weight: heavier,
		Help: phrase.Say("helps.ruling"),
		read: func(r *reader) Command { return Ruling{r.rest(0), r.Body} },
	},
	{
		Word: "position", Who: Umpire, Asks: true,
		Help: phrase.Say("helps.position"),
		read: func(*reader) Command { return Position{} },
	},
	{
		Word: "process", Who: Umpire, weight: heavier,
		Help: phrase.Say("helps.process"),
		read: func(*reader) Command { return Process{} },
	},
	{
		Word: "keys", Who: Umpire, Asks: true,
		Help: phrase.Say("helps.keys"),
		read: func(*reader) Command { return Keys{} },
	},
	{
		Word: "announce", Args: "[all]", Most: 1, Who: Umpire, Below: TextBelow,
		Help: phrase.Say("helps.announce"),
		read: (*reader).announce,
	},
	{
		Word: "remind", Args: "[SIDE]", Most: 1, Who: Umpire,
		Help: phrase.Say("helps.remind"),
		read: func(r *reader) Command { return Remind{engine.Side(r.word(0))} },
	},
	{
		Word: "archive", Who: Umpire, weight: maxWeight, Asks: true,
		Help: phrase.Say("helps.archive"),
		read: func(*reader) Command { return Archive{} },
	},
	{
		Word: "close", Args: "REASON|CODE|no", Least: 1, Most: maxReasonWords, Who: Umpire, Whole: true,
		Help: phrase.Say("helps.close"),
		read: (*reader).close,
	},
	{
		Word: "reopen", Args: "REASON", Least: 1, Most: maxReasonWords, Who: Umpire,
		Help: phrase.Say("helps.reopen"),
		read: func(r *reader) Command { return Reopen{r.rest(0)} },
	},
}
