. ./sets.sh
