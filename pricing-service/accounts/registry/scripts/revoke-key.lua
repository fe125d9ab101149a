-- Revokes a key at once. The moment of a key that is revoked already is written again, so that
-- waiting for replicas after it waits for the revocation, but is not noted.
--
-- KEYS      audit, the key's record, the account's active keys
-- ARGV      `id`, of the key
-- outcomes  done with `revokedAt` and `already`; no-key

local record, active = KEYS[2], KEYS[3]

if redis.call('EXISTS', record) == 0 then return reply('no-key') end

local before = field(record, 'revokedAt')
local already = before ~= nil and before <= iso(now)
local revoked_at = already and before or iso(now)
redis.call('HSET', record, 'revokedAt', revoked_at)
redis.call('ZREM', active, change.id)
if not already then note('key revoke', 'key', change.id, 'revokedAt', revoked_at) end
tell()
return reply('done', { revokedAt = revoked_at, already = already })
