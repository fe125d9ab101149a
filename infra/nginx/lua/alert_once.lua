-- Logs a message about faults that may affect many requests: at most once a minute for each value of
-- `name`, across all workers, so that a flood of requests does not fill the log. `words` is a format
-- of string.format, followed by its values. A timer writes the message: while nginx answers a
-- request, it adds the request line, which may contain a key by mistake, to each message. The level,
-- emerg, is that of settings/request-error-log.conf, so that no message is lost.

local seconds = 60

local function write(_, words)
    ngx.log(ngx.EMERG, words)
end

return function(name, words, ...)
    if ngx.shared.alerts:add(name, true, seconds) then
        ngx.timer.at(0, write, string.format(words, ...))
    end
end
