CREATE TABLE IF NOT EXISTS customers (
  id SERIAL PRIMARY KEY,
  mail VARCHAR(200) NOT NULL COMMENT 'for the newsletter @sensitive',
  name VARCHAR(100)
);
CREATE TABLE legacy (id INT PRIMARY KEY);
