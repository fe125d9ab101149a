-- GET /v1/health: the released document, with the age of the sync listing (the active products) if
-- there is one.

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
    -- nginx compares this entity tag to answer 304. It is made of the checksum and length, because
    -- the bytes are not in a file.
    ngx.header["ETag"] = string.format('"%x-%x"', ngx.crc32_long(body), #body)
    ngx.print(body)
end

return _M
