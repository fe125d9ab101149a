-- The document that every release has. Where it cannot be read there is no release, or none that nginx's
-- workers may read.

local contract = require "contract"
local read_file = require "read_file"

local path = ngx.config.prefix() .. "dist/current/public/" .. contract.health_file

local _M = {}

-- The released health document, or nil.
function _M.health()
    return read_file(path)
end

return _M
