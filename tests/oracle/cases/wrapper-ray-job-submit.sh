#!/bin/bash
# oracle: launches 4
J='{"env_vars": {"A": "1"}}'
ray job submit --address="http://127.0.0.1:8265" --runtime-env-json="$J" -- python3 train.py a
ray job submit --address http://127.0.0.1:8265 --runtime-env-json "$J" --no-wait -- python3 train.py b --address x
ray job submit --submission-id x --working-dir . -- bash -c 'python3 train.py c'
ray job submit --entrypoint-num-cpus 1 -- env A=1 python3 train.py d
ray start --head; ray stop; ray status
