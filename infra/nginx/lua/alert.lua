-- Writes a message about the server itself to the error log. It is written from a timer: while a
-- request is answered, nginx adds the request line to each log message, and its query may contain a
-- key by mistake. The level is that of settings/request-error-log.conf, so that no message is lost.

local function write(_, words)
    ngx.log(ngx.EMERG, words)
end

return function(words)
    ngx.timer.at(0, write, words)
end
