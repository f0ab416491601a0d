#!/bin/bash
export IMAGE=/images/a.sif
apptainer exec --nv "$IMAGE" "$@"
