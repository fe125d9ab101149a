-- Headers of every answer, from nginx or from the pricing service: the table of design section 7.
-- $route says which row. An error, or the service, has set its own Cache-Control already.

local alert = require "alert"
local contract = require "contract"
local deprecations = require "deprecations"

local _M = {}

-- nginx takes an answer of the service that is no HTTP for one of HTTP/0.9 and would hand it on as it
-- came. Some other server stands at that port; nobody outside is to read what it says.
local function is_no_http()
    return ngx.var.upstream_status and ngx.req.http_version() == 0.9
end

function _M.send()
    if is_no_http() then
        alert("the answer of the pricing service is no HTTP: is that its port?")
        return ngx.exit(444)
    end
    -- Cleared first: the modification time of a released file is made from its hash (decision 12).
    ngx.header["Last-Modified"] = nil
    local answer = contract.answers[ngx.var.route] or contract.answers.none
    local own_cache_control = ngx.header["Cache-Control"]
    for name, value in pairs(answer) do
        ngx.header[name] = value
    end
    if own_cache_control then
        ngx.header["Cache-Control"] = own_cache_control
    end
    for name, value in pairs(deprecations.of(ngx.var.operation)) do
        ngx.header[name] = value
    end
    ngx.header["X-Request-Id"] = ngx.var.exchange_id
    if ngx.var.https == "on" then
        ngx.header["Strict-Transport-Security"] = contract.transport_security
    end
    local rate_field = ngx.var.rate_field
    if rate_field and rate_field ~= "" then
        ngx.header["RateLimit-Policy"] = contract.advisory.policy
        ngx.header["RateLimit"] = rate_field
    end
end

return _M
