-- Revokes a key now. If it was revoked before, writes the same `revokedAt` again, so that the following WAIT
-- covers the revocation, and adds no audit entry.
--
-- KEYS      the audit stream, the key's record, the account's active keys
-- ARGV      `id` of the key
-- outcomes  `done` with `revokedAt` and `already` (true if it was revoked before); `no-key`

local record, active = KEYS[2], KEYS[3]

if redis.call('EXISTS', record) == 0 then return reply('no-key') end

local before = field(record, 'revokedAt')
local already = before ~= nil and before <= iso(now)
local revoked_at = already and before or iso(now)
redis.call('HSET', record, 'revokedAt', revoked_at)
redis.call('ZREM', active, change.id)
if not already then audit_change('key revoke', 'key', change.id, 'revokedAt', revoked_at) end
publish_change()
return reply('done', { revokedAt = revoked_at, already = already })
