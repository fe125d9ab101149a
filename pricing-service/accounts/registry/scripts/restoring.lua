-- Refuses every change while a backup is restored, and after a restore that was interrupted: what is there is
-- a part of the backup (decision 74). It stands between the prelude and the change.
--
-- ARGV      `restoring`, the key that marks such a Redis
-- outcomes  restoring

if redis.call('EXISTS', change.restoring) == 1 then return reply('restoring') end
