-- Refuses every change during a restore and after an interrupted one.
if redis.call('EXISTS', change.restoring) == 1 then return reply('restoring') end
