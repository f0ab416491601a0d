"""Judges one case: the reader's report against bash in every world."""

import re
from dataclasses import dataclass, field, replace

from .compare import Failure, check_expectation, compare, is_claim, is_decided
from .sandbox import ReaderError

NOT_FOUND = (126, 127)
CRASHED = (-11, -6, 134, 139)
CUT_OFF = (-9, 137, -24, 152)  # by the jail's limits
# What shows that a thing which the report takes for granted ("assumed") was not so: what bash
# printed.
BROKEN = [
    ("an expansion", re.compile(r": line \d+: .*(error token is|bad array subscript|expression < 0"
                                r"|invalid |unbound variable|ambiguous|bad substitution)"
                                r"|: line \d+: (?!cd:|pushd:)\w+: (?!command not found|No such file)")),
    ("the directory", re.compile(r"\b(cd|pushd|mkdir): ")),
    ("the file", re.compile(r"(No such file or|Is a|Not a) directory|ambiguous redirect")),
    # Of a script within the script, whose status is not seen.
    ("no check or program", re.compile(r": line \d+: .*command not found|No such file"
                                       r"|: line \d+: (?!cd:|pushd:)\w+: |^ended with ", re.M)),
]
ENDS = "no check or program ends the script"
BEGINS = re.compile(rb"\A(#![^\n]*\n)?")
TELLS = b"trap 'ended=$?; test $ended = 0 || echo ended with $ended >&2' EXIT\n"
HIDES = re.compile(rb"&>\s*/dev/null|2>\s*/dev/null|2>&1")
FAILED_OUTSIDE = ["command not found", "No such file or directory", "Try '",
                  "failed to create symbolic link"]


@dataclass
class Outcome:
    name: str
    failure: Failure = None
    launches: int = 0  # bash's, in the first world
    reported: int = 0  # the reader's
    claims: int = 0  # of these, exact and unconditional
    decided: bool = False
    hangs: bool = False  # bash did not end, which says nothing of the reader
    broken: int = 0  # runs in which something was not so that the report takes for granted
    report: dict = None
    runs: dict = field(default_factory=dict)  # world -> Run
    case: object = None


def is_cut_off(run):
    return run.timed_out or run.status in CUT_OFF


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
        if is_cut_off(run):
            return Failure("timeout", f"bash did not end in world {world}")
    count = len(runs["A"].launches)
    if case.launches not in (-1, count):
        return Failure("unsound case", f"states {case.launches} launches, bash starts "
                       f"{count}; standard error: {runs['A'].stderr}")
    return None


def broke_assumption(report, run):
    """Whether something that the reader says it took for granted was not so in this run, or bash
    itself came to grief."""
    assumed = report.get("assumed", [])
    if run.status in CRASHED:
        return True
    if run.status != 0 and any(what.startswith(ENDS) for what in assumed):
        return True
    return any(what.startswith(kind) and sign.search(run.stderr)
               for kind, sign in BROKEN for what in assumed)


def loud(case):
    """The case without what hides bash's messages; its scripts tell of a status that is not 0."""
    files = dict(case.files)
    for path, text in case.files.items():
        if path.endswith(".sh"):
            text = HIDES.sub(lambda m: b"> /dev/null" if m[0].startswith(b"&") else b"", text)
            files[path] = BEGINS.sub(rb"\g<0>" + TELLS, text, count=1)
    return replace(case, files=files)


def broke_in_silence(sandbox, case, report, world):
    """Whether something that the reader took for granted was not so, and bash said nothing of
    it for `2>/dev/null` and its kin, or as it was in a script within the script."""
    return broke_assumption(report, sandbox.run_bash(loud(case), world))


def gave_up(outcome, run):
    """Whether the script ended with a failure for a reason that a reader cannot know, or
    takes for success: a check that fails in this world, a command or a file that is not
    there yet, a program that does not like its arguments."""
    outside = run.status in NOT_FOUND or any(text in run.stderr for text in FAILED_OUTSIDE)
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
        if broke_assumption(report, run):
            outcome.broken += 1
            continue
        failure = compare(report, run.launches, case.unordered,
                          gave_up(outcome, run) or jailed(run))
        if failure and broke_in_silence(sandbox, case, report, world):
            outcome.broken += 1
        elif failure:
            return Failure(failure.kind, f"world {world}: {failure.text}")
    return check_expectation(case.expect, report)


def judge(sandbox, case):
    """Runs the case in bash and, if there is one, through the reader."""
    outcome = Outcome(case.name)
    outcome.runs = run_worlds(sandbox, case)
    outcome.launches = len(outcome.runs["A"].launches)
    outcome.hangs = case.may_hang and any(map(is_cut_off, outcome.runs.values()))
    if outcome.hangs:
        return outcome
    outcome.failure = check_runs(case, outcome.runs)
    if not outcome.failure and sandbox.reader:
        outcome.failure = check_reader(sandbox, case, outcome)
    return outcome
