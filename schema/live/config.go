package live

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"

	"github.com/go-sql-driver/mysql"
)

// A Config says how to reach a server.
type Config struct {
	// DSN is a data source name of github.com/go-sql-driver/mysql without a password, such as
	// "reader@tcp(db.example.com:3306)/shop" or "reader@unix(/run/mysqld/mysqld.sock)/shop", or an
	// address such as "mysql://reader@db.example.com/shop".
	DSN      string
	Password string
	// TLS is a mode of the driver: "", "false", "preferred", "true" or "skip-verify".
	TLS string
	// CAFile is a file of certificates in PEM, one of which must have signed the server's. It
	// implies TLS.
	CAFile string
}

// errPassword answers a password where other users of the machine can see it. It does not repeat it.
var errPassword = errors.New("the DSN holds a password, which everybody on this machine can read; leave it out and set it in the environment")

// driverConfig returns the driver's configuration. Nothing of a DSN but where to connect and as whom
// has an effect: options that load files or set variables are refused.
func (c Config) driverConfig() (*mysql.Config, error) {
	parsed, err := parseDSN(c.DSN)
	if err != nil {
		return nil, err
	}
	config := mysql.NewConfig()
	config.User, config.Passwd = parsed.User, c.Password
	config.Net, config.Addr, config.DBName = parsed.Net, parsed.Addr, parsed.DBName
	config.AllowCleartextPasswords = parsed.AllowCleartextPasswords
	config.Timeout, config.ReadTimeout = parsed.Timeout, parsed.ReadTimeout
	config.Collation = "utf8mb4_general_ci"
	config.InterpolateParams = true // one round trip a query; utf8mb4 makes it safe
	config.Logger = silent{}        // errors are returned
	config.TLSConfig = parsed.TLSConfig
	if c.TLS != "" {
		config.TLSConfig = c.TLS
	}
	if c.CAFile != "" {
		if config.TLS, err = tlsFor(c.CAFile, parsed.Addr, config.TLSConfig); err != nil {
			return nil, err
		}
	}
	return config, nil
}

// parseDSN returns what a DSN or an address says. Its errors never repeat the text, in which a
// password may be.
func parseDSN(text string) (*mysql.Config, error) {
	dsn, err := fromURL(text)
	if err != nil {
		return nil, err
	}
	parsed, err := mysql.ParseDSN(dsn)
	switch {
	case err != nil:
		return nil, errors.New("the DSN cannot be read; write user@tcp(host:3306)/database, user@unix(/path/to/socket)/database or mysql://user@host/database")
	case parsed.Passwd != "":
		return nil, errPassword
	case len(parsed.Params) > 0 || parsed.AllowAllFiles || parsed.MultiStatements || parsed.ConnectionAttributes != "":
		return nil, errors.New("the DSN sets variables or options that are not used here; keep user, address, database, tls and timeout")
	case parsed.DBName == "":
		return nil, errors.New("the DSN names no database; end it with /database")
	}
	return parsed, nil
}

// fromURL turns an address such as mysql://user@host:3306/database into a DSN.
func fromURL(text string) (string, error) {
	scheme, _, found := strings.Cut(text, "://")
	if !found || (scheme != "mysql" && scheme != "mariadb" && scheme != "tidb") {
		return text, nil
	}
	u, err := url.Parse(text)
	if err != nil {
		return "", errors.New("the address cannot be read; write mysql://user@host:3306/database")
	}
	if _, has := u.User.Password(); has {
		return "", errPassword
	}
	host, port := u.Hostname(), u.Port()
	if port == "" {
		port = "3306"
	}
	config := mysql.NewConfig()
	config.User, config.DBName = u.User.Username(), strings.TrimPrefix(u.Path, "/")
	config.Net, config.Addr = "tcp", net.JoinHostPort(host, port)
	dsn := config.FormatDSN()
	if u.RawQuery != "" {
		dsn = strings.TrimSuffix(dsn, "?") + "?" + u.RawQuery
	}
	return dsn, nil
}

// tlsFor returns the configuration that trusts the certificates in a file.
func tlsFor(file, address, mode string) (*tls.Config, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s: there is no certificate in PEM in this file", file)
	}
	switch mode {
	case "", "true":
	default:
		return nil, fmt.Errorf("a file of certificates needs tls true, not %q: nothing else verifies them", mode)
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	return &tls.Config{RootCAs: pool, ServerName: host, MinVersion: tls.VersionTLS12}, nil
}

// silent keeps the driver from writing: what goes wrong is returned.
type silent struct{}

func (silent) Print(...any) {}
