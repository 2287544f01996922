// Package templates makes everything that a person sees: mails in Markdown
// and HTML, and maps.
package templates
