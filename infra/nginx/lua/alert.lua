-- Writes a message about the server itself, not about a request, to the error log. A timer writes
-- it: while nginx answers a request, it adds the request line, which may contain a key by mistake,
-- to each message. The level, emerg, is that of settings/request-error-log.conf, so that no message
-- is lost.

local function write(_, words)
    ngx.log(ngx.EMERG, words)
end

return function(words)
    ngx.timer.at(0, write, words)
end
