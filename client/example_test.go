package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"go.uber.org/zap"

	"github.com/asksql/asksql/client"
	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/ask"
)

// A service of which one knows what it says. Yours is a process of its own.
type parrot struct{}

func (parrot) Ask(_ context.Context, req ask.Request) (*ask.Answer, error) {
	if req.Question == "how many orders are there?" {
		return &ask.Answer{SQL: "SELECT COUNT(*) FROM `orders`"}, nil
	}
	return nil, &ask.Error{Code: ask.CodeValidation, Rule: ask.RuleAnswerable, Message: "the schema has nothing about that"}
}

func Example() {
	service := httptest.NewServer(httpapi.New(httpapi.Options{}, parrot{}, zap.NewNop()).Handler())
	defer service.Close()

	c := &client.Client{URL: service.URL, HTTP: http.DefaultClient}
	for _, question := range []string{"how many orders are there?", "why is the sky blue?"} {
		answer, err := c.Ask(context.Background(), client.Request{Question: question})
		var refused *client.RefusedError
		switch {
		case err == nil:
			fmt.Println(answer.SQL)
		case errors.As(err, &refused):
			fmt.Println(refused.Rule+":", refused.Message)
		default:
			fmt.Println("try later:", err)
		}
	}
	// Output:
	// SELECT COUNT(*) FROM `orders`
	// answerable: the schema has nothing about that
}
