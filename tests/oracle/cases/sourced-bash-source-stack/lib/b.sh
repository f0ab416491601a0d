python3 train.py "${BASH_SOURCE[@]}"
