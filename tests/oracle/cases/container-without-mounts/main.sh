#!/bin/bash
# oracle: launches 3
# oracle: expect open
HERE="$(cd "$(dirname "$0")" && pwd)"
srun --container-image=i --container-mounts="$HERE/other:$HERE" bash "$HERE/inner/run.sh" a
apptainer exec -B "$HERE:/work" image.sif bash inner/run.sh b
docker run --rm -v "name:$HERE" i bash "$HERE/inner/run.sh" c
