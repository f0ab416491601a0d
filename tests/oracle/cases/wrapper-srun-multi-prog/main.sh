#!/bin/bash
# oracle: launches 2
srun --multi-prog ranks.conf
