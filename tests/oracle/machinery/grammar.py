"""Random scripts: a program is a tree of statements for each file, grown from one seed."""

import copy

from . import launches, statements, words
from .launches import launch
from .sandbox import Case
from .words import quoted_word, word
from .writer import ARRAYS, Simple, Writer, render

FAMILIES = [words.PARTS, words.EXPANSIONS, words.SUBSTITUTIONS, words.ARITHMETIC,
            statements.STATEMENTS, statements.CONDITIONS, statements.LOOPS, statements.FILES,
            launches.LAUNCHES, launches.WRAPPERS]

# What every script finds in its directory.
DATA = {
    "data/a.txt": b"a\n",
    "data/b.txt": b"b\n",
    "data/c d.txt": b"c d\n",
    "data/one.txt": b"one\n",
    "data/list.txt": b"first line\nsecond\n--lr 1e-6\n",
    "data/trailing.txt": b"text\n\n\n",
}

MAIN = "run.sh"

# A directory that is there when the job runs, but not yet when its script is read; no pattern
# matches it.
LATER = ".none"

# What a script may test for: there in the second world only, and where no pattern matches it.
TESTED = {"[ -d ../../none ]": "../../none/file", "[ -f ../later.txt ]": "../later.txt"}


class Program:
    def __init__(self, seed, files, args, env, batch, coverage):
        self.seed = seed
        self.files = files  # path -> list of nodes
        self.args = args
        self.env = env
        self.batch = batch
        self.coverage = coverage

    def case(self):
        files = {path: render(nodes).encode() for path, nodes in self.files.items()}
        text = b"".join(files.values()).decode()
        return Case(name=f"generated/{self.seed}", files={**files, **DATA}, script=MAIN,
                    args=self.args, env=self.env, batch=self.batch,
                    unordered=runs_at_once(self.files), stubs=["train.py"],
                    later=[f"{LATER}/" * 4 + "later.txt"] if f"cd {LATER}" in text else [],
                    appears=[path for test, path in TESTED.items() if test in text],
                    may_hang=True)

    def with_nodes(self, path, nodes):
        return self._but(files={**self.files, path: nodes})

    def without_file(self, path):
        files = {name: nodes for name, nodes in self.files.items() if name != path}
        return self._but(files=files)

    def with_args(self, args):
        return self._but(args=args)

    def as_direct(self):
        return self._but(batch=False)

    def _but(self, **changed):
        """A copy with something changed."""
        made = copy.copy(self)
        vars(made).update(changed)
        return made


def prologue(w):
    """Gives most names a value, so that what follows has something to work on."""
    nodes = [Simple("#!/bin/bash")]
    if w.chance(0.3):
        nodes.append(Simple(w.pick(["set -e", "set -ex", "set -euo pipefail", "set -x", "set -e",
                                    "set -eo pipefail"])))
    if w.extglob:
        nodes.append(Simple("shopt -s extglob"))
    nodes.append(Simple("say() { echo \"<$1>\"; }"))
    nodes.append(Simple(f"REF={w.pick(['MODEL', 'TAG', 'N', 'ARGS[1]', 'NOWHERE'])} EXPR='N + 1'"))
    for _ in range(w.rng.randint(2, 4)):
        nodes.append(Simple(f"{w.new_scalar()}={quoted_word(w)}"))
    for _ in range(w.rng.randint(1, 3)):
        nodes.append(Simple(f"{w.new_integer()}={w.small()}"))
    nodes.append(statements.assign_array(w))
    return nodes


def epilogue(w):
    """Launches that show the state."""
    nodes = []
    if w.set_scalars:
        shown = " ".join(f"\"${{{name}-unset}}\"" for name in w.set_scalars)
        nodes.append(Simple(f"python3 show.py {shown}"))
    arrays = " ".join(f"\"${{{name}[@]}}\" ${{#{name}[@]}}" for name in ARRAYS
                      if name in w.set_arrays)
    numbers = " ".join(f"\"${{{name}-unset}}\"" for name in w.set_integers)
    nodes.append(Simple(f"python3 show.py {arrays} {numbers} \"$#\" \"$@\""))
    for _ in range(w.rng.randint(1, 3)):
        nodes.append(Simple(launch(w)))
    return nodes


def main_nodes(w):
    nodes = prologue(w)
    for _ in range(w.rng.randint(3, 12)):
        nodes += statements.statement(w)
    return nodes + epilogue(w)


def runs_at_once(files):
    """Whether launches may run at the same time, and so in any order."""
    text = "".join(render(nodes) for nodes in files.values())
    return "} &\n" in text or "|" in text or ">(" in text


def generate(seed):
    w = Writer(seed)
    main = main_nodes(w)
    args = [w.value() for _ in range(w.rng.choices([0, 1, 2, 3], [50, 15, 20, 15])[0])]
    env = {name: w.value() for name in ("CKPT", "GPUS", "OPT") if w.chance(0.15)}
    files = {MAIN: main, **w.files}
    return Program(seed, files, args, env, w.chance(0.1), w.coverage)


def print_coverage(coverage):
    """How often each production was used; those never used are shown first."""
    names = sorted({name for family in FAMILIES for name in family.names()},
                   key=lambda name: (coverage[name], name))
    print(f"{len(names)} productions, {sum(coverage[name] == 0 for name in names)} never used")
    for name in names:
        print(f"  {coverage[name]:8} {name}")
