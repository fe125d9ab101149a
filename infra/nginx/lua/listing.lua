-- Until when the sync listing holds: the file that npm run sync writes beside the listings
-- (contract/listing-validity.ts). It is read when it is asked for, so that a listing ends in time
-- whatever became of the process that made it, and no other route pays for it.

local contract = require "contract"
local read_file = require "read_file"

local folder = ngx.config.prefix() .. "dist/sync/"

local _M = {}

-- Seconds since the source was asked, and seconds until what it said expires: math.huge for never, not
-- above zero once it has. Nothing where there is no listing.
function _M.validity()
    local text = read_file(folder .. contract.sync.validity) or ""
    local asked_at, expires_at = text:match("^(%d+) (%w+)\n$")
    if not asked_at then
        return nil
    end
    local now = ngx.time()
    return math.max(0, now - tonumber(asked_at)), (tonumber(expires_at) or math.huge) - now
end

-- Whether the listing has a document, "maple-promo/fr-CA".
function _M.has(document)
    local file = io.open(folder .. "current/" .. document .. ".json", "rb")
    if file then
        file:close()
    end
    return file ~= nil
end

-- The body of the error for a company that is unknown, or nil where there is no listing.
function _M.unknown_company()
    return read_file(folder .. "current/" .. contract.sync.unknown_company)
end

return _M
