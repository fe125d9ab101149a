-- GET /v1/health: the released document, and the age of the sync listing in it.

local listing = require "listing"
local problem = require "problem"
local release = require "release"

local _M = {}

local function with_listing(released)
    local age, left = listing.validity()
    if not age then
        return released
    end
    return string.format('%s,"listing":{"age":%d,"expired":%s}}', released:sub(1, -2), age, tostring(left <= 0))
end

function _M.answer()
    local released = release.health()
    if not released then
        return problem.send_unreadable_release()
    end
    local body = with_listing(released)
    ngx.header["Content-Type"] = "application/json"
    ngx.header["Content-Length"] = #body
    -- nginx answers 304 by it. The bytes are in no file, so it is made of their checksum and length.
    ngx.header["ETag"] = string.format('"%x-%x"', ngx.crc32_long(body), #body)
    ngx.print(body)
end

return _M
