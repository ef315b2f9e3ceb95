package live_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/schema/live"
)

const secret = "hunter2secret"

func TestOpenRefuses(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(empty, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name   string
		config live.Config
		words  string
	}{
		{"a password", live.Config{DSN: "u:" + secret + "@tcp(h)/d"}, "holds a password"},
		{"a password in an address", live.Config{DSN: "mysql://u:" + secret + "@h/d"}, "holds a password"},
		{"what is no DSN, without repeating it", live.Config{DSN: "u:" + secret + "@h:d"}, "cannot be read"},
		{"an address that is none", live.Config{DSN: "mysql://u:" + secret + "@h:x:y/d"}, "cannot be read"},
		{"no database", live.Config{DSN: "u@tcp(h)/"}, "names no database"},
		{"variables", live.Config{DSN: "u@tcp(h)/d?sql_mode=''"}, "sets variables or options"},
		{"files", live.Config{DSN: "u@tcp(h)/d?allowAllFiles=true"}, "sets variables or options"},
		{"several statements", live.Config{DSN: "u@tcp(h)/d?multiStatements=true"}, "sets variables or options"},
		{"a mode of TLS that is none", live.Config{DSN: "u@tcp(h)/d", TLS: "maybe"}, "TLS mode"},
		{"a file without a certificate", live.Config{DSN: "u@tcp(h)/d", CAFile: empty}, "no certificate"},
		{"certificates that nothing is held against", live.Config{DSN: "u@tcp(h)/d", TLS: "skip-verify", CAFile: empty}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := live.Open(tc.config)
			if err == nil || !strings.Contains(err.Error(), tc.words) {
				t.Fatalf("Open gives the error %v, want one about %q", err, tc.words)
			}
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the error tells the password: %v", err)
			}
		})
	}
	if _, err := live.Open(live.Config{DSN: "u@tcp(h)/d", CAFile: "nowhere.pem"}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open gives the error %v for a file that is not there", err)
	}
}

func TestOpenTakes(t *testing.T) {
	for _, dsn := range []string{
		"u@tcp(h:3306)/d", "u@unix(/tmp/socket)/d", "u@tcp([::1]:3306)/d?tls=preferred&timeout=3s", "mysql://u@h/d", "mariadb://u@h:3307/d?tls=true", "/d",
	} {
		s, err := live.Open(live.Config{DSN: dsn, Password: "p@ss:w/rd?"})
		if err != nil {
			t.Errorf("Open(%s): %v", dsn, err)
			continue
		}
		s.Close()
	}
}

// A server that is not there, or does not answer, is an error in time and without the password.
func TestReadFails(t *testing.T) {
	s, err := live.Open(live.Config{DSN: "u@unix(" + filepath.Join(t.TempDir(), "socket") + ")/d", Password: secret})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if _, err := s.Read(ctx, live.Options{}); err == nil || !strings.HasPrefix(err.Error(), "read from the server: ") || strings.Contains(err.Error(), secret) {
		t.Errorf("Read gives the error %v", err)
	}
	cancel()
	if _, err := s.Read(ctx, live.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Read gives the error %v when the time is over", err)
	}
}
