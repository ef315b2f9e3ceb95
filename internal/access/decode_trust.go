package access

import (
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
)

func (r *reader) claims(n *yaml.Node) error {
	var from source
	encoding := "json"
	if err := r.fields(n, "claims", keyed{"header", r.header(&from)}, keyed{"encoding", r.oneOf("claims.encoding", []string{"json", "base64url"}, &encoding)}); err != nil {
		return err
	}
	if from.header == "" {
		return r.fault(n, "claims needs a header")
	}
	r.file.claims = claims{from.header, encoding == "base64url"}
	return nil
}

func (r *reader) trust(n *yaml.Node) error {
	t := &r.file.trust
	var listener, file string
	var peers []string
	var from source
	if err := r.fields(n, "trust",
		keyed{"listener", r.oneOf("trust.listener", []string{"gateway_only"}, &listener)},
		keyed{"peers", r.texts("trust.peers", &peers)},
		keyed{"secret", func(n *yaml.Node) error {
			err := r.fields(n, "trust.secret", keyed{"header", r.header(&from)}, keyed{"file", r.text("trust.secret.file", &file)})
			if err == nil && from.header == "" {
				err = r.fault(n, "trust.secret needs the header that has it")
			}
			return err
		}},
	); err != nil {
		return err
	}
	t.listener = listener != ""
	for _, text := range peers {
		network, ok := parseNetwork(text)
		if !ok {
			return r.fault(n, "trust.peers has %s, which is no network such as 10.0.0.0/8 and no address", shown(text))
		}
		t.peers = append(t.peers, network)
	}
	if from.header == "" {
		return nil
	}
	text, err := r.secretText(n, file)
	if err != nil {
		return err
	}
	t.secret = newSecret(from.header, text)
	return nil
}

// secretText returns the secret of the gateway, out of the file or the environment.
func (r *reader) secretText(n *yaml.Node, file string) (string, error) {
	text, where := r.secret, "environment variable ASKSQL_ACCESS_SECRET"
	if file != "" {
		if !filepath.IsAbs(file) {
			file = filepath.Join(filepath.Dir(r.path), file)
		}
		data, err := read(file)
		if err != nil {
			return "", r.fault(n, "the file of trust.secret cannot be read: %v", pathless(err))
		}
		text, where = string(data), "the file of trust.secret"
	}
	if text = strings.TrimSpace(text); len(text) < minSecretBytes {
		return "", r.fault(n, "%s must hold the secret of the gateway, at least %d bytes", where, minSecretBytes)
	}
	return text, nil
}

// pathless returns the error of a file without its path, which the file has said already.
func pathless(err error) error {
	if e, ok := err.(*os.PathError); ok {
		return e.Err
	}
	return err
}

// parseNetwork returns the network or the single address in text. Bits behind the mask are a slip.
func parseNetwork(text string) (netip.Prefix, bool) {
	if network, err := netip.ParsePrefix(text); err == nil {
		return network, network == network.Masked() && !network.Addr().Is4In6()
	}
	if address, err := netip.ParseAddr(text); err == nil && address.Zone() == "" {
		return netip.PrefixFrom(address.Unmap(), address.Unmap().BitLen()), true
	}
	return netip.Prefix{}, false
}
