#!/bin/bash
# oracle: launches 6
size() {
  case "$1" in
    *4B) python3 train.py four ;;
    qwen-[0-9]*|"glm 5") python3 train.py "digits $1" ;;
    ??) python3 train.py two ;;
    "*") python3 train.py star ;;
    -*) python3 train.py dash ;;
    *) python3 train.py other ;;
  esac
}
size qwen-4B
size qwen-30
size "glm 5"
size ab
size '*'
size --x
