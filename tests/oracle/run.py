#!/usr/bin/env python3
"""The script reader against bash itself.

usage: run.py [--cpguard PATH] [--cases] [--launchers] [--generated] [--seed S] [--count N]
              [--jobs N] [--only TEXT] [--bash-only] [--max-shown N] [--no-shrink] [--verbose]

Each script is run in real bash, in a throw-away directory where stand-in commands record
what would be started, and is read by `cpguard explain --json`. See machinery/compare.py for
what has to hold. Sources: the scripts of cases/ and launchers/, and scripts written at
random (machinery/grammar.py). Without --cases, --launchers or --generated: all three.

--bash-only runs bash twice instead of the reader: are the scripts sound, does each end, does
it do the same each time; and prints how often each production of the grammar was used.
"""

import argparse
import collections
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from machinery import collect, grammar, shrink  # noqa: E402
from machinery.compare import Failure  # noqa: E402
from machinery.judge import judge  # noqa: E402
from machinery.report import Totals, print_outcome  # noqa: E402
from machinery.sandbox import OracleError, Sandbox, Tools  # noqa: E402

DEFAULT_SEED = 1
DEFAULT_COUNT = 3000
DEFAULT_READER = HERE.parent.parent / "build/cpguard"

worker = None  # the Worker of this process


class Worker:
    """What one process of the pool holds."""

    def __init__(self, tools, directory, options):
        self.sandbox = Sandbox(Path(directory) / f"box-{os.getpid()}", tools,
                               None if options.bash_only else options.cpguard)
        self.options = options

    def run(self, task):
        kind, value = task
        if kind == "generated":
            return self._generated(value)
        outcome = self._judge(value)
        outcome.case = value
        return outcome, {}

    def _generated(self, seed):
        program = grammar.generate(seed)
        outcome = self._judge(program.case())
        if outcome.failure and self.options.shrink and not self.options.bash_only:
            program, outcome = shrink.shrink(program, outcome, self._judge)
        outcome.case = program.case()
        return outcome, program.coverage

    def _judge(self, case):
        outcome = judge(self.sandbox, case)
        if self.options.bash_only and not outcome.failure:
            outcome.failure = self._differs(case, outcome)
        return outcome

    def _differs(self, case, outcome):
        """Whether a second run does something else, with nothing to explain it."""
        if len(outcome.runs) > 1:
            return None
        again = self.sandbox.run_bash(case, "A").launches
        before = outcome.runs["A"].launches
        if case.unordered:
            again, before = sorted(again), sorted(before)
        return Failure("not repeatable", str(again)) if again != before else None


def start_worker(tools, directory, options):
    global worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = Worker(tools, directory, options)


def run_task(task):
    try:
        return worker.run(task)
    except OracleError as error:
        return error, {}


def tasks_of(options):
    tasks = []
    for name in ("cases", "launchers"):
        if getattr(options, name):
            tasks += [("file", case) for case in collect.cases_of(HERE / name)
                      if options.only in case.name]
    if options.generated:
        tasks += [("generated", f"{options.seed}-{number}") for number in
                  range(options.count) if options.only in f"{options.seed}-{number}"]
    return tasks


def run_all(options, directory):
    tools = Tools(directory)
    tasks = tasks_of(options)
    totals = Totals()
    coverage = collections.Counter()
    with multiprocessing.Pool(options.jobs, start_worker,
                              (tools, directory, options)) as pool:
        for outcome, used in pool.imap_unordered(run_task, tasks, chunksize=4):
            if isinstance(outcome, OracleError):
                raise outcome
            coverage.update(used)
            totals.add(outcome)
            if options.verbose or outcome.failure and totals.failed <= options.max_shown:
                print_outcome(outcome)
    return totals, coverage


def parse_options():
    parser = argparse.ArgumentParser(
        usage=__doc__.split("usage: ", 1)[1].split("\n\n", 1)[0],
        description="The script reader against bash itself.", allow_abbrev=False)
    parser.add_argument("--cpguard", default=str(DEFAULT_READER), type=os.path.abspath)
    parser.add_argument("--cases", action="store_true")
    parser.add_argument("--launchers", action="store_true")
    parser.add_argument("--generated", action="store_true")
    parser.add_argument("--seed", default=DEFAULT_SEED)
    parser.add_argument("--count", type=int, default=DEFAULT_COUNT)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--bash-only", action="store_true")
    parser.add_argument("--max-shown", type=int, default=10)
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")
    parser.add_argument("--verbose", action="store_true", help="show every script")
    options = parser.parse_args()
    if not (options.cases or options.launchers or options.generated):
        options.cases = options.launchers = options.generated = True
    if not options.bash_only and not os.access(options.cpguard, os.X_OK):
        parser.error(f"{options.cpguard}: no such program; build it, or name it with --cpguard")
    return options


def main():
    options = parse_options()
    directory = tempfile.mkdtemp(prefix="cpguard-oracle-")
    began = time.monotonic()
    try:
        totals, coverage = run_all(options, directory)
    except OracleError as error:
        print(f"the oracle does not work: {error}", file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    if options.bash_only and options.generated:
        grammar.print_coverage(coverage)
    totals.show(time.monotonic() - began)
    return 1 if totals.failed else 0


if __name__ == "__main__":
    sys.exit(main())
