CREATE TABLE half (id integer);
SELECT * FROM there_is_no_such_table;
