-- Logs a message about faults that may affect many requests: at most once a minute for each value of
-- `name`, across all workers, so that a flood of requests does not fill the log. `words` is a format
-- of string.format, followed by its values.

local alert = require "alert"

local seconds = 60

return function(name, words, ...)
    if ngx.shared.alerts:add(name, true, seconds) then
        alert(string.format(words, ...))
    end
end
