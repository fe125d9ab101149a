-- Refuses every change during a restore and after an interrupted one. Inserted after the prelude.
--
-- ARGV      `restoring`: name of the Redis key that exists until a restore has finished
-- outcomes  `restoring`

if redis.call('EXISTS', change.restoring) == 1 then return reply('restoring') end
