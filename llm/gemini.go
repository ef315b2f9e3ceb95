package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"google.golang.org/genai"
)

const (
	geminiName = "gemini"
	// noGeminiKey stands for no key: the SDK has no client without one, and looks for one in the
	// environment.
	noGeminiKey = "none"
)

// gemini calls the generateContent of the Gemini API, or of a server that speaks the same protocol.
type gemini struct {
	models *genai.Models
	cfg    Config
}

// newGemini gives the SDK all that it would otherwise read from the environment: the backend, the
// address and a key. It reads the variables all the same and drops what it found; with both
// GOOGLE_API_KEY and GEMINI_API_KEY set, it also writes a warning that is not true of this program.
func newGemini(cfg Config, web *http.Client) (client, error) {
	if cfg.APIKey == "" {
		web = &http.Client{Transport: keyless{web.Transport}}
	}
	sdk, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		Backend:     genai.BackendGeminiAPI,
		APIKey:      cmp.Or(cfg.APIKey, noGeminiKey),
		HTTPClient:  web,
		HTTPOptions: genai.HTTPOptions{BaseURL: cfg.BaseURL}, // no RetryOptions: retrying is the one that repeats
	})
	if err != nil {
		return nil, errors.New("the SDK refuses its configuration") // its own error prints the key
	}
	return &gemini{models: sdk.Models, cfg: cfg}, nil
}

// keyless takes noGeminiKey out of the requests.
type keyless struct{ next http.RoundTripper }

func (k keyless) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Del("X-Goog-Api-Key")
	return k.next.RoundTrip(req)
}

func (m *gemini) call(ctx context.Context, req Request) (got answer, err error) {
	// The SDK asserts the types of what it reads: a list where an object should be is a panic.
	defer func() {
		if fault := recover(); fault != nil {
			got, err = answer{}, fmt.Errorf("the reply is not of the protocol: %v", fault)
		}
	}()
	response, err := m.models.GenerateContent(ctx, m.cfg.Model, geminiTurns(req.Messages), m.settings(req))
	if err != nil {
		return answer{}, err
	}
	got.model = response.ModelVersion
	if usage := response.UsageMetadata; usage != nil {
		got.inputTokens = int64(usage.PromptTokenCount)
		got.outputTokens = int64(usage.CandidatesTokenCount) + int64(usage.ThoughtsTokenCount)
	}
	if feedback := response.PromptFeedback; feedback != nil && feedback.BlockReason != "" {
		got.blocked = strings.TrimSpace(string(feedback.BlockReason) + " " + feedback.BlockReasonMessage)
	}
	if len(response.Candidates) > 0 {
		got.read(response.Candidates[0])
	}
	return got, nil
}

func (a *answer) read(candidate *genai.Candidate) {
	if candidate == nil {
		return
	}
	a.ending, a.note = string(candidate.FinishReason), candidate.FinishMessage
	if candidate.Content == nil {
		return
	}
	for _, part := range candidate.Content.Parts {
		switch {
		case part == nil, part.Thought:
		case part.FunctionCall != nil, part.ToolCall != nil:
			a.toolCall = true
		default:
			a.text += part.Text
		}
	}
}

func geminiTurns(messages []Message) []*genai.Content {
	var turns []*genai.Content
	for _, turn := range messages {
		role := genai.RoleUser
		if turn.Role == Assistant {
			role = genai.RoleModel
		}
		turns = append(turns, genai.NewContentFromText(turn.Text, genai.Role(role)))
	}
	return turns
}

func (m *gemini) settings(req Request) *genai.GenerateContentConfig {
	settings := &genai.GenerateContentConfig{
		MaxOutputTokens:       int32(m.cfg.MaxOutputTokens), // 0 is not sent
		AutomaticContinuation: genai.Ptr(false),             // one call is one call
	}
	if req.System != "" {
		settings.SystemInstruction = genai.NewContentFromText(req.System, genai.RoleUser)
	}
	if m.cfg.Temperature != nil {
		settings.Temperature = genai.Ptr(float32(*m.cfg.Temperature))
	}
	if req.Format != nil {
		settings.ResponseMIMEType = "application/json"
		settings.ResponseJsonSchema = req.Format.Schema
	}
	return settings
}
