"""What a person sees of a run."""

import collections


class Totals:
    def __init__(self):
        self.counts = collections.Counter()
        self.kinds = collections.Counter()

    @property
    def failed(self):
        return self.counts["failed"]

    def add(self, outcome):
        self.counts["scripts"] += 1
        self.counts["launches"] += outcome.launches
        self.counts["reported"] += outcome.reported
        self.counts["claims"] += outcome.claims
        self.counts["decided"] += outcome.decided
        self.counts["broken"] += outcome.broken
        self.counts["hangs"] += outcome.hangs
        self.counts["failed" if outcome.failure else "passed"] += 1
        if outcome.failure:
            self.kinds[outcome.failure.kind] += 1

    def show(self, seconds):
        counts = self.counts
        print(f"{counts['scripts']} scripts, {counts['launches']} launches by bash, "
              f"{seconds:.0f} s")
        print(f"{counts['reported']} launches reported: {counts['claims']} exact claims, "
              f"{counts['reported'] - counts['claims']} unknown in part or conditional; "
              f"{counts['decided']} scripts known whole")
        print(f"{counts['broken']} runs in which something was not so that the reader said it "
              "took for granted")
        if counts["hangs"]:
            print(f"{counts['hangs']} generated scripts that bash did not end in time")
        for kind, count in self.kinds.most_common():
            print(f"  {count} x {kind}")
        print(f"{counts['passed']} passed, {counts['failed']} failed")


def print_outcome(outcome):
    case = outcome.case
    kind, text = ("passed", "")
    if outcome.failure:
        kind, text = outcome.failure.kind, outcome.failure.text
    print(f"==== {outcome.name}: {kind}\n{text}".rstrip())
    if case:
        print_case(case)
    if outcome.report is not None:
        print_report(outcome.report)
    for world, run in outcome.runs.items():
        print(f"---- bash, world {world}: status {run.status}")
        for argv in run.launches:
            print(f"     {argv}")
        if run.stderr:
            print("     standard error:", run.stderr.strip()[-1000:])
    print(flush=True)


def print_case(case):
    for path, data in case.files.items():
        if path == case.script:
            mode = "batch" if case.batch else "direct"
            print(f"---- {path} {case.args} as {mode}, environment {case.env}")
        elif len(case.files) > 4:
            continue
        else:
            print(f"---- {path}")
        print(data.decode("utf-8", "replace"), end="")


def print_report(report):
    print(f"---- reader: complete {report['complete']}")
    for launch in report["launches"]:
        notes = "" if launch["exact"] else " NOT EXACT"
        notes += " CONDITIONAL" if launch["conditional"] else ""
        print(f"     {launch['argv']}{notes}")
        if launch.get("why"):
            print(f"       why: {launch['why']}")
    if report.get("why"):
        print(f"     why: {report['why']}")
