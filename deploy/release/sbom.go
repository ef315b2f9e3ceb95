package main

import (
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"
)

// A bill is an SBOM as CycloneDX 1.5 has it (https://cyclonedx.org/docs/1.5/json).
type bill struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Serial       string       `json:"serialNumber"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

// sbom returns the bill of what an archive's binary is made of: the modules that are linked into it, as the compiler
// noted them, and Go's own library.
func sbom(info *buildinfo.BuildInfo, archive []byte) ([]byte, error) {
	sum := sha256.Sum256(archive)
	main := moduleComponent("application", &info.Main)
	main.Hashes = []hash{{"SHA-256", fmt.Sprintf("%x", sum)}}
	for _, s := range info.Settings {
		main.Properties = append(main.Properties, property{"go:" + s.Key, s.Value})
	}
	// The serial number is a name of the archive: the same one has the same.
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // a UUID of version 8, RFC 9562
	b := bill{
		Format:   "CycloneDX",
		Spec:     "1.5",
		Serial:   fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16]),
		Version:  1,
		Metadata: metadata{committed(info).UTC().Format(time.RFC3339), main},
	}
	linked := append([]*debug.Module{{Path: "std", Version: info.GoVersion}}, info.Deps...)
	root := dependency{Ref: main.Ref}
	for _, m := range linked {
		c := moduleComponent("library", m)
		b.Components = append(b.Components, c)
		root.DependsOn = append(root.DependsOn, c.Ref)
	}
	b.Dependencies = []dependency{root}
	text, err := json.MarshalIndent(b, "", " ")
	return append(text, '\n'), err
}

// moduleComponent describes a module: the one that replaces it, where one does.
func moduleComponent(kind string, m *debug.Module) component {
	if m.Replace != nil {
		m = m.Replace
	}
	version := cmp.Or(m.Version, "devel")
	c := component{Type: kind, Name: m.Path, Version: version, PURL: "pkg:golang/" + m.Path + "@" + version}
	c.Ref = c.PURL
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}} // of go.sum: a hash of the module's files
	}
	return c
}
