// Package jdg is the ruleset of Jours de Gloire, 1813 rules.
package jdg
