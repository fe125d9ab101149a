-- Makes the names of requests: 128 bits in hex, as nginx's own $request_id, which asks OpenSSL each time
-- and took a fifth of a request's time. They need to differ and guard nothing, so that LuaJIT's generator
-- does, seeded once in each worker (lua.conf).

local _M = {}

-- Called as a worker starts; two that start at the same time get different seeds from the system.
function _M.seed()
    local source = assert(io.open("/dev/urandom", "rb"))
    local bytes = source:read(6)
    source:close()
    local seed = 0
    for at = 1, #bytes do
        seed = seed * 256 + bytes:byte(at)
    end
    math.randomseed(seed)
end

function _M.make()
    local random, most = math.random, 0xFFFFFFFF
    return string.format("%08x%08x%08x%08x", random(0, most), random(0, most), random(0, most), random(0, most))
end

return _M
