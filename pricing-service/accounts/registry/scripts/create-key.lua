-- Creates a key.
--
-- outcomes  done with `createdAt`; no-account, not-approved, id-taken, full

local refused = refusal(0)
if refused then return refused end

issue(change.key.label)
note('key create', 'key', change.key.id, 'label', change.key.label)
tell()
return reply('done', { createdAt = iso(now) })
