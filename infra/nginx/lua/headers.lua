-- Headers of every answer, from nginx or from the pricing service: the table of design section 7.
-- $route says which row. An error, or the service, has set its own Cache-Control already.

local alert = require "alert"
local contract = require "contract"
local deprecations = require "deprecations"

local _M = {}

-- Header fields by row, as lists: LuaJIT compiles a walk over a list, and not one over names.
local rows = {}
for row, fields in pairs(contract.answers) do
    rows[row] = {}
    for name, value in pairs(fields) do
        table.insert(rows[row], { name = name, value = value })
    end
end

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
    local fields = rows[ngx.var.route] or rows.none
    local own_cache_control = ngx.header["Cache-Control"]
    for at = 1, #fields do
        ngx.header[fields[at].name] = fields[at].value
    end
    if own_cache_control then
        ngx.header["Cache-Control"] = own_cache_control
    end
    local deprecation = deprecations.of(ngx.var.operation)
    if deprecation then
        for name, value in pairs(deprecation) do
            ngx.header[name] = value
        end
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
