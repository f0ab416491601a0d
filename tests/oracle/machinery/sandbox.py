"""Runs a script in real bash, and through the reader, in the same throw-away directory.

A sandbox is one directory with a fixed path, wiped before each run:

    shared/alice/work/  the working directory, with the files of the case; a script that goes
                        up a directory or two is still inside
    home/ tmp/ spool/
    bin/                link to the commands of the world: stand-ins, some real coreutils
    .oracle/            what the stand-ins read and write

bash runs in up to two worlds. They differ in what a reader of the script cannot know: what
nvidia-smi prints, whether a check succeeds, SLURM_JOB_ID. A claim has to hold in both.
"""

import json
import os
import re
import shutil
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORLDS = ("A", "B")
WORK = "shared/alice/work"
BASH_SECONDS = 10
READER_SECONDS = 10
KILLED_BY_LIMIT = (128 + signal.SIGKILL, 128 + signal.SIGXCPU)

# Commands of coreutils and its neighbours that only compute or that stay where they are told
# to; the jail keeps them below the sandbox.
REAL_COMMANDS = """
    awk basename cat chmod cp cut dash dirname env expr false find fold getopt grep head ln
    ls mkdir mkfifo mktemp mv nice nl nohup od paste printf pwd readlink realpath rev rm rmdir sed
    seq setsid sort stdbuf tac tail taskset tee test timeout touch tr true uniq wc xargs yes
""".split()

# Interpreters, and training programs that are on the PATH themselves.
PYTHON_NAMES = ["python", "python3", "python3.11", "train.py", "train_async.py", "pretrain.py",
                "show.py"]

# Commands that exist on some nodes only.
ONLY_IN_WORLD = {"rocm-smi": "B", "ibstat": "A"}

# The text of a script says that two runs of it may differ, without a stand-in's doing.
VARIES = re.compile(rb"RANDOM|\$\$|SECONDS|EPOCH|BASHPID|PPID|mktemp|SLURM_|\bps\b")


class OracleError(Exception):
    """The oracle itself does not work; says nothing on the reader."""


@dataclass
class Case:
    """A script, and how it is run."""

    name: str
    files: dict  # path below work/ -> bytes
    script: str  # path below work/
    args: list = field(default_factory=list)
    env: dict = field(default_factory=dict)
    batch: bool = False
    unordered: bool = False  # its launches run at the same time
    expect: str = "any"  # "decided", "open" or "any"
    launches: int = -1  # how many bash starts in world A; -1: not stated
    appears: list = field(default_factory=list)  # files of world B only
    later: list = field(default_factory=list)  # files that the reader does not find yet
    lost: list = field(default_factory=list)  # variables that do not reach the job
    chdir: str = "."  # the job's working directory, below work/
    stubs: list = field(default_factory=list)  # paths that are Python interpreters
    may_hang: bool = False  # nobody has seen to it that it ends


@dataclass
class Run:
    """What bash did."""

    launches: list
    unknown: list  # names of the stand-ins whose behaviour differs between worlds
    status: int
    stderr: str
    timed_out: bool = False


class Tools:
    """The stand-in commands, built once."""

    def __init__(self, directory, compiler=None):
        self.directory = Path(directory)
        self.compiler = compiler or os.environ.get("CC", "cc")
        self.stub = self._compile("stub.c")
        self.jail = self._compile("jail.c")
        names = subprocess.run([self.stub], capture_output=True, text=True, check=True)
        self.stub_names = sorted(set(names.stdout.split()) | set(PYTHON_NAMES))
        for world in WORLDS:
            self._fill(self.commands(world), world)

    def commands(self, world):
        return self.directory / f"bin-{world}"

    def _compile(self, source):
        target = self.directory / source.removesuffix(".c")
        command = [self.compiler, "-std=gnu11", "-O1", "-o", target, HERE / source]
        # A static program starts in half the time, where there is a static C library.
        for extra in (["-static"], []):
            done = subprocess.run(command + extra, capture_output=True, text=True)
            if done.returncode == 0:
                return target
        raise OracleError(f"{source} does not compile:\n{done.stderr}")

    def _fill(self, directory, world):
        directory.mkdir()
        for name in REAL_COMMANDS:
            path = shutil.which(name, path="/usr/bin:/bin")
            if path:
                (directory / name).symlink_to(os.path.realpath(path))
        for name in self.stub_names:
            if ONLY_IN_WORLD.get(name, world) == world:
                (directory / name).symlink_to(self.stub)


def parse_record(data):
    """Splits what the stand-ins wrote into (kind, words) pairs."""
    fields = data.split(b"\0")
    records = []
    at = 0
    while at + 1 < len(fields):
        kind, count = fields[at].decode(), int(fields[at + 1])
        words = fields[at + 2:at + 2 + count]
        records.append((kind, [word.decode("utf-8", "surrogateescape") for word in words]))
        at += 2 + count
    return records


