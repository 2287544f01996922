// Package templates makes everything that a person sees: mails and maps. It
// knows no rule and no mail protocol; what it shows of a game it takes from an
// [engine.Report] and a [board.Board], and the rest from the caller.
//
// # Mails
//
// Each function fills one template of the folder md and returns the mail
// twice: as text for the text part and as an HTML page for the other. Both are
// made from the same Markdown, so the two cannot say different things.
//
//	function   template      when                                    data
//	Report     report.md     a step was resolved                     Mail
//	Details    details.md    beside Report, Opening and Observed     Mail
//	Opening    opening.md    a game begins                           OpeningMail
//	Receipt    receipt.md    a turn file is in and legal             ReceiptMail
//	Faults     faults.md     a turn file cannot be used              FaultsMail
//	Unsigned   unsigned.md   signature missing, unknown or wrong     UnsignedMail
//	Problem    problem.md    the fault is ours                       ProblemMail
//	Reminder   reminder.md   a side still owes something             ReminderMail
//	Over       over.md       the game has ended; what can be looked back on is in aftermath.md   OverMail
//	Commands   commands.md   a mail of commands was carried out      CommandsMail
//	Again      again.md      a text that was mailed before           AgainMail
//	Observed   observed.md   a step for somebody who only looks on   ObservedMail
//	Press      press.md      one player writes to others             PressMail
//	CommandFaults  commandfaults.md  one was not, for these faults   CommandsMail
//	Notice     notice.md     the umpire has something to say         NoticeMail
//
// parts.md holds what several of them share. A report tells first what
// happened, how the game stands and what the reader owes until when; then the
// map, the story, and the order template to copy. It ends with the link of the
// dice and the checkpoint. Its text has at most 120 lines, and the order block begins
// before line 80: of a game that gives the episodes of a step, the story is told in as
// much detail as there is room for, and the fights that weigh least lose their tables
// first. All the rest are its details, which are attached as a
// page and as text: the story with each roll, how things stand, how to check the
// dice, and the record.
//
// What is given to them is always shown somehow. So an error, of those that draw a picture too, is a fault of this
// program: a template, a sentence or a font that does not fit.
//
// # Languages
//
// Game.Language is the reader's. A tongue.Text of the data is put into words when the template is
// filled, and so are the words of the templates themselves, by their keys in the folder words.
//
// # Escaping
//
// All strings of the data are plain text, from a player, a data file or a
// game. They are escaped by default: every action of a template is piped
// through md unless it ends in a function that makes Markdown of its own
// (code, fence, said, table, line, hint). A string shows as itself, on one line, with
// white space collapsed; control characters and text direction overrides show
// as U+FFFD, and of a pile of marks on one letter only the first four show. In a code block
// lines and blanks are kept. Nothing in a string can become Markdown or HTML.
//
// The Markdown is CommonMark with tables. The page contains no script, no
// link and no picture but the maps, which are inline: Mail.Map and Mail.Overview are the
// content ids of the picture parts, without angle brackets.
//
// # Text
//
// The text part is read in mail programs that show text alone, and by programs:
// audits and scripts. Its lines have at most 78 characters and end at blanks, so
// that its words in one line are those of the page. So it is made:
//
//   - A heading is a line, or several, with a line of as many dashes below it. One of
//     the third level has a colon instead.
//   - Items of lists begin with "- " or "1. "; their other lines are indented. No
//     other line that was wrapped begins like an item or is all dashes.
//   - Code spans stand between quotation marks and are never parted.
//   - Code blocks (orders to copy, links, checkpoints) stand between empty lines as
//     they are, however long their lines. What somebody else wrote has "> " before each.
//   - Columns of tables are padded, with dashes below their names. If that is too wide,
//     the widest one is wrapped; if that is still too wide, the names stand in one line,
//     as "A: B; C:", and each row is an item like it. An empty cell is then a dash.
//   - A picture is a line "[Picture: The map]". A link is "words <address>".
//
// The answer to a command at the machine is written so too, in lines of any length.
//
// # Checking dice
//
// The section "Check the dice" gives shell commands that need nothing but
// printf, sha256sum and openssl. The values of sealed draws are never shown.
//
// # Maps
//
// [SVG] and [PNG] draw the same display list of a [board.Board], all of it. [Detail] and
// [Overview] draw what a mail has room for, from the same board: the part of it where
// something happened in the last step, where somebody may act, or where an objective is in
// danger, with pieces of at least 20 points on a telephone of 360; and all of it, with
// pieces as blocks and a frame around that part. Which part that is follows from the board
// alone, and so from nothing that the side may not know. A board of which Detail shows
// nearly all has no overview.
//
// Names, the worth of objectives and signs of what befell somebody are tried at many places
// around what they belong to, and stand where they cover least; a line leads to a sign that
// stands far off. Regions of one name that lie side by side have it once, in the middle. A
// stack is fanned out; Detail lists below the map what lies in each, and SVG says it in a
// <title>.
//
// They know the words that the doc of package board lists, and no game. Any other word gets a
// neutral sign and its name in the legend, so that nothing is passed over in
// silence; an edge or path that is not known is drawn as a dashed line or as a
// road, an arrow as a move, a mark as a tag.
//
// The legend and the titles are in the reader's language ("board." and the word, in the
// folder words); names stay as they are. What is too long for its place is cut off with "…".
// Go's fonts have the letters of the five languages: a mark that none of their letters has is
// left out, and a letter that they lack is shown as U+FFFD in a PNG. SVG has it as it is.
//
// Ground is tinted by level. Terrain that ends at other ground is drawn back
// from the border. Slopes and steep slopes have hachures that point downhill. A
// piece is turned so that the front edge, with the stripe of its band and a
// small arrowhead, points where it faces; what is printed on it stays upright. A
// white band with a broken line on the rear edge means disordered, a red one with
// stripes all over the piece routed, a grey one spent, a stripe on all four edges a square, earth in front entrenched.
// Blocks are counted by a row of small boxes. A number beside a stack counts its
// pieces. Tracks and piles follow below the plane: of a pile the pieces that are
// seen, and backs for the rest. The legend explains what is on the map and
// nothing else.
//
// # Why the rasteriser is golang.org/x/image/vector
//
// Compared in 2026, for a display list of filled and stroked paths and of text:
//
//	library                last change  licence  what it would bring
//	golang.org/x/image     2026         BSD      areas, by SIMD; fonts; kept by the Go team
//	fogleman/gg            2019         MIT      strokes; slower areas; not kept
//	srwiley/rasterx,oksvg  2022         BSD      strokes with joins, reading of SVG; not kept
//	tdewolff/canvas        –            MIT      PDF, layout; its pictures come from x/image/vector as well;
//	                                             the module proxy of this project does not serve it
//
// So the two that would spare the strokes of raster.go, some 60 lines, are not kept any
// more.
//
// # What packs the pictures
//
// image/png leaves no choice of what packs the points, so encode writes the file. Compared in
// 2026 on eight maps of mails of Austerlitz and the Goldbach, as how much larger the file is
// than that of oxipng 9.1 at level 6, and how long it packs without other work on the machine:
//
//	packer                           larger        time       last change  licence
//	oxipng, by WebAssembly                         3 to 8 s   2026         MIT; no library for Go
//	zopflipng                        -1 %          10 s       2024         Apache; not for Go
//	our copies, brotli/flate         2 to 5 %      17 ms      450 lines, and MIT
//	brotli/matchfinder.M4 and flate  8 to 11 %     15 ms      2026         MIT; pure Go
//	the same with Pathfinder         7 to 10 %     50 ms      2026
//	klauspost/compress, level 9      10 to 11 %    35 ms      2026         BSD; pure Go
//	compress/zlib, level 9           10 to 11 %    80 ms      2026         Go's own
//	foobaz/go-zopfli                 –             –          2015         the module proxy does not serve it
//
// A map is to be at most 5 % larger than oxipng makes it, and a detail map takes less than
// 60 ms: no library does both, since what looks for copies in general finds too few in runs of
// one colour. So copies.go looks for them, which knows what a picture is, pack.go chooses, and the
// library writes the codes. testdata has two maps that oxipng packed, and a test compares. Maps of mails have
// 24 colours: with 16, which two points of a byte have room for, they are 8 % smaller, but the
// bands of two formations become one colour.
package templates
