-- Queries that TestRowRules holds to the definition, beside generated ones.
-- Mentions of every kind.
SELECT * FROM orders
SELECT COUNT(*) FROM orders WHERE id = 1 OR 1 = 1
SELECT a.id, b.id FROM orders a, orders b WHERE a.customer_id = b.customer_id
SELECT c.id, o.id FROM customers c LEFT JOIN orders o ON o.customer_id = c.id
SELECT c.id, o.id FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.id IS NULL
SELECT c.id, o.id FROM orders o RIGHT JOIN customers c ON o.customer_id = c.id AND o.status = 'paid'
SELECT c.name FROM customers c WHERE c.id NOT IN (SELECT customer_id FROM orders)
SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)
SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)
SELECT c.id FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.status = '[')
SELECT c.name FROM customers c WHERE c.id IN (SELECT customer_id FROM orders WHERE status = 'paid')
SELECT (SELECT COUNT(*) FROM orders) AS n, (SELECT MAX(total) FROM orders o WHERE o.customer_id = c.id) AS m FROM customers c
SELECT city, COUNT(*) FROM customers GROUP BY city HAVING COUNT(*) >= (SELECT COUNT(*) FROM tags)
SELECT id FROM customers ORDER BY (SELECT COUNT(*) FROM orders o WHERE o.customer_id = customers.id), id
SELECT id FROM orders UNION SELECT id FROM customers UNION ALL SELECT product_id FROM products
SELECT id FROM orders EXCEPT SELECT order_id FROM items
SELECT id FROM orders INTERSECT SELECT order_id FROM items
WITH orders AS (SELECT id FROM g_world.orders) SELECT * FROM orders, g_world.orders o
WITH x AS (SELECT id FROM orders), y AS (SELECT * FROM x) SELECT COUNT(*) FROM y JOIN x USING (id)
WITH RECURSIVE r AS (SELECT id FROM orders WHERE id = 1 UNION SELECT i.product_id FROM items i JOIN r ON i.order_id = r.id) SELECT * FROM r
SELECT d.id, d.n FROM (SELECT o.id, COUNT(*) AS n FROM orders o JOIN items i ON i.order_id = o.id GROUP BY o.id) d
SELECT id FROM (SELECT id FROM g_world.orders WHERE g_world.orders.id = 1) AS orders
SELECT tenant_id FROM (SELECT 2 AS tenant_id) orders WHERE EXISTS (SELECT 1 FROM orders)
SELECT (SELECT COUNT(*) FROM orders) AS n FROM (SELECT 2 AS tenant_id, 'a' AS org) AS orders
SELECT c.id, i.qty FROM tags t CROSS JOIN items i RIGHT JOIN customers c ON TRUE
SELECT c.id FROM customers c WHERE c.id NOT IN (SELECT i.product_id FROM items i JOIN products p ON p.product_id = i.product_id, tags t)
SELECT id, EXISTS (SELECT c1.id FROM orders AS c1 WHERE c1.id = 1) AS e FROM customers c1
SELECT 1, EXISTS (SELECT c1.tag FROM orders AS c1) AS e FROM tags c1
SELECT source.placed_at AS total FROM orders AS source GROUP BY source.total, source.placed_at
SELECT tags.c1 IS NULL AS n, tags.tag AS c1 FROM tags GROUP BY tags.c1, tags.tag
SELECT t1.tag, tags.tag <= 'a' AS x FROM tags, tags AS t1 GROUP BY 1, tags.tag
WITH RECURSIVE r AS (SELECT 1 AS n, c1 FROM tags AS t1 WHERE t1.c1 < t1.tag UNION SELECT n + 1, c1 FROM r WHERE n < 3) SELECT * FROM r
SELECT i.order_id FROM items i ORDER BY i.qty * 2
SELECT * FROM v_orders
SELECT v.id, o.id FROM v_orders v JOIN orders o ON o.id = v.id
SELECT * FROM items
SELECT o.id, i.qty FROM orders o LEFT JOIN items i ON i.order_id = o.id
SELECT p.title, i.order_id FROM products p LEFT JOIN items i ON i.product_id = p.product_id
SELECT tag, c1 FROM tags
SELECT product_id, title FROM products GROUP BY product_id
SELECT p.product_id, p.title, COUNT(*) FROM products p JOIN items i ON i.product_id = p.product_id GROUP BY p.product_id
SELECT * FROM customers NATURAL JOIN v_orders
SELECT id, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY total, id) AS n FROM orders
SELECT COUNT(DISTINCT customer_id), SUM(total), AVG(total), MIN(id), MAX(status) FROM orders
SELECT FIRST_VALUE(orders.placed_at) OVER (ORDER BY placed_at) AS f FROM orders GROUP BY orders.placed_at
SELECT SUM(SUM(total)) OVER (ORDER BY status) AS s, status FROM orders GROUP BY status
SELECT status, COUNT(*) AS n FROM orders GROUP BY status WINDOW w AS (ORDER BY orders.status DESC)
SELECT v.total, t.tag FROM tags t, v_orders v WHERE t.tag GROUP BY v.total, t.tag WINDOW w AS (ORDER BY t.tag DESC)
SELECT 1, TIMEDIFF(1, tags.c1) AS c1 FROM tags WINDOW id AS (ORDER BY c1)
mysql: TABLE orders
mysql: SELECT c.id, l.total FROM customers c, LATERAL (SELECT MAX(o.total) AS total FROM orders o WHERE o.customer_id = c.id) l
mysql: SELECT c.id, l.n FROM customers c LEFT JOIN LATERAL (SELECT COUNT(*) AS n FROM orders o JOIN items i ON i.order_id = o.id WHERE o.customer_id = c.id) l ON TRUE
-- What fails for rows of another tenant.
SELECT id FROM orders WHERE IF(status = '(', id + 9223372036854775807, 1)
SELECT id FROM orders WHERE id + 1 > 0
SELECT id FROM orders WHERE -id < 5
SELECT id FROM orders WHERE ABS(id) > 0
SELECT o.id FROM orders o JOIN customers c ON o.id + c.id > 0
SELECT id + 9223372036854775807 FROM orders WHERE id < 0
SELECT id * id FROM orders
SELECT name FROM customers WHERE 'x' REGEXP name
SELECT name FROM customers WHERE 'x' RLIKE name OR name LIKE 'a%'
SELECT name FROM customers WHERE JSON_EXTRACT(city, '$.a') = 1 OR city = 'Wien'
SELECT title FROM products WHERE JSON_EXTRACT(doc, CONCAT('$.', title)) IS NULL
SELECT city FROM customers WHERE JSON_VALID(city)
SELECT EXP(id) FROM orders
SELECT COUNT(*) FROM orders HAVING SUM(EXP(id)) > 0
SELECT id FROM orders ORDER BY id + id
SELECT id + id AS s, COUNT(*) FROM orders GROUP BY id + id
SELECT * FROM (SELECT id + id AS s FROM orders) d WHERE s > 1
SELECT id FROM customers WHERE id = (SELECT customer_id FROM orders WHERE status = 'new')
SELECT id FROM customers WHERE (SELECT o.id FROM orders o WHERE o.customer_id = customers.id) > 0
SELECT (SELECT o.id FROM orders o WHERE o.customer_id = c.id) FROM customers c
SELECT c.id FROM customers c WHERE c.id IN (SELECT o.customer_id * 2 FROM orders o)
SELECT c.id FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.id * 2 > 0)
SELECT id FROM orders WHERE id = 9223372036854775807 AND id + 1 > 0
SELECT id + 1 FROM orders WHERE id = 9223372036854775807
SELECT product_id + 1 FROM products WHERE product_id = 9223372036854775807
SELECT product_id + 1 AS n FROM products WHERE product_id = 9223372036854775807 ORDER BY n
SELECT product_id FROM products WHERE product_id = 9223372036854775807 AND product_id + 1 > 0
SELECT MAX(product_id + 1) FROM products WHERE product_id = 9223372036854775807
SELECT COUNT(*) FROM products WHERE product_id = 9223372036854775807 GROUP BY product_id + 1
SELECT p.product_id, t.tag FROM products p JOIN tags t ON p.product_id + 1 = t.c1 WHERE p.product_id = 9223372036854775807
SELECT CAST(city AS DATE) FROM customers
SELECT id FROM customers WHERE CAST(city AS DECIMAL) = 0
SELECT id FROM customers WHERE city = DATE '2025-01-01'
SELECT id FROM orders WHERE placed_at + INTERVAL 1 YEAR > '2020-01-01'
SELECT POW(total, 100) FROM orders
SELECT DISTINCT COT(id - 5) FROM orders
SELECT LENGTH(REPEAT(status, id)) FROM orders
-- What cannot fail, in places where it is computed before the filter.
SELECT id FROM orders WHERE CASE WHEN status = '(' THEN total ELSE id END = 1
SELECT id FROM orders WHERE COALESCE(customer_id, id) IN (1, 2) AND placed_at BETWEEN '2024-01-01' AND '2025-12-31'
SELECT id FROM orders WHERE (id, customer_id) IN ((1, 1), (2, 1))
SELECT id FROM orders WHERE placed_at = status
SELECT id FROM orders WHERE status = 0
SELECT o.id FROM orders o JOIN customers c ON c.city = o.placed_at
SELECT doc FROM products WHERE doc = title
SELECT id FROM orders WHERE id IN (SELECT c1 FROM tags) IS TRUE
SELECT id FROM orders WHERE id >= ALL (SELECT c1 FROM tags WHERE c1 IS NOT NULL)
SELECT id FROM orders WHERE total > (SELECT AVG(total) FROM orders)
SELECT id, status FROM orders ORDER BY id, status LIMIT 2
