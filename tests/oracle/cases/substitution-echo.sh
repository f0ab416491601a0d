#!/bin/bash
# oracle: launches 1
E="a  b"
python3 train.py "$(echo "$E")" $(echo "$E") "$(echo $E)" "$(echo -n x)" "$(echo -e 'a\tb')" "$(echo 'a\tb')" "$(echo -- x)" "$(echo "-n")" "$(echo -ne 'q\n')" "$(echo -E 'a\n')" "$(echo -x)"
