-- +goose Up
CREATE TABLE orders (
  id BIGINT NOT NULL AUTO_INCREMENT,
  customer BIGINT UNSIGNED NOT NULL,
  total DECIMAL(10,2) NULL DEFAULT 0,
  status ENUM('new','paid') NOT NULL DEFAULT 'new',
  PRIMARY KEY (id),
  CONSTRAINT orders_customer FOREIGN KEY (customer) REFERENCES customers (id)
);
CREATE VIEW open_orders AS SELECT * FROM orders WHERE status = 'new';

-- +goose StatementBegin
CREATE TRIGGER no_negative BEFORE INSERT ON orders FOR EACH ROW
BEGIN
  IF NEW.total < 0 THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'negative; refused';
  END IF;
  CASE NEW.status WHEN 'new' THEN SET NEW.total = 0; ELSE BEGIN END; END CASE;
END;
-- +goose StatementEnd

-- +goose Down
DROP VIEW open_orders;
DROP TABLE orders;
