-- Chat calls as the step classify makes them, for wrk:
--   wrk -t2 -c64 -d15s -s bench/simulator-chat.lua http://127.0.0.1:8089/v1/chat/completions
-- Every call names a ticket of its own, so that the call log does all of its work.
local instructions = "You sort support tickets. Answer with one JSON object and nothing else: "
  .. '{\\"team\\": T, \\"priority\\": P}. T is one of: billing, delivery, technical, account, returns, general. '
  .. "P is a whole number from 1 (urgent) to 4 (can wait)."
local text = "Subject: Parcel lost\\n\\nMy parcel should have been here on Monday and the courier does not answer. "
  .. "Where is it, and can I have my money back if it does not come this week?"
local body = '{"model":"small-chat-v1","messages":[{"role":"system","content":"' .. instructions
  .. '"},{"role":"user","content":"' .. text .. '"}],"temperature":0,"max_tokens":50,'
  .. '"response_format":{"type":"json_object"}}'

local threads = 0
function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end

local calls = 0
function request()
  calls = calls + 1
  return wrk.format("POST", nil, {
    ["Content-Type"] = "application/json",
    ["X-Step"] = "classify",
    ["X-Ticket"] = "T-" .. id .. "-" .. calls,
  }, body)
end

local refused = 0
function response(status)
  if status ~= 200 then
    refused = refused + 1
  end
end
