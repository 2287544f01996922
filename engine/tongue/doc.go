// Package tongue has what people read in their own languages. A [Text] is the key of a
// message and what stands in it; a [Catalogue] has the messages of one package in each
// language. Nothing is put into words before somebody reads it: [Text.In].
//
// # Catalogues
//
// The package that owns the keys has a folder words with a file for each language, "pl.properties",
// in the form that programs for translators read: UTF-8, a message a line, comments behind "#".
//
//	story.disorder = {who} {who, select, many {are} other {is}} disordered{cause}.
//
// A line that ends in a backslash goes on in the next one, whose indentation does not count. The
// first blank of a message is written as a backslash and a blank.
//
// A message is a pattern of ICU MessageFormat:
//
//	{name}                                   the argument
//	{name, number}                           the argument, which is a number
//	{name, plural, one {# hex} other {# hexes}}   chosen by a number; # is the number
//	{name, plural, =0 {no hex} one {…} other {…}} chosen by exactly this number first
//	{name, select, many {are} other {is}}    chosen by a word that is true of the argument
//	” '{' '}'                                an apostrophe, and braces as they are
//
// (in the last line the first is two apostrophes). Patterns stand within the braces of choices.
// The last word of a choice is other, for all that is left. The categories of plural are those of
// the Unicode CLDR for whole numbers: one in English, French and Greek, one and few in Polish and
// Czech, each with other. A test holds them to golang.org/x/text/feature/plural.
//
// # What can stand in a message
//
// English is the reference: it says which arguments a message has and which of them are numbers.
// Another language has the same ones; one that is only chosen by may be left out. Of a list of
// names "one" or "several" is true, and what the sender says of it: "many" is a name of several
// men, as the English verb has it. Units, places and persons keep their own spelling and are
// never inflected: a sentence puts the noun of their class before them and agrees with that
// ("jednotka 10e légère"), or has no word that has to agree.
//
// What a language lacks is said in English, the whole sentence: see [Text.In]. So it is with
// words that have no message yet ([English]).
//
// # Why no library
//
// The catalogue of golang.org/x/text/message is filled in by code and chooses by no gender or
// other word; it and go-i18n bring the tables of all languages of the world, or text/template,
// into the page for browsers, which has no room for them (300 kB gzipped); go-i18n has one number a
// message and takes some microseconds for each. The ICU libraries for Go have been left
// alone since 2022. So the file format and the patterns are the common ones, and what fills
// them in is this package.
package tongue
