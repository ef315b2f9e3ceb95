// Package forms reads forms of SQL that a server runs and the parser does not know.
//
// Rewrite exchanges tokens of a text so that the parser can read it, and only where the result is equal
// for certain: each form is a file of this package that says why. Where no text of the parser's says the
// form, it is left out of the text and noted; Apply then puts it into the tree. Nothing else of a text
// is touched: no string, no comment, no token outside a form (FuzzRewrite).
//
// What is judged and printed is the tree, so a form that is read wrongly can only be printed as what it
// was read as. A form is read under the dialects whose servers run it, and under no other.
package forms
