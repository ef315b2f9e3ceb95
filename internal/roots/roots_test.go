package roots_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/x509roots/fallback/bundle"

	"github.com/asksql/asksql/internal/roots"
)

// child is set in a process that prints how many certificates of the program it trusts.
const child = "ASKSQL_TEST_ROOTS"

func TestMain(m *testing.M) {
	switch os.Getenv(child) {
	case "":
		os.Exit(m.Run())
	case "installed":
		roots.Install()
		roots.Install() // once more is no fault
	}
	fmt.Println(trusted())
}

// trusted returns how many of the program's certificates the process trusts as roots.
func trusted() (n int) {
	for root := range bundle.Roots() {
		certificate, err := x509.ParseCertificate(root.Certificate)
		if err != nil {
			panic(err)
		}
		if _, err := certificate.Verify(x509.VerifyOptions{
			KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}, CurrentTime: certificate.NotBefore,
		}); err == nil {
			n++
		}
	}
	return n
}

// TestInstall: a system without certificates trusts those of the program, and one that has its own
// trusts its own and no other. Each is a process of its own, since the effect is.
func TestInstall(t *testing.T) {
	file := certificate(t)
	for _, tc := range []struct {
		name, file, mode string
		some             bool
	}{
		{"no certificates", "/nonexistent", "installed", true},
		{"no certificates, and not installed", "/nonexistent", "left", false},
		{"certificates of the system", file, "installed", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0])
			cmd.Env = []string{child + "=" + tc.mode, "SSL_CERT_FILE=" + tc.file, "SSL_CERT_DIR=/nonexistent"}
			out, err := cmd.CombinedOutput()
			if got := strings.TrimSpace(string(out)); err != nil || (got != "0") != tc.some {
				t.Errorf("%s certificates of the program are trusted (%v), want some: %v", got, err, tc.some)
			}
		})
	}
}

// certificate writes a certificate that nobody else knows and returns its path.
func certificate(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "own.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
