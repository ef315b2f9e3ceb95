package httpapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"go.uber.org/zap"

	"github.com/asksql/asksql/httpapi"
)

func Example() {
	server := httpapi.New(httpapi.Defaults(), answers("SELECT COUNT(*) FROM `orders`"), zap.NewNop())

	request := httptest.NewRequest(http.MethodPost, "/ask", strings.NewReader(`{"question": "how many orders are there?"}`))
	request.Header.Set("content-type", "application/json")
	request.Header.Set("x-correlation-id", "order-17")
	response := httptest.NewRecorder()
	server.Handler().ServeHTTP(response, request)

	fmt.Println(response.Code, response.Body)
	// Output: 200 {"ok":true,"correlationId":"order-17","sql":"SELECT COUNT(*) FROM `orders`"}
}
