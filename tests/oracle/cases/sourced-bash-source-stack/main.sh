#!/bin/bash
# oracle: launches 2
source lib/a.sh
from_a
