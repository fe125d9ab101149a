-- Checks a request in the order of design section 8 (limit, method, credentials, SKU, locale) and
-- chooses the document that answers it. Most functions are the access phase of one kind of
-- location. An answer from a file needs no other Lua phase, except weaken_tag.

local base = require "resty.core.base"
local contract = require "contract"
local deprecations = require "deprecations"
local ffi = require "ffi"
local limits = require "limits"
local listing = require "listing"
local not_found_page = require "not_found_page"
local problem = require "problem"
local release = require "release"
local request_id = require "request_id"

local _M = {}

local reads = { GET = true, HEAD = true }

local function begin()
    ngx.var.made_id = request_id.make()
    local id = release.id()
    ngx.var.release = id
    deprecations.announce(id)
end

-- Begins a request (makes its id, selects the current release, sets the headers of a deprecated route) and counts it.
-- Answers 429 if the client exceeds the advisory limit.
local function begin_counted()
    begin()
    if limits.count() then
        return problem.send_rate_limited()
    end
end

-- Matches a request line whose target is badly encoded, or neither a path nor a URL of HTTP, and one of HTTP/0.9, which
-- has no version. The line is matched, because $request_uri lacks the scheme of a URL.
local malformed_line = "^\\S++ ++(?:(?!/|https?://)|\\S++ *+$)|%(?![0-9A-F]{2})|[^\\x20-\\x7E]"

-- Answers 400 to a URL that is too long or malformed (nginx itself refuses paths that it cannot decode), and to a body
-- whose framing cannot be read.
function _M.refuse_unreadable()
    if #ngx.var.request_uri > contract.max_url_length then
        return problem.send("invalid_request", { detail = contract.details.urlTooLong })
    end
    if ngx.re.find(ngx.var.request, malformed_line, "ijo") then
        return problem.send("invalid_request", { detail = contract.details.malformedUrl })
    end
    -- Throws if it cannot be read. Without this call, nginx reads the body after Lua's answer, and then sends none.
    local has_body = ngx.var.content_length or ngx.var.http_transfer_encoding
    if has_body and not pcall(ngx.req.discard_body) then
        return ngx.exit(ngx.HTTP_BAD_REQUEST)
    end
end

local function send_preflight()
    for name, value in pairs(contract.preflight) do
        ngx.header[name] = value
    end
    ngx.header["Allow"] = contract.allow.public
    ngx.header["Cache-Control"] = contract.errors_cache_control
    ngx.status = ngx.HTTP_NO_CONTENT
    return ngx.exit(ngx.HTTP_NO_CONTENT)
end

local function allow_public_methods()
    local method = ngx.req.get_method()
    if method == "OPTIONS" then
        return send_preflight()
    end
    if not reads[method] then
        local headers = { Allow = contract.allow.public }
        return problem.send("method_not_allowed", { headers = headers })
    end
end

-- Memory for the lines of a request, in the structure that lua-resty-core declares.
local most_lines = 100
local lines = ffi.new("ngx_http_lua_ffi_table_elt_t[?]", most_lines)
local truncated = ffi.new("int[1]")
local name_length = #"Accept-Encoding"

-- Returns true if several header lines have a name as long as Accept-Encoding, or if there are very many lines. Reads
-- lengths only: ngx.req.get_headers makes a string of each name and value, which takes a twentieth of a request's time.
local function may_repeat_encoding()
    local request = base.get_request()
    local count = ffi.C.ngx_http_lua_ffi_req_get_headers_count(request, most_lines, truncated)
    ffi.C.ngx_http_lua_ffi_req_get_headers(request, lines, count, 1)
    local found = 0
    for at = 0, count - 1 do
        if lines[at].key.len == name_length then
            found = found + 1
        end
    end
    return found > 1 or count >= most_lines
end

-- Adapts request headers that nginx interprets differently from the contract (files.conf): removes all preconditions
-- but If-None-Match, also empty ones, and sets Accept-Encoding to one line without x-gzip. Returns that line, or "".
local function normalize()
    if ngx.var.http_if_modified_since or ngx.var.http_if_unmodified_since or ngx.var.http_if_match then
        ngx.req.clear_header("If-Modified-Since")
        ngx.req.clear_header("If-Unmodified-Since")
        ngx.req.clear_header("If-Match")
    end
    local first = ngx.var.http_accept_encoding
    if not first then
        return ""
    end
    local accepted, is_list = first, false
    if may_repeat_encoding() then
        local sent = ngx.req.get_headers(0)["accept-encoding"]
        is_list = type(sent) == "table"
        accepted = is_list and table.concat(sent, ", ") or sent
    end
    if accepted:lower():find("x-gzip", 1, true) then
        accepted = ngx.re.gsub(accepted, [[(?<![^, \t])x-gzip(?![^,; \t])]], "gzip", "ijo")
    end
    if is_list or accepted ~= first then
        ngx.req.set_header("Accept-Encoding", accepted)
    end
    return accepted
end

