nothing
set -- own
(nothing)
X=$(nothing) || nothing
