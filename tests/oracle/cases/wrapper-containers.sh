#!/bin/bash
# oracle: launches 9
apptainer exec --nv -B /data:/data --env A=1 img.sif python3 train.py a
apptainer --quiet exec img.sif bash -c "python3 train.py b"
singularity exec --nv --bind /x --pwd /w img.sif python3 train.py c
apptainer run img.sif python3 train.py d
docker run --rm --gpus all -v /a:/b -e K=V --name n -w /w img:tag python3 train.py e
docker exec -it box bash -lc 'python3 train.py f'
podman run --rm --network host img python3 train.py g
podman exec -e A=1 box python3 train.py h
enroot start --rw --mount /a:/b name python3 train.py i
