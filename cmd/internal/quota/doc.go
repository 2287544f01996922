// Package quota bounds how often somebody is answered: Counters count the answers of the last
// day, by key, under the rates of a Limit. MailboxOf says which addresses are one mailbox.
package quota
