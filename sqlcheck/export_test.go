package sqlcheck

// MayHoldNodes is what a check relies on where it does not count the nodes of a text.
var MayHoldNodes = mayHoldNodes
