-- Notes that keys were used, to about five minutes. The second condition keeps many processes from writing the same.
update api_keys
set last_used_at = now()
where id = any (?) and (last_used_at is null or last_used_at < now() - interval '5 minutes')
