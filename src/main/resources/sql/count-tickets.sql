-- How many tickets there are, exactly: a person is asked about deleting them.
select count(*)
from tickets
