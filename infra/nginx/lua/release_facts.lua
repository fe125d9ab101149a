-- Facts of the current release for metrics: when it became current, at which date of the content it
-- must be rebuilt, and its pin.

local ffi = require "ffi"
local read_file = require "read_file"
local release = require "release"

-- statx is used, because its structure has the same layout on every architecture, unlike that of
-- lstat.
-- https://man7.org/linux/man-pages/man2/statx.2.html
ffi.cdef [[
struct catalogue_moment { int64_t seconds; uint32_t nanoseconds; int32_t reserved; };
struct catalogue_statx {
    uint32_t mask, block_size;
    uint64_t attributes;
    uint32_t links, user, group;
    uint16_t mode, spare;
    uint64_t inode, size, blocks, attributes_mask;
    struct catalogue_moment accessed, created, changed, modified;
    uint8_t rest[128];
};
int statx(int folder, const char *path, int flags, unsigned int mask, struct catalogue_statx *buffer);
]]

local current_folder = -100 -- AT_FDCWD
local no_follow = 0x100 -- AT_SYMLINK_NOFOLLOW
local modification = 0x40 -- STATX_MTIME
local buffer = ffi.new("struct catalogue_statx")

local dist = ngx.config.prefix() .. "dist/"

-- Returns the time of the last write to a file or link, in whole seconds since 1970, or nil if it
-- is missing.
local function written_at(path)
    if ffi.C.statx(current_folder, path, no_follow, modification, buffer) ~= 0 then
        return nil
    end
    return tonumber(buffer.modified.seconds)
end

local months = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" }

-- Returns the time (ISO 8601, UTC) of a member in a JSON text in seconds since 1970, or nil if it has none.
-- Does not parse the rest, which may have megabytes.
local function time_in(text, member)
    local year, month, day, time = text:match('"' .. member .. '":"(%d+)-(%d+)-(%d+)T([%d:]+)')
    -- nginx ignores the name of the weekday.
    return year and ngx.parse_http_time(string.format("Day, %s %s %s %s GMT", day, months[tonumber(month)], year, time))
end

-- The last result of due_at, so that an unchanged manifest is read once: path of the manifest, time
-- of its last write, and its `dueAt`. The time is compared too, because a later build of the same
-- release may write another manifest.
local known = {}

local _M = {}

-- Returns when the link to the current release was written, in seconds since 1970, or nil if there
-- is no release.
function _M.current_since()
    return release.id() ~= "" and written_at(dist .. "current") or nil
end

-- Returns when the release must be rebuilt, in seconds since 1970. Returns nil if its content has
-- no future date, if the manifest on this edge has no `dueAt` (an edge that pulls), or if the manifest
-- cannot be read.
function _M.due_at()
    local manifest = dist .. "releases/" .. release.id() .. "/manifest.json"
    local written = written_at(manifest)
    if known.manifest ~= manifest or known.written ~= written then
        known = { manifest = manifest, written = written, due = time_in(read_file(manifest) or "", "dueAt") }
    end
    return known.due
end

-- Returns when the current release was pinned (releases/pin.ts), in seconds since 1970, and by whom;
-- nil if it is not pinned.
function _M.pin()
    local text = read_file(dist .. "pinned") or ""
    if text:match('"release":"(%x+)"') ~= release.id() then
        return nil
    end
    return time_in(text, "since"), text:match('"by":"([^"]*)"') or ""
end

return _M
