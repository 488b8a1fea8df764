-- Ends a session of the console.
delete from console_sessions where token_sha256 = ?
