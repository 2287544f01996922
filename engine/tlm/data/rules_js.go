package data

// Rules is empty in a browser, where nobody looks a clause up and its size counts.
var Rules string
