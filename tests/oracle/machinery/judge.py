"""Judges one case: the reader's report against bash in every world."""

import re
from dataclasses import dataclass, field

from .compare import Failure, check_expectation, compare, is_claim, is_decided
from .sandbox import ReaderError

NOT_FOUND = (126, 127)
LACKING = re.compile(r"line \d+: (\w+): [^\n]*\n\Z")
OPAQUE = re.compile(rb"\b(awk|realpath)\b")
FAILED_OUTSIDE = ["command not found", "No such file or directory", "Try '"]


@dataclass
class Outcome:
    name: str
    failure: Failure = None
    launches: int = 0  # bash's, in the first world
    reported: int = 0  # the reader's
    claims: int = 0  # of these, exact and unconditional
    decided: bool = False
    report: dict = None
    runs: dict = field(default_factory=dict)  # world -> Run
    case: object = None


def run_worlds(sandbox, case):
    """Runs bash in each world that may differ for the case."""
    first = sandbox.run_bash(case, "A")
    runs = {"A": first}
    for world in sandbox.worlds_of(case, first)[1:]:
        runs[world] = sandbox.run_bash(case, world)
    return runs


def check_runs(case, runs):
    """Whether the case itself is sound."""
    for world, run in runs.items():
        if run.timed_out:
            return Failure("timeout", f"bash did not end in world {world}")
    count = len(runs["A"].launches)
    if case.launches not in (-1, count):
        return Failure("unsound case", f"states {case.launches} launches, bash starts "
                       f"{count}; standard error: {runs['A'].stderr}")
    return None


def insisted(case, run):
    """Whether the script ended for ${NAME:?}, and what NAME is may come from a program that a
    reader does not run."""
    script = b"".join(case.files.values())
    lacking = LACKING.findall(run.stderr)
    return (bool(lacking) and f"${{{lacking[-1]}:?".encode() in script and
            OPAQUE.search(script) is not None)


def gave_up(case, outcome, run):
    """Whether the script ended with a failure for a reason that a reader cannot know, or
    takes for success: a check that fails in this world, a command or a file that is not
    there yet, a program that does not like its arguments, a value that is not there."""
    outside = (run.status in NOT_FOUND or insisted(case, run) or
               any(text in run.stderr for text in FAILED_OUTSIDE))
    return run.status != 0 and (outside or len(outcome.runs) > 1)


def jailed(run):
    """Whether the jail kept the script from a file above its directory, where a job could
    have written: nothing else denies anything here."""
    return "Permission denied" in run.stderr


def check_reader(sandbox, case, outcome):
    try:
        report = sandbox.run_reader(case)
    except (ReaderError, OSError) as error:
        return Failure("no answer", str(error))
    outcome.report = report
    outcome.reported = len(report["launches"])
    outcome.claims = sum(map(is_claim, report["launches"]))
    outcome.decided = is_decided(report)
    for world, run in outcome.runs.items():
        failure = compare(report, run.launches, case.unordered,
                          gave_up(case, outcome, run) or jailed(run))
        if failure:
            return Failure(failure.kind, f"world {world}: {failure.text}")
    return check_expectation(case.expect, report)


def judge(sandbox, case):
    """Runs the case in bash and, if there is one, through the reader."""
    outcome = Outcome(case.name)
    outcome.runs = run_worlds(sandbox, case)
    outcome.launches = len(outcome.runs["A"].launches)
    outcome.failure = check_runs(case, outcome.runs)
    if not outcome.failure and sandbox.reader:
        outcome.failure = check_reader(sandbox, case, outcome)
    return outcome
