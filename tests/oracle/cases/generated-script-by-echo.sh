#!/bin/bash
# oracle: launches 1
# oracle: expect any
echo '#!/bin/bash' > job.sh
echo "python3 train.py --x $((1+1))" >> job.sh
bash job.sh
