#!/bin/bash
# oracle: launches 6
HERE="$(cd "$(dirname "$0")" && pwd)"
srun --container-image=i --container-mounts="$HERE,/none:/data" bash "$HERE/inner/run.sh" a
srun --container-image=i --container-mounts="$HERE:$HERE:ro" --container-workdir="$HERE" \
  bash inner/run.sh b
apptainer exec --nv -B "$HERE" image.sif bash inner/run.sh c
APPTAINER_BIND=$HERE:$HERE apptainer exec image.sif bash "$HERE/inner/run.sh" d
docker run --rm --mount "type=bind,source=$HERE,target=$HERE" -v name:/cache -w "$HERE" i \
  bash -c 'source inner/flags.sh; python3 train.py "${FLAGS[@]}" e'
enroot start -m "$HERE" name bash "$HERE/inner/run.sh" f
