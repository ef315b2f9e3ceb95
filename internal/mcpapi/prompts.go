package mcpapi

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxQuestion is how much of a question a prompt repeats, in bytes.
const maxQuestion = 16 << 10

// howTo tells an agent how to work with the tools.
const howTo = `Answer a question about the database with SQL, in these steps:
1. Call search_schema with the question. Call describe_table for a table whose columns are not all shown.
2. Write one SELECT statement that uses only tables and columns that you were shown.
3. Call check_sql with it. While valid is false, mend every violation: each says where it is (offset, line, column), which
   legal names are near (nearest), and what to write instead (hint). A name that is refused does not exist; do not look for
   a way round. After three refusals say what is missing.
4. Give or run the sql that check_sql returned, word for word, and never your own text. No tool here runs it.
` + schemaNote + "\n"

// addPrompts adds what a person may begin a conversation with.
func (a *api) addPrompts(s *mcp.Server) {
	s.AddPrompt(&mcp.Prompt{
		Name: "write_sql", Title: "Write checked SQL", Description: "How to answer a question with SQL that is checked.",
		Arguments: []*mcp.PromptArgument{{Name: "question", Description: "what to answer", Required: true}},
	}, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		question := r.Params.Arguments["question"]
		if len(question) > maxQuestion {
			question = strings.ToValidUTF8(question[:maxQuestion], "")
		}
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: howTo + "The question: " + question}}}}, nil
	})
}
