// Release makes the files of a release of the binaries in DIR/build/OS/ARCH: an archive for each, what it is made of
// as a CycloneDX SBOM, and SHA256SUMS. The same binaries make the same files.
//
// Usage: release DIR FILE..., where the files go into each archive.
package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: release DIR FILE...")
		os.Exit(2)
	}
	if err := release(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release makes the files in dir.
func release(dir string, beside []string) error {
	binaries, err := filepath.Glob(filepath.Join(dir, "build", "*", "*", "asksql*"))
	if err != nil {
		return err
	}
	if len(binaries) == 0 {
		return fmt.Errorf("%s has no build/OS/ARCH/asksql", dir)
	}
	sums := map[string][sha256.Size]byte{}
	for _, path := range binaries {
		files, err := packed(path, beside)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for name, data := range files {
			sums[name] = sha256.Sum256(data)
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), checksums(sums), 0o644)
}

// checksums returns the lines that sha256sum -c reads.
func checksums(sums map[string][sha256.Size]byte) []byte {
	var lines []string
	for name, sum := range sums {
		lines = append(lines, fmt.Sprintf("%x  %s\n", sum, name))
	}
	slices.SortFunc(lines, func(a, b string) int { return cmp.Compare(a[66:], b[66:]) }) // by name
	return []byte(strings.Join(lines, ""))
}

// packed returns the archive of a binary and its SBOM, by name.
func packed(path string, beside []string) (map[string][]byte, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	arch := filepath.Base(filepath.Dir(path))
	system := filepath.Base(filepath.Dir(filepath.Dir(path)))
	name := strings.Join([]string{"asksql", fileVersion(info.Main.Version), system, arch}, "-")
	archive, err := archived(name, append([]string{path}, beside...), committed(info))
	if err != nil {
		return nil, err
	}
	parts, err := sbom(info, archive)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{name + ".tar.gz": archive, name + ".cdx.json": parts}, nil
}

// fileVersion returns a version as it stands in a file's name: + and parentheses have a meaning for some tools.
func fileVersion(version string) string {
	return strings.NewReplacer("+", "-", "(", "", ")", "").Replace(cmp.Or(version, "devel"))
}

// committed returns when the revision was committed that a binary is built from.
func committed(info *buildinfo.BuildInfo) time.Time {
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			if at, err := time.Parse(time.RFC3339, s.Value); err == nil {
				return at
			}
		}
	}
	return time.Unix(0, 0)
}

// archived returns a compressed archive of the files in one folder, all of the same time and of nobody.
func archived(folder string, files []string, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(compressed)
	for i, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		mode := int64(0o644)
		if i == 0 { // the binary
			mode = 0o755
		}
		header := &tar.Header{Name: folder + "/" + filepath.Base(path), Mode: mode, Size: int64(len(data)), ModTime: at, Format: tar.FormatPAX}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := compressed.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
