# oracle: launches 7
# oracle: expect open
# A program is known by the end of its path, wherever that is. Without quotes the path may be
# several words.
home=$(probe)
mkdir -p "$home/bin"
ln -s "$(command -v python3)" "$home/bin/python3"
python3 "$home/train.py" one
python3 -u "$home/sub/train.py" --context-parallel-size 2
python3 $home/train.py three
python3 $home four
python3 "$home" five
python3 -m "slime.$home" six
"$home/bin/python3" train.py seven
torchrun --nproc_per_node 8 "$home/train.py" eight
srun -n1 python3 "$home/train.py" nine
python3 $(probe) train.py ten
python3 "$home/tools/convert_hf_to_torch_dist.py" --allgather-cp
python3 "$home/prepare.sh" no
