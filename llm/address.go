package llm

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// understood returns the configuration as the calls need it. Addresses are often copied from an example
// of a call, keys from a file of variables: what is meant is plain, and is taken so.
func (p provider) understood(cfg Config) (Config, error) {
	cfg.APIKey = plainKey(cfg.APIKey)
	cfg.APIVersion = strings.TrimPrefix(strings.TrimPrefix(unquoted(cfg.APIVersion), "?"), "api-version=")
	cfg.BaseURL = unquoted(cfg.BaseURL)
	u, err := url.Parse(cfg.BaseURL)
	if err != nil || u.Host == "" {
		return cfg, nil // check says so
	}
	if version, ok := strings.CutPrefix(u.RawQuery, "api-version="); ok && p.name == openAIName && !strings.Contains(version, "&") {
		if cfg.APIVersion != "" && cfg.APIVersion != version {
			return cfg, fmt.Errorf("%s has another api-version than %s; leave one of them out", cfg.key("baseURL"), cfg.key("apiVersion"))
		}
		cfg.APIVersion, u.RawQuery = version, ""
	}
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), ""
	if err := p.address(u, &cfg); err != nil {
		return cfg, err
	}
	cfg.BaseURL = u.String()
	return cfg, nil
}

// openAIAddress takes the path of the call off, and adds what OpenAI's and Azure's own addresses lack.
func openAIAddress(u *url.URL, cfg *Config) error {
	u.Path = strings.TrimSuffix(u.Path, "/chat/completions")
	for _, other := range []string{"/completions", "/responses", "/embeddings", "/messages"} {
		if strings.HasSuffix(u.Path, other) {
			return fmt.Errorf("%s ends in %s, which is another protocol; write the address before /chat/completions, like https://host/v1", cfg.key("baseURL"), other)
		}
	}
	if strings.EqualFold(u.Hostname(), "api.openai.com") && u.Path == "" {
		u.Path = "/v1"
	}
	if azureHost(u) {
		return azureAddress(u, cfg)
	}
	return nil
}

// azureHost reports whether Azure runs the server.
func azureHost(u *url.URL) bool {
	host := strings.ToLower(u.Hostname())
	return strings.HasSuffix(host, ".openai.azure.com") || strings.HasSuffix(host, ".services.ai.azure.com") || strings.HasSuffix(host, ".cognitiveservices.azure.com")
}

// azureAddress reads an address of a deployment, which names the model, and takes an address without
// a version for one of the v1 API, which has none.
// https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
func azureAddress(u *url.URL, cfg *Config) error {
	if _, deployment, ok := strings.Cut(u.Path, "/openai/deployments/"); ok {
		if cfg.APIVersion == "" {
			return fmt.Errorf("%s names a deployment at Azure, which needs %s, like 2024-10-21; or write https://%s/openai/v1 and the deployment into %s",
				cfg.key("baseURL"), cfg.key("apiVersion"), u.Host, cfg.key("model"))
		}
		if cfg.Model == "" {
			cfg.Model = deployment
		}
		return nil
	}
	if u.Path = strings.TrimSuffix(u.Path, "/openai"); u.Path == "" && cfg.APIVersion == "" {
		u.Path = "/openai/v1"
	}
	return nil
}

func anthropicAddress(u *url.URL, cfg *Config) error {
	if strings.HasSuffix(u.Path, "/chat/completions") {
		return fmt.Errorf("%s ends in /chat/completions, which is the protocol of openai; set %s to it", cfg.key("baseURL"), cfg.key("provider"))
	}
	if before, call, ok := cutModel(u.Path, ":rawPredict"); ok { // Vertex AI
		u.Path = before
		cfg.Model = orElse(cfg.Model, call)
		return nil
	}
	u.Path = strings.TrimSuffix(strings.TrimSuffix(u.Path, "/v1/messages"), "/v1")
	return nil
}

func geminiAddress(u *url.URL, cfg *Config) error {
	if strings.HasSuffix(u.Path, "/openai") || strings.HasSuffix(u.Path, "/chat/completions") {
		return fmt.Errorf("%s leads to the protocol of openai; set %s to it", cfg.key("baseURL"), cfg.key("provider"))
	}
	if before, model, ok := cutModel(u.Path, ":generateContent"); ok {
		u.Path = before
		cfg.Model = orElse(cfg.Model, model)
	}
	u.Path = strings.TrimSuffix(u.Path, "/models")
	return nil
}

func ollamaAddress(u *url.URL, _ *Config) error {
	for _, end := range []string{"/api/chat", "/api/generate", "/api", "/v1/chat/completions", "/v1"} {
		u.Path = strings.TrimSuffix(u.Path, end)
	}
	return nil
}

// cutModel cuts /models/MODEL:verb off a path.
func cutModel(path, verb string) (before, model string, ok bool) {
	rest, ok := strings.CutSuffix(path, verb)
	if !ok {
		return path, "", false
	}
	return strings.Cut(rest, "/models/")
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// checkBaseURL says what is wrong with an address that understood has read.
func checkBaseURL(cfg Config) error {
	if cfg.BaseURL == "" {
		return nil
	}
	u, err := url.Parse(cfg.BaseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%s is no http or https address; write it like http://localhost:8000/v1", cfg.key("baseURL"))
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%s must have no user, query or fragment; put the credential in %s", cfg.key("baseURL"), cfg.keyName())
	}
	return nil
}

// checkAPIVersion says what is wrong with a version of Azure's API.
func checkAPIVersion(cfg Config) error {
	for _, r := range cfg.APIVersion {
		if r != '-' && r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z') {
			return errors.New(cfg.key("apiVersion") + " is no version of Azure's interface; write it like 2024-10-21")
		}
	}
	return nil
}
