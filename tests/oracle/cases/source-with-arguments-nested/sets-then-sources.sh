set -- own
. ./nothing.sh
