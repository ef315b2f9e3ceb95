package llm

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestLimitNames: which name of the limit of output tokens a server knows is learnt from its refusal.
func TestLimitNames(t *testing.T) {
	for _, tc := range []struct {
		name    string
		azure   bool // so that the newer name is sent first
		refuses string
		with    string
		learns  bool
	}{
		{"OpenAI behind a proxy", false, maxTokens, `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`, true},
		{"a strict server", false, maxTokens, `{"detail":[{"type":"extra_forbidden","loc":["body","max_tokens"],"msg":"Extra inputs are not permitted"}]}`, true},
		{"an older model at Azure", true, maxCompletionTokens, `{"error":{"message":"Unrecognized request argument supplied: max_completion_tokens","type":"invalid_request_error"}}`, true},
		{"one that names both", true, maxCompletionTokens, `{"error":{"message":"max_completion_tokens: unknown field, did you mean max_tokens?"}}`, true},
		{"a limit that is too high", false, maxTokens, `{"error":{"message":"max_tokens is too large: 700. This model supports at most 512 completion tokens."}}`, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var sent []string
			model := serve(t, ofOpenAI(), func(w http.ResponseWriter, r *http.Request) {
				var body map[string]any
				data, _ := io.ReadAll(r.Body)
				json.Unmarshal(data, &body)
				for _, name := range []string{maxTokens, maxCompletionTokens} {
					if body[name] == 700. {
						sent = append(sent, name)
					}
				}
				if body[tc.refuses] != nil {
					saysJSON(400, tc.with)(w, r)
					return
				}
				saysJSON(200, ofOpenAI().answered)(w, r)
			}, func(c *Config) {
				c.MaxOutputTokens = 700
				if tc.azure {
					c.APIVersion = "2024-10-21"
				}
			})
			for range 2 {
				_, err := model.Generate(t.Context(), question)
				if (err == nil) != tc.learns {
					t.Fatalf("Generate: %v", err)
				}
				if err != nil && !strings.Contains(err.Error(), "change llm.maxOutputTokens") {
					t.Errorf("Generate: %v, want a hint", err)
				}
			}
			other := maxTokens
			if tc.refuses == maxTokens {
				other = maxCompletionTokens
			}
			want := []string{tc.refuses, other, other}
			if !tc.learns {
				want = []string{tc.refuses, tc.refuses}
			}
			if !slices.Equal(sent, want) {
				t.Errorf("sent %v, want %v", sent, want)
			}
		})
	}
}

// TestBrokenJSON: a model that did not keep to the format once is asked without it once, and nobody else is.
func TestBrokenJSON(t *testing.T) {
	var formats []bool
	model := serve(t, ofOpenAI(), func(w http.ResponseWriter, r *http.Request) {
		formats = append(formats, asksForFormat(r, ofOpenAI()))
		if len(formats) == 1 {
			saysJSON(400, `{"error":{"message":"Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.","type":"invalid_request_error","code":"json_validate_failed","failed_generation":"SELECT"}}`)(w, r)
			return
		}
		saysJSON(200, ofOpenAI().answered)(w, r)
	})
	for range 2 {
		if reply, err := model.Generate(t.Context(), question); err != nil || reply.Text != "SELECT 1" {
			t.Fatalf("Generate = %+v, %v", reply, err)
		}
	}
	if want := []bool{true, false, true}; !slices.Equal(formats, want) {
		t.Errorf("asked for a format: %v, want %v", formats, want)
	}
	for status, said := range map[int]string{
		400: `{"error":{"code":"json_validate_failed","message":"ECHO"}}`,
		500: `{"error":{"code":500,"message":"The model produced output that does not match the expected peg-native format","type":"server_error"}}`,
	} {
		if e := failure(t, serve(t, ofOpenAI(), saysJSON(status, said))); e.Kind != KindNoContent || blamesProvider(e) {
			t.Errorf("%d: got %v, want %s", status, e, KindNoContent)
		}
	}
}

// TestRefusedSettings: a refusal that names a parameter is told as the key that it came from.
func TestRefusedSettings(t *testing.T) {
	half := 0.5
	for _, tc := range []struct {
		name    string
		edit    func(*Config)
		status  int
		said    string
		setting string
		hint    string
	}{
		{"a temperature", func(c *Config) { c.Temperature = &half }, 400, `{"error":{"message":"Unsupported value: 'temperature' does not support 0.5 with this model.","param":"temperature","code":"unsupported_value"}}`, "llm.temperature", "change llm.temperature, or leave it out"},
		{"an effort", func(c *Config) { c.ReasoningEffort = "xhigh" }, 400, `{"error":{"message":"ECHO","param":"reasoning_effort","code":"unsupported_value"}}`, "llm.reasoningEffort", "change llm.reasoningEffort"},
		{"a member of the body", func(c *Config) { c.ExtraBody = `{"top_k": 3}` }, 422, `{"detail":"top_k: extra fields not permitted"}`, "llm.extraBody", "change llm.extraBody"},
		{"a fallback's", func(c *Config) { c.Temperature, c.Section = &half, "llm.fallback" }, 400, `{"error":{"param":"temperature","message":"ECHO"}}`, "llm.fallback.temperature", "change llm.fallback.temperature"},
		{"a parameter that is wanted", func(*Config) {}, 400, `{"error":{"message":"parameter.enable_thinking must be set to false for non-streaming calls","code":"invalid_parameter_error"}}`, "llm.extraBody", "set enable_thinking of the request in llm.extraBody"},
		{"a temperature that nobody sent", func(*Config) {}, 400, `{"error":{"message":"temperature"}}`, "", ""},
		{"an address", func(*Config) {}, 404, `{"detail":"Not Found"}`, "llm.baseURL", "check llm.baseURL"},
		{"a conversation", func(*Config) {}, 400, `{"error":{"message":"bad","param":"messages"}}`, "", ""},
	} {
		e := failure(t, serve(t, ofOpenAI(), saysJSON(tc.status, tc.said), tc.edit))
		if e.Kind != KindRejected || e.Setting != tc.setting || !strings.HasPrefix(e.Hint, tc.hint) {
			t.Errorf("%s: got %v (%q), want %q with %q", tc.name, e, e.Setting, tc.setting, tc.hint)
		}
	}
}

