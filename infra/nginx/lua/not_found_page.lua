-- The page that a browser gets for an unknown path. contract/not-found-page.ts has
-- the same rules for the embedded server.

local read_file = require "read_file"
local release = require "release"

local _M = {}

-- Returns the value of a request header, or "" if it is missing. Repeated headers are joined by
-- commas (RFC 9110 section 5.3).
local function field(name)
    local value = ngx.req.get_headers(0)[name] or ""
    return type(value) == "table" and table.concat(value, ", ") or value
end

local function quality(accept, media_type)
    for range in accept:lower():gmatch("[^,]+") do
        if range:match("^[ \t]*([^; \t]*)") == media_type then
            return tonumber(range:match(";[ \t]*q=([01]%.?%d*)") or 1)
        end
    end
    return 0
end

-- Returns true if the request prefers a page to a problem document.
function _M.prefers_page()
    local accept = field("accept")
    local html = quality(accept, "text/html")
    local json = math.max(quality(accept, "application/problem+json"), quality(accept, "application/json"))
    return html > 0 and html >= json
end

local function language_of(path)
    if path == "/docs/fr" or path:find("^/docs/fr/") then
        return "fr"
    end
    return ngx.re.find(field("accept-language"), "^[ \\t]*fr(?![a-z])", "ijo") and "fr" or "en"
end

-- Returns true if an unknown path may be answered with the page: true for all paths except those of
-- the API.
function _M.concerns(path)
    return path ~= "/v1" and not path:find("^/v1/")
end

-- Returns the HTML of the page: in French below /docs/fr or if the client prefers French, otherwise
-- in English. Returns false if the request prefers a problem document, nil if the release has no
-- page.
function _M.read(path)
    return _M.prefers_page() and release.read("public/not-found." .. language_of(path) .. ".html")
end

return _M
