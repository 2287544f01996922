// Package duty carries commands out: an errand is a Matter with commands.
//
// # Commands
//
// Package command has the grammar of the commands and their table; duties names the method of errand that carries out
// commands of a type. It is given what was understood, and finds in line how that was written, in by and Giver who
// gives it, and in After the game as the commands above it leave it; nil if the mail names none (needGame refuses
// that, changes also an unsigned header, a text that was here before, and a game that is over). It adds writes to
// Batch, and mails, puts a changed copy of the game into After, and shows its result with say and part. What is wrong
// with the command it tells fault; then nothing of the mail is done. An error is a fault of this program. What must
// happen after the commit goes to when.
//
// What ends a game, or a part in it, is asked back: concede, resign, close, and a draw where it would be accepted. The
// answer has the line that does it, with a said.SureCode. The state value "sure/SIDE" has word, code, the last second
// at which that counts, and a hash of how the game stands as far as it matters; in a second line the reason of the
// umpire. The code counts once, for three days, and until the number, an offer of a draw, a concession, or player or
// key of the side change. What was asked last for a side takes the place of what was asked before.
//
// What an unsigned mail may ask for is public. The other commands are signed like a turn file; what is shown then is
// what the side may see. Commands that change a game need the lines "game:" and "side:" in the signed text, which
// counts once. The umpire signs for the side "umpire" with one of docket.Config.UmpireKeys; the answer goes to
// docket.Config.UmpireAddress or Contact, whatever address the mail came from. If a command turns out to be
// impossible, those below it are not tried. At the machine commands count each time, "position" shows all that is
// hidden, and records name nobody in their line "by".
//
// A mail may name 20 games outside of its text, and files of 6 MiB are mailed on demand.
//
// Press goes to those that it is for, and into no record. Because what is signed together with a command record is
// published when the game is over, press stands in a mail of its own. Only below a "create", which no record holds as
// it was signed, it may stand with others: it goes to the players of that game.
//
// A game is looked for in the header of the text, and then in what package marks finds. If they
// disagree the answer says so; if the text is signed nothing else counts than its header and its key.
package duty
