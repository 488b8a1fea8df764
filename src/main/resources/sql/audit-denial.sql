-- Notes what somebody was refused. Nothing else was changed by it.
insert into audit (operator, action, subject, details)
values (?, 'permission_denied', ?, jsonb_build_object('needed', ?::text))
