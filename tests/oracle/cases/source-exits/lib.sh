echo "no such model" >&2
exit 1
