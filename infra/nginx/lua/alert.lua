-- Writes a message about the server itself to the error log. A timer writes it, because nginx adds
-- the request line, which may contain a key by mistake, to each message that is logged while a
-- request is answered. The level is that of settings/request-error-log.conf, so that no message is
-- lost.

local function write(_, words)
    ngx.log(ngx.EMERG, words)
end

return function(words)
    ngx.timer.at(0, write, words)
end
