-- Creates a key that replaces an old one, which is revoked now or later.
--
-- KEYS      those of keys.lua, then the record of the replaced key
-- ARGV      those of keys.lua without the label; `replaces`: id of the replaced key; `revokeAtMs`: time of
--           its revocation, or `graceMs`: milliseconds until then
-- outcomes  `done` with `createdAt`, `revokedAt` and `label`; `no-key`; `revoked` or `ending`, each with
--           `revokedAt`; `past`; those of `refusal`

local old = KEYS[6]
local label = field(old, 'label')
local ending = field(old, 'revokedAt')
local revoke_at = change.revokeAtMs or now + change.graceMs

if not label then return reply('no-key') end
if ending then
  return reply(is_revoked(old) and 'revoked' or 'ending', { revokedAt = ending })
end
if change.revokeAtMs and revoke_at <= now then return reply('past') end
local is_immediate = revoke_at <= now
local refused = refusal(is_immediate and 1 or 0)
if refused then return refused end

redis.call('HSET', old, 'revokedAt', iso(revoke_at))
if is_immediate then redis.call('HSET', old, 'revoked', '1') end
redis.call('ZADD', active, revoke_at, change.replaces)
issue(label)
audit_change('key rotate', 'key', change.replaces, 'revokedAt', iso(revoke_at), 'newKey', change.key.id)
publish_change()
return reply('done', { createdAt = iso(now), revokedAt = iso(revoke_at), label = label })
