// Package tokens holds package internal/estimate to two vocabularies. It has a test only; the
// vocabularies, 30 MB of Go, are no part of the programs.
package tokens
