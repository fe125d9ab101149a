-- The advisory limit: one fixed window a client, begun by its first request (spec, "Limits").
-- incr() is atomic over all workers. When the memory is full or broken the request passes.

local alert = require "alert"
local contract = require "contract"

local advisory = contract.advisory
local ipv4_mapped = string.rep("\0", 10) .. "\255\255"

local _M = {}

-- An IPv4 address is a client; so is the /64 of an IPv6 address. Mapped IPv4 is IPv4: without that
-- all IPv4 clients of a dual-stack socket would share one /64.
local function client_of(address)
    if #address == 4 then
        return address
    end
    if address:sub(1, 12) == ipv4_mapped then
        return address:sub(13)
    end
    return address:sub(1, 8)
end

-- Whether a path is one whose requests are counted.
local function is_product_path(path)
    return path == "/v1/products" or path:sub(1, 13) == "/v1/products/"
end

-- Adds one to the faults of a name, and logs their number once a window: a flood fills no log.
local function note_fault(name, words)
    local faults = ngx.shared.limit_faults
    local count = faults:incr(name, 1, 0)
    if faults:add("logged " .. name, true, advisory.window) then
        alert(string.format("%s (%s so far: %d)", words, name, count))
    end
end

local function count_client(client)
    local counters = ngx.shared.advisory
    local used, err, forcible = counters:incr(client, 1, 0, advisory.window)
    if not used then
        note_fault("failed", "advisory limit does not count: " .. err)
        used = 1
    elseif forcible then
        note_fault("evicted", "limit memory is full, clients are forgotten: enlarge settings/limits.conf")
    end
    local left = counters:ttl(client)
    local reset = math.ceil(left or advisory.window)
    reset = math.max(1, math.min(reset, advisory.window))
    local remaining = math.max(0, advisory.quota - used)
    ngx.var.rate_field = string.format('"%s";r=%d;t=%d', advisory.name, remaining, reset)
    ngx.var.rate_exceeded = used > advisory.quota and "1" or ""
    -- With nothing left there is no use in coming back before the window ends, whichever limit refuses.
    ngx.var.retry_after = remaining == 0 and reset or contract.hard_retry_after
end

-- Names the client and counts the request once; path is $uri unless nginx could not decode it.
function _M.count(path)
    local client = client_of(ngx.var.binary_remote_addr)
    ngx.var.client = client
    if ngx.var.rate_field == "" and is_product_path(path or ngx.var.uri) then
        count_client(client)
    end
end

return _M
