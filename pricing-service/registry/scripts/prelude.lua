-- The beginning of every script that changes accounts and keys, after the shebang that change.ts adds. Redis runs a
-- script atomically. Every decision precedes the first write, because Redis does not roll back after an error.
--
-- KEYS   the audit stream, then the keys of the script (all in the hash slot {keys})
-- ARGV   one JSON object: `by`, `account`, `channel`, and the members of the script
-- reply  one JSON object: the code `outcome` (failures.ts), and the members that the script lists with it

local audit = KEYS[1]
local change = cjson.decode(ARGV[1])

-- The time of Redis: `clock` is the reply of TIME, `now` is milliseconds since 1970.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

-- Formats a time as JavaScript's toISOString does, for years from 1970 on:
-- https://howardhinnant.github.io/date_algorithms.html#civil_from_days
local function iso(milliseconds)
  local days = math.floor(milliseconds / 86400000)
  local rest = milliseconds - days * 86400000
  local shifted = days + 719468
  local era = math.floor(shifted / 146097)
  local day_of_era = shifted - era * 146097
  local year_of_era = math.floor(
    (day_of_era - math.floor(day_of_era / 1460) + math.floor(day_of_era / 36524)
      - math.floor(day_of_era / 146096)) / 365)
  local day_of_year = day_of_era
    - (365 * year_of_era + math.floor(year_of_era / 4) - math.floor(year_of_era / 100))
  local shifted_month = math.floor((5 * day_of_year + 2) / 153)
  local day = day_of_year - math.floor((153 * shifted_month + 2) / 5) + 1
  local month = shifted_month < 10 and shifted_month + 3 or shifted_month - 9
  local year = year_of_era + era * 400 + (month <= 2 and 1 or 0)
  return string.format('%04d-%02d-%02dT%02d:%02d:%02d.%03dZ', year, month, day,
    math.floor(rest / 3600000), math.floor(rest / 60000) % 60, math.floor(rest / 1000) % 60,
    rest % 1000)
end

-- Returns a field of a hash, or nil if it is missing.
local function field(hash, name)
  return redis.call('HGET', hash, name) or nil
end

-- Returns true if the key with this record is revoked: immediately, which its field `revoked` stores so that a clock
-- that is set back does not matter, or at a planned time that is past.
local function is_revoked(record)
  local revoked_at = field(record, 'revokedAt')
  return field(record, 'revoked') ~= nil or (revoked_at ~= nil and revoked_at <= iso(now))
end

-- Appends an entry to the audit stream; further arguments alternate names and values. Its time is a field: after a
-- clock that was ahead, the ids of the stream stay ahead.
local function audit_change(action, ...)
  redis.call('XADD', audit, '*', 'action', action, 'by', change.by, 'account', change.account,
    'at', iso(now), ...)
end

-- Publishes the id of the account, so that the pricing services read the account and its keys again.
local function publish_change()
  redis.call('PUBLISH', change.channel, change.account)
end

-- Encodes the reply of the script: the code `outcome`, and the members of `facts`, which may be nil.
local function reply(outcome, facts)
  facts = facts or {}
  facts.outcome = outcome
  return cjson.encode(facts)
end
