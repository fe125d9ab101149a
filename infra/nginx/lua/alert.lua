-- Tells the operator, in the error log, what is wrong with the server itself. It is told from a timer:
-- while a request is answered nginx adds the request line to whatever is logged, and its query may
-- hold a key by mistake. The level is that of settings/request-error-log.conf, so that nothing is lost.

local function write(_, words)
    ngx.log(ngx.EMERG, words)
end

return function(words)
    ngx.timer.at(0, write, words)
end
