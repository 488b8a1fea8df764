INSERT INTO first_of_all VALUES (2);