-- Coding -> pattern of an Accept-Encoding that accepts it: without a quality, or with one above zero.
local accepts = {
    br = [[(?:^|,)[ \t]*br[ \t]*(?=[,;]|$)(?![^,]*;[ \t]*q=(?![0-9.]*[1-9]))]],
    gzip = [[(?:^|,)[ \t]*gzip[ \t]*(?=[,;]|$)(?![^,]*;[ \t]*q=(?![0-9.]*[1-9]))]],
}

-- Sets Accept-Encoding to the coding of the answer: br if `accepted` has it and the release has that form of the file
-- at `path`, gzip if `accepted` has it, identity otherwise. Without this function, a client that accepts both would get
-- a file without Brotli form plain, because brotli_static turns gzip off even then.
local function choose_coding(accepted, path)
    local coding = "identity"
    if path and ngx.re.find(accepted, accepts.br, "ijo") and release.has(ngx.var.release, path .. ".br") then
        coding = "br"
    elseif ngx.re.find(accepted, accepts.gzip, "ijo") then
        coding = "gzip"
    end
    ngx.req.set_header("Accept-Encoding", coding)
end

-- Checks the URL, the framing and the method of a request for a public file. Returns its Accept-Encoding, or "".
local function public()
    _M.refuse_unreadable()
    allow_public_methods()
    return normalize()
end

-- Returns a query parameter, decoded: "" if it is empty, nil if it is missing. Answers 400 if it is
-- repeated.
local function parameter(name)
    if not ngx.var.args then
        return nil
    end
    local value = ngx.req.get_uri_args(0)[name]
    if type(value) == "table" then
        return problem.send("invalid_request", { detail = contract.details.repeatedParameter })
    end
    return value == true and "" or value
end

-- Returns the name of the document to serve: the requested locale, or "index" if none is requested
-- (that document is in the default locale). Answers 400 for an unknown locale.
local function localized_document()
    local locale = parameter("locale")
    if locale == nil then
        return "index"
    elseif not contract.locales[locale] then
        return problem.send("unsupported_locale")
    end
    return locale
end

-- Access phase of GET /v1/products: chooses the list in the requested locale.
function _M.list()
    begin_counted()
    local accepted = public()
    local locale = localized_document()
    local document = locale == "index" and "index" or "index." .. locale
    ngx.var.document = document
    -- A list of more than 10 MB has no Brotli form.
    if accepted:find("br", 1, true) then
        choose_coding(accepted, "public/v1/products/" .. document .. ".json")
    end
end

local plain_extension = { export = "ndjson", inventory = "json" }

-- Access phase of GET /v1/products/export and /v1/products/inventory (route: "export" or "inventory"):
-- chooses the file by locale and coding. Sets the media type: paths of documents have no extension.
function _M.export(route)
    local extension = ngx.var.uri:sub(-4) == ".csv" and "csv" or plain_extension[route]
    begin_counted()
    local accepted = public()
    local locale = localized_document()
    if extension ~= "csv" and parameter("format") ~= nil then
        return problem.send("invalid_request", { detail = contract.details.format })
    end
    ngx.var.document = locale .. "." .. extension
    choose_coding(accepted, "public/v1/" .. route .. "/" .. ngx.var.document)
    ngx.header["Content-Type"] = contract.export_types[extension]
    ngx.header[contract.release_header] = ngx.var.release
    if extension ~= "json" then
        local name = contract.exports[route] .. (locale == "index" and "" or "-" .. locale)
        ngx.header["Content-Disposition"] = string.format('attachment; filename="%s-%s.%s"', name, ngx.var.release, extension)
    end
end

-- Access phase of GET /v1/products/changes: chooses the changes since the release that the
-- parameter since names; without it, the answer that describes only the current release.
function _M.changes()
    begin_counted()
    local accepted = public()
    local locale = localized_document()
    local since = parameter("since")
    if since and not ngx.re.find(since, contract.release_pattern, "jo") then
        return problem.send("invalid_request", { detail = contract.details.unknownSince })
    end
    ngx.var.folder = ngx.var.release .. "/" .. locale
    ngx.var.document = since or "now"
    -- nginx compresses this answer on the way.
    choose_coding(accepted)
end

-- The header phase of exports and changes: nginx decompresses or compresses the body of a 200 on the way and weakens its
-- entity tag, if the answer has the coding `converted`. A 304 and the answer to HEAD get the same tag here (RFC 9110
-- sections 9.3.2 and 15.4.5); gunzip itself weakens the tag of HEAD.
function _M.weaken_tag(converted)
    local tag = ngx.header["ETag"]
    if not tag or ngx.var.http_accept_encoding ~= converted then
        return
    elseif ngx.status == ngx.HTTP_NOT_MODIFIED then
        ngx.header["ETag"] = "W/" .. tag
    elseif converted == "gzip" and ngx.req.get_method() == "HEAD" then
        ngx.header["ETag"] = "W/" .. tag
        ngx.header["Content-Encoding"] = "gzip"
        ngx.header["Content-Length"] = nil
    end
end

