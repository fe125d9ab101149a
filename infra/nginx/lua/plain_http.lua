-- What plain HTTP gets where TLS ends here: the same address over TLS. A key that came unencrypted is
-- told so instead of being helped along: whoever listened has it.

local contract = require "contract"
local problem = require "problem"
local request = require "request"

local _M = {}

-- The request target from its path on; a target that names a host is no path of ours.
local function own_target()
    local target = ngx.var.request_uri
    return target:sub(1, 1) == "/" and target or "/"
end

function _M.answer()
    request.begin_unrouted()
    if ngx.var.http_authorization then
        return problem.send("invalid_request", { detail = contract.details.keyOverPlainHttp })
    end
    return request.redirect(ngx.var.base_url .. own_target())
end

return _M
