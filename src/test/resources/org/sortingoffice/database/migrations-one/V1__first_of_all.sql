CREATE TABLE first_of_all (id integer PRIMARY KEY);
