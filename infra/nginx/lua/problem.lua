-- Writes errors: problem documents (RFC 9457), and the plain objects of the sync route. Text from a
-- client cannot change the structure of a body: the only such text is the member instance, the path
-- in percent-encoding. Other texts are JSON that was escaped when contract.lua was generated.

local alert_once = require "alert_once"
local contract = require "contract"
local deprecations = require "deprecations"
local limits = require "limits"
local metrics = require "metrics"
local not_found_page = require "not_found_page"
local release = require "release"

local _M = {}

local reads = { GET = true, HEAD = true }

-- Matches a request target that nginx refuses: one that is neither a path nor a URL of HTTP, is
-- badly encoded, or has a path that contains a NUL.
local malformed_target = "^(?!/|https?://)|%(?![0-9A-F]{2})|[^\\x21-\\x7E]|^[^?#]*%00"

local function encode(characters)
    return (characters:gsub(".", function(character)
        return string.format("%%%02X", character:byte())
    end))
end

-- Returns the request target, or "/" if the request line has none. A request that nginx could not
-- read has no $request_uri.
local function request_target()
    return (ngx.var.request or ""):match("^%S+ +(%S+)") or "/"
end

-- Returns the path of the request target, still percent-encoded, or "/" if it has none.
local function raw_path()
    local target = ngx.var.request_uri or ""
    if target:byte() ~= 47 then -- not a slash, so an URL, or unread
        target = request_target():gsub("^%a[%w+.-]*://[^/?#]*", "")
    end
    local path_end = ngx.re.find(target, "[?#]", "jo")
    local path = path_end and target:sub(1, path_end - 1) or target
    return path:byte() == 47 and path or "/"
end

-- Returns the path of the request target as nginx makes $uri: decoded and without dot segments (RFC 3986 section
-- 5.2.4). Returns true as a second value if the path leads above the root.
local function decoded_path()
    local kept, depth, is_above = {}, 0, false
    local segments = ngx.unescape_uri(raw_path()):gsub("/(%.%.?)$", "/%1/")
    for segment in segments:gmatch("/([^/]*)") do
        if segment == ".." then
            table.remove(kept)
            depth = depth - 1
            is_above = is_above or depth < 0
        elseif segment ~= "." then
            table.insert(kept, segment)
            depth = depth + 1
        end
    end
    return "/" .. table.concat(kept, "/"), is_above
end

