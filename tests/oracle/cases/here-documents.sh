#!/bin/bash
# oracle: launches 3
V=v
A=$(cat <<EOF
$V \$V "q" 'q' \\ $((1+1)) $(echo sub) \
joined
EOF
)
B=$(cat <<'EOF'
$V \$V `x`
EOF
)
C=$(cat <<-EOF
	tab gone $V
	  kept
	EOF
)
python3 train.py "$A"
python3 train.py "$B"
python3 train.py "$C"
