package mysql8

// rows fills the shop: NULLs, duplicates, other letters, quotes, backslashes and wildcards, so that
// a query that is read in another way gives other rows.
var rows = []string{
	`INSERT INTO customers (id, name, email, phone, city, created_at) VALUES
		(1, 'Ana', 'ana@example.org', '+49 1', 'Köln', '2024-01-05 10:00:00'),
		(2, 'Bo', 'bo@example.org', NULL, 'Oslo', '2024-03-09 00:00:00'),
		(3, 'D''Arcy', NULL, '+44 3', NULL, '2025-02-28 23:59:59'),
		(4, 'Ana', 'ana2@example.org', '+47 4', 'Oslo', NULL)`,
	`INSERT INTO orders (id, customer_id, status, total, placed_at, note) VALUES
		(10, 1, 'paid', 20.50, '2025-01-02 08:00:00', 'a_b'),
		(11, 1, 'new', 0.00, '2025-01-02 09:30:00', 'a\\b'),
		(12, 2, 'shipped', 99.99, '2025-03-31 12:00:00', 'axb'),
		(13, NULL, 'cancelled', 5.00, NULL, NULL),
		(14, 3, 'paid', 20.50, '2024-12-31 23:59:59', '100%')`,
	`INSERT INTO categories (id, name, parent_id) VALUES (1, 'All', NULL), (2, 'Books', 1), (3, 'Comics', 2)`,
	`INSERT INTO products (id, sku, name, category_id, price, attrs) VALUES
		(100, 'B-1', 'Atlas', 2, 30.00, '{"color": "red", "sizes": [1, 2]}'),
		(101, 'B-2', 'Roman', 2, 10.00, '{"color": "blue", "sizes": []}'),
		(102, 'C-1', 'Épée', 3, 5.50, NULL),
		(103, 'X-1', 'Box', NULL, NULL, '{}')`,
	`INSERT INTO order_items (order_id, product_id, quantity, unit_price) VALUES
		(10, 100, 1, 20.50), (11, 101, 2, 10.00), (12, 100, 3, 33.33), (14, 102, 1, 5.50), (14, 103, NULL, 15.00)`,
	`INSERT INTO employees (id, name, manager_id, salary, hired_on) VALUES
		(1, 'Boss', NULL, 9000.00, '2020-01-01'), (2, 'Ana', 1, 5000.00, '2022-05-05'), (3, 'Bo', 2, 3000.00, NULL)`,
}
