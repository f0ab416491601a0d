#!/bin/bash
# oracle: launches 11
# Whose process a redirection is made in, that one gives up.
s() { python3 train.py "$@"; }
(<<< "${M:?m}"; s never)
(cat <<< "${M:?m}"; s one "$?")
(read x <<< "${M:?m}"; s never)
f() { :; }; (f > "${M:?m}"; s never)
({ :; } <<< "${M:?m}"; s never)
((:) <<< "${M:?m}"; s two "$?")
(python3 never.py 2> "${M:?m}"; s three "$?")
(exec 2> "${M:?m}"; s never)
g() { :; } <<< "${M:?m}"; (g; s never)
<<< "$((1 / 0))"; s never
s four "$?"
cat <<< "$((1 / 0))"; s five "$?"
if true; then <<< "$((1 / 0))"; s never; fi; s never
s six
<<< "$(exit 3)"; s seven "$?"
X=$(exit 2) <<< "$(exit 3)"; s eight "$?"
X=$(exit 2) > /dev/null; s nine "$?"
false; > /dev/null; s ten "$?"
set -u; cat > "$M"; s eleven "$?"
echo > "$M"; s never
