#!/usr/bin/env python3
"""What cpguard reads from a training command line against Python's own argparse.

usage: argparse_oracle.py [--cpguard PATH] [--seed S] [--count N] [--max-shown N]

Random command lines go through `cpguard check --json -- python3 train.py ...` and through a
parser set up as Megatron sets up its own: no abbreviations, parse_known_args. Where cpguard
says that a fact is not known, nothing is compared: Python's releases differ in places.
"""

import argparse
import contextlib
import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEFAULT_READER = HERE.parent.parent / "build/cpguard"
REJECTED = "command_line_rejected"

OPTIONS = ["--allgather-cp", "--context-parallel-size", "--hf-checkpoint",
           "--debug-rollout-only"]
FACTS = [name[2:].replace("-", "_") for name in OPTIONS]
# Listed, too, but their values change other facts, or are not reported. An empty name of a
# file is none; what another one makes unknown is not compared.
FURTHER = ["--custom-config-path", "--advantage-estimator"]
NAMES = ["", "", "", "grpo", "ppo", "-x", "--", "-1", "-x y"]
NEAR_OPTIONS = ["--allgather_cp", "--allgather", "--context-parallel", "--hf", "-allgather-cp",
                "--no-allgather-cp", "--ALLGATHER-CP", "—allgather-cp", "--allgather-cp ",
                "--context_parallel_size", "-h", "--help", "-hx", "--hel", "--allgather-cpx",
                "--hf-checkpoint-dir", "--context-parallel-size-x", "-", "--", "---", "--=x"]
INTEGERS = ["1", "2", "16", "0", "-1", "+2", " 2 ", "02", "1_0", "1__0", "_1", "0x2", "2.0", "",
            "two", "2\n", "٢", "１", "-0", "--1", "- 1", "1e3", "²", "9" * 30, "-2.5", "-.5",
            "\t3", "3 4", "-1_0", "+-1", "−1", "\u00a02"]
PATHS = ["m", "/models/glm", "zai-org/GLM-5", "", "-", "-x", "-x y", "a=b", "m\n", "--x=y z",
         "-1", "-1.5", "-1e5", "@file", "a b", "-1x", "日本"]
OTHERS = ["--lr", "1e-6", "--save=/out", "--unknown", "--unknown=v w", "-v", "-1", "-x1", "a",
          "--x y", "", "-7 8", "@args", "--lr=--allgather-cp", "=", "-=", "*"]


def make_parser():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--allgather-cp", action="store_true")
    parser.add_argument("--context-parallel-size", type=int, default=1)
    parser.add_argument("--hf-checkpoint", type=str, default=None)
    parser.add_argument("--debug-rollout-only", action="store_true")
    for name in FURTHER:
        parser.add_argument(name, type=str, default="")
    return parser


def further_words(rng, value):
    name = rng.choice(FURTHER)
    form = rng.random()
    if form < 0.4:
        return [f"{name}={value}"]
    return [name, value] if form < 0.95 else [name]


def option_words(rng):
    """An option, with what may or may not be its value, attached or behind it."""
    if rng.random() < 0.15:
        value = rng.choice(NAMES if rng.random() < 0.85 else OPTIONS)
        return further_words(rng, value)
    name = rng.choice(OPTIONS)
    pool = INTEGERS if name == "--context-parallel-size" else PATHS
    value = rng.choice(pool if rng.random() < 0.85 else OTHERS + NEAR_OPTIONS + OPTIONS)
    form = rng.random()
    if form < 0.3:
        return [f"{name}={value}"] if name in OPTIONS[1:3] or form < 0.02 else [name]
    if form < 0.9:
        return [name, value] if name in OPTIONS[1:3] or form < 0.35 else [name]
    return [name]


def command_line(rng):
    words = []
    for _ in range(rng.randint(1, 6)):
        kind = rng.random()
        if kind < 0.7:
            words += option_words(rng)
        elif kind < 0.82:
            words.append(rng.choice(NEAR_OPTIONS))
        else:
            words.append(rng.choice(OTHERS))
    return words


def facts_of_argparse(words):
    """The facts, or None when the program would print a message and end."""
    try:
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            known, _ = make_parser().parse_known_args(words)
    except SystemExit:
        return None
    return vars(known)


def launch_of_reader(reader, words):
    done = subprocess.run([reader, "check", "--json", "--", "python3", "train.py", *words],
                          capture_output=True, stdin=subprocess.DEVNULL, timeout=20)
    if done.returncode not in (0, 1, 3):
        return None
    launches = json.loads(done.stdout)["launches"]
    return launches[0] if len(launches) == 1 else None


def differences(words, launch):
    """Names the facts in which the reader contradicts argparse."""
    if any(word.endswith("=--") for word in words):
        return []  # up to 3.12 argparse drops such a value and leaves an empty list
    expected = facts_of_argparse(words)
    if launch is None:
        return ["no answer"]
    if launch["reason"] == REJECTED:
        return [] if expected is None else [f"rejected, but argparse reads {expected}"]
    if expected is None:
        unknown = any(is_unknown(launch, name) for name in FACTS)
        return [] if unknown or is_disputed(words) else ["argparse rejects it"]
    return [f"{name}: {launch[name]!r}, argparse reads {expected[name]!r}"
            for name in FACTS
            if not is_unknown(launch, name) and launch[name] != expected[name]]


def is_disputed(words):
    """Whether releases differ on the command line: from 3.14 on "-1x" is a value."""
    return any(re.match(r"-\.?\d", word) and not re.match(r"-\d+$|-\d*\.\d+$", word)
               for word in words)


def is_unknown(launch, name):
    if launch["reason"] == "yaml_unknown":
        return True
    if name == "hf_checkpoint":
        # Absent and unknown are both null; where an option gave it, it is unknown.
        return launch[name] is None and launch["flags"][name] is not None
    return launch[name] is None


def main():
    parser = argparse.ArgumentParser(description="cpguard's facts against argparse.")
    parser.add_argument("--cpguard", default=str(DEFAULT_READER), type=os.path.abspath)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--max-shown", type=int, default=10)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    failed = unknown = rejected = 0
    for _ in range(options.count):
        words = command_line(rng)
        launch = launch_of_reader(options.cpguard, words)
        wrong = differences(words, launch)
        unknown += launch is not None and launch["context_parallel_size"] is None
        rejected += launch is not None and launch["reason"] == REJECTED
        failed += bool(wrong)
        if wrong and failed <= options.max_shown:
            print(f"{words}: {'; '.join(wrong)}")
    print(f"{options.count} command lines, {rejected} rejected, size unknown in {unknown}")
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
