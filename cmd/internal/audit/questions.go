package audit

// questions are the checks of a log, in the order in which people read them. Whether
// the records follow one another is not among them: the game itself says that.
var questions = []auditCheck{
	{Check{Name: "hidden parts", What: "hidden parts", Why: "still secret"}, hiddenParts},
	{Check{Name: "signatures", What: "turn files and keys", Why: "still secret, or DKIM has expired"}, signatures},
	{Check{Name: "orders", What: "turn files as they were understood", Why: "still secret"}, orders},
	{Check{Name: "inputs", What: "answers"}, inputs},
	{Check{Name: "hash chain", What: "links"}, hashChain},
	{Check{Name: "draws", What: "draws", Why: "sealed until the game ends"}, draws},
	{Check{Name: "clocks", What: "changes of clocks"}, clocks},
	{Check{Name: "rules and tables", What: "data files"}, rulesAndTables},
	{Check{Name: "steps", What: "steps"}, steps},
	{Check{Name: "computers", What: "answers of computers", Why: "still secret, or of other versions"}, computers},
	{Check{Name: "forms", What: "forms of signatures", Why: "still secret"}, forms},
	{Check{Name: "salts", What: "salts of hidden parts"}, salts},
	{Check{Name: "reports", What: "reports to a side"}, reports},
	{Check{Name: "report texts", What: "reports against their steps", Why: "still secret"}, reportTexts},
	{Check{Name: "deadlines", What: "changes of clocks, computed again", Why: "absences are secret"}, deadlines},
	{Check{Name: "beacon", What: "rounds"}, rounds},
	{Check{Name: "umpire", What: "acts of the umpire"}, umpireActs},
	{Check{Name: "outcome", What: "ends"}, outcome},
}
