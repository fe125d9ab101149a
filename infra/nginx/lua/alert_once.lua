-- Tells the operator what may be wrong with many requests: once a minute for each name, over all workers,
-- so that a flood fills no log. The words are a format of string.format, with its values.

local alert = require "alert"

local seconds = 60

return function(name, words, ...)
    if ngx.shared.alerts:add(name, true, seconds) then
        alert(string.format(words, ...))
    end
end
