"""Makes a failing program small, while it fails in the same way."""

from .grammar import MAIN
from .sandbox import OracleError
from .writer import Block, Simple

MOST_TRIALS = 400

# What bash complains about. A smaller script may not complain of something new: that would be
# another failure than the one at hand.
COMPLAINTS = ["syntax error", "missing", "bad array", "not found", "invalid", "unbound",
              "division", "No such file", "readonly", "usage", "not a valid", "ambiguous",
              "too many", "unexpected", "expected", "only be used", "bad substitution",
              "delimited by", "only meaningful", "cannot", "not a directory", "numeric"]


class Shrinker:
    def __init__(self, program, outcome, judge):
        self.program = program
        self.outcome = outcome
        self.kind = outcome.failure.kind
        self.complaints = complaints(outcome)
        self.judge = judge
        self.trials = 0

    def accept(self, candidate):
        """Takes the candidate in place of the program, if it fails alike."""
        if self.trials >= MOST_TRIALS:
            return False
        self.trials += 1
        try:
            outcome = self.judge(candidate.case())
        except OracleError:
            return False
        if not outcome.failure or outcome.failure.kind != self.kind:
            return False
        if not complaints(outcome) <= self.complaints:
            return False
        self.program, self.outcome = candidate, outcome
        return True

    def run(self):
        changed = True
        while changed and self.trials < MOST_TRIALS:
            changed = self._drop_files() | self._drop_args()
            if self.program.batch:
                changed |= self.accept(self.program.as_direct())
            for path in list(self.program.files):
                changed |= self._shrink_file(path)
        return self.program, self.outcome

    def _drop_files(self):
        changed = False
        for path in list(self.program.files):
            if path != MAIN:
                changed |= self.accept(self.program.without_file(path))
        return changed

    def _drop_args(self):
        changed = False
        for index in reversed(range(len(self.program.args))):
            args = self.program.args[:index] + self.program.args[index + 1:]
            changed |= self.accept(self.program.with_args(args))
        return changed

    def _shrink_file(self, path):
        changed = False
        size = max(1, len(self.program.files[path]) // 2)
        while True:
            changed |= self._pass(path, size)
            if size == 1:
                return changed
            size //= 2

    def _pass(self, path, size):
        """Tries each smaller form of the file once. `size`: how many statements at once."""
        changed = False
        index = 0
        while self.trials < MOST_TRIALS:
            forms = smaller_forms(self.program.files[path], size)
            if index >= len(forms):
                return changed
            if self.accept(self.program.with_nodes(path, forms[index])):
                changed = True
            else:
                index += 1
        return changed


def complaints(outcome):
    text = "".join(run.stderr for run in outcome.runs.values())
    return {complaint for complaint in COMPLAINTS if complaint in text}


def smaller_forms(nodes, size):
    """All lists that are one step smaller: less statements, or one of them smaller."""
    forms = [nodes[:at] + nodes[at + size:] for at in range(0, len(nodes), size)]
    if size > 1:
        return forms
    for at, node in enumerate(nodes):
        before, after = nodes[:at], nodes[at + 1:]
        forms += [before + form + after for form in smaller_node(node)]
    return forms


def smaller_node(node):
    if isinstance(node, Simple):
        return [[Simple(text)] for text in smaller_text(node.text)]
    forms = [body for _, body in node.parts]
    for at, (opening, body) in enumerate(node.parts):
        others = node.parts[:at], node.parts[at + 1:]
        if at:
            forms.append([Block(others[0] + others[1], node.close)])
        for form in smaller_forms(body, 1):
            forms.append([Block(others[0] + [(opening, form)] + others[1], node.close)])
    return forms


def smaller_text(text):
    """The text without one of its words. What this leaves need not be sensible: bash tells."""
    words = text.split(" ")
    if len(words) < 2:
        return []
    return [" ".join(words[:at] + words[at + 1:]) for at in range(len(words))]


def shrink(program, outcome, judge):
    """Returns the smallest program found and its outcome."""
    return Shrinker(program, outcome, judge).run()
