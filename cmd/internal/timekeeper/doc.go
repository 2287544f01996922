// Package timekeeper gives the time that counts. A Watch compares the clocks of the machine (package
// clock says how), keeps what it found for the next run of the program, and writes into the diary of
// the store when the wall clock jumped and when it fits again.
//
// The beat in the store (store.SetBeat) has the watch for the next run, every ten minutes
// and when it is told of: in JSON the time that counts (At), what the steady clock showed then
// in nanoseconds (Steady), the Doubt with the time Since when, what the Wall clock showed then
// and whether the machine was Off, Clocks.Boot, and the number of the diary entry about the
// doubt or 0 (Told). Without it, or if it is damaged, the time is that of the newest record of
// all games, if the wall clock is behind that; a damage is told in the diary.
package timekeeper
