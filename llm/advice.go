package llm

import (
	"fmt"
	"net/http"
	"strings"
)

// advised returns the failure with what to change, where the configuration may be at fault.
func (m *direct) advised(e *Error) *Error {
	cfg := m.cfg
	switch e.Kind {
	case KindAuth:
		e.Hint = "check " + cfg.keyName()
	case KindQuota:
		e.Hint = "the account has nothing left; asking again does not help"
	case KindUnknownModel:
		e.Setting = cfg.key("model")
		e.Hint = fmt.Sprintf("%s is %q", e.Setting, m.scrub.line(cfg.Model))
		if m.provider.name == ollamaName {
			e.Hint += "; ollama pull fetches a model"
		}
	case KindTooLong:
		e.Setting = "prompt.maxTokens"
		e.Hint = "lower prompt.maxTokens, or choose a model with a larger context window"
	case KindTruncated:
		e.Setting = cfg.key("maxOutputTokens")
		e.Hint = "raise " + e.Setting
		if e.Thought {
			e.Hint += ", or lower " + cfg.key("reasoningEffort")
		}
	case KindNoContent:
		if e.Thought {
			e.Setting = cfg.key("reasoningEffort")
			e.Hint = "the model only thought; lower " + e.Setting + ", or raise " + cfg.key("maxOutputTokens")
		}
	case KindRedirect, KindTLS:
		e.Setting = cfg.key("baseURL")
		e.Hint = "check " + e.Setting
	case KindMalformed:
		if contains(e.Detail, "<html", "<!doctype") {
			e.Setting = cfg.key("baseURL")
			e.Hint = e.Setting + " leads to a web page"
		}
	case KindRejected:
		m.adviseRejected(e)
	}
	return e
}

// adviseRejected finds the setting that a refusal is about.
func (m *direct) adviseRejected(e *Error) {
	if e.Status == http.StatusNotFound || e.Status == http.StatusMethodNotAllowed {
		e.Setting = m.cfg.key("baseURL")
		e.Hint = "check " + e.Setting
		if m.provider.name == openAIName {
			e.Hint += "; most servers want /v1 at its end"
		}
		return
	}
	for _, s := range m.settings() {
		if s.set && (s.named(e.about.param) || s.named(e.Detail)) {
			e.Setting = m.cfg.key(s.name)
			e.Hint = "change " + e.Setting + ", or leave it out"
			return
		}
	}
	if wanted := wantedParameter(e); wanted != "" {
		e.Setting = m.cfg.key("extraBody")
		e.Hint = fmt.Sprintf("set %s of the request in %s", wanted, e.Setting)
	}
}

// A setting is a key of the configuration with the names of what is sent for it.
type setting struct {
	name  string
	set   bool
	words []string
}

func (m *direct) settings() []setting {
	cfg := m.cfg
	extra := setting{name: "extraBody", set: len(m.extra) > 0}
	for _, e := range m.extra {
		extra.words = append(extra.words, e.name)
	}
	return []setting{
		extra,
		{"temperature", cfg.Temperature != nil, []string{"temperature"}},
		{"maxOutputTokens", cfg.MaxOutputTokens > 0, []string{maxTokens, maxCompletionTokens, "maxOutputTokens", "max_output_tokens", "num_predict"}},
		{"reasoningEffort", cfg.ReasoningEffort != "", []string{"reasoning_effort", "reasoning.effort", "effort", "thinking", "thinkingLevel", "thinkingBudget", "thinking_level", "thinking_budget", "think"}},
		{"apiVersion", cfg.APIVersion != "", []string{"api-version", "api version", "apiversion"}},
		{"organization", cfg.Organization != "", []string{"organization"}},
	}
}

// named reports whether a text names what is sent for the setting.
func (s setting) named(text string) bool { return text != "" && contains(text, lowered(s.words)...) }

func lowered(words []string) []string {
	low := make([]string, len(words))
	for i, w := range words {
		low[i] = strings.ToLower(w)
	}
	return low
}

// wantedParameter returns the parameter that a server wants and that has no key of its own, or "". Those of
// servers that want thinking switched off before they answer in one piece are known by name.
func wantedParameter(e *Error) string {
	for _, known := range []string{"enable_thinking", "chat_template_kwargs"} {
		if strings.Contains(e.Detail, known) {
			return known
		}
	}
	switch e.about.param {
	case "", "messages", "model", "response_format":
		return ""
	}
	return e.about.param
}
