-- Which release this edge serves: the one that the link dist/current names (design section 4). The link is read
-- once a second, by one worker, into memory that all workers share; releases are immutable folders, so that
-- every file of an answer, and what the pricing service is told, is of one release.

local contract = require "contract"
local ffi = require "ffi"
local read_file = require "read_file"

ffi.cdef [[
long readlink(const char *path, char *buffer, size_t size);
]]

local dist = ngx.config.prefix() .. "dist/"
local releases = ngx.shared.release

local target_size = 4096
local target = ffi.new("char[?]", target_size)

-- The id in the link's target, "releases/0123456789abcdef", or nil.
local function linked_id()
    local length = tonumber(ffi.C.readlink(dist .. "current", target, target_size))
    if length <= 0 then
        return nil
    end
    return ffi.string(target, length):match("^releases/(%x+)$")
end

local _M = {}

-- Reads the link.
function _M.look()
    local id = linked_id()
    if id then
        releases:set("id", id)
    else
        releases:delete("id")
    end
end

-- Begins to read the link every second. https://github.com/openresty/lua-nginx-module#ngxtimerevery
function _M.follow()
    if ngx.worker.id() == 0 then
        ngx.timer.every(1, _M.look)
    end
end

-- The id of the release, or an empty string where there is none: no file is found then.
function _M.id()
    return releases:get("id") or ""
end

-- The document that every release has, or nil. Where it cannot be read there is no release, or none that
-- nginx's workers may read.
function _M.health()
    return read_file(dist .. "releases/" .. _M.id() .. "/public/" .. contract.health_file)
end

return _M
