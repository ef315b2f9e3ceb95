// Package roots gives a program certificates to trust on a machine that has none, such as an empty
// root folder: those that Mozilla trusts, as they were when the program was built.
package roots

import (
	"crypto/x509"
	"sync"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// Install has package crypto/x509 trust the certificates of the program where the system has none. Of
// several calls one has an effect. It is no init function, because only a program that is about to
// call others over TLS needs what takes a millisecond to read.
func Install() { install() }

// The effect is the process's, so this cannot be anything smaller.
var install = sync.OnceFunc(func() { x509.SetFallbackRoots(pool()) })

// pool returns the certificates with their constraints: some are trusted only for what they signed
// before a date.
func pool() *x509.CertPool {
	p := x509.NewCertPool()
	for root := range bundle.Roots() {
		certificate, err := x509.ParseCertificate(root.Certificate)
		if err != nil {
			panic(err) // the bundle is part of the program
		}
		if root.Constraint == nil {
			p.AddCert(certificate)
		} else {
			p.AddCertWithConstraint(certificate, root.Constraint)
		}
	}
	return p
}
