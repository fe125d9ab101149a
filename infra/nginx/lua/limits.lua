-- The advisory limit (spec, "Limits"): a quota of requests for each client in a window of fixed
-- length, which begins with the client's first request. All workers count in the same memory;
-- incr() is atomic. If this memory is full or fails, the request passes.

local alert_once = require "alert_once"
local contract = require "contract"

local advisory = contract.advisory
local field = '"' .. advisory.name .. '";r=%d;t=%d'

local _M = {}

-- Returns true if requests for a decoded path count towards the limit: /v1/products and the paths
-- below it. isProductPath of contract/routes.ts is the same rule.
local function is_product_path(path)
    for counted in pairs(contract.counted_paths) do
        if path == counted or path:sub(1, #counted + 1) == counted .. "/" then
            return true
        end
    end
    return false
end

-- Counts a fault of the limit, and logs `words` with the number of such faults so far. `name` is
-- "failed" (a request could not be counted) or "evicted" (counts of clients were dropped).
local function note_fault(name, words)
    local count = ngx.shared.limit_faults:incr(name, 1, 0)
    alert_once("limit " .. name, "%s (%s so far: %d)", words, name, count)
end

-- Counts the request and sets the nginx variables from which the RateLimit and Retry-After headers of
-- the answer are made. Returns true if the request exceeds the limit; the caller must then refuse it.
function _M.count()
    local client = ngx.var.client
    local counters = ngx.shared.advisory
    local used, err, forcible = counters:incr(client, 1, 0, advisory.window)
    if not used then
        note_fault("failed", "advisory limit does not count: " .. err)
        used = 1
    elseif forcible then
        note_fault("evicted", "limit memory is full, the counts of some clients were dropped: enlarge settings/limits.conf")
    end
    local left = counters:ttl(client)
    local reset = math.ceil(left or advisory.window)
    reset = math.max(1, math.min(reset, advisory.window))
    local remaining = math.max(0, advisory.quota - used)
    ngx.var.rate_field = string.format(field, remaining, reset)
    if remaining == 0 then
        -- A client without requests left must wait for the end of the window, even if the hard
        -- limit refused this request.
        ngx.var.retry_after = reset
    end
    local is_exceeded = used > advisory.quota
    if is_exceeded then
        ngx.var.rate_exceeded = "1"
    end
    return is_exceeded
end

-- Counts the request if it was not counted before and `path`, its decoded path, has the limit; nil
-- is an unknown path, which counts too. Returns true if the request exceeds the limit, nil if it
-- was not counted here.
function _M.count_once(path)
    if ngx.var.rate_field == "" and (path == nil or is_product_path(path)) then
        return _M.count()
    end
end

return _M