class Sandbox:
    def __init__(self, root, tools, reader=None):
        self.root = Path(os.path.realpath(root))
        self.tools = tools
        self.reader = reader
        self.work = self.root / WORK

    # ------------------------------------------------------------------ set-up

    def reset(self, case, world):
        """Makes the sandbox new for one run of `case`."""
        shutil.rmtree(self.root, ignore_errors=True)
        for name in (WORK, "home", "tmp", "spool", ".oracle"):
            os.makedirs(self.root / name)
        (self.root / "bin").symlink_to(self.tools.commands(world))
        (self.root / ".oracle/world").write_text(world)
        for path, data in case.files.items():
            self._write(path, data)
        for path in case.stubs:
            self._link_stub(path)
        if world == "B":
            for path in case.appears:
                self._write(path, b"")

    def _write(self, path, data):
        target = self.work / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        target.chmod(0o755)

    def _link_stub(self, path):
        target = self.work / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(self.tools.stub)

    def environment(self, case):
        variables = {
            "PATH": str(self.root / "bin"),
            "HOME": str(self.root / "home"),
            "TMPDIR": str(self.root / "tmp"),
            "PWD": str(self.work),
            "USER": "alice",
            "LC_ALL": "C.UTF-8",
        }
        root = str(self.root)
        variables.update((name, value.replace("@ROOT@", root))
                         for name, value in case.env.items())
        return variables

    # ------------------------------------------------------------------ bash

    def run_bash(self, case, world):
        self.reset(case, world)
        for path in case.later:
            self._write(path, b"")
        environment = self.environment(case)
        for name in case.lost:
            del environment[name]
        command = ["/bin/bash", "bash", case.script, *case.args]
        if case.batch:
            environment.update(self._slurm_variables(world))
            command = [*self._spooled(case), *case.args]
        jail = [self.tools.jail, self.root, *command]
        process = subprocess.Popen(jail, cwd=self.work / case.chdir, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, start_new_session=True)
        return self._finish(process)

    def _finish(self, process):
        try:
            _, stderr = process.communicate(timeout=BASH_SECONDS)
            timed_out = False
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            _, stderr = process.communicate()
            timed_out = True
        record = self.root / ".oracle/record"
        records = parse_record(record.read_bytes()) if record.exists() else []
        text = stderr.decode("utf-8", "replace")
        timed_out = timed_out or process.returncode in KILLED_BY_LIMIT
        if process.returncode == 125:
            raise OracleError(f"the jail failed: {text}")
        return Run([words for kind, words in records if kind == "launch"],
                   [words[0] for kind, words in records if kind == "unknown"],
                   process.returncode, text, timed_out)

    def _spooled(self, case):
        """Where slurmd puts the script, and how its #! line has it run."""
        path = self.root / "spool/job00042/slurm_script"
        path.parent.mkdir()
        data = case.files[case.script]
        path.write_bytes(data)
        path.chmod(0o700)
        line = data.split(b"\n", 1)[0].decode()
        words = line.removeprefix("#!").split() if line.startswith("#!") else ["bash"]
        if os.path.basename(words[0]) == "env":
            words = [word for word in words[1:] if word != "-S"]
        interpreter = os.path.basename(words[0])
        return [self.root / "bin" / interpreter, interpreter, *words[1:], path]

    def _slurm_variables(self, world):
        first = world == "A"
        return {
            "SLURM_SUBMIT_DIR": str(self.work),
            "SLURM_JOB_ID": "4711" if first else "9042",
            "SLURM_JOB_NUM_NODES": "2" if first else "4",
            "SLURM_NNODES": "2" if first else "4",
            "SLURM_NTASKS": "16" if first else "32",
            "SLURM_GPUS_ON_NODE": "8" if first else "4",
            "SLURM_JOB_NODELIST": "node[01-02]" if first else "node[03-06]",
            "SLURM_ARRAY_TASK_ID": "1" if first else "3",
            "SLURM_PROCID": "0",
            "SLURM_CPUS_PER_TASK": "4" if first else "12",
        }

    def worlds_of(self, case, first_run):
        """The worlds that can differ for this case, given what its first run touched."""
        varies = (case.batch or case.appears or first_run.unknown or
                  any(VARIES.search(data) for data in case.files.values()))
        return WORLDS if varies else WORLDS[:1]

    # ------------------------------------------------------------------ the reader

    def run_reader(self, case):
        self.reset(case, "A")
        how = "batch" if case.batch else "direct"
        command = [self.reader, "explain", f"--as={how}", "--json", case.script, *case.args]
        try:
            done = subprocess.run(command, cwd=self.work, env=self.environment(case),
                                  stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=READER_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise ReaderError(f"no answer within {READER_SECONDS} s") from error
        if done.returncode not in (0, 1, 3):
            text = done.stderr.decode("utf-8", "replace")
            raise ReaderError(f"exit status {done.returncode}: {text[-2000:]}")
        try:
            return json.loads(done.stdout)
        except ValueError as error:
            raise ReaderError(f"no JSON: {error}: {done.stdout[:500]!r}") from error


class ReaderError(Exception):
    """The reader gave no answer: a failure of the case."""
