"""Commands that start a training program, plainly or behind something."""

from .words import expansion, word
from .writer import Productions

LAUNCHES = Productions("launch")
WRAPPERS = Productions("wrapper")


def launch(w):
    """A command that starts one or more training programs, as text."""
    return LAUNCHES.choose(w)


def program(w):
    return w.pick(["python3 train.py", "python3 train.py", "python train.py",
                   "python3 -u train_async.py",
                   "python3 -m slime.train", "python3 -W ignore pretrain.py",
                   "python3.11 ./train.py"])


def arguments(w):
    words = []
    for _ in range(w.rng.randint(1, 4)):
        words.append(w.pick(["", "", "--x ", "--context-parallel-size ", "--hf-checkpoint ",
                             "--n="]) + word(w))
    if w.chance(0.4):
        words.append("${" + w.array() + "[@]}")
    if w.chance(0.3):
        words.append("\"${" + w.array() + "[@]}\"")
    return words


def command(w):
    """A training command, maybe over several lines."""
    joint = w.pick([" ", " ", " \\\n   "])
    return joint.join([program(w), *arguments(w)])


def redirection(w):
    return w.pick([""] * 8 + [" > log.txt", " 2>&1", " &> log.txt", " >> log.txt 2>&1",
                              " < /dev/null",
                              " 2>/dev/null"])


@LAUNCHES.add(30)
def plain(w):
    return command(w) + redirection(w)


@LAUNCHES.add(14)
def wrapped(w):
    return WRAPPERS.choose(w) + command(w) + redirection(w)


@LAUNCHES.add(3)
def wrapped_twice(w):
    return WRAPPERS.choose(w) + WRAPPERS.choose(w) + command(w)


@LAUNCHES.add(4)
def with_variables(w):
    return w.pick([f"N={w.small()} ", f"TAG={word(w)} ",
                   f"NEW={expansion(w, False)} X=1 "]) + command(w)


@LAUNCHES.add(4)
def from_array(w):
    name = w.fresh("CMD")
    return w.pick([f"{name}=({command(w)}); \"${{{name}[@]}}\"",
                   f"{name}=({command(w)}); ${{{name}[@]}}",
                   f"{name}=(python3 train.py); {name}+=({word(w)}); \"${{{name}[@]}}\" {word(w)}"])


@LAUNCHES.add(4)
def from_string(w):
    name = w.fresh("CMD")
    return w.pick([f"{name}=\"python3 train.py --n $N --tag ${{TAG}}\"; ${name}",
                   f"{name}=\"python3 train.py --n $N\"; eval \"${name}\"",
                   f"{name}='python3 train.py --n $N'; eval ${name} {word(w)}",
                   f"{name}=\"python3 train.py\"; ${{{name}}} {word(w)}",
                   f"{name}='python3 train.py \"a b\"'; ${name}"])


@LAUNCHES.add(2)
def through_builtin(w):
    return w.pick(["command ", "builtin command ", "command -- ", "exec 3>&1; "]) + command(w)


@LAUNCHES.add(2)
def program_in_variable(w):
    return w.pick(["PY=python3; $PY train.py ", "PY=\"python3 -u\"; $PY train.py ",
                   "SCRIPT=train.py; python3 $SCRIPT ",
                   "python3 \"${SCRIPT:-train.py}\" ",
                   "PY=; $PY python3 train.py "]) + " ".join(arguments(w))


@LAUNCHES.add(2)
def in_a_row(w):
    return f"{command(w)} {w.pick(['&&', ';'])} {command(w)}"


@LAUNCHES.add(1)
def missing_backslash(w):
    return f"python3 train.py \\\n  --n $N \\ \n  --rest {w.small()}"


@LAUNCHES.add(1)
def argument_in_document(w):
    return f"python3 train.py \"$(cat <<EOF\n{{\"n\": $N}}\nEOF\n)\" --end"


@WRAPPERS.add(5)
def srun(w):
    return w.pick(["srun ", "srun -N1 -n 4 ", "srun --ntasks=8 --cpu-bind=none ",
                   "srun --nodes 2 --label ",
                   "srun --export=ALL ", "srun -N \"$N\" ", "srun --mpi=pmix -u "])


@WRAPPERS.add(5)
def ray_job_submit(w):
    return w.pick(["ray job submit --address=http://127.0.0.1:8265 -- ",
                   "ray job submit --address \"http://127.0.0.1:8265\" --no-wait -- ",
                   "ray job submit --runtime-env-json=\"{\\\"n\\\": $N}\" -- ",
                   "ray job submit --working-dir . --runtime-env-json='{}' -- "])


@WRAPPERS.add(4)
def env(w):
    return w.pick(["env ", "env X=1 ", "env -u TAG ", "env N=$N Y='a b' ", "/usr/bin/env "])


@WRAPPERS.add(5)
def small_ones(w):
    return w.pick(["nohup ", "setsid ", "nice -n 5 ", "timeout 60 ", "timeout -k 5 1h ",
                   "stdbuf -oL ",
                   "time ", "taskset -c 0 ", "setsid -w ", "nice ", "timeout --signal=TERM 9m ",
                   "stdbuf -o L -eL "])


@WRAPPERS.add(3)
def numactl(w):
    return w.pick(["numactl --cpunodebind=0 --membind 0 ", "numactl -N 0 -m 0 "])


@WRAPPERS.add(3)
def container(w):
    return w.pick(["apptainer exec --nv -B /data:/data img.sif ", "singularity exec img.sif ",
                   "docker run --rm -e A=1 -v /d:/d img ", "podman exec -it box ",
                   "docker exec box "])


@WRAPPERS.add(2)
def other_ones(w):
    return w.pick(["sudo -E ", "conda run -n base ", "uv run ", "mpirun -np 2 ", "sudo -u alice ",
                   "poetry run "])
