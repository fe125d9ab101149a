-- Sets the response headers of deprecated routes, such as Sunset. A file of the current release
-- lists these routes and headers (contract/deprecation.ts); a release without deprecated routes has
-- no such file. Each worker reads this small file once for each release.

local contract = require "contract"

local releases = ngx.config.prefix() .. "dist/releases/"
local none = {}

local headers = none
local read_id

local function read(id)
    local file = io.open(releases .. id .. "/public/" .. contract.deprecations_file, "rb")
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

-- Sets the response headers that announce a deprecation if the requested operation is deprecated in
-- the release with this id.
function _M.announce(id)
    if read_id ~= id then
        headers, read_id = read(id), id
    end
    if headers == none then
        return
    end
    for name, value in pairs(headers[ngx.var.operation] or none) do
        ngx.header[name] = value
    end
end

return _M
