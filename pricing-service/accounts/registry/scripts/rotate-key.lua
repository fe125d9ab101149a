-- Creates a key in place of another, which is revoked now or at a moment to come. Until then both
-- are active, and count.
--
-- KEYS      those of keys.lua, then the record of the key that goes
-- ARGV      those of keys.lua, without a label, which the new key inherits; `replaces`, the id of the
--           key that goes; `revokeAtMs`, its moment, or `graceMs`, the time until then
-- outcomes  done with `createdAt`, `revokedAt` and `label`; no-key, revoked or ending with
--           `revokedAt`, past; no-account, not-approved, id-taken, full

local old = KEYS[6]
local label = field(old, 'label')
local ending = field(old, 'revokedAt')
local revoke_at = change.revokeAtMs or now + change.graceMs

if not label then return reply('no-key') end
if ending then
  return reply(ending <= iso(now) and 'revoked' or 'ending', { revokedAt = ending })
end
if change.revokeAtMs and revoke_at <= now then return reply('past') end
local refused = refusal(revoke_at <= now and 1 or 0)
if refused then return refused end

redis.call('HSET', old, 'revokedAt', iso(revoke_at))
redis.call('ZADD', active, revoke_at, change.replaces)
issue(label)
note('key rotate', 'key', change.replaces, 'revokedAt', iso(revoke_at), 'newKey', change.key.id)
tell()
return reply('done', { createdAt = iso(now), revokedAt = iso(revoke_at), label = label })
