-- Looks at the head of an answer of the pricing service before it is sent on.

local alert = require "alert"
local metrics = require "metrics"

local _M = {}

-- nginx takes an answer that is no HTTP for one of HTTP/0.9 and would hand it on as it came. Some other
-- server stands at that port; nobody outside is to read what it says.
function _M.check()
    if not ngx.var.upstream_status then
        return
    end
    if ngx.req.http_version() == 0.9 then
        alert("the answer of the pricing service is no HTTP: is that its port?")
        return ngx.exit(444)
    end
    -- Anybody can make a test key answer 503: no alert is to follow from that.
    if ngx.status >= 400 and not ngx.header["X-Test-Key"] then
        metrics.count_error(ngx.status)
    end
end

return _M
