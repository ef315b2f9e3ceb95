package llm

import (
	"fmt"
	"strings"
)

// complete is the Kind of a reply that ended where the model wanted it to.
const complete Kind = ""

// endings tells what each of a provider's words for the end of a reply comes to.
type endings struct {
	kinds map[string]Kind
	// lenient takes a word that is not listed for a natural end, where a protocol has many
	// servers with words of their own. Otherwise it may as well say that the reply is not whole.
	lenient bool
}

// https://platform.openai.com/docs/api-reference/chat/object and, below the line, what compatible
// servers add.
func openAIEndings() endings {
	return endings{lenient: true, kinds: map[string]Kind{
		"stop":           complete,
		"length":         KindTruncated,
		"content_filter": KindFiltered,
		"tool_calls":     KindToolCall,
		"function_call":  KindToolCall,

		"model_length":                 KindTruncated,   // Mistral: the end of the context window
		"error":                        KindUnavailable, // OpenRouter, Mistral: lost on the way
		"abort":                        KindUnavailable, // vLLM
		"insufficient_system_resource": KindUnavailable, // DeepSeek
	}}
}

// https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
func anthropicEndings() endings {
	return endings{kinds: map[string]Kind{
		"end_turn":                      complete,
		"stop_sequence":                 complete,
		"max_tokens":                    KindTruncated,
		"model_context_window_exceeded": KindTruncated,
		"refusal":                       KindRefused,
		"tool_use":                      KindToolCall,
		"pause_turn":                    KindToolCall, // a tool that the server runs, and no such was asked for
	}}
}

// https://ai.google.dev/api/generate-content#FinishReason
func geminiEndings() endings {
	return endings{kinds: map[string]Kind{
		"STOP":                     complete,
		"MAX_TOKENS":               KindTruncated,
		"CONTINUATION":             KindTruncated,
		"SAFETY":                   KindFiltered,
		"RECITATION":               KindFiltered,
		"LANGUAGE":                 KindFiltered,
		"BLOCKLIST":                KindFiltered,
		"PROHIBITED_CONTENT":       KindFiltered,
		"SPII":                     KindFiltered,
		"IMAGE_SAFETY":             KindFiltered,
		"IMAGE_PROHIBITED_CONTENT": KindFiltered,
		"IMAGE_RECITATION":         KindFiltered,
		"IMAGE_OTHER":              KindNoContent,
		"NO_IMAGE":                 KindNoContent,
		"OTHER":                    KindNoContent,
		"MALFORMED_FUNCTION_CALL":  KindToolCall,
		"UNEXPECTED_TOOL_CALL":     KindToolCall,
		"TOO_MANY_TOOL_CALLS":      KindToolCall,
	}}
}

// https://github.com/ollama/ollama/blob/main/docs/api.md
func ollamaEndings() endings {
	return endings{kinds: map[string]Kind{
		"stop":   complete,
		"length": KindTruncated,
		"load":   KindNoContent, // the model was loaded, for want of a message
		"unload": KindNoContent,
	}}
}

// judge returns what is wrong with the answer, with a cause for the log, or complete.
func (e endings) judge(a answer) (Kind, string) {
	kind, known := e.kinds[a.ending]
	switch {
	case a.blocked != "":
		return KindFiltered, "the provider blocked the conversation: " + a.blocked
	case kind != complete:
		return kind, strings.TrimSpace(fmt.Sprintf("the reply ended with %q%s %s", a.ending, a.whileThinking(), a.note))
	case a.toolCall:
		return KindToolCall, "the model asked for a tool though it was offered none"
	case a.refusal != "":
		return KindRefused, a.refusal
	case strings.TrimSpace(a.text) == "":
		return KindNoContent, "the reply is empty" + a.whileThinking() + ": " + a.raw
	case !known && !e.lenient:
		return KindMalformed, fmt.Sprintf("the reply ended with %q, which may mean that it is not whole", a.ending)
	default:
		return complete, ""
	}
}

// onlyThought reports whether the model thought and wrote nothing.
func (a answer) onlyThought() bool { return a.thought && strings.TrimSpace(a.text) == "" }

func (a answer) whileThinking() string {
	if a.onlyThought() {
		return ", after thinking and without an answer"
	}
	return ""
}