// TestFaultKinds: what servers say, in their own words, and what it is.
func TestFaultKinds(t *testing.T) {
	for _, tc := range []struct {
		who    string
		status int
		body   string
		want   Kind
	}{
		{"OpenAI", 429, `{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`, KindQuota},
		{"OpenAI, busy", 429, `{"error":{"message":"Rate limit reached for gpt-5","type":"requests","code":"rate_limit_exceeded"}}`, KindRateLimited},
		{"OpenAI, long", 400, `{"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`, KindTooLong},
		{"OpenAI, model", 404, "{\"error\":{\"message\":\"The model `x` does not exist or you do not have access to it.\",\"code\":\"model_not_found\"}}", KindUnknownModel},
		{"OpenAI, older model id", 400, `{"error":{"message":"invalid model ID","type":"invalid_request_error"}}`, KindUnknownModel},
		{"Azure, deployment", 404, `{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}`, KindUnknownModel},
		{"Azure, filter", 400, `{"error":{"message":"filtered","code":"content_filter","innererror":{}}}`, KindFiltered},
		{"Anthropic, credit", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}`, KindQuota},
		{"Anthropic, billing", 402, `{"type":"error","error":{"type":"billing_error","message":"x"}}`, KindQuota},
		{"Anthropic, long", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`, KindTooLong},
		{"Anthropic, large", 413, `{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}`, KindTooLong},
		{"Anthropic, model", 404, `{"type":"error","error":{"type":"not_found_error","message":"model: claude-x"}}`, KindUnknownModel},
		{"Anthropic, busy", 529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, KindUnavailable},
		{"Gemini, a minute", 429, `{"error":{"code":429,"message":"You exceeded your current quota","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel"}]}]}}`, KindRateLimited},
		{"Gemini, a day", 429, `{"error":{"code":429,"message":"You exceeded your current quota","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]}]}}`, KindQuota},
		{"Gemini as OpenAI", 429, `[{"error":{"code":429,"message":"x","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"RequestsPerDay"}]}]}}]`, KindQuota},
		{"Gemini, long", 400, `{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}`, KindTooLong},
		{"Gemini, model", 404, `{"error":{"code":404,"message":"models/x is not found for API version v1beta","status":"NOT_FOUND"}}`, KindUnknownModel},
		{"Gemini, key", 400, `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}`, KindAuth},
		{"Ollama, model", 404, `{"error":"model \"x\" not found, try pulling it first"}`, KindUnknownModel},
		{"Ollama, long", 400, `{"error":"the input length exceeds the context length"}`, KindTooLong},
		{"Ollama, page", 404, `404 page not found`, KindRejected},
		{"llama.cpp, long", 400, `{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":1234,"n_ctx":512}}`, KindTooLong},
		{"llama.cpp, loading", 503, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, KindUnavailable},
		{"vLLM, model", 404, "{\"object\":\"error\",\"message\":\"The model `x` does not exist.\",\"type\":\"NotFoundError\",\"code\":404}", KindUnknownModel},
		{"vLLM, long", 400, `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens","type":"BadRequestError","code":400}`, KindTooLong},
		{"DeepSeek, credit", 402, `{"error":{"message":"Insufficient Balance","type":"unknown_error","code":"invalid_request_error"}}`, KindQuota},
		{"DeepSeek, model", 400, `{"error":{"message":"Model Not Exist","type":"invalid_request_error"}}`, KindUnknownModel},
		{"OpenRouter, credit", 402, `{"error":{"message":"Insufficient credits. Add more using https://openrouter.ai/credits","code":402}}`, KindQuota},
		{"OpenRouter, model", 400, `{"error":{"message":"x/y is not a valid model ID","code":400}}`, KindUnknownModel},
		{"Mistral, model", 400, `{"object":"error","message":"Invalid model: x","type":"invalid_model","code":"1500"}`, KindUnknownModel},
		{"Groq, large", 413, `{"error":{"message":"Request too large for model","type":"tokens","code":"rate_limit_exceeded"}}`, KindTooLong},
		{"Moonshot, credit", 429, `{"error":{"type":"exceeded_current_quota_error","message":"x"}}`, KindQuota},
		{"Bedrock, long", 400, `{"message":"Input is too long for requested model."}`, KindTooLong},
		{"a conversation that speaks of credit", 400, `{"error":{"message":"cannot read: your credit balance is too low"}}`, KindRejected},
		{"a page", 403, `<html>Forbidden</html>`, KindAuth},
		{"nothing", 400, ``, KindRejected},
	} {
		if got := refusal(tc.status, http.Header{}, []byte(tc.body), scrubber{}).Kind; got != tc.want {
			t.Errorf("%s: %d %s is %s, want %s", tc.who, tc.status, tc.body, got, tc.want)
		}
	}
}

// TestRetryInfo: Google's servers say in the body how long to wait.
func TestRetryInfo(t *testing.T) {
	body := `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"45.837906927s"}]}}`
	e := refusal(429, http.Header{}, []byte(body), scrubber{})
	if e.RetryAfter.Seconds() != 45.837906927 || !e.Retryable() {
		t.Errorf("got %+v, want a wait of 45.8 s", e)
	}
}
