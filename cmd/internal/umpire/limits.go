package umpire

const (
	maxMarks    = 20      // games that one mail names outside of its text
	maxMailFile = 6 << 20 // bytes of a file that is mailed on demand
)
