package corpus

// Public returns c without what only this package sees.
func Public(c Case) Case {
	c.golden = span{}
	return c
}
