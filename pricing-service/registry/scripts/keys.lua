-- For create-key.lua and rotate-key.lua.
--
-- KEYS   the audit; the account's record, its active keys, its index of keys; the new key's record
-- ARGV   `limit`: maximum number of active keys; `key`: id, hash, label, lastFour

local account, active, index, record = KEYS[2], KEYS[3], KEYS[4], KEYS[5]

-- Returns the reply that refuses a new key, or nil if the key is allowed. `ending` is the number of active keys
-- that the same script revokes.
local function refusal(ending)
  local program = field(account, 'program')
  if not program then return reply('no-account') end
  if program ~= 'linked' and program ~= 'approved' then return reply('not-approved') end
  -- The id is random; very rarely, another key of the account already has it.
  if redis.call('HEXISTS', index, change.key.id) == 1 then return reply('id-taken') end
  if redis.call('ZCOUNT', active, '(' .. now, '+inf') - ending >= change.limit then
    return reply('full')
  end
  return nil
end

-- Writes the new key with this label, and removes revoked keys from the set of active keys.
local function issue(label)
  local key = change.key
  redis.call('HSET', record, 'id', key.id, 'account', change.account, 'label', label,
    'lastFour', key.lastFour, 'createdAt', iso(now))
  redis.call('HSET', index, key.id, key.hash)
  redis.call('ZREMRANGEBYSCORE', active, '-inf', now)
  redis.call('ZADD', active, '+inf', key.id)
end
