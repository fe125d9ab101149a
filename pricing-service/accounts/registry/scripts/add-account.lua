-- Adds an account.
--
-- KEYS      audit, the account's record, the set of all accounts
-- ARGV      `fields`: name, tier, program
-- outcomes  done, exists

local account, accounts = KEYS[2], KEYS[3]
local fields = change.fields

if redis.call('EXISTS', account) == 1 then return reply('exists') end

redis.call('HSET', account, 'name', fields.name, 'tier', fields.tier, 'program', fields.program,
  'distributorPricing', '1')
redis.call('SADD', accounts, change.account)
note('account add', 'name', fields.name, 'tier', fields.tier, 'program', fields.program)
tell()
return reply('done')
