-- Creates a key. KEYS and ARGV are those of keys.lua.
-- outcomes  `done` with `createdAt`; those of `refusal`

local refused = refusal(0)
if refused then return refused end

issue(change.key.label)
audit_change('key create', 'key', change.key.id, 'label', change.key.label)
publish_change()
return reply('done', { createdAt = iso(now) })
