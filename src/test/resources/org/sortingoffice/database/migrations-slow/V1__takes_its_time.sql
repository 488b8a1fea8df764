-- Slow enough that another process surely arrives while it runs.
CREATE TABLE runs (id integer);
INSERT INTO runs VALUES (1);
SELECT pg_sleep(1.5);
