-- What only MySQL 8 has.
CREATE TABLE `account` (
  `my_row_id` bigint unsigned NOT NULL AUTO_INCREMENT /*!80023 INVISIBLE */,
  `name` varchar(64) COLLATE utf8mb4_0900_as_cs NOT NULL,
  `tags` json DEFAULT (json_array()),
  `area` polygon NOT NULL /*!80003 SRID 4326 */,
  `key` binary(16) NOT NULL DEFAULT (uuid_to_bin(uuid())),
  `level` enum('it''s','a, b','c)') CHARACTER SET utf8mb4 DEFAULT 'it''s',
  `old` int(8) unsigned zerofill DEFAULT NULL,
  `half` float(7,4) DEFAULT NULL,
  `embedding` vector(3) DEFAULT NULL,
  `upper_name` varchar(64) GENERATED ALWAYS AS (upper(`name`)) VIRTUAL COMMENT 'for ''look-ups'', not for "people"',
  PRIMARY KEY (`my_row_id`),
  UNIQUE KEY `name` ((lower(`name`))),
  KEY `tagged` ((cast(`tags` as unsigned array))),
  KEY `hidden` (`level` DESC) /*!80000 INVISIBLE */,
  SPATIAL KEY `area` (`area`),
  FULLTEXT KEY `words` (`name`) /*!50100 WITH PARSER `ngram` */,
  CONSTRAINT `sane` CHECK (((`level` <> _utf8mb4'c)') and json_valid(`tags`))) /*!80016 NOT ENFORCED */
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci COMMENT='accounts
of all kinds' /*!80021 ENGINE_ATTRIBUTE='{"a": 1}' */
/*!50100 PARTITION BY HASH (`my_row_id`)
PARTITIONS 4 */;

CREATE TABLE big_accounts AS SELECT name, level, JSON_LENGTH(tags) AS tag_count FROM account WHERE old > 100;
ALTER TABLE big_accounts ADD COLUMN note TINYTEXT INVISIBLE, ADD COLUMN seen DATE DEFAULT (CURRENT_DATE), ALTER COLUMN level SET INVISIBLE;
