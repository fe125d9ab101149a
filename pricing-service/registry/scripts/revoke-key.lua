-- Revokes a key now. If it is revoked, writes the same `revokedAt` again, for WAIT.
--
-- KEYS      the audit, the key's record, the account's active keys
-- ARGV      `id` of the key
-- outcomes  `done` with `revokedAt` and `already` (true if it was revoked before); `no-key`

local record, active = KEYS[2], KEYS[3]

if redis.call('EXISTS', record) == 0 then return reply('no-key') end

local already = is_revoked(record)
local revoked_at = already and field(record, 'revokedAt') or iso(now)
redis.call('HSET', record, 'revokedAt', revoked_at, 'revoked', '1')
redis.call('ZREM', active, change.id)
if not already then audit_change('key revoke', 'key', change.id, 'revokedAt', revoked_at) end
publish_change()
return reply('done', { revokedAt = revoked_at, already = already })
