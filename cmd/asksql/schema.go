package main

// schemaCommand groups what makes and looks after schema artifacts.
type schemaCommand struct {
	Bundle bundleCommand `cmd:"" help:"Make a schema artifact of a database, or of the text of its DDL."`
	Infer  inferCommand  `cmd:"" help:"Propose foreign keys that the database does not declare."`
	Lint   lintCommand   `cmd:"" help:"Say what is wrong with a schema artifact, and what could be better."`
	Diff   diffCommand   `cmd:"" help:"Compare two schema artifacts, and say what each difference does to queries."`
	Drift  driftCommand  `cmd:"" help:"Compare a schema artifact with the server that it was made of."`
	Show   showCommand   `cmd:"" help:"Show a schema artifact to a person: in the terminal, or as a diagram."`
}
