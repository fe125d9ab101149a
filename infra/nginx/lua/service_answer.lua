-- Checks the head of an answer of the pricing service before it is forwarded.

local alert_once = require "alert_once"
local metrics = require "metrics"

local _M = {}

-- Counts an answer with an error status. Closes the connection if an answer is not HTTP, because another server listens
-- on the service's port: nginx treats its answer as HTTP/0.9, which has no status (9), and would forward it.
function _M.check()
    if not ngx.var.upstream_status then
        return
    end
    if ngx.status == 9 then
        alert_once("service", "the answer of the pricing service is not HTTP: check the port in settings/pricing-server.conf")
        return ngx.exit(444)
    end
    -- Anyone can make a test key answer 503, so it must not cause an alert.
    if ngx.status >= 400 and not ngx.header["X-Test-Key"] then
        metrics.count_error(ngx.status)
    end
end

return _M
