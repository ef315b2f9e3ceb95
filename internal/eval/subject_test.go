package eval_test

import (
	"testing"

	"github.com/asksql/asksql/internal/eval"
)

// TestKey: an answer that was given under other settings is another answer.
func TestKey(t *testing.T) {
	run, subject := newRun(t, &scripted{})
	task := eval.Task{Question: eval.Question{ID: "1", Question: "q"}, Subject: subject}
	half := 0.5
	seen := map[string]string{run.Settings.Key(task): "none"}
	for name, change := range map[string]func(*eval.Settings){
		"model":           func(s *eval.Settings) { s.Model = "another" },
		"temperature":     func(s *eval.Settings) { s.Temperature = &half },
		"maxOutputTokens": func(s *eval.Settings) { s.MaxOutput = 7 },
		"reasoningEffort": func(s *eval.Settings) { s.Effort = "none" },
		"extraBody":       func(s *eval.Settings) { s.ExtraBody = "{}" },
		"omitSensitive":   func(s *eval.Settings) { s.OmitSensitive = !s.OmitSensitive },
	} {
		settings := run.Settings
		change(&settings)
		key := settings.Key(task)
		if other, there := seen[key]; there {
			t.Errorf("a change of %s has the key of a change of %s", name, other)
		}
		seen[key] = name
	}
}
