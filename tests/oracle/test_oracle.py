#!/usr/bin/env python3
"""Is the oracle itself right? Runs without the reader, whose answers are made up here."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from machinery import grammar, shrink  # noqa: E402
from machinery.compare import check_expectation, compare, matches  # noqa: E402
from machinery.judge import Outcome, judge  # noqa: E402
from machinery.sandbox import Case, Sandbox, Tools, parse_record  # noqa: E402


def reported(argv, exact=True, conditional=False):
    return {"argv": argv, "exact": exact, "conditional": conditional}


def report(*launches, complete=True, assumed=()):
    return {"launches": list(launches), "complete": complete, "assumed": list(assumed)}


A = ["python3", "train.py", "a"]
B = ["python3", "train.py", "b"]


class Comparison(unittest.TestCase):
    def kind(self, *args, **kwargs):
        failure = compare(*args, **kwargs)
        return failure.kind if failure else None

    def test_same_sequence_passes(self):
        self.assertIsNone(self.kind(report(reported(A), reported(B)), [A, B]))

    def test_claim_that_bash_never_starts_fails(self):
        self.assertEqual(self.kind(report(reported(A)), [B]), "wrong claim")

    def test_claims_in_another_order_fail_unless_they_run_at_once(self):
        both = report(reported(B), reported(A))
        self.assertEqual(self.kind(both, [A, B]), "wrong claim")
        self.assertIsNone(self.kind(both, [A, B], unordered=True))

    def test_claim_made_twice_needs_two_launches(self):
        twice = report(reported(A), reported(A))
        self.assertEqual(self.kind(twice, [A]), "wrong claim")
        self.assertEqual(self.kind(twice, [A], unordered=True), "wrong claim")

    def test_missing_launch_fails_only_when_complete(self):
        self.assertEqual(self.kind(report(reported(A)), [A, B]), "missing launch")
        self.assertIsNone(self.kind(report(reported(A), complete=False), [A, B]))

    def test_conditional_launch_may_not_happen(self):
        self.assertIsNone(self.kind(report(reported(A, conditional=True)), []))

    def test_script_that_gave_up_may_lack_launches_but_have_none_more(self):
        self.assertIsNone(self.kind(report(reported(A), reported(B)), [A], gave_up=True))
        self.assertEqual(self.kind(report(reported(A)), [A, B], gave_up=True),
                         "unaccounted launch")

    def test_complete_report_accounts_for_every_launch(self):
        maybe = report(reported(A, conditional=True))
        self.assertEqual(self.kind(maybe, [B]), "unaccounted launch")
        self.assertIsNone(self.kind(maybe, [A, A]))

    def test_known_words_of_a_partly_known_launch_count(self):
        partly = report(reported(["python3", None, "b"], exact=False), complete=False)
        self.assertIsNone(self.kind(partly, [["python3", "x", "y", "b"]]))
        self.assertEqual(self.kind(partly, [A]), "wrong words")

    def test_exact_with_null_word_fails(self):
        self.assertEqual(self.kind(report(reported(["python3", None])), [A]),
                         "exact with unknown words")

    def test_null_matches_any_number_of_words(self):
        for argv, expected in (([], True), (["a"], True), (["a", "b"], True)):
            self.assertIs(matches([None], argv), expected)
        self.assertTrue(matches(["a", None, "c"], ["a", "c"]))
        self.assertFalse(matches(["a", None, "c"], ["a", "c", "d"]))
        self.assertFalse(matches([], ["a"]))

    def test_expectations(self):
        decided = report(reported(A))
        undecided = report(reported(A, exact=False))
        self.assertIsNone(check_expectation("decided", decided))
        self.assertIsNone(check_expectation("open", undecided))
        self.assertEqual(check_expectation("decided", undecided).kind, "undecided")
        self.assertEqual(check_expectation("open", decided).kind, "overclaimed")


class Runner(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory(prefix="cpguard-oracle-")
        cls.tools = Tools(cls.directory.name)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def sandbox(self, reader=None):
        return Sandbox(Path(self.directory.name) / "box", self.tools, reader)

    def run_bash(self, text, world="A", **how):
        case = Case("x", {"run.sh": text.encode()}, "run.sh", **how)
        return self.sandbox().run_bash(case, world)

    def fake_reader(self, answer):
        path = Path(self.directory.name) / "reader"
        path.write_text(f"#!/bin/sh\ncat <<'EOF'\n{json.dumps(answer)}\nEOF\n")
        path.chmod(0o755)
        return path

    def test_records_words_as_bash_makes_them(self):
        run = self.run_bash("python3 train.py '' 'a b' $'x\\ny' é")
        self.assertEqual(run.launches, [["python3", "train.py", "", "a b", "x\ny", "é"]])

    def test_only_training_commands_are_launches(self):
        run = self.run_bash("python3 -c x; python3; python3 --version; python3 x.txt\n"
                            "python3 -W ignore -u -m a.b c\npython3 -Im a.b; python3 -- t.py")
        self.assertEqual([argv[1:] for argv in run.launches],
                         [["-W", "ignore", "-u", "-m", "a.b", "c"], ["-Im", "a.b"],
                          ["--", "t.py"]])

    def test_wrappers_are_looked_through(self):
        run = self.run_bash("srun -N 2 ray job submit --address x -- env A=1 nohup python3 a.py")
        self.assertEqual(run.launches, [["python3", "a.py"]])

    def test_launches_after_the_script_has_ended_are_recorded(self):
        run = self.run_bash("mkfifo late; (timeout 0.3 cat <> late; setsid python3 late.py) &")
        self.assertEqual(run.launches, [["python3", "late.py"]])

    def test_record_does_not_hang_on_the_environment(self):
        run = self.run_bash("cd /; unset HOME PWD; exec -c \"$(command -v python3)\" a.py")
        self.assertEqual(len(run.launches), 1)

    def test_worlds_differ_in_what_cannot_be_known(self):
        text = "python3 a.py $(probe); check && python3 b.py"
        self.assertEqual(len(self.run_bash(text, "A").launches), 2)
        self.assertEqual(self.run_bash(text, "B").launches, [["python3", "a.py", "13", "x"]])

    def test_endless_script_is_ended(self):
        run = self.run_bash("while :; do :; done")
        self.assertTrue(run.timed_out or run.status >= 128)

    def test_script_cannot_write_outside(self):
        target = Path(self.directory.name) / "outside"
        run = self.run_bash(f"echo > {target}")
        if Path("/sys/kernel/security/lsm").exists() and \
                "landlock" not in Path("/sys/kernel/security/lsm").read_text():
            self.skipTest("this kernel has no Landlock")
        self.assertFalse(target.exists(), run.stderr)

    def test_batch_script_runs_from_the_spool(self):
        text = ("#!/bin/bash -e\npython3 a.py \"${0##*/}\" \"$SLURM_SUBMIT_DIR\" \"$PWD\" "
                "\"$@\"\nfalse\npython3 b.py")
        run = self.run_bash(text, batch=True, args=["x"])
        work = str(self.sandbox().work)
        self.assertEqual(run.launches, [["python3", "a.py", "slurm_script", work, work, "x"]])

    def test_claim_that_holds_in_one_world_only_fails(self):
        reader = self.fake_reader(report(reported(["python3", "a.py", "7"])))
        case = Case("x", {"run.sh": b"python3 a.py $(probe)\n"}, "run.sh")
        self.assertEqual(judge(self.sandbox(reader), case).failure.kind, "wrong claim")

    def test_right_claim_passes(self):
        reader = self.fake_reader(report(reported(["python3", "a.py", "7"])))
        case = Case("x", {"run.sh": b"python3 a.py 7\n"}, "run.sh")
        self.assertIsNone(judge(self.sandbox(reader), case).failure)

    def test_run_says_nothing_where_what_was_taken_for_granted_is_not_so(self):
        cases = [("an expansion of what is not known does not fail (run.sh:1)",
                  [": ${V:?no value}", ": $((1 +))", ": ${A[-1]:?}"], ["exit 3", "cd none"]),
                 ("the directory is there, or can be made (run.sh:1)",
                  ["cd none && :"], ["exit 3", ": ${V:?no value}"]),
                 ("the file can be opened (run.sh:1)",
                  [": < none", "echo x > none/file"], ["exit 3", ": ${V:?no value}"]),
                 ("no check or program ends the script with a failure (run.sh:1)",
                  ["exit 3", ": ${V:?no value}"], ["exit 0", "exec >/dev/null"])]
        for assumed, breaks, keeps in cases:
            reader = self.fake_reader(report(reported(["python3", "a.py"]), assumed=[assumed]))
            for line in breaks + keeps:
                case = Case("x", {"run.sh": f"{line}; : && exit 0\n".encode()}, "run.sh")
                failure = judge(self.sandbox(reader), case).failure
                self.assertEqual(failure and failure.kind,
                                 None if line in breaks else "wrong claim", (assumed, line))

    def test_silence_hides_nothing_that_was_taken_for_granted(self):
        cases = [("an expansion of what is not known does not fail (run.sh:1)",
                  "{ : ${V:?}; } 2>/dev/null; python3 a.py\n", {}),
                 ("no check or program ends the script with a failure (sub.sh:1)",
                  "bash sub.sh\n", {"sub.sh": b"exit 3\npython3 a.py\n"}),
                 ("the directory is there, or can be made (run.sh:1)",
                  "cd none &> /dev/null && python3 a.py\n", {})]
        for assumed, text, files in cases:
            case = Case("x", {"run.sh": text.encode(), **files}, "run.sh")
            for said, kind in ((assumed, None), ("no", "wrong claim")):
                reader = self.fake_reader(report(reported(["python3", "a.py"]), assumed=[said]))
                failure = judge(self.sandbox(reader), case).failure
                self.assertEqual(failure and failure.kind, kind, (said, text))

    def test_script_that_does_not_end_fails_unless_nobody_saw_to_that(self):
        reader = self.fake_reader(report())
        for may_hang, kind in ((False, "timeout"), (True, None)):
            case = Case("x", {"run.sh": b"while :; do :; done\n"}, "run.sh", may_hang=may_hang)
            outcome = judge(self.sandbox(reader), case)
            self.assertEqual(outcome.failure and outcome.failure.kind, kind)
            self.assertEqual(outcome.hangs, may_hang)

    def test_record_of_nothing(self):
        self.assertEqual(parse_record(b""), [])


class Generator(unittest.TestCase):
    def test_a_seed_gives_the_same_script(self):
        first, second = grammar.generate("7").case(), grammar.generate("7").case()
        self.assertEqual((first.files, first.args, first.env),
                         (second.files, second.args, second.env))

    def test_every_production_is_used(self):
        used = set()
        for seed in range(1500):
            used.update(grammar.generate(str(seed)).coverage)
        names = {name for family in grammar.FAMILIES for name in family.names()}
        self.assertEqual(names - used, set())

    def test_shrinking_keeps_what_fails(self):
        def fails_on_say(case):
            outcome = Outcome("x")
            outcome.runs = {"A": type("Run", (), {"stderr": ""})}
            if b"say()" in case.files["run.sh"]:
                outcome.failure = type("Failure", (), {"kind": "k"})
            return outcome

        program = grammar.generate("3")
        small, _ = shrink.shrink(program, fails_on_say(program.case()), fails_on_say)
        text = small.case().files["run.sh"]
        self.assertIn(b"say()", text)
        self.assertLess(text.count(b"\n"), 6)


if __name__ == "__main__":
    unittest.main()
