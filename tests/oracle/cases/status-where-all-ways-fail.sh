#!/bin/bash
# oracle: launches 3
cat > one.sh <<'EOF'
check && : ${REF:?missing}
EOF
bash one.sh || python3 train.py failed
cat > two.sh <<'EOF'
check && exit 3
exit 4
EOF
bash two.sh || python3 train.py failed
f() { check && return 2; }
g() { check && return 2 || true; }
f || python3 train.py failed
g && :
set -e
h() { check && false; }
h
python3 train.py never
