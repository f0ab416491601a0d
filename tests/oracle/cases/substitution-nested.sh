#!/bin/bash
# oracle: launches 1
python3 train.py "$(echo "$(echo "in (quotes)")" ")" )" $(echo $(echo a b) c) `echo \`echo deep\`` "`echo "q q"`" $(case a in a) echo case;; esac) $(echo '#no comment' # comment )
)
