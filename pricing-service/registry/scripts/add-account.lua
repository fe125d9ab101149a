-- Adds an account: its record, and its id in the set of all accounts.
--
-- KEYS      the audit, the account's record, the set of all accounts
-- ARGV      `fields`: name, tier, program, distributorPricing (1 or 0)
-- outcomes  `done` with `first`: true if Redis held no account before; `exists`

local account, accounts = KEYS[2], KEYS[3]
local fields = change.fields

if redis.call('EXISTS', account) == 1 then return reply('exists') end

local first = redis.call('EXISTS', accounts) == 0
redis.call('HSET', account, 'name', fields.name, 'tier', fields.tier, 'program', fields.program,
  'distributorPricing', fields.distributorPricing)
redis.call('SADD', accounts, change.account)
local facts = { 'name', fields.name, 'tier', fields.tier, 'program', fields.program }
if fields.distributorPricing == '0' then
  for _, fact in ipairs({ 'distributorPricing', '0' }) do table.insert(facts, fact) end
end
audit_change('account add', unpack(facts))
publish_change()
return reply('done', { first = first })
