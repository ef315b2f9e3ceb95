package report

import (
	"io"
	"net/url"
	"path/filepath"
	"slices"
)

// The part of SARIF 2.1.0 (OASIS, section 3) that a report needs.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"` // [] says that the tool ran and found nothing
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string             `json:"id"`
		ShortDescription sarifMessage       `json:"shortDescription"`
		HelpURI          string             `json:"helpUri"`
		Configuration    sarifConfiguration `json:"defaultConfiguration"`
	}
	sarifConfiguration struct {
		Level level `json:"level"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     level           `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"` // behind the last character
		ByteOffset  int `json:"byteOffset"`
		ByteLength  int `json:"byteLength"`
	}
)

const (
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	home        = "https://github.com/asksql/asksql"
	help        = home + "/blob/main/docs/refusals.md"
)

// sarif writes a log of SARIF 2.1.0, which code hosts and editors show beside the code.
func (r *Report) sarif(w io.Writer) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "asksql", Version: r.Version, InformationURI: home, Rules: []sarifRule{}}
	for _, rule := range r.Rules {
		l := refusal
		if rule.Advisory {
			l = advice
		}
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{rule.Name, sarifMessage{rule.Doc}, help, sarifConfiguration{l}})
	}
	for _, f := range r.findings() {
		run.Results = append(run.Results, r.sarifResult(f))
	}
	return write(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

func (r *Report) sarifResult(f finding) sarifResult {
	region := sarifRegion{StartLine: f.place.Line, StartColumn: f.place.Column, ByteOffset: f.place.Offset, ByteLength: f.place.Length}
	region.EndLine, region.EndColumn = f.statement.Text.End(f.place)
	return sarifResult{
		RuleID:    f.rule,
		RuleIndex: slices.IndexFunc(r.Rules, func(rule Rule) bool { return rule.Name == f.rule }), // -1 is SARIF's own word for none
		Level:     f.level,
		Message:   sarifMessage{f.message},
		Locations: []sarifLocation{{sarifPhysical{sarifArtifact{uri(f.statement.File)}, region}}},
	}
}

// uri returns the reference to a file: relative for a relative path, so that it is the same on every machine.
func uri(file string) string {
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}
