-- Counts answers with an error status, 429 answers by the limit that refused them, and answers that are
-- shorter than their file, and writes the page that Prometheus reads: https://prometheus.io/docs/instrumenting/exposition_formats/
-- Successful answers are not counted here, because nginx itself counts all requests.

local alert_once = require "alert_once"
local contract = require "contract"
local listing = require "listing"
local read_file = require "read_file"
local release = require "release"

local _M = {}

-- Each counter and its help text. Only fixed sets of labels are used, so that their number is
-- bounded.
local counters = {
    { name = "catalogue_error_answers_total", help = "Answers of 400 and above, by route and status." },
    { name = "catalogue_limited_total", help = "Requests refused with 429, by the limit that refused." },
    { name = "catalogue_short_answers_total", help = "Answers that are empty or shorter than announced, by route." },
}

local function add(name, labels)
    local _, err, forcible = ngx.shared.metrics:incr(name .. "{" .. labels .. "}", 1, 0)
    if err or forcible then
        alert_once("metrics", "the memory of metrics is full: %s", err or "a counter was lost")
    end
end

-- Counts an answer with status 400 or above, by route and status. Does not count 500 and above for
-- a request with a test key: these keys are public, so anyone could cause an alert.
function _M.count_error(status)
    local has_test_key = (ngx.var.http_authorization or ""):find(contract.test_key_prefix, 1, true)
    if status >= 500 and has_test_key then
        return
    end
    local route = ngx.var.log_route
    add("catalogue_error_answers_total", string.format('route="%s",status="%d"', route, status))
    if status == 429 then
        local limit = ngx.var.rate_exceeded == "1" and "advisory" or "hard"
        add("catalogue_limited_total", string.format('limit="%s"', limit))
    end
end

-- Returns the size of a file in bytes, or nil if it cannot be read.
local function size_of(path)
    local file = io.open(path, "rb")
    local size = file and file:seek("end")
    if file then
        file:close()
    end
    return size
end

local suffixes = { gzip = ".gz", br = ".br" }

-- Counts a 200 of a file that was truncated: nginx has sent nothing, or fewer bytes than it has announced
-- from the size that it remembers (files.conf). An answer that its client has aborted is short, too, but its
-- file has the announced size. Called for each request, so that a whole answer costs only two variables.
function _M.count_short()
    local announced = tonumber(ngx.var.sent_http_content_length)
    local sent = tonumber(ngx.var.body_bytes_sent)
    if not announced or (sent >= announced and sent > 0) then
        return
    end
    if ngx.status ~= 200 or ngx.req.get_method() ~= "GET" or ngx.var.upstream_addr then
        return
    end
    local path = ngx.var.request_filename .. (suffixes[ngx.var.sent_http_content_encoding] or "")
    local size = size_of(path)
    if size ~= announced or size == 0 then
        add("catalogue_short_answers_total", string.format('route="%s"', ngx.var.log_route))
        alert_once("short", "%s has %s bytes, and %d were announced", path, tostring(size), announced)
    end
end

