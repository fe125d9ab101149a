-- Makes request ids: 128 bits in hex, like nginx's own $request_id, which calls OpenSSL for each request and so took a
-- fifth of its time. They must be unique but need not be secret: LuaJIT's generator, seeded in each worker, is enough.

local _M = {}

-- Seeds LuaJIT's generator with random bytes of the system, so that workers that start at the same
-- time make different ids. Must be called once, when a worker starts.
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
