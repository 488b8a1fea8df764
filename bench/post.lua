-- Tickets for POST /v1/tickets, for wrk; each request has an idempotency key of its own:
--   wrk -t2 -c64 -d15s -s bench/post.lua http://127.0.0.1:8080/v1/tickets -- PART
-- PART, any word, keeps the keys of two runs apart.
local body = '{"customer_id":"C-0022","subject":"Printer on floor 3 does not print","body":"'
  .. string.rep("The light blinks twice and nothing comes out. ", 9) .. '"}'

local threads = {}
function setup(thread)
  thread:set("id", #threads)
  table.insert(threads, thread)
end

function init(arguments)
  prefix = (arguments[1] or "run") .. "-" .. id .. "-"
  calls = 0
  accepted = 0
  other = 0
end

function request()
  calls = calls + 1
  return wrk.format("POST", nil, {
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = prefix .. calls,
  }, body)
end

function response(status)
  if status == 202 then accepted = accepted + 1 else other = other + 1 end
end

function done(summary)
  local all, rest = 0, 0
  for _, thread in ipairs(threads) do
    all = all + thread:get("accepted")
    rest = rest + thread:get("other")
  end
  print(string.format("accepted %d other %d seconds %.3f", all, rest, summary.duration / 1e6))
end
