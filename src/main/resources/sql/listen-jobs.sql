-- From here on this connection hears of what announce-jobs.sql tells.
listen sorting_office_jobs