-- Access phase of GET /v1/products/{sku}: chooses the product's file, or passes a request with an
-- Authorization header to the pricing service.
function _M.detail()
    if ngx.var.http_authorization and reads[ngx.req.get_method()] then
        ngx.var.route = "keyed"
        _M.keyed()
        return ngx.exec("@keyed_detail")
    end
    begin_counted()
    public()
    if not ngx.re.find(ngx.var.sku, contract.sku_pattern, "jo") then
        return problem.send("invalid_sku")
    end
    ngx.var.document = localized_document()
end

-- Checks the limit, URL, framing and method of a request. nginx then passes it to the pricing service, which
-- makes all further checks.
function _M.keyed()
    begin_counted()
    _M.refuse_unreadable()
    if not reads[ngx.req.get_method()] then
        local headers = { Allow = contract.allow.keyed }
        return problem.send("method_not_allowed", { headers = headers })
    end
end

-- Access phase of a public file without the parameter locale: checks URL and method.
function _M.file()
    begin()
    public()
end

-- Redirects to a location: sends a 308, or another status, without a body.
function _M.redirect(location, status)
    ngx.header["Location"] = location
    ngx.header["Content-Length"] = 0
    -- Without this line nginx would add its default_type, although there is no body.
    ngx.header["Content-Type"] = ""
    ngx.status = status or ngx.HTTP_PERMANENT_REDIRECT
    ngx.send_headers()
    -- The status is not passed to ngx.exit, because nginx would add its own page.
    return ngx.exit(ngx.HTTP_OK)
end

-- Redirects to the new address of a page that has moved.
function _M.moved(location)
    begin()
    public()
    return _M.redirect(location)
end

-- Access phase of a picture at an address with a hash: if the release has no picture with it, redirects to the current
-- picture of that name.
function _M.picture()
    begin()
    public()
    local path = ngx.var.uri
    if release.has(ngx.var.release, "public" .. path) then
        return
    end
    local plain = ngx.re.sub(path, "~[0-9a-f]+(?=\\.\\w+$)", "", "jo")
    if release.has(ngx.var.release, "public" .. plain) then
        ngx.header["Cache-Control"] = contract.not_found_cache_control
        return _M.redirect(plain:match("[^/]+$"), ngx.HTTP_MOVED_TEMPORARILY)
    end
end

-- Access phase of a page: redirects if it has moved to another address, which is empty otherwise.
function _M.page(location)
    if location ~= "" then
        return _M.moved(location)
    end
    return _M.file()
end

-- Answers 502: there is no listing, or it has expired.
local function send_unavailable()
    local headers = { ["Retry-After"] = contract.sync.retry_after }
    return problem.send_plain(502, contract.sync.unavailable, headers)
end

-- Access phase of GET /v1/sync/activeProduct: chooses the listing. Answers 502 if it has expired, and like no_listing
-- if the parameter company cannot be the alias of a company.
function _M.sync()
    begin()
    public()
    local company, locale = parameter("company"), localized_document()
    if company and (company == contract.sync.all or not ngx.re.find(company, contract.sync.alias_pattern, "jo")) then
        return ngx.exec("@no_listing")
    end
    local document = (company or contract.sync.all) .. "/" .. locale
    local _, left = listing.validity()
    if (not left or left <= 0) and listing.has(document) then
        return send_unavailable()
    end
    if left then
        -- One second less, for the time that the answer takes to arrive.
        local max_age = math.max(0, math.min(contract.sync.max_age, left - 1))
        ngx.header["Cache-Control"] = string.format(contract.sync.cache_control, max_age)
    end
    ngx.var.document = document
end

-- Answers 400 for an unknown company, with the body that npm run sync has written next to the
-- listings. Answers 502 if that file is missing, because there is then no listing, or if no company
-- was requested.
function _M.no_listing()
    local unknown = listing.unknown_company()
    if not unknown or parameter("company") == nil then
        return send_unavailable()
    end
    return problem.send_plain_body(400, unknown)
end

-- Begins a request that belongs to no route, such as one for an unknown path. Counts the request,
-- as begin_counted does, only if its path has the advisory limit.
function _M.begin_unrouted()
    begin()
    if limits.count_once(ngx.var.uri) then
        return problem.send_rate_limited()
    end
end

-- Answers the root of the host: leads browsers to the catalogue or, where it is not served, to the
-- documentation; programs get a problem.
function _M.root()
    _M.begin_unrouted()
    _M.refuse_unreadable()
    local function has(file)
        return release.has(ngx.var.release, "public/" .. file)
    end
    local page = has(contract.catalogue_file) and "catalogue/" or has(contract.start_page_file) and "docs/"
    if page and reads[ngx.req.get_method()] and not_found_page.prefers_page() then
        ngx.var.route = "missing"
        return _M.redirect(page, ngx.HTTP_MOVED_TEMPORARILY)
    end
    return problem.send("route_not_found")
end

-- Answers 404 to a path that no location serves; 400 or 429 if the request fails an earlier check.
function _M.no_route()
    _M.begin_unrouted()
    _M.refuse_unreadable()
    return problem.send("route_not_found")
end

return _M
