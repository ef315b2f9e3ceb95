package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/bundle"
	"github.com/asksql/asksql/schema/sensitive"
)

type bundleCommand struct {
	configured
	Output    string   `short:"o" default:"-" placeholder:"FILE" help:"Artifact to write; - is standard output."`
	Overwrite bool     `help:"Write over an artifact whose decisions --merge does not keep."`
	DDL       []string `name:"ddl" sep:"none" xor:"source" required:"" placeholder:"PATH" help:"Read DDL: a dump without rows, the output of SHOW CREATE TABLE, or a folder of migrations; - is standard input."`
	DSN       string   `name:"dsn" xor:"source" required:"" placeholder:"DSN" help:"Read a server: user@tcp(host:3306)/database, user@unix(/path)/database or mysql://user@host/database, without the password, which is taken from ASKSQL_DSN_PASSWORD."`
	More      []string `arg:"" optional:"" name:"path" help:"More to read after --ddl."`

	ID       string   `name:"id" help:"Name of the schema; that of the database by default."`
	Database string   `placeholder:"NAME" help:"Database whose tables are wanted, where the DDL makes several."`
	Dialect  string   `enum:"mysql,mariadb,tidb," default:"" help:"Server that will run the SQL; by default the one that is read or that wrote the dump, else mysql."`
	Tables   []string `placeholder:"GLOB" help:"Take these tables only, such as shop_*."`
	Exclude  []string `placeholder:"GLOB" help:"Leave these tables out."`
	// A placeholder is written into the names of tables where an application is to put its own prefix.
	RenamePrefix []string `name:"rename-prefix" sep:"none" placeholder:"OLD=NEW" help:"Replace a placeholder at the beginning of names in the DDL, as in '#__=jos_'; NEW may be empty."`
	Lenient      bool     `help:"Go on without what cannot be read."`

	Sensitive         string   `placeholder:"FILE" help:"File of patterns of sensitive columns, one a line, such as *.email."`
	AcceptSuggestions bool     `help:"Mark every column that looks sensitive."`
	Infer             bool     `help:"Propose foreign keys that the database does not declare; with --dsn they are held to the data."`
	Accept            []string `sep:"none" placeholder:"GLOB" help:"Take over the proposals of --infer of these names, such as orders.* or '*' for all."`
	Values            bool     `help:"With --dsn, read the values of columns that have few, and are not and do not look sensitive; look through them before the artifact is used."`
	Merge             string   `placeholder:"FILE" help:"Keep what people have decided in an earlier artifact."`

	serverFlags
}

// maxFindings is how many lines of one kind a run writes; a dump may have thousands of triggers.
const maxFindings = 50

// Run makes the artifact, and tells on standard error what a person should look at.
func (c *bundleCommand) Run(p *program) error {
	options, err := c.options(p)
	if err != nil {
		return err
	}
	if err := c.mayWrite(); err != nil {
		return err
	}
	from, err := c.read(p, options.Tables)
	if err != nil {
		return err
	}
	doc := from.Document
	options.Derived = from.derived
	if c.DSN != "" && (c.Infer || c.Values) {
		data, err := c.open(p, c.DSN)
		if err != nil {
			return err
		}
		defer data.Close()
		if c.Infer {
			options.Infer.Check = data.check
		}
		if c.Values {
			options.Values = data.values
		}
	}
	if c.Dialect != "" {
		doc.Dialect = c.Dialect
	}
	text, report, err := bundle.Make(doc, options)
	p.tell(report)
	if err != nil {
		return err
	}
	if c.Output == "-" {
		_, err := p.stdout.Write(text)
		return err
	}
	if err := replaceFile(c.Output, text); err != nil {
		return err
	}
	fmt.Fprintln(p.stderr, "asksql: wrote", c.Output+":", sizeOf(doc))
	return nil
}

// options returns what the flags and the configuration ask for.
func (c *bundleCommand) options(p *program) (bundle.Options, error) {
	_, checkers, err := c.loadCheckers(p)
	if err != nil {
		return bundle.Options{}, err
	}
	o := bundle.Options{SchemaID: c.ID, Accept: c.AcceptSuggestions, Decoder: checkers.decoder()}
	if o.Tables, err = bundle.NewSelection(c.Tables, c.Exclude); err != nil {
		return o, err
	}
	if err := c.dataFlags(&o); err != nil {
		return o, err
	}
	if o.Patterns, err = readPatterns(c.Sensitive); err != nil {
		return o, err
	}
	if c.Merge != "" {
		// Without a check of its examples: what they are about may be gone, which is told later.
		old, err := schema.Decoder{}.Load(c.Merge)
		if err != nil {
			return o, err
		}
		o.Old = old.Document()
	}
	return o, nil
}

// dataFlags sets what the flags about references and values ask for.
func (c *bundleCommand) dataFlags(o *bundle.Options) error {
	switch {
	case c.Values && c.DSN == "":
		return errors.New("--values reads rows of a server; give its --dsn")
	case len(c.Accept) > 0 && !c.Infer:
		return errors.New("--accept takes over what --infer proposes; give --infer too")
	case c.Infer:
		o.Infer = &bundle.Inference{Accept: c.Accept}
	}
	return bundle.CheckGlobs(c.Accept)
}

// readPatterns reads a file of patterns; without a name there are none.
func readPatterns(name string) (*sensitive.Patterns, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	patterns, err := sensitive.ParsePatterns(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return patterns, nil
}

// mayWrite returns an error if writing would lose what people have decided.
func (c *bundleCommand) mayWrite() error {
	if c.Output == "-" || c.Overwrite || c.Merge != "" {
		return nil
	}
	if _, err := os.Stat(c.Output); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s is there already; keep what was decided in it by --merge %s, or give --overwrite", c.Output, c.Output)
}

// tell writes what a person should know about the making of an artifact.
func (p *program) tell(r *bundle.Report) {
	p.warn(r.Notes)
	p.tellInferred(r.Inferred)
	list(p, "these values were read; take out of the artifact what not everybody who asks may see", r.Values)
	list(p, "of the earlier artifact, this was dropped", r.Dropped)
	list(p, "these columns are computed from sensitive ones and were marked; say \"sensitive\": false in the artifact for one that tells nothing", r.Derived)
	list(p, "these columns look sensitive and were marked", r.Accepted)
	list(p, "these columns look sensitive and are not marked; decide on each by \"sensitive\": true or false in the artifact, "+
		"or by --sensitive FILE, or mark all by --accept-suggestions", r.Suggested)
}

// list writes a heading and lines below it, or nothing if there are none.
func list[T any](p *program, heading string, lines []T) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(p.stderr, "asksql: %s:\n", heading)
	for _, line := range lines {
		fmt.Fprintf(p.stderr, "  %s\n", plain.Line(fmt.Sprint(line)))
	}
}

// sizeOf returns what a document holds, in words.
func sizeOf(doc *schema.Document) string {
	tables, views, columns, marked := 0, 0, 0, 0
	for _, t := range doc.Tables {
		if t.Kind == schema.KindView {
			views++
		} else {
			tables++
		}
		columns += len(t.Columns)
		for _, c := range t.Columns {
			if c.Sensitive {
				marked++
			}
		}
	}
	return fmt.Sprintf("%d tables, %d views, %d columns, %d of them sensitive", tables, views, columns, marked)
}
