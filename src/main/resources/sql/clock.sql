-- What time it is for everybody: what people call "the last hour" ends now.
select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
