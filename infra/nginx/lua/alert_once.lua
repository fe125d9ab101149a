-- Logs a message (a format of string.format, and its values) at most once a minute for each `name`, across all workers.
-- A timer writes it, because nginx adds the request line, which may contain a key by mistake, to each message while it
-- answers a request. The level, emerg, is that of settings/request-error-log.conf, so that no message is lost.

local seconds = 60

local function write(_, words)
    ngx.log(ngx.EMERG, words)
end

return function(name, words, ...)
    if ngx.shared.alerts:add(name, true, seconds) then
        ngx.timer.at(0, write, string.format(words, ...))
    end
end
