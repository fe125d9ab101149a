-- What the changes of keys share; it stands between the prelude and the change.
--
-- KEYS   audit, the account's record, its active keys, its index of keys, the new key's record
-- ARGV   `limit`, the active keys an account may have; `key`: id, hash, label, lastFour

local account, active, index, record = KEYS[2], KEYS[3], KEYS[4], KEYS[5]

-- Why the account can have no new key while `leaving` of its keys end in this step; nil when it can.
local function refusal(leaving)
  local program = field(account, 'program')
  if not program then return reply('no-account') end
  if program ~= 'linked' and program ~= 'approved' then return reply('not-approved') end
  -- An id is random and may, once in a very long time, be taken.
  if redis.call('HEXISTS', index, change.key.id) == 1 then return reply('id-taken') end
  if redis.call('ZCOUNT', active, '(' .. now, '+inf') - leaving >= change.limit then
    return reply('full')
  end
  return nil
end

-- Writes the new key and forgets the places of keys that have ended.
local function issue(label)
  local key = change.key
  redis.call('HSET', record, 'id', key.id, 'account', change.account, 'label', label,
    'lastFour', key.lastFour, 'createdAt', iso(now))
  redis.call('HSET', index, key.id, key.hash)
  redis.call('ZREMRANGEBYSCORE', active, '-inf', now)
  redis.call('ZADD', active, '+inf', key.id)
end
