// Package evaluation measures the program on data from outside: queries that people and models
// wrote for real schemas, the replies of models, tricks, and what a server says to each of them.
// It has tests only. Each logs its figures:
//
//	go test -count=1 -v ./internal/evaluation
//
// (-count=1, since Go's cache of test results knows nothing of the program that the tests build.)
// The data lies in a directory "shared" beside the repository; its own README files describe it.
// Tests that need it, or a MariaDB or a MySQL server, say so and skip where there is none.
package evaluation
