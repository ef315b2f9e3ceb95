// Package sqlcheck decides whether a text is one read-only query inside a schema, and prints it anew
// from the checked tree. The print, not the text, is what a caller may run.
//
// Text goes in; a *Query or a *RejectedError comes out. In between, a real parser (TiDB's) reads the
// text, a resolver binds every name as the server would and records facts, named rules judge the
// facts, and a printer writes what the resolver understood. The print is then parsed, resolved,
// judged and printed again, and must give the same facts and the same text. What nobody thought of
// is refused.
//
// An Access narrows what is read: its row rules say which rows of a table a caller may see, and CheckFiltered prints
// each mention of the table as a derived table of those, whatever the query says.
//
// The package imports no web, log, model or configuration library of its own; the parser links its
// own log library.
package sqlcheck
