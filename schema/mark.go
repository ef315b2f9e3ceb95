package schema

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A columnText is a Column as it is written, where "sensitive" is true, false or absent.
type columnText struct {
	plainColumn `json:",embed"`
	Sensitive   *bool `json:"sensitive,omitzero"` // hides the embedded one
}

// A plainColumn is a Column that no unmarshaler knows.
type plainColumn Column

func unmarshalColumn(dec *jsontext.Decoder, c *Column) error {
	var text columnText
	if err := json.UnmarshalDecode(dec, &text); err != nil {
		return err
	}
	*c = Column(text.plainColumn)
	if mark := text.Sensitive; mark != nil {
		c.Sensitive, c.NotSensitive = *mark, !*mark
	}
	return nil
}

// newColumnText returns the column as it is to be written.
func newColumnText(c Column) columnText {
	text := columnText{plainColumn: plainColumn(c)}
	if c.Sensitive || c.NotSensitive {
		text.Sensitive = &c.Sensitive
	}
	return text
}
