source "$(dirname "$0")/../lib.sh"
python3 train.py --sub $CP "$0"
