-- Changes fields of an account. A field that has the value already is written again, for WAIT.
--
-- KEYS      the audit, the account's record
-- ARGV      `fields`: new values of some of name, tier, program, distributorPricing
-- outcomes  `done` with `changed`, and `fields`: all values now; `no-account`

local account = KEYS[2]

if redis.call('EXISTS', account) == 0 then return reply('no-account') end

local names = { 'name', 'tier', 'program', 'distributorPricing' }
local facts = {}
for _, name in ipairs(names) do
  local value = change.fields[name]
  if value then
    local before = field(account, name) or ''
    if before ~= value then
      for _, fact in ipairs({ name, value, name .. 'Before', before }) do table.insert(facts, fact) end
    end
    redis.call('HSET', account, name, value)
  end
end
if #facts > 0 then audit_change('account set', unpack(facts)) end
publish_change()
local fields = {}
for _, name in ipairs(names) do fields[name] = field(account, name) end
return reply('done', { changed = #facts > 0, fields = fields })
