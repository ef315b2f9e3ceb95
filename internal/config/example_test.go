package config_test

import (
	"fmt"

	"github.com/asksql/asksql/internal/config"
)

func Example() {
	c, warnings, err := config.Load(config.Sources{
		File:    "testdata/asksql.yaml", // server: {port: 8080, host: 0.0.0.0}
		Environ: []string{"ASKSQL_SERVER_PORT=9090", "ASKSQL_SERVER_HOTS=::1"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Server.Host, c.Server.Port, c.Host.MaxRows)
	fmt.Println(warnings[0])
	// Output:
	// 0.0.0.0 9090 1000
	// unknown environment variable ASKSQL_SERVER_HOTS; did you mean ASKSQL_SERVER_HOST
}
