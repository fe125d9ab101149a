-- GET /ready on the private port: 200 if this edge serves a release, otherwise 503. Further lines name the
-- release, its pin, and the last pull, for operators; an old pull does not stop an edge from serving.

local read_file = require "read_file"
local release = require "release"
local release_facts = require "release_facts"

local _M = {}

local function to_utc(seconds)
    return os.date("!%Y-%m-%d %H:%M UTC", seconds)
end

-- Returns the value of a metric of npm run pull on this machine, or nil.
local function pull_metric(text, name)
    return tonumber(text:match("\ncatalogue_pull_" .. name .. " (%S+)"))
end

function _M.answer()
    if not release.health() then
        ngx.status = 503
        ngx.say("no release can be read")
        return
    end
    local lines = { "ready", "release " .. release.id() }
    local since, by = release_facts.pin()
    if since then
        lines[#lines + 1] = "pinned since " .. to_utc(since) .. " by " .. by
    end
    local text = read_file(ngx.config.prefix() .. "dist/metrics/catalogue-pull.prom") or ""
    local pulled = pull_metric(text, "succeeded_timestamp_seconds")
    if pulled then
        lines[#lines + 1] = "last pull " .. to_utc(pulled)
    end
    local expiry = pull_metric(text, "pointer_expiry_timestamp_seconds")
    if expiry then
        local state = expiry < ngx.time() and "expired " or "valid until "
        lines[#lines + 1] = "pointer " .. pull_metric(text, "pointer_sequence") .. " " .. state .. to_utc(expiry)
    end
    ngx.say(table.concat(lines, "\n"))
end

return _M
