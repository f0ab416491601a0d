V=$1
[ "$V" = x ] && python3 train.py "$V" "${2:-none}" "$B" "${0##*/}"
