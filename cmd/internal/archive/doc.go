// Package archive writes a game into one file, and reads it again however it was
// treated meanwhile. What the file proves is a question for package audit.
//
// # The file
//
// An archive is a zip file. Its members are in the order of their names, byte by byte, packed by deflate, without
// times, attributes or extra fields; its comment is the SHA-256, in hex, of all bytes before the comment. The same
// game gives the same bytes.
//
//	README.txt            says which game this is, who played, how and when it ended, and
//	                      explains the formats
//	checkpoint.txt        the signed head of the whole log
//	data/NAME             a data file that the game record names
//	hidden/KIND.txt       the hidden parts of the records of a kind that are open
//	hidden/report-SIDE.txt   those of the reports to a side
//	index.html            of a game that is over: a page to read, which nothing rests on
//	keys/SIDE.pub         public key of a player when the game began, if he had one
//	keys/log.txt          public key of the log, as a verifier key of a signed note
//	links.txt             lines "STEP LINK": anchor, links, and at the end 4096 and the secret
//	log.txt               the open parts of all records
//	mails/HASH.eml        a mail as received; HASH is its SHA-256
//	outbox/NNNN.eml       a mail that is not sent yet
//	private.txt           the secrets of a game that goes on
//
// The paragraph of README.txt about the game is made of the records "game", "substitute" and
// "over", a sentence a line; all below is the same text for all of a release.
//
// index.html is what whoever wrote the file made of the log (site.Keepsake). Programs of other versions make other
// pages of the same log, and README.txt in other words, so Read takes both as they are, and nothing rests on them; an
// audit says whether it makes the same.
//
// private.txt and outbox/ are in a backup only. What is published while a game goes on has neither them nor hidden/
// and mails/; of a finished game it has the mails that the log names. keys/ and links.txt repeat what the
// log says, for people; Read compares them. Package record specifies the records and the checkpoint.
//
// log.txt and the files in hidden/ hold records one behind the other, in order. A heading names the number of the
// record and the length of its part in bytes; the part follows, and one line feed more, which does not count. This is
// the first in hidden/orders.txt of testdata/format-2.zip:
//
//	=== record 4, 506 bytes ===
//	salt: a18e4da89a1af735e6d5c7db8c01eb81b02346705d401f5b183c926682c169fa
//	ruleset: coin 1
//	order: 6 "call heads" "call heads"
//	signed: 55
//	signature: 302
//
//	game: coin-1
//	side: Red
//	turn: 1
//	step: 1
//
//	call heads
//	end
//	-----BEGIN SSH SIGNATURE-----
//	U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgJfywOrZDXRBrXfHmd/PG
//	oQp7InGd7t6zdhwAXhMGQj0AAAAIYmVydGhpZXIAAAAAAAAABnNoYTUxMgAAAFMA
//	AAALc3NoLWVkMjU1MTkAAABAJfR+oW7e21qHAtBSFkDNK0kBM6cqBwmm/PUvXzsW
//	meKyqQpDg0qMz49gVLejXT3y+pzVSPUInGFHOW7n3TAXCQ==
//	-----END SSH SIGNATURE-----
//
// What reports repeat is left out of hidden/report-SIDE.txt, and the length is that of what is left. A hidden part is
// cut at its line feeds; what stands behind the last one, mostly nothing, is a line too. Each line is written behind
// a "+", or a line "=FROM,COUNT" stands for COUNT lines of the part before it in the member, written out, from line
// FROM on, counted from 1. There is one way to shorten: a line is repeated if it is the one behind the last line that
// was repeated, or else, if it is longer than a byte, if it is anywhere in the part before, of which the first place
// counts; with it are repeated the lines behind it as far as they agree. A line feed ends each line of the short form:
//
//	=1,2
//	+
//	+It is your turn.
//	+
//
// private.txt has lines of fields as in the log, quoted like those; a * may come any
// number of times, and stands in the order of KEY or of the mails:
//
//	berthier private 1
//	chain: <link>                   beginning of the hash chain
//	sealed: <link>                  key of the sealed draws
//	state: KEY VALUE                * a state value of the store that does not follow from the log
//	mail: ID GAME FROM TIME TO…     * outbox/0001.eml and so on; TIME is "-" or not before
//
// # Verifying
//
// README.txt is the specification for whoever has the file and nothing else: how the members are cut, the lines of
// each record, the tree, signatures and dice, with commands for any awk and sed. testdata/verify.py is a verifier in
// another language that was written from it, and the tests let it judge archives.
//
// # Reading
//
// A file is read only if every byte outside of the packed members is the one that this program writes for them:
// nothing stands before, between or behind them, each header says what the directory says, nothing is encrypted,
// stored or described behind its data, and packed data ends where its member ends. Whatever two programs could read
// in two ways is so refused. A file that another program packed again has to be replaced by the one that was sent.
//
// Names that are no plain paths, members that come twice, that are packed in another way, that are larger than they
// say or than the limits, and everything that cannot be read, are refused with the name of the member; nothing is
// ever written to a file. What can be read is then made again from its own content: a member that is missing, more or
// other is a fault, and an audit tells it together with what else holds.
//
// An archive can be a lie in which all hashes are right: whether it is one package audit says.
package archive
