-- Adds an account. The set of all accounts, written in the same step, marks a Redis that holds keys: a
-- Redis without it gives no verdict on any key (decision 50).
--
-- KEYS      audit, the account's record, the set of all accounts
-- ARGV      `fields`: name, tier, program
-- outcomes  done with `first`, whether there was no account before; exists

local account, accounts = KEYS[2], KEYS[3]
local fields = change.fields

if redis.call('EXISTS', account) == 1 then return reply('exists') end

local first = redis.call('EXISTS', accounts) == 0
redis.call('HSET', account, 'name', fields.name, 'tier', fields.tier, 'program', fields.program,
  'distributorPricing', '1')
redis.call('SADD', accounts, change.account)
note('account add', 'name', fields.name, 'tier', fields.tier, 'program', fields.program)
tell()
return reply('done', { first = first })
