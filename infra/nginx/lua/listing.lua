-- Reads the sync listing (the active products of each company) and its validity (contract/listing-validity.ts) for each
-- request, so that a listing expires in time even if npm run sync, which wrote it, has stopped.

local contract = require "contract"
local read_file = require "read_file"
local release = require "release"

local folder = ngx.config.prefix() .. "dist/sync/"

local _M = {}

-- Returns two numbers: the seconds since npm run sync requested the listing from its source, and
-- the seconds until the listing expires (math.huge: never; zero or less: it has expired). Returns
-- nil if there is no listing.
function _M.validity()
    local text = read_file(folder .. contract.sync.validity) or ""
    local asked_at, expires_at = text:match("^(%d+) (%w+)\n$")
    if not asked_at then
        return nil
    end
    local now = ngx.time()
    return math.max(0, now - tonumber(asked_at)), (tonumber(expires_at) or math.huge) - now
end

-- Returns true if the listing has a document, named by company and locale, such as
-- "maple-promo/fr-CA".
function _M.has(document)
    return release.is_readable("sync/current/" .. document .. ".json")
end

-- Returns the error body (JSON text) for an unknown company, or nil if there is no listing.
function _M.unknown_company()
    return read_file(folder .. "current/" .. contract.sync.unknown_company)
end

return _M
