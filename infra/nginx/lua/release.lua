-- The current release of this edge: the target of the link dist/current (design section 4), which is read four times a
-- second, by whichever worker is first, into memory that all workers share: one that hangs keeps no other on an old
-- release. A release is an immutable folder, so all files and prices of an answer come from the same release.

local alert_once = require "alert_once"
local contract = require "contract"
local ffi = require "ffi"
local read_file = require "read_file"

ffi.cdef [[
long readlink(const char *path, char *buffer, size_t size);
int access(const char *path, int mode);
]]

local readable = 4 -- R_OK

local dist = ngx.config.prefix() .. "dist/"
local releases = ngx.shared.release

local target_size = 4096
local target = ffi.new("char[?]", target_size)

-- The error number of a path that does not exist.
local ENOENT = 2

-- Returns the target of the link at `path`, relative to dist/. Returns nil and the error number if
-- the link cannot be read.
local function read_link(path)
    local length = tonumber(ffi.C.readlink(dist .. path, target, target_size))
    if length < 0 then
        return nil, ffi.errno()
    end
    return ffi.string(target, length)
end

local _M = {}

-- Reads the link and stores the release id in its target for all workers: "0123456789abcdef" for
-- "releases/0123456789abcdef". Removes the stored id if there is no such link or target. Keeps it if
-- the link cannot be read for another reason, and returns the error number.
function _M.refresh()
    local link, errno = read_link("current")
    if not link and errno ~= ENOENT then
        return errno
    end
    local id = link and link:match("^releases/(%x+)$")
    if id then
        releases:set("id", id)
    else
        releases:delete("id")
    end
end

-- Seconds between two reads of the link: on average, half of it passes between a deploy and its first
-- answer. A read takes some microseconds.
local interval = 0.25

local function refresh_or_alert()
    -- Fails if another worker has just read the link.
    if not releases:add("read", true, interval / 2) then
        return
    end
    local errno = _M.refresh()
    if errno then
        alert_once("link", "the link dist/current cannot be read (error %d); the last release is served", errno)
    end
end

-- Reads the link at this interval. Must be called once in each worker, when it starts.
-- https://github.com/openresty/lua-nginx-module#ngxtimerevery
function _M.follow()
    ngx.timer.every(interval, refresh_or_alert)
end

-- Returns the id of the current release, or an empty string if no release is current, so that
-- every file is missing.
function _M.id()
    return releases:get("id") or ""
end

-- Returns the text of the file at `path` in the release. Returns nil if there is no release or no
-- such file, or if nginx's workers may not read it.
function _M.read(path)
    return read_file(dist .. "releases/" .. _M.id() .. "/" .. path)
end

-- Returns the text of the health document, which every release has, or nil if there is no release.
function _M.health()
    return _M.read("public/" .. contract.health_file)
end

-- Returns true if nginx's workers may read the file or folder at `path`, relative to dist/.
function _M.is_readable(path)
    return ffi.C.access(dist .. path, readable) == 0
end

-- Returns true if the release with this id has a file or folder at `path`, relative to the folder of
-- the release, that nginx's workers may read.
function _M.has(id, path)
    return _M.is_readable("releases/" .. id .. "/" .. path)
end

-- Returns true if the current release is there: every release has a health document.
function _M.is_present()
    return _M.has(_M.id(), "public/" .. contract.health_file)
end

-- Returns true if a product's object (the folder of its documents) is missing, although the release
-- with this id has a link to it.
function _M.lacks_object(id, sku)
    local path = "public/v1/products/" .. sku
    return read_link("releases/" .. id .. "/" .. path) ~= nil and not _M.has(id, path)
end

return _M
