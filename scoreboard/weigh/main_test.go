package main

import "testing"

func TestPackageOf(t *testing.T) {
	for symbol, want := range map[string]string{
		"github.com/a/b/pkg.(*T).Method":                     "github.com/a/b/pkg",
		"github.com/a/b/pkg.Func[go.shape.string]":           "github.com/a/b/pkg",
		"type:*github.com/a/b/pkg.T":                         "github.com/a/b/pkg",
		"gopkg.in/natefinch/lumberjack%2ev2.(*Logger).Write": "gopkg.in/natefinch/lumberjack.v2",
		"runtime.mallocgc":                                   "runtime",
		"main.main":                                          "main",
	} {
		if got := packageOf(symbol); got != want {
			t.Errorf("packageOf(%q) = %q, want %q", symbol, got, want)
		}
	}
}
