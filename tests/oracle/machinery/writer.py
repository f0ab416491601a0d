"""What the productions of the grammar share: choices, names, and the tree they build."""

import collections
import random


class Simple:
    """One command, as text; may span lines (a here-document, a quoted newline)."""

    def __init__(self, text):
        self.text = text

    def render(self, indent):
        return "  " * indent + self.text + "\n"


class Block:
    """A compound command: parts are (opening line, statements), then the closing line."""

    def __init__(self, parts, close):
        self.parts = parts
        self.close = close

    def render(self, indent):
        text = ""
        for opening, body in self.parts:
            if opening:
                text += "  " * indent + opening + "\n"
            text += render(body, indent + 1) or "  " * (indent + 1) + ":\n"
        return text + "  " * indent + self.close + "\n"


def render(nodes, indent=0):
    return "".join(node.render(indent) for node in nodes)


class Productions:
    """The alternatives of one non-terminal, chosen by weight."""

    def __init__(self, name):
        self.name = name
        self.table = []

    def add(self, weight, when=None):
        """Adds a function(writer, ...) as an alternative, where when(writer) holds."""
        def register(function):
            self.table.append((weight, when, function))
            return function
        return register

    def choose(self, writer, *args):
        possible = [(weight, function) for weight, when, function in self.table
                    if when is None or when(writer)]
        weights, functions = zip(*possible)
        function = writer.rng.choices(functions, weights)[0]
        writer.coverage[f"{self.name}.{function.__name__}"] += 1
        return function(writer, *args)

    def names(self):
        return [f"{self.name}.{function.__name__}" for _, _, function in self.table]


SCALARS = ["MODEL", "CKPT", "NAME", "EXTRA", "TAG", "OPT"]
INTEGERS = ["N", "CP", "TP", "GPUS", "STEP"]
ARRAYS = ["ARGS", "MODEL_ARGS", "CKPT_ARGS", "LIST"]
MAPS = ["MAP", "SIZES"]
KEYS = ["small", "big", "4B", "x-y", "a b"]

# What variables hold. Most of it is tame, as in real scripts; the rest is what quoting is for.
TAME = ["--allgather-cp", "--context-parallel-size", "2", "4", "16", "1e-6", "/data/m/qwen3-4B",
        "/data/ckpt_v1.tar.gz", "qwen3-4B", "Qwen3-30B-A3B", "GLM-5", "a.b.c", "x=y", "run-01",
        "a:b:c", "a,b,,c", "foo_bar", "--lr", "http://127.0.0.1:8265", "0.9", "-n", "-1", "007"]
SPACED = ["--lr 1e-6 --seed 7", "a b", " lead", "trail ", "a  b", "one two  three", "a, b"]
WILD = ["*", "data/*.txt", "[0]*3+[1]*75", "data/?.txt", "[ab]", "~", "a*b", "?"]
ODD = ["", "it's", '{"a": 1}', "a\\b", "$HOME", "`x`", "tab\there", "two\nlines", "“curly”",
       "é", "#no", "a#b", "!x", "a;b", "a|b", "(x)", "{a,b}", "{1..3}", "%s", "\\n", "-e"]


class Writer:
    """The state of one script's generation."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.coverage = collections.Counter()
        self.fuzzy = self.chance(0.25)  # whether something unknown may occur
        self.extglob = self.chance(0.06)
        self.files = {}  # path -> list of nodes, or bytes
        self.functions = []
        self.set_scalars = []
        self.set_integers = []
        self.set_arrays = []
        self.set_maps = []
        self.depth = 0
        self.words = 0  # how deep in nested words
        self.loops = 0
        self.in_function = False
        self.may_set_args = True
        self.may_leave = True  # break, continue, return, exit, exec
        self.counter = 0

    # ------------------------------------------------------------------ choices

    def chance(self, probability):
        return self.rng.random() < probability

    def pick(self, items):
        return self.rng.choice(items)

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    # ------------------------------------------------------------------ names

    def _known(self, assigned, everything, rare):
        if assigned and not self.chance(rare):
            return self.pick(assigned)
        return self.pick(everything)

    def scalar(self):
        """A scalar to read: most often one that was assigned."""
        if self.chance(0.12):
            return self.integer()
        return self._known(self.set_scalars, SCALARS, 0.05)

    def integer(self):
        return self._known(self.set_integers, INTEGERS, 0.03)

    def array(self):
        return self._known(self.set_arrays, ARRAYS, 0.04)

    def map(self):
        return self.pick(self.set_maps)

    def _assign(self, names, assigned):
        name = self.pick(names)
        if name not in assigned:
            assigned.append(name)
        return name

    def new_scalar(self):
        return self._assign(SCALARS, self.set_scalars)

    def new_integer(self):
        return self._assign(INTEGERS, self.set_integers)

    def new_array(self):
        return self._assign(ARRAYS, self.set_arrays)

    def new_map(self):
        return self._assign(MAPS, self.set_maps)

    # ------------------------------------------------------------------ values

    def value(self):
        pool = self.rng.choices([TAME, SPACED, WILD, ODD], [70, 14, 5, 11])[0]
        return self.pick(pool)

    def small(self):
        return self.rng.randint(0, 5)


def single_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def double_quoted_text(text):
    """The text as it is written between double quotes."""
    for special in ("\\", '"', "$", "`"):
        text = text.replace(special, "\\" + special)
    return text


def escaped(text):
    """The text with a backslash before what is special; a newline cannot be written so."""
    safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+%@"
    return "".join(c if c in safe or ord(c) > 127 else "\\" + c for c in text)
