-- Answers plain HTTP requests if TLS ends at this nginx: redirects to the public address with the
-- same path and query. A request with a key gets an error instead, because others on the network
-- may have read the key.

local contract = require "contract"
local problem = require "problem"
local request = require "request"

local _M = {}

-- Returns the path and query of the request target, or "/" if the target names a host (http://...).
local function own_target()
    local target = ngx.var.request_uri
    return target:sub(1, 1) == "/" and target or "/"
end

function _M.answer()
    request.begin_unrouted()
    if ngx.var.http_authorization then
        return problem.send("invalid_request", { detail = contract.details.keyOverPlainHttp })
    end
    request.refuse_unreadable()
    return request.redirect(ngx.var.base_url .. own_target())
end

return _M
