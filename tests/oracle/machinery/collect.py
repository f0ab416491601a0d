"""Cases from files.

A case is a script with lines `# oracle: KEY VALUE`, alone in a folder of cases, or with
other files in a folder of its own: a folder may hold several such scripts, each of which
is a case that sees all the files. The keys:

    args A B         arguments of the script, quoted as in a shell
    env A=B          a variable of the environment; @ROOT@ stands for the sandbox
    as batch         run as slurmd would: from a copy in its spool directory
    launches N       how many training commands bash starts
    expect decided   (the default) everything can be known, and the reader has to
    expect open      something cannot be known, and the reader must not claim to
    expect any       either
    unordered        the launches run at the same time
    appears PATH     a file that exists only in the second world
    lost NAME        a variable that the submitting command has and the job has not
    chdir PATH       the job's working directory, below the submitting command's
    stub PATH        a Python interpreter, or program, in the folder
"""

import re
import shlex

from .sandbox import Case, OracleError

DIRECTIVE = re.compile(rb"^# oracle: (\w+) ?(.*)$", re.MULTILINE)


def apply_directive(case, key, value):
    if key == "args":
        case.args = shlex.split(value)
    elif key == "env":
        case.env.update(word.split("=", 1) for word in shlex.split(value))
    elif key == "as" and value in ("batch", "direct"):
        case.batch = value == "batch"
    elif key == "launches":
        case.launches = int(value)
    elif key == "expect" and value in ("decided", "open", "any"):
        case.expect = value
    elif key == "unordered":
        case.unordered = True
    elif key == "appears":
        case.appears.append(value)
    elif key == "lost":
        case.lost.append(value)
    elif key == "chdir":
        case.chdir = value
    elif key == "stub":
        case.stubs.append(value)
    else:
        raise OracleError(f"{case.name}: no such line: # oracle: {key} {value}")


def make_case(name, files, script):
    case = Case(name=name, files=files, script=script, expect="decided")
    for key, value in DIRECTIVE.findall(files[script]):
        apply_directive(case, key.decode(), value.decode())
    if case.launches < 0:
        raise OracleError(f"{name}: no line `# oracle: launches N`")
    return case


def folder_cases(folder, label):
    files = {str(path.relative_to(folder)): path.read_bytes()
             for path in sorted(folder.rglob("*")) if path.is_file()}
    return [make_case(f"{label}/{script}", files, script)
            for script, data in files.items() if DIRECTIVE.search(data)]


def cases_of(directory):
    """All cases of a folder of cases, in order of their names."""
    cases = []
    for path in sorted(directory.iterdir()):
        label = f"{directory.name}/{path.name}"
        if path.is_dir():
            cases += folder_cases(path, label)
        elif path.suffix == ".sh":
            cases.append(make_case(label, {path.name: path.read_bytes()}, path.name))
    return cases