local function write(lines, name, kind, help, samples)
    lines[#lines + 1] = string.format("# HELP %s %s", name, help)
    lines[#lines + 1] = string.format("# TYPE %s %s", name, kind)
    for _, sample in ipairs(samples) do
        lines[#lines + 1] = sample
    end
end

-- Appends the lines of each metric with one sample, { name, kind, help, value }, to `lines`; none if its value is nil.
local function write_all(lines, metrics)
    for _, metric in ipairs(metrics) do
        local name, kind, help, value = unpack(metric, 1, 4)
        if value then
            write(lines, name, kind, help, { name .. " " .. value })
        end
    end
end

local function write_connections(lines)
    local body = ngx.location.capture("/_stub_status").body
    local active, accepted, handled, requests, reading, writing, waiting = body:match(
        "Active connections: (%d+) \nserver accepts handled requests\n (%d+) (%d+) (%d+) \nReading: (%d+) Writing: (%d+) Waiting: (%d+)"
    )
    write_all(lines, {
        { "nginx_connections_accepted_total", "counter", "Connections accepted.", accepted },
        { "nginx_connections_handled_total", "counter", "Connections handled; fewer than accepted when they run out.", handled },
        { "nginx_http_requests_total", "counter", "Requests, including those for metrics.", requests },
        { "nginx_connections_active", "gauge", "Connections open.", active },
    })
    write(lines, "nginx_connections", "gauge", "Open connections by state.", {
        string.format('nginx_connections{state="reading"} %s', reading),
        string.format('nginx_connections{state="writing"} %s', writing),
        string.format('nginx_connections{state="waiting"} %s', waiting),
    })
end

local function write_counters(lines)
    local keys = ngx.shared.metrics:get_keys(0)
    table.sort(keys)
    for _, counter in ipairs(counters) do
        local samples = {}
        for _, key in ipairs(keys) do
            if key:match("^[a-z_]+") == counter.name then
                samples[#samples + 1] = key .. " " .. ngx.shared.metrics:get(key)
            end
        end
        write(lines, counter.name, "counter", counter.help, samples)
    end
end

-- Appends the faults of the advisory limit (limits.lua): evicted clients, and requests that could not be
-- counted; and the memory of the limit.
local function write_limits(lines)
    local faults = {}
    for _, fault in ipairs({ "evicted", "failed" }) do
        local count = ngx.shared.limit_faults:get(fault) or 0
        faults[#faults + 1] = string.format('catalogue_limit_faults_total{fault="%s"} %d', fault, count)
    end
    local help = "Requests that passed the advisory limit without a correct count."
    write(lines, "catalogue_limit_faults_total", "counter", help, faults)
    local name = "catalogue_advisory_memory_bytes"
    local advisory = ngx.shared.advisory
    write(lines, name, "gauge", "Memory of the advisory limit; free counts whole pages.", {
        string.format('%s{part="capacity"} %d', name, advisory:capacity()),
        string.format('%s{part="free"} %d', name, advisory:free_space()),
    })
end

-- Appends to `lines` the id of the current release, when it became current and when it must be
-- rebuilt; appends no samples if there is no release.
local function write_release(lines)
    local id = release.id()
    local name = "catalogue_release_info"
    local samples = id ~= "" and { string.format('%s{release="%s"} 1', name, id) } or {}
    write(lines, name, "gauge", "The release that this edge serves.", samples)
    -- Loaded at the first scrape: if it were loaded before the first requests, LuaJIT would compile
    -- less of the code that checks requests.
    local facts = require "release_facts"
    local pinned = facts.pin()
    write_all(lines, {
        { "catalogue_release_current_timestamp_seconds", "gauge",
            "When that release became current, in seconds since 1970.", facts.current_since() },
        { "catalogue_release_due_timestamp_seconds", "gauge",
            "When the next date of the content is reached and the release must be rebuilt, in seconds since 1970.",
            facts.due_at() },
        { "catalogue_release_pinned_timestamp_seconds", "gauge",
            "When an operator pinned that release, in seconds since 1970; missing if it is not pinned.", pinned },
    })
end

local function write_listing(lines)
    local age, left = listing.validity()
    if not age then
        return
    end
    write_all(lines, {
        { "catalogue_listing_age_seconds", "gauge", "Seconds since the list of active products was last requested.", age },
        { "catalogue_listing_left_seconds", "gauge", "Seconds until the listing expires; zero or less if it has expired.",
            left < math.huge and left },
        { "catalogue_listing_expired", "gauge", "1 if the listing has expired and the route answers 502.",
            left > 0 and 0 or 1 },
    })
end

-- Appends the metrics of npm run deploy, push and pull on this machine (releases/command-metrics.ts).
local function write_commands(lines)
    for _, command in ipairs({ "deploy", "push", "pull" }) do
        local path = ngx.config.prefix() .. "dist/metrics/catalogue-" .. command .. ".prom"
        lines[#lines + 1] = (read_file(path) or ""):match("^(.+)\n$")
    end
end

-- Answers GET /metrics with all metrics of this nginx as text.
function _M.answer()
    local lines = {}
    write_connections(lines)
    write_counters(lines)
    write_limits(lines)
    write_release(lines)
    write_listing(lines)
    write_commands(lines)
    ngx.say(table.concat(lines, "\n"))
end

return _M
