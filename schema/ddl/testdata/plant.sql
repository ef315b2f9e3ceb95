/*M!999999\- enable the sandbox mode */ 
-- MariaDB dump 10.19  Distrib 11.4.2-MariaDB, for debian-linux-gnu (x86_64)
--
-- Host: localhost    Database: plant
-- ------------------------------------------------------
-- Server version	11.4.2-MariaDB-log

/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
DROP SEQUENCE IF EXISTS `ticket`;
CREATE SEQUENCE `ticket` start with 1 minvalue 1 maxvalue 9223372036854775806 increment by 1 cache 1000 nocycle ENGINE=InnoDB;
DO SETVAL(`ticket`, 1, 0);

DROP TABLE IF EXISTS `machine`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
CREATE TABLE `machine` (
  `id` uuid NOT NULL DEFAULT uuid(),
  `ticket` bigint(20) DEFAULT nextval(`plant`.`ticket`),
  `host` inet6 DEFAULT NULL COMMENT 'where it listens',
  `gateway` inet4 DEFAULT NULL,
  `rank` int(11) NOT NULL DEFAULT (1 + 2),
  `notes` text /*!100301 COMPRESSED*/ DEFAULT NULL,
  `settings` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT json_object() CHECK (json_valid(`settings`)),
  `spot` point DEFAULT NULL,
  `secret` varchar(20) INVISIBLE DEFAULT 'x',
  `label` varchar(60) GENERATED ALWAYS AS (concat(`id`,' ',`rank`)) VIRTUAL,
  `weight` double GENERATED ALWAYS AS (`rank` * 2.5) STORED COMMENT 'kg',
  `seen` timestamp(6) NOT NULL DEFAULT current_timestamp(6) ON UPDATE current_timestamp(6),
  PRIMARY KEY (`id`),
  UNIQUE KEY `host` (`host`) USING HASH,
  KEY `rank` (`rank`) IGNORED,
  CONSTRAINT `positive` CHECK (`rank` > 0 and `rank` < 100)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_uca1400_ai_ci `PAGE_COMPRESSED`='ON' WITH SYSTEM VERSIONING COMMENT='What stands where';
/*!40101 SET character_set_client = @saved_cs_client */;

CREATE TABLE `shift` (
  `machine` uuid NOT NULL,
  `starts` date NOT NULL,
  `ends` date NOT NULL,
  `made` decimal(8,3) unsigned zerofill DEFAULT NULL,
  `row_start` timestamp(6) GENERATED ALWAYS AS ROW START,
  `row_end` timestamp(6) GENERATED ALWAYS AS ROW END,
  PERIOD FOR `during` (`starts`, `ends`),
  PRIMARY KEY (`machine`,`starts`,`row_end`),
  PERIOD FOR SYSTEM_TIME (`row_start`, `row_end`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 WITH SYSTEM VERSIONING
 PARTITION BY SYSTEM_TIME INTERVAL 1 MONTH PARTITIONS 3;

CREATE TABLE `repair` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `machine` uuid NOT NULL REFERENCES `machine` (`id`),
  `cost` decimal(8,2) DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB COMMENT='Who broke it, "and how"; \\ is a backslash, \' a quote';

/*!50001 DROP VIEW IF EXISTS `busy`*/;
SET @saved_cs_client     = @@character_set_client;
/*!50001 CREATE VIEW `busy` AS SELECT
 1 AS `id`,
  1 AS `label`,
  1 AS `shifts` */;
SET character_set_client = @saved_cs_client;

/*!50001 DROP VIEW IF EXISTS `busy`*/;
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50013 DEFINER=`root`@`localhost` SQL SECURITY DEFINER */
/*!50001 VIEW `busy` AS select `m`.`id` AS `id`,`m`.`label` AS `label`,count(`s`.`starts`) AS `shifts` from (`machine` `m` join `shift` FOR SYSTEM_TIME ALL `s` on(`s`.`machine` = `m`.`id`)) group by `m`.`id`,`m`.`label` */;
