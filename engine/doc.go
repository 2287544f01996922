// Package engine is what all games share: the contract between a ruleset and
// everything else, the turn file that a player writes, the events that a
// resolution leaves, and dice that nobody has to believe. It knows no hexes
// and no cards.
//
// # Words
//
// A Ruleset is a game. A Position is the whole state of one game between two
// steps. A Decision is a choice that is open: it says who decides, what, and
// under which rule. Orders are one side's answer to what it owes. A Step is
// one resolution: orders and dice go in, Events come out, and the events lead
// to the next position. A Report is what one side is told about it. A Fault is
// one thing that is wrong with a turn file.
//
// # Laws
//
// A ruleset is pure: values in, values out. It reads no clock, does no I/O,
// starts no goroutine, keeps no state between calls (a Draft belongs to its
// caller) and changes none of its arguments. Where order can show it does not
// range over a map.
//
// Resolving and applying are two functions. Resolve may refuse orders and may
// roll dice; what it gives are events. Apply may do neither. A replay applies
// the recorded events, so a later correction of a rule does not break a game
// that is being played; an audit resolves again (Again) and compares.
//
// Decisions are explicit. Wherever a player must or may choose, the ruleset says
// who decides, what, and which answers are legal. The answer is the first of
// these that there is:
//
//  1. an order line of the turn file,
//  2. a standing order of that side, given by an earlier order line and kept
//     in the position,
//  3. the answer to a question: Resolve stops, and the next position owes the
//     decision, if the game asks for this kind of decision,
//  4. the default that the ruleset documents.
//
// The event of an answer says which it was, so a replay never guesses. Several
// sides may owe decisions at the same time; the answers to a Secret decision
// stay hidden and can be replaced until the last one is in. Package
// berthier/engine/ask does all this for a ruleset.
//
// An Optional decision is open to a side that owes nothing: orders given
// beforehand, for which nobody waits. It is Secret and Open, and never the only
// kind of decision that there is. The step is resolved when all that is owed is
// in; the optional answer that has come in by then is resolved with it, and
// until then it can be replaced, or withdrawn by an empty file. Whether it came
// shows in the input hash, what it says does not.
//
// What a side may not know is masked by View, and left out of its events by
// Event.For, before anything is made for it to read. View, the visible events
// and the report must not depend on hidden facts, nor may Check and the
// options of a Draft. A decision that is owed is visible to everyone; so a game
// asks for a reaction whenever public facts allow it, also if the hand happens
// to be empty, because not asking would tell.
//
// What only some games have is a facet. A Previewer shows a player where his
// orders lead and counts the odds of his attacks before he gives them. An
// Adjuster reads a position that an umpire wrote by hand to put right what went
// wrong, and refuses one that cannot be.
//
// Package berthier/engine/enginetest holds a ruleset to all this.
//
// # Luck
//
// A Trial is a roll with the chance p that it had to succeed, counted over all values of its
// die with the modifiers that it had; a game says what a success is. LuckOf compares the
// successes of a side with the sum of p, whose standard error is the root of the sum of
// p(1-p). What is no success or failure, such as the draw of a marker, is no trial.
//
// # A new game
//
// A Game is what the program knows of a game beside its Ruleset: names, first games,
// options, the index of its rules, its cases, computer players, what is counted and
// what a demonstration shows. A new game is a package with a Ruleset and a Game, and a
// line in the table of games, cmd/berthier/games.go; no other file of the program
// changes. cmd/berthier/testdata/toy is the smallest one. Its scenarios are found by
// their names (FindScenario), its rules and cases are read by package
// berthier/engine/book, and its tests call enginetest.Run, RunGame and RunCases.
//
// # Events
//
// An event is one line of UTF-8 without line breaks:
//
//	event = "[" RULE "] " KIND [" by=" SIDE] {" " KEY "=" VALUE} [roll] [" for=" SIDES]
//	roll  = [" sealed=yes"] (" draw=" N | " draws=" LIST) " of=" N " purpose=" VALUE
//	        [" first=" N | " faces=" FACES] [" pool=" MODS]
//	        (" value=" N | " values=" LIST [" again=" LIST]) [" mods=" MODS]
//	        [" total=" N | " hits=" N] [" need=" VALUE] " result=" VALUE
//
// RULE, KIND and KEY are made of letters, digits, dots, hyphens and
// underscores; kinds are lower case. The keys by and for, and in an event of
// kind roll those of a roll, are reserved. SIDES is a list with commas; an
// empty one, or Server alone, means that no side may see the event while the
// game lasts, no "for" that everybody may.
// A VALUE is bare, or in double quotes with the escapes of Go if it is empty,
// holds a blank, a quotation mark, "=", a backslash or what strconv.IsPrint finds unprintable.
// MODS are "NAME +1" and "NAME -2", joined by ", ". An event that is no roll
// but made draws (a shuffle) lists their numbers as draws=1-51 or draws=3,5.
// Numbers are decimal. There is one way to write each event, and ParseEvent
// refuses all others. An example:
//
//	[8.5] roll by=French draw=3 of=10 purpose="shock at 1613" value=7 mods="terrain -2" total=5 need="<=6" result=passed
//
// Each draw of a step stands in one event. A roll of one throw has draw and
// value, one of several has draws and values: as many of both, in the order in
// which they were thrown. Runs of numbers of draws are written as ranges. A
// value counts from 0. A die with numbers shows first more than that; first is
// left out if it is 0. A die with names has one of the FACES for each value,
// words with commas between them; two values can show the same. pool says why
// there are so many dice, and its numbers add up to that; its names have no
// parentheses. again=3>9 says that draw 9 threw the die of draw 3 once more and
// counts in its place.
//
// total is the sum of what the dice show and of all mods; a die with names has
// none. hits takes its place if the dice are read one by one, with all mods and
// need on each: it is the number of dice that hit. Four battle dice:
//
//	[5.5.8] roll by=French draws=3-6 of=6 purpose="fire at B4" faces=infantry,infantry,cavalry,artillery,flag,sabre
//	  pool="blocks +4, moved -1, leader +1" values=0,2,4,5 hits=2 result="2 hits, 1 flag"
//
// (in one line). Roll.Tell says it in words, as reports print it:
//
//	roll  = "rolled" [" (" MODS ")"] " " DIE [", " MODS] [" = " TOTAL] [", needed " NEED] [": " RESULT]
//	      | N " dice" [" (" MODS ")"] ": " DIE {", " DIE} [", " ["each "] MODS] [" = " TOTAL] [", needed " NEED] [" → " RESULT]
//	DIE   = SHOWN {" again " SHOWN}
//
// Here a modifier is "+1 NAME", "each" stands before those of hits, a total that
// says no more than one die does is left out, and so is a result that is the total or the face that one die shows:
//
//	rolled 7, -2 terrain = 5, needed <=6: passed
//	4 dice (+4 blocks, -1 moved, +1 leader): infantry, cavalry, flag, sabre → 2 hits, 1 flag
//	2 dice: 3, 4, -2 winter = 5 → fair
//	3 dice: 1 again 5, 4, 1, needed <=1 → 1 hit
//
// # Turn file
//
// A turn file is plain text, written by hand in a mail:
//
//	game: austerlitz-1
//	side: French
//	turn: 1
//	step: 7
//	# comment, also // comment
//	fire 2art at 1512
//	move 1leg 1512 1513 NE face E     // trailing comment
//	shock 1leg, 4leg at 1613
//	end
//
// The header lines come first, in any order; the report that asks for orders
// has them ready. step is the number of the step that the file answers, so an
// old file cannot be used again. Each further line is an order: a verb of the
// game, then words. Verbs can be shortened to three letters or more as long as
// one verb only fits. "end", alone on its line, closes the file, also with a full stop behind it, or as "fin",
// "koniec", "konec" or "τέλος"; it may be left out if nothing follows. The orders of a file count all or none.
//
// Case does not matter: a ruleset gets all words in lower case. Words are set apart by any number of blanks, members
// of a list by commas with or without blanks. A comment runs from "//" that follows no colon, or
// from a "#" at the start of a word, to the end of the line. Outside of
// comments only printable ASCII can stand, and what Fold writes in it: letters with accents, and Greek
// words without a digit. A long order goes on in the next line after a backslash, or after a comma unless the next line
// opens like an order. There are limits: see Limits, and 60 letters for one word.
//
// A ruleset with a Lexicon (Namer) understands more, and TurnReader brings it into the words
// above: other words for a verb; names of things, or any of their words that only one of the
// writer's own has, with or without accents, articles and the endings of numerals; "and",
// "&", "+" or ";" for a comma, or a missing comma between things; bullets and numbers before
// a line; arrows and hyphens between places; a verb behind what it is about ("18th Line move
// to 1512"). A whole name counts before a part of others, the writer's own thing before
// another's. A part that two things have is never guessed: the fault lists them. What
// is nearly a name is a fault that proposes it. A name may have a comma in it where no list stands.
//
// A file that answers a decision whose Hold is set must hold an order that does (CheckFile).
// A Verb that is Ahead answers nothing.
//
// Mail programs damage text, and ParseTurnFile undoes it:
//
//   - Line ends are CRLF, LF, CR or Unicode's; lines are counted as an editor
//     would. Byte-order marks and characters of no width vanish; blanks of all
//     kinds, dashes, minus signs and curly quotes become their ASCII twins.
//   - If header lines stand unquoted, the file is the unquoted text, and all
//     quoted lines (">") are ignored. Otherwise the player filled in the
//     template inside the quote: the file is what stands at the shallowest
//     depth of quoting that has a header line, with the unquoted lines that he
//     opened between.
//   - Text above the header is a greeting and ignored, but an order there is a
//     fault; so is an unquoted order below a quoted "end". No order is dropped
//     in silence.
//   - The file ends at a signature ("--"), at a line of dashes around words
//     ("-----Original Message-----") or of underscores. "On Monday X wrote:"
//     above a quote is left out, up to three lines of it.
//   - A line is a wrapped piece of the line before it if that one has at least
//     60 characters with its quote marks, or ends in a blank (format=flowed),
//     and this one does not open with a header key, "end", a verb, an
//     abbreviation or a misspelling of one. After a wrapped comment it is
//     comment. A piece that happens to open with a verb is taken for an order;
//     a backslash at the end of the line above prevents that.
//
// Print writes the canonical form, in lines of at most 72 columns.
//
// # Dice
//
// At its creation a game draws two secrets of 32 bytes, open and sealed. The
// open secret is hashed 4096 times with SHA-256; link k of the chain is what
// 4096-k hashings give, so link 4096 is the secret and link 0 the anchor. The
// anchor and the SHA-256 of the sealed secret are published before the first
// order. The report of step k publishes link k; its SHA-256 is link k-1.
//
// The input hash of a step is the SHA-256 of one line for each side that owed
// something or sent an optional answer, sides in the game's order: the hash that
// names the signed turn file (a SHA-256 of what the signature covers and of the
// signature itself) in hex, or "-" if there was no file, a blank, the side, a line
// feed. In a game with a beacon one line more follows: the SHA-256, in hex, of the
// bytes of the round's signature, " drand ", the number of the round, a line feed.
//
// Draws of a step are numbered from 1, open and sealed together. The value of
// a draw of one from n comes from HMAC-SHA256 over this text, of which every
// line ends in a line feed:
//
//	berthier dice 1
//	GAME
//	STEP
//	INPUT HASH, 64 hex digits
//	NUMBER OF THE DRAW
//	PURPOSE
//	n
//	BLOCK, from 0
//
// The key is link k for an open draw, the sealed secret for a sealed one. The
// result is read as eight numbers of 32 bits, high byte first. The first that
// is below the largest multiple of n not above 2^32 counts, modulo n; if none
// is, the next block is made. So each value from 0 to n-1 is equally likely.
//
// A sealed draw stays secret after its step: a shuffle, a card drawn face
// down. Once the game is over the sealed secret is published and these draws
// too can be checked. Their numbers show in those of the open draws, so how
// many sealed draws a step makes must follow from public facts.
//
// To check a draw, take the numbers from the report. Here step 7 of
// austerlitz-1 was resolved out of one file:
//
//	$ link=e299327a8c5527a4015443202068e08f8d5fbc9bc55312c98ab3fda47fb6d4a9
//	$ printf "$(echo $link | sed 's/../\\x&/g')" | sha256sum    # link 6
//	e28dc41c3939002f59ed7802c04cfc84721b7ceff56a5d74a7e5c7bf0f36e689  -
//	$ file=e79ac4a9c2c19bf73aca47e1b0ef7fbec16b419762c66bfcbdd3b3c3785ab90f
//	$ printf '%s French\n- Allied\n' $file | sha256sum          # input hash
//	b60a76725b87211d8d7c846e4ebf385933b007a6ef5391c75f5dc52b458080ba  -
//	$ printf 'berthier dice 1\nausterlitz-1\n7\n%s\n1\nshock at 1613\n10\n0\n' \
//	  b60a76725b87211d8d7c846e4ebf385933b007a6ef5391c75f5dc52b458080ba |
//	  openssl dgst -sha256 -mac HMAC -macopt hexkey:$link
//	SHA2-256(stdin)= 5936d0bc8aa5e09689c490a1ffb90a82b2f35fc8a3aaab8c83bc91ec156542db
//	$ echo $((0x5936d0bc % 10))
//	4
//
// 5936d0bc is below 4294967290, so it counts: the die shows 4. (The shell
// needs a printf that knows \x, as that of bash does.)
//
// # Other games
//
// Jours de Gloire needs open draws of one die, and one secret decision. Three games
// with more to hide were read to see that the contract bears them. Their cards lie in
// a package deck.Deck, their battle dice are rolls of several draws.
//
// Commands & Colors. The hands, the slots of the square tracks, what was scouted and
// what a scout rejected are places of a deck, each side's standing orders are in the
// position; View leaves the numbers of cards. A turn is one open decision of the
// active side (card, orders, moves, combats with conditions). The reactions are
// decisions of the other side: First Strike, retire and reform, form square, ignore
// flags, path of a retreat. A standing order answers them; in an interactive game
// Resolve stops before the dice and the position owes one decision that is not open.
// Elan and Rally stop after their dice in the same way. The card that a square takes
// is drawn from the hand into the slot. Of two scouted cards the choice is Secret and
// owed before the next turn. Battle dice are open draws with names on their faces; the
// reasons for their number are the pool.
//
// To the Last Man. Content of armies, hands, pile and standing orders are masked;
// strength is a public fact or not by option. Reinforcement and production are Secret
// decisions that both sides owe at once, resolved together; the cards bought are drawn
// sealed when all points are committed. The attacker's turn is open; then the position
// owes the defender one open decision (weather, gas, stances by area), skipped if his
// standing orders say so, and owed whether he has a card for it or not. With live
// combat each fire step ends in the decisions of the side that was hit. Fire dice are
// open and hit one by one, those of one unit or kind in one roll; a biplane's reaction
// throws one of them again. An armistice is a verb in any answer, and a standing order.
//
// Pre-battle system. The first card, the plan of the five days (or each day's card),
// ambushes and flank marches are Secret decisions of both sides: what is owed is
// resolved only when both are in. Cards are dealt sealed, and the scouting totals told
// by a public event. Cards in hand, plans, ambush cards and units not yet deployed are
// masked. Rolls for roles, terrain, season and weather are open, the delay of a flank
// march is a sealed roll for its owner. With live terrain each piece makes the opponent
// owe his adjustment; otherwise the policy he sent before is his standing order.
package engine
