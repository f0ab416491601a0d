"""Holds what the reader claims against what bash did."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    kind: str  # stable: shrinking keeps it
    text: str


def is_claim(launch):
    """Whether the reader says: this launch happens, with this argv."""
    return launch["exact"] and not launch["conditional"]


def is_decided(report):
    """Whether the reader says that it knows every launch."""
    return bool(report["complete"]) and all(map(is_claim, report["launches"]))


def matches(pattern, argv):
    """Whether argv fits the reader's words, where None is any number of words."""
    reachable = {0}
    for word in pattern:
        if word is None:
            reachable = set(range(min(reachable), len(argv) + 1))
        else:
            reachable = {at + 1 for at in reachable
                         if at < len(argv) and argv[at] == word}
        if not reachable:
            return False
    return len(argv) in reachable


def first_not_in_order(claims, launches):
    """The first claim that is not found, in order, among the launches; None if all are."""
    rest = iter(launches)
    for claim in claims:
        if not any(launch == claim for launch in rest):
            return claim
    return None


def first_not_in_bag(claims, launches):
    bag = list(launches)
    for claim in claims:
        if claim not in bag:
            return claim
        bag.remove(claim)
    return None


def check_claims(report, launches, unordered):
    """Every exact and unconditional launch is one that bash starts."""
    claims = [launch["argv"] for launch in report["launches"] if is_claim(launch)]
    if any(None in claim for claim in claims):
        return Failure("exact with unknown words", "a launch called exact has a null word")
    find = first_not_in_bag if unordered else first_not_in_order
    wrong = find(claims, launches)
    if wrong is not None:
        return Failure("wrong claim", f"claimed, but not what bash starts there: {wrong}")
    if is_decided(report) and len(claims) != len(launches):
        return Failure("missing launch", f"the reader knows of {len(claims)} launches and "
                       f"says that is all; bash starts {len(launches)}")
    return None


def check_partly_known(report, launches):
    """The known words of an unconditional launch are those of one that bash starts."""
    for launch in report["launches"]:
        if launch["conditional"] or launch["exact"]:
            continue
        if not any(matches(launch["argv"], argv) for argv in launches):
            return Failure("wrong words", f"bash starts nothing like {launch['argv']}")
    return None


def check_complete(report, launches):
    """What calls itself complete accounts for each launch of bash's."""
    if not report["complete"]:
        return None
    for argv in launches:
        if not any(matches(launch["argv"], argv) for launch in report["launches"]):
            return Failure("unaccounted launch", f"the reader says that nothing is missing; "
                           f"bash also starts {argv}")
    return None


def compare(report, launches, unordered=False, gave_up=False):
    """Returns the Failure of the report against one run of bash, None if it holds.

    `gave_up`: the script ended with a failure for a reason that the reader cannot know (a
    check that failed). The reader takes a job that gives up before it trains for harmless
    and says what happens otherwise, so launches may be missing then; none may be extra.
    """
    if gave_up:
        return check_complete(report, launches)
    return (check_claims(report, launches, unordered) or
            check_partly_known(report, launches) or
            check_complete(report, launches))


def check_expectation(expect, report):
    """What a hand-written case says of itself: whether it can be decided."""
    if expect == "decided" and not is_decided(report):
        why = [launch for launch in report["launches"] if not is_claim(launch)]
        return Failure("undecided", "everything in this script can be known; complete: "
                       f"{report['complete']}, not exact or conditional: {why}")
    if expect == "open" and is_decided(report):
        return Failure("overclaimed", "not everything in this script can be known, and the "
                       "reader claims to know it all")
    return None
