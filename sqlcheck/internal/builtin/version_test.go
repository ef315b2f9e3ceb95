package builtin

import "testing"

func TestParseVersion(t *testing.T) {
	for _, tc := range []struct {
		text string
		d    Dialects
		want Version
	}{
		{"8.0.36", MySQL, 80036},
		{"8.0.36-0ubuntu0.22.04.1", MySQL, 80036},
		{"9.7.4-2", MySQL, 90704},
		{"9.6", MySQL, 90600},
		{"8.0.mysql_aurora.3.04.0", MySQL, 80000},
		{"10.11.19-MariaDB-0+deb12u1", MariaDB, 101119},
		{"5.5.5-10.6.12-MariaDB", MariaDB, 100612},
		{"11.4.2", MariaDB, 110402},
		{"8.0.36", MariaDB, 0},
		{"10.11.19-MariaDB", MySQL, 0},
		{"8.0.11-TiDB-v8.5.0", TiDB, 0},
		{"8.0.11-TiDB-v8.5.0", MySQL, 0},
		{"", MySQL, 0},
		{"8", MySQL, 0},
		{"8.", MySQL, 0},
		{".8", MySQL, 0},
		{"-8.0", MySQL, 0},
		{"999.1.1", MySQL, 0},
		{"8.0.9999999999999999999999", MySQL, 80000},
		{"the latest", MySQL, 0},
	} {
		if got := ParseVersion(tc.text, tc.d); got != tc.want {
			t.Errorf("ParseVersion(%q, %b) = %d, want %d", tc.text, tc.d, got, tc.want)
		}
	}
}

// A version decides what a name is; no version is every one that the dialect stands for.
func TestOn(t *testing.T) {
	for _, tc := range []struct {
		name string
		on   Server
		args int
		want bool
	}{
		{"md5", Server{MySQL, 0}, 1, true},
		{"md5", Server{MySQL, version(8, 4, 5)}, 1, true},
		{"md5", Server{MySQL, version(9, 5, 0)}, 1, true},
		{"MD5", Server{MySQL, version(9, 6, 0)}, 1, false},
		{"md5", Server{MariaDB, version(11, 8, 2)}, 1, true},
		{"sha1", Server{TiDB, 0}, 1, true},
		{"json_overlaps", Server{MariaDB, 0}, 2, false},
		{"json_overlaps", Server{MariaDB, version(10, 8, 8)}, 2, false},
		{"JSON_Overlaps", Server{MariaDB, version(10, 9, 1)}, 2, true},
		{"crc32", Server{MariaDB, 0}, 2, false},
		{"crc32", Server{MariaDB, 0}, 1, true}, // both entries take one
		{"crc32", Server{MariaDB, version(10, 6, 20)}, 2, false},
		{"crc32", Server{MariaDB, version(10, 11, 6)}, 2, true},
		{"vector_dim", Server{MySQL, 0}, 1, false},
		{"vector_dim", Server{MySQL, version(9, 0, 1)}, 1, true},
	} {
		f, ok := Lookup(tc.name, tc.on)
		if got := ok && f.Arity(tc.args); got != tc.want {
			t.Errorf("Lookup(%q, %v) with %d arguments: %t, want %t", tc.name, tc.on, tc.args, got, tc.want)
		}
	}
}
