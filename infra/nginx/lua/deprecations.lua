-- Headers of deprecated routes, from the current release (contract/deprecation.ts). The small file is
-- looked at once a second in each worker, so that a release swap needs no reload; mostly there is none.

local contract = require "contract"

local path = ngx.config.prefix() .. "dist/current/public/" .. contract.deprecations_file
local none = {}

local headers = none
local read_at

local function read()
    local file = io.open(path, "rb")
    if not file then
        return none
    end
    local found = {}
    for line in file:lines() do
        local operation, name, value = line:match("^(%w+)\t([%w-]+)\t(.+)$")
        if operation then
            found[operation] = found[operation] or {}
            found[operation][name] = value
        end
    end
    file:close()
    return found
end

local _M = {}

-- Sets the headers of the operation that was asked for, where it is deprecated.
function _M.announce()
    local now = ngx.time()
    if read_at ~= now then
        headers, read_at = read(), now
    end
    if headers == none then
        return
    end
    for name, value in pairs(headers[ngx.var.operation] or none) do
        ngx.header[name] = value
    end
end

return _M