-- Matches a path that is safe in a URI (RFC 3986 section 3.3) and therefore in JSON. Two slashes at the start would
-- name another host (section 4.2).
local safe_path = [[^/(?!/)(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*+\z]]

-- Percent-encodes a path, so that it is safe.
local function to_instance(path)
    if ngx.re.find(path, safe_path, "jo") then
        return path
    end
    local encoded = path:gsub("[^A-Za-z0-9%-._~!$&'()*+,;=:@/%%]", encode)
    -- A percent sign that begins no valid escape.
    encoded = ngx.re.gsub(encoded, "%(?![0-9A-Fa-f]{2})", "%25", "jo")
    return (encoded:gsub("^//", "/%%2F"))
end

local function send(status, body)
    metrics.count_error(status)
    -- Of HTTP/0.9, whose answers have no status: a client could not tell a problem from a document.
    if status == ngx.HTTP_BAD_REQUEST and ngx.req.http_version() == 0.9 then
        return ngx.exit(444)
    end
    ngx.status = status
    ngx.header["Content-Length"] = #body
    ngx.print(body)
    return ngx.exit(ngx.HTTP_OK)
end

-- Sends a plain error of the sync route, given as the JSON text of its body, and ends the request.
function _M.send_plain_body(status, body, headers)
    ngx.header["Content-Type"] = "application/json"
    ngx.header["Cache-Control"] = contract.errors_cache_control
    for name, value in pairs(headers or {}) do
        ngx.header[name] = value
    end
    return send(status, body)
end

-- Sends {"error": text} as a plain error of the sync route, and ends the request. `text` is in
-- JSON, with its quotes.
function _M.send_plain(status, text, headers)
    return _M.send_plain_body(status, '{"error":' .. text .. "}", headers)
end

-- Sends the 404 page for an unknown path and ends the request. Returns, without an answer, if the
-- request prefers a problem document or the release has no page.
local function send_page()
    ngx.var.route = "missing"
    local page = not_found_page.read(ngx.var.uri)
    if page then
        ngx.header["Content-Type"] = "text/html"
        return send(ngx.HTTP_NOT_FOUND, page)
    end
end

-- Sends a problem and ends the request. Instead, a 400 of the sync route is a plain error (spec, "Endpoints"), and
-- route_not_found outside the API is the 404 page for a client that prefers HTML.
-- options: detail (a JSON string of contract.details), headers, extra (members of contract.extra_members).
function _M.send(code, options)
    options = options or {}
    local problem = contract.problems[code]
    if problem.status == 400 and ngx.var.route == "sync" then
        return _M.send_plain(problem.status, options.detail or problem.detail, options.headers)
    end
    if code == "route_not_found" and not_found_page.concerns(ngx.var.uri) then
        send_page()
    end
    if ngx.var.route == "copy" then
        -- An export sets both headers before nginx finds that its file is missing; the problem is not a
        -- download.
        ngx.header["Content-Disposition"] = nil
        ngx.header[contract.release_header] = nil
    end
    ngx.header["Content-Type"] = contract.problem_type
    ngx.header["Cache-Control"] = problem.cache_control
    local headers = options.headers or problem.headers
    -- LuaJIT does not compile pairs.
    if headers then
        for name, value in pairs(headers) do
            ngx.header[name] = value
        end
    end
    local body = '{"type":"' .. ngx.var.base_url .. problem.members .. (options.detail or problem.detail)
        .. ',"instance":"' .. to_instance(raw_path()) .. '","code":"' .. code .. '"' .. (options.extra or "") .. "}"
    return send(problem.status, body)
end

-- Answers 429 to a request over the advisory or the hard limit. Over the advisory limit, the
-- problem has the member violated-policies; over the hard limit alone it has not,
-- because RateLimit-Policy does not name that limit.
function _M.send_rate_limited()
    local retry_after = ngx.var.retry_after
    if retry_after == "" then
        retry_after = contract.hard_retry_after
    end
    return _M.send("rate_limited", {
        headers = { ["Retry-After"] = retry_after },
        extra = ngx.var.rate_exceeded == "1" and contract.extra_members.advisoryLimit or nil,
    })
end

-- Answers 500 (internal_error), and logs `words`; messages with the same `name` at most once a
-- minute. On the route of the product list, the problem also has the member error (spec,
-- "Endpoints").
local function send_fault(name, words)
    alert_once(name, "%s (route %s, request %s)", words, ngx.var.log_route, ngx.var.exchange_id)
    local extra = ngx.var.route == "list" and contract.extra_members.listFault or nil
    return _M.send("internal_error", { extra = extra })
end

-- Answers 500, and logs at most once a minute that nginx cannot read a file of the release, or that
-- there is no release.
function _M.send_unreadable_release()
    return send_fault("release", "the current release is missing or incomplete, or nginx's workers may not read it")
end

-- Routes whose document every release has.
local always_there = { list = true, openapi = true }

-- Returns the SKU of the product whose detail or drawn picture the request names; nil for other
-- requests.
local function sku_of_product_file()
    if ngx.var.route == "detail" then
        return ngx.var.sku
    end
    local picture = ngx.re.match(ngx.var.uri, "^/images/([^/]+)/", "jo")
    return picture and picture[1]
end

-- Answers a missing file with 404. Answers 500 if the release must have this file or if there is no
-- release, because clients that keep a copy of the catalogue treat a 404 as a removed product.
local function send_missing_file()
    local route = ngx.var.route
    local is_detail = route == "detail"
    local sku = sku_of_product_file()
    local is_lost = always_there[route] or sku and release.lacks_object(ngx.var.release, sku)
    if is_lost or not release.is_present() then
        return _M.send_unreadable_release()
    end
    return _M.send(is_detail and "product_not_found" or "route_not_found")
end

local function refuse(detail)
    return function() return _M.send("invalid_request", { detail = detail }) end
end

local function refuse_upstream() return _M.send("upstream_unavailable") end

-- Status that nginx sets itself -> function that answers the request.
local senders = {
    [400] = function()
        local _, is_above_root = decoded_path()
        local bad = is_above_root or ngx.re.find(request_target(), malformed_target, "ijo")
        return _M.send("invalid_request", { detail = bad and contract.details.malformedUrl })
    end,
    -- No location sends 403, so the cause is a file that nginx may not read.
    [403] = _M.send_unreadable_release,
    [404] = send_missing_file,
    [405] = function() return _M.send("route_not_found") end,
    [414] = refuse(contract.details.urlTooLong),
    [429] = _M.send_rate_limited,
    [494] = refuse(contract.details.headTooLong),
    -- Plain HTTP on a TLS port.
    [497] = function()
        local has_key = ngx.var.http_authorization
        return _M.send("invalid_request", { detail = has_key and contract.details.keyOverPlainHttp or contract.details.plainHttp })
    end,
    [500] = function() return send_fault("request", "nginx could not answer a request") end,
    [502] = refuse_upstream,
    [503] = refuse_upstream,
    [504] = refuse_upstream,
}

-- Answers an error that nginx detected, maybe before it ran lua/request.lua: selects the headers of the route, announces
-- its deprecation and applies both limits; for the hard limit see (4) of errors.conf. `path` is decoded, or nil if it is
-- unknown: the request then counts, because it may be one for a product.
local function answer(path)
    if ngx.var.route == "" then
        ngx.var.route = ngx.var.route_of_path
    end
    -- An early error of a product detail with a key has the headers of keyed answers.
    if ngx.var.route == "detail" and ngx.var.http_authorization and reads[ngx.var.request_method] then
        ngx.var.route = "keyed"
    end
    deprecations.announce(release.id())
    if limits.count_once(path) or ngx.var.limit_req_status == "REJECTED_DRY_RUN" then
        return _M.send_rate_limited()
    end
    local sender = senders[ngx.status]
    if sender then
        return sender()
    end
    return _M.send("invalid_request")
end

-- Answers an error of a request whose path nginx has read. nginx refuses TRACE and CONNECT before it chooses a location:
-- for a known path, they are sent to the location, which answers them like other methods.
function _M.send_for_status()
    local path = ngx.var.uri
    local refused = ngx.status == ngx.HTTP_NOT_ALLOWED and ngx.var.limit_req_status ~= "REJECTED_DRY_RUN"
    if refused and not pcall(ngx.req.discard_body) then
        -- lua/request.lua would refuse the body, too, but with nginx's own page instead of a problem.
        ngx.status = ngx.HTTP_BAD_REQUEST
        return answer(path)
    end
    -- Other paths could be those of internal locations.
    if refused and ngx.var.route_of_path ~= "" then
        -- Escaped, because nginx decodes the path that it is given.
        return ngx.exec(ngx.escape_uri(path))
    end
    return answer(path)
end

-- Answers a request that nginx could not read. $uri is that of the error page here, so the path is
-- decoded from the request target.
function _M.send_for_unread()
    local path = decoded_path()
    ngx.var.unread_path = path
    -- Over HTTP/2, nginx keeps no request line whose path it cannot decode.
    if (ngx.var.request or "") == "" then
        return answer(nil)
    end
    return answer(path)
end

return _M
