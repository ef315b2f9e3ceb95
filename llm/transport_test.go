package llm

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

// TestConnectionsAreKept: a burst of calls opens as many connections, and the next one uses them again.
func TestConnectionsAreKept(t *testing.T) {
	const atOnce = 300
	each(t, func(t *testing.T, d dialect) {
		var opened, waiting atomic.Int32
		all := make(chan struct{}, 1)
		answer := make(chan struct{})
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if waiting.Add(1) == atOnce {
				all <- struct{}{}
			}
			<-answer
			saysJSON(200, d.answered)(w, r)
		}))
		server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				opened.Add(1)
			}
		}
		server.Start()
		t.Cleanup(server.Close)
		model := connected(t, d, server.URL)
		for range 2 {
			waiting.Store(0)
			var calls sync.WaitGroup
			for range atOnce {
				calls.Go(func() {
					if _, err := model.Generate(t.Context(), question); err != nil {
						t.Error(err)
					}
				})
			}
			<-all
			for range atOnce {
				answer <- struct{}{}
			}
			calls.Wait()
		}
		// A few may still be on their way back when the second burst begins.
		if got := opened.Load(); got > atOnce*5/4 {
			t.Errorf("%d connections for two times %d calls, want about %d", got, atOnce, atOnce)
		}
	})
}
