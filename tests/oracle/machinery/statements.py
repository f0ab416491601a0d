"""Statements: everything that changes the state, and the control flow around it."""

from .launches import launch
from .words import (SUBSTITUTIONS, arithmetic_text, expansion, pattern, quoted_text, quoted_word,
                    word)
from .writer import KEYS, Block, Productions, Simple

STATEMENTS = Productions("statement")
CONDITIONS = Productions("condition")
LOOPS = Productions("loop")
FILES = Productions("file")

MOST_NESTED = 3
MOST_LOOPS = 2


def statement(w):
    """One statement, as a list of nodes."""
    made = STATEMENTS.choose(w)
    return made if isinstance(made, list) else [made]


def body(w, most=3):
    """The inside of a compound command."""
    w.depth += 1
    nodes = []
    for _ in range(w.rng.randint(1, most)):
        nodes += statement(w)
    w.depth -= 1
    return nodes


def shallow(w):
    return w.depth < MOST_NESTED


def may_loop(w):
    return shallow(w) and w.loops < MOST_LOOPS


def block(opening, nodes, close):
    return Block([(opening, nodes)], close)


# ---------------------------------------------------------------------- assignments

def assigned_word(w):
    """The right side of an assignment: never split, never globbed."""
    if w.chance(0.55):
        return quoted_word(w)
    return word(w)


@STATEMENTS.add(24)
def assign(w):
    value = assigned_word(w)
    return Simple(f"{w.new_scalar()}={value}")


@STATEMENTS.add(7)
def append(w):
    value = assigned_word(w)
    return Simple(f"{w.new_scalar()}+={value}")


@STATEMENTS.add(8)
def assign_integer(w):
    value = w.pick([str(w.small()), "$((" + arithmetic_text(w) + "))"])
    return Simple(f"{w.new_integer()}={value}")


@STATEMENTS.add(4)
def assign_default(w):
    name = w.new_scalar()
    return Simple(w.pick([f": ${{{name}:={word(w)}}}", f": \"${{{name}:={quoted_text(w)}}}\"",
                          f"{name}=${{{name}:-{word(w)}}}", f"{name}=\"${{{name}-x}}\"",
                          f"[ -n \"${{{name}}}\" ] || {name}={word(w)}"]))


@STATEMENTS.add(4)
def assign_several(w):
    first, second = w.new_scalar(), w.new_integer()
    return Simple(f"{first}={assigned_word(w)} {second}={w.small()}")


@STATEMENTS.add(6)
def assign_from_command(w):
    inner = SUBSTITUTIONS.choose(w)
    name = w.new_scalar()
    return Simple(w.pick([f"{name}=$({inner})", f"{name}=\"$({inner})\""]))


@STATEMENTS.add(5)
def declare_scalar(w):
    value = assigned_word(w)
    name = w.new_scalar()
    if w.in_function:
        return Simple(w.pick([f"local {name}={value}", f"local {name}", f"declare {name}={value}",
                              f"declare -g {name}={value}", f"local {name}={value} TAG"]))
    return Simple(w.pick([f"export {name}={value}", f"declare {name}={value}",
                          f"declare -x {name}={value}", f"typeset {name}={value}",
                          f"export {name}", f"export -n {name}", f"declare {name}",
                          f"export {name}={value} {w.new_integer()}={w.small()}"]))


@STATEMENTS.add(2)
def declare_integer(w):
    name = w.new_integer()
    return Simple(w.pick([f"declare -i {name}={w.small()}+1", f"let {name}={w.small()}+2",
                          f"let '{name} = {name} + 1'", f"declare -i {name}",
                          f"let {name}++ {name}*=2"]))


@STATEMENTS.add(1)
def declare_case(w):
    return Simple(f"declare {w.pick(['-l', '-u'])} LOWER={quoted_word(w)}; TAG=\"$LOWER\"; "
                  "unset LOWER")


@STATEMENTS.add(1)
def read_only(w):
    name = w.fresh("RO")
    return [Simple(f"readonly {name}={assigned_word(w)}"), Simple(f"TAG=${{{name}}}")]


@STATEMENTS.add(1)
def name_reference(w):
    target = w.new_scalar()
    return [Simple(f"declare -n POINTER={target}"), Simple(f"POINTER={assigned_word(w)}"),
            Simple("unset -n POINTER")]


@STATEMENTS.add(2)
def printf_variable(w):
    template = w.pick(["'%s'", "'%s-%s'", "'%05d'", "'%s,'", "'%q'"])
    argument = str(w.small()) if "d" in template else word(w)
    return Simple(f"printf -v {w.new_scalar()} {template} {argument}")


@STATEMENTS.add(2)
def unset(w):
    return Simple(w.pick([f"unset {w.scalar()}", f"unset -v {w.scalar()} {w.integer()}",
                          f"unset '{w.array()}[1]'", f"unset {w.array()}",
                          f"unset '{w.array()}[-1]'", f"{w.scalar()}="]))


# ---------------------------------------------------------------------- arrays

def array_entries(w):
    """Entries as real launchers write them: options with values, a line each, comments."""
    entries = []
    for _ in range(w.rng.randint(0, 4)):
        if w.chance(0.5):
            entries.append(w.pick(["--lr", "--save", "--context-parallel-size", "--x"]) + " " +
                           word(w))
        else:
            entries.append(word(w))
    return entries


def array_body(w):
    entries = array_entries(w)
    if w.chance(0.5):
        return "(" + " ".join(entries) + ")"
    lines = ["("]
    for entry in entries:
        lines.append("   " + entry + w.pick(["", "", " # note", "  #note"]))
        if w.chance(0.2):
            lines.append(w.pick(["   # --allgather-cp", "", "   #'\"", "   # it's off"]))
    return "\n".join(lines) + "\n)"


@STATEMENTS.add(17)
def assign_array(w):
    entries = array_body(w)
    local = w.in_function and w.chance(0.3)
    name = w.new_array()
    return Simple(("local " if local else "") + f"{name}={entries}")


@STATEMENTS.add(8)
def append_array(w):
    entries = array_body(w)
    return Simple(f"{w.new_array()}+={entries}")


@STATEMENTS.add(3)
def assign_element(w):
    value = assigned_word(w)
    name = w.new_array()
    index = w.pick(["0", "1", "3", "N", "${#" + name + "[@]}", "CP+1", "-1"])
    return Simple(f"{name}[{index}]{w.pick(['=', '=', '+='])}{value}")


@STATEMENTS.add(2)
def assign_sparse(w):
    return Simple(f"{w.new_array()}=([2]={word(w)} {word(w)} [0]={quoted_word(w)})")


@STATEMENTS.add(3)
def copy_array(w):
    source = w.array()
    return Simple(f"{w.new_array()}=(" + w.pick([
        f"\"${{{source}[@]}}\"", f"${{{source}[@]}}", f"\"${{{source}[@]/%/-x}}\"",
        f"\"${{{source}[*]}}\"", f"\"${{{source}[@]:1}}\"", f"pre \"${{{source}[@]}}\" post",
        "\"$@\"", "$(seq 1 3)", "data/*.txt"]) + ")")


@STATEMENTS.add(3)
def make_map(w):
    name = w.new_map()
    keys = w.rng.sample(KEYS, 2)
    return [Simple(f"declare -A {name}=([{keys[0]}]={word(w)} [\"{keys[1]}\"]={quoted_word(w)})"),
            Simple(f"{name}[{w.pick(KEYS[:4])}]={assigned_word(w)}")]


@STATEMENTS.add(2, when=lambda w: w.set_maps)
def use_map(w):
    name = w.map()
    return Simple(w.pick([f"{name}[\"{w.pick(KEYS)}\"]+={word(w)}", f"unset '{name}[big]'",
                          f"{w.new_scalar()}=\"${{{name}[{w.pick(KEYS)}]:-no}}\""]))


@STATEMENTS.add(4)
def read_words(w):
    source = quoted_word(w)
    return Simple(w.pick([
        f"read -r MODEL TAG <<< {source}", f"read -ra {w.new_array()} <<< {source}",
        f"IFS=, read -ra {w.new_array()} <<< {source}", f"IFS=: read -r NAME OPT <<< {source}",
        f"read MODEL <<< {source}", f"IFS= read -r TAG <<< {source}",
        f"IFS=' ,' read -r -a {w.new_array()} <<< {source}", f"read -r <<< {source}; TAG=$REPLY",
        f"read -r -d '' NAME <<< {source} || true", f"IFS=- read -r MODEL _ TAG <<< {source}",
        "read -r TAG < data/one.txt", "{ read -r NAME; read -r TAG; } < data/list.txt"]))


@STATEMENTS.add(3)
def map_file(w):
    name = w.new_array()
    source = w.pick(["< data/list.txt", f"<<< {quoted_word(w)}", "< <(printf '%s\\n' a 'b c')",
                     "< <(seq 1 3)", "< <(echo one; echo two)"])
    return Simple(f"{w.pick(['mapfile', 'readarray'])} {w.pick(['-t ', '-t ', ''])}{name} {source}")


@STATEMENTS.add(2)
def read_document(w):
    name = w.new_scalar()
    mark = w.pick(["EOF", "'EOF'"])
    text = f"first ${{{w.scalar()}}}\n  second \\$N $N\n"
    return Simple(f"read -r -d '' {name} <<{mark} || true\n{text}EOF")


@STATEMENTS.add(2, when=lambda w: w.in_function)
def local_kinds(w):
    scalar, array = w.new_scalar(), w.new_array()
    return Simple(w.pick([f"local -a {array}", f"local -a {array}=({word(w)})", "local IFS=,",
                          f"local {scalar} {array}", f"local -i N={w.small()}",
                          f"local -r FIXED={word(w)}",
                          f"local {scalar}=$1 {w.new_integer()}=${{2:-1}}", "local -A MINE=([k]=v)",
                          f"local {scalar}; {scalar}={assigned_word(w)}", "local -n OUT=ARGS",
                          f"local {scalar}=\"${{{scalar}}}\"", "local -x TAG=exported"]))


@STATEMENTS.add(2)
def keep_status(w):
    return Simple(w.pick([f"{condition(w)}; STATUS=$?; TAG=$STATUS", "false; TAG=$?",
                          f"TAG=$({SUBSTITUTIONS.choose(w)}); N=$?",
                          "true | false; TAG=${PIPESTATUS[*]}", "(exit 5); N=$?", "! true; N=$?"]))


# ---------------------------------------------------------------------- positional parameters

def may_set(w):
    return w.may_set_args


@STATEMENTS.add(4, when=may_set)
def set_arguments(w):
    words = " ".join(word(w) for _ in range(w.rng.randint(0, 3)))
    return Simple(w.pick([f"set -- {words}", f"set -- \"$@\" {words}", f"set -- {words} \"$@\"",
                          "set -- \"${" + w.array() + "[@]}\"", "set -- $OPT"]))


@STATEMENTS.add(3, when=may_set)
def shift(w):
    return Simple(w.pick(["shift", "shift 2", "shift || true", "shift $(( $# > 0 ))"]))


# ---------------------------------------------------------------------- options of the shell

@STATEMENTS.add(1)
def shell_option(w):
    return Simple(w.pick(["set +e", "set -f", "set +f", "set -o pipefail", "set +u", "set -a",
                          "set +a", "shopt -s nullglob", "shopt -u nullglob", "set -e",
                          "shopt -s dotglob", "set -x", "set +x", "shopt -s nocasematch",
                          "shopt -u nocasematch", "set -o noglob", "set +o noglob",
                          "shopt -s lastpipe", "shopt -s globstar", "set +B", "set -B"]))


@STATEMENTS.add(3)
def field_separators(w):
    separators = w.pick(["IFS=,", "IFS=:", "IFS=$'\\n'", "IFS=' ,'", "IFS=", "IFS=-"])
    inside = body(w, 2)
    if w.chance(0.3):
        return [Simple("OLD_IFS=$IFS"), Simple(separators), *inside, Simple("IFS=$OLD_IFS")]
    return [Simple(separators), *inside, Simple(w.pick(["unset IFS", "IFS=$' \\t\\n'"]))]


# ---------------------------------------------------------------------- conditions

def condition(w):
    text = CONDITIONS.choose(w)
    return w.pick(["", "", "", "", "! "]) + text


def operand_of_test(w):
    return w.pick([quoted_word, quoted_word, quoted_word, word])(w)


@CONDITIONS.add(8)
def test_string(w):
    return w.pick([f"[ -n {operand_of_test(w)} ]", f"[ -z {operand_of_test(w)} ]",
                   f"[ {operand_of_test(w)} = {operand_of_test(w)} ]",
                   f"[ \"${{{w.scalar()}}}\" != {operand_of_test(w)} ]",
                   f"test -n \"${{{w.scalar()}}}\"", f"[ \"x$1\" == x{w.pick(['a', '', '--lr'])} ]",
                   f"[ ${{{w.scalar()}}} ]", "[ -z \"${1:-}\" ]"])


@CONDITIONS.add(6)
def test_number(w):
    operator = w.pick(["-eq", "-ne", "-lt", "-gt", "-le", "-ge"])
    return w.pick([f"[ ${{{w.integer()}}} {operator} {w.small()} ]",
                   f"[ $# {operator} {w.small()} ]",
                   f"[[ {w.integer()} {operator} {w.small()} ]]",
                   f"[ \"${{#{w.array()}[@]}}\" {operator} 2 ]"])


@CONDITIONS.add(3)
def test_combined(w):
    return w.pick([f"[ -n \"${{{w.scalar()}}}\" -a ${{{w.integer()}}} -gt 1 ]",
                   f"[ -z \"${{{w.scalar()}}}\" -o \"$N\" = 2 ]", "[ ! -n \"$TAG\" ]",
                   "[ \\( -n \"$TAG\" \\) -a ! -z \"$NAME\" ]", "[ ! \"$TAG\" = a ]",
                   "[ \"$TAG\" \\< m ]"])


@CONDITIONS.add(8)
def double_brackets(w):
    return w.pick([f"[[ ${{{w.scalar()}}} == {pattern(w)} ]]", f"[[ -z ${{{w.scalar()}}} ]]",
                   f"[[ ${{{w.scalar()}}} == \"${{{w.scalar()}}}\" ]]", "[[ -n $1 && $1 != -* ]]",
                   f"[[ ${{{w.scalar()}}} = *{w.pick(['3', 'qwen', '-'])}* || $N -gt 2 ]]",
                   f"[[ ( $N -eq 1 || -n $TAG ) && ! ${{{w.scalar()}}} != *[0-9]* ]]",
                   f"[[ ${{{w.scalar()}}} < {word_for_brackets(w)} ]]", f"[[ ${{{w.scalar()}}} ]]",
                   f"[[ -v {w.scalar()} ]]", f"[[ -v {w.array()}[1] ]]",
                   f"[[ {quoted_word(w)} == @(a|*b) ]]",
                   f"[[ ${{{w.scalar()}}} != {quoted_word(w)} ]]"])


def word_for_brackets(w):
    return w.pick(["m", "abc", "\"z z\"", "4", "${TAG}"])


@CONDITIONS.add(3)
def regular_expression(w):
    expression = w.pick(["^[0-9]+$", "([a-z]+)([0-9])", "^--([a-z]+)", "(.*)-(.*)", "a|b", "^$",
                         "[[:space:]]", "\\.py$", "$TAG", "\"$TAG\"", "^q\"wen\"", "-([0-9]+)B"])
    return f"[[ ${{{w.scalar()}}} =~ {expression} ]]"


@CONDITIONS.add(7)
def arithmetic_condition(w):
    return f"(( {arithmetic_text(w)} ))"


@CONDITIONS.add(4)
def test_file(w):
    return w.pick(["[ -f data/a.txt ]", "[ -d data ]", "[ -e data/one.txt ]", "[[ -f data/a.txt ]]",
                   "[ -s data/list.txt ]", "[ -r data/a.txt ]", "[ -d data/a.txt ]",
                   "[[ -d data && -f data/one.txt ]]", "test -f data/b.txt"])


@CONDITIONS.add(3)
def constant(w):
    return w.pick(["true", "false", ":", "(exit 1)", "(true)", "{ false; }"])


@CONDITIONS.add(2)
def list_of_conditions(w):
    return w.pick([f"[ -n \"${{{w.scalar()}}}\" ] && [ \"$N\" -ge 1 ]",
                   f"[ -z \"${{{w.scalar()}}}\" ] || (( N > 2 ))", "true; false",
                   "{ [ -n \"$TAG\" ] && [ -n \"$NAME\" ]; }"])


@CONDITIONS.add(2)
def command_status(w):
    return w.pick(["shift 9", "read -r TAG <<< x", "read -r TAG < /dev/null", "cd data/..",
                   "cd .none 2>/dev/null", "declare -F nofun", "local Z 2>/dev/null",
                   "TAG=$(false)", "TAG=$(true)", "command -v main_fun >/dev/null",
                   "unset NOTHING", "let 0", "eval false", "type say >/dev/null"])


@CONDITIONS.add(5, when=lambda w: w.fuzzy)
def unknown(w):
    return w.pick(["check", "[ $(probe) = 7 ]", "probe | grep -q 7", "[ -d ../../none ]",
                   "[ \"$(nvidia-smi | wc -l)\" -gt 0 ]", "python3 flaky.py", "(( RANDOM % 2 ))",
                   "command -v rocm-smi >/dev/null 2>&1", "[ -f ../later.txt ]", "check > /dev/null"])


# ---------------------------------------------------------------------- control flow

@STATEMENTS.add(9, when=shallow)
def conditional(w):
    parts = [(f"if {condition(w)}; then", body(w))]
    while w.chance(0.25):
        parts.append((f"elif {condition(w)}; then", body(w)))
    if w.chance(0.5):
        parts.append(("else", body(w)))
    return Block(parts, "fi" + w.pick(["", "", "", " 2>/dev/null"]))


@STATEMENTS.add(7)
def short_conditional(w):
    what = w.pick([f"{w.new_scalar()}={quoted_word(w)}", f"{w.new_array()}+=({word(w)} {word(w)})",
                   launch(w), ":", f"{w.new_integer()}={w.small()}", "true", "false"])
    return Simple(w.pick([f"{condition(w)} && {what}", f"{condition(w)} || {what}",
                          f"{condition(w)} && {what} || TAG=other",
                          f"if {condition(w)}; then {what}; fi",
                          f"{condition(w)} &&\n  {what}", f"{condition(w)} && {{ {what}; N=3; }}"]))


@STATEMENTS.add(5, when=shallow)
def case(w):
    subject = w.pick(["${" + w.scalar() + "}", quoted_word(w), "$1", "${N}"])
    parts = []
    opening = f"case {subject} in\n"
    for _ in range(w.rng.randint(1, 3)):
        choices = "|".join(pattern(w).replace(" ", "\\ ") for _ in range(w.rng.randint(1, 2)))
        parts.append((opening + "  " + w.pick(["", "("]) + choices + ")",
                      body(w, 2) + [Simple(w.pick([";;", ";;", ";;", ";;&", ";&"]))]))
        opening = ""
    if w.chance(0.7):
        parts.append(("*)", body(w, 2)))
    return Block(parts, "esac")


@STATEMENTS.add(7, when=may_loop)
def loop(w):
    w.loops += 1
    made = LOOPS.choose(w)
    w.loops -= 1
    return made


@STATEMENTS.add(3, when=lambda w: w.loops and w.may_leave)
def leave_loop(w):
    return Simple(f"{condition(w)} && {w.pick(['break', 'continue', 'break 2', 'continue 2'])}")


@LOOPS.add(10)
def for_words(w):
    name = w.new_scalar()
    words = " ".join(word(w) for _ in range(w.rng.randint(1, 2)))
    return block(f"for {name} in {words}; do", body(w), "done")


@LOOPS.add(4)
def for_numbers(w):
    name = w.new_integer()
    words = w.pick(["1 2 3", "{1..3}", "$(seq 1 2)", "$(seq $N)", "2 4", "$((N+1)) $N"])
    return block(f"for {name} in {words}", [Simple("do"), *body(w)], "done")


@LOOPS.add(2)
def for_arguments(w):
    name = w.new_scalar()
    words = w.pick(["", "", ' in "$@"'])
    return block(f"for {name}{words}; do", body(w), "done")


@LOOPS.add(3)
def for_array(w):
    array, name = w.array(), w.new_scalar()
    return block(f"for {name} in " + w.pick([f"\"${{{array}[@]}}\"", f"${{{array}[@]}}",
                                             f"\"${{!{array}[@]}}\""]) + "; do", body(w), "done")


@LOOPS.add(4)
def for_arithmetic(w):
    i = w.fresh("i")
    step = w.pick([f"{i}++", f"++{i}", f"{i}+=2"])
    return block(f"for (({i}=0; {i}<{w.rng.randint(1, 3)}; {step})); do",
                 [Simple(f"TAG=${i}"), *body(w)], "done")


@LOOPS.add(4)
def while_counting(w):
    i = w.fresh("i")
    # The counter moves before the body, where a `continue` cannot skip it.
    test = w.pick([f"while (( {i}++ < 2 )); do", f"until (( {i}++ >= 2 )); do",
                   f"while [ $(( {i} += 1 )) -le 3 ]; do"])
    return [Simple(f"{i}=0"), block(test, body(w), "done")]


@LOOPS.add(3)
def while_true(w):
    i = w.fresh("i")
    inside = without_leaving(w, lambda: body(w, 2))
    leave = w.pick([f"(( ++{i} >= 2 )) && break", f"if (( {i}++ == 1 )); then break; fi",
                    f"[ $(( {i} += 1 )) -lt 2 ] || break"])
    return [Simple(f"{i}=0"), block(w.pick(["while true; do", "while :; do", "for ((;;)); do",
                                            "until false; do"]),
                                    [*inside, Simple(leave), *body(w, 1)], "done")]


@LOOPS.add(3)
def while_read(w):
    i = w.fresh("line")
    source = w.pick(["< data/list.txt", "<<< \"a b\"", "<<EOF\none 1\ntwo ${N}\nEOF",
                     "< <(printf '%s\\n' x 'y z')"])
    return block(f"while {w.pick(['', 'IFS= '])}read -r {i}; do", [Simple(f"TAG=${i}"), *body(w,
                                                                                              2)],
                 f"done {source}")


@LOOPS.add(2)
def piped_loop(w):
    i = w.fresh("line")
    return block(f"printf '%s\\n' {word(w)} | while read -r {i}; do",
                 [Simple(f"TAG=${i}"), *body(w, 2)], "done")


def without_leaving(w, make):
    """Makes statements that neither set the arguments nor leave the loop around them."""
    before = w.may_set_args, w.may_leave
    w.may_set_args = w.may_leave = False
    made = make()
    w.may_set_args, w.may_leave = before
    return made


@LOOPS.add(4, when=lambda w: w.may_set_args)
def argument_loop(w):
    option, flag = w.pick(["--cp", "--size"]), w.pick(["--ag", "-v"])
    scalar, array = w.new_scalar(), w.new_array()
    inside = without_leaving(w, lambda: body(w, 1))
    parse = Block([
        (f"case \"$1\" in\n  {option}) {scalar}=\"$2\"; shift 2 || shift ;;\n"
         f"  {option}=*) {scalar}=\"${{1#*=}}\"; shift ;;\n"
         f"  {flag}) {array}+=(--allgather-cp); shift ;;\n  --) shift; break ;;\n  *)",
         [Simple(f"{array}+=(\"$1\")"), *inside, Simple("shift ;;")])], "esac")
    test = w.pick(["while [ $# -gt 0 ]; do", "while [[ $# -gt 0 ]]; do", "while (( $# )); do"])
    given = w.pick([f"{option} 2 {flag} rest", f"{flag} {option}=4 -- a b", f"x {option} \"$N\"",
                    f"{option} '' \"$@\"", ""])
    return [Simple(f"set -- {given}"), block(test, [parse], "done")]


@LOOPS.add(5)
def getopts_loop(w):
    letters = w.pick(["ac:", ":ac:", "c:a"])
    given = w.pick(["-a -c 4 rest", "-c2 -a", "-ac 8", "-a -- -c 1", "-x -c 2", "-c"])
    parse = Block([(f"case $o in a) {w.new_array()}+=(--allgather-cp) ;; c) CP=$OPTARG ;;",
                    [Simple("*) TAG=\"bad$OPTARG\" ;;")])], "esac")
    return [Simple("OPTIND=1"), block(f"while getopts {letters} o {given} 2>/dev/null; do", [parse],
                                      "done"), Simple("TAG=$OPTIND")]


@STATEMENTS.add(3, when=shallow)
def group(w):
    return block("{", body(w), "}" + w.pick(["", "", " > log.txt 2>&1", " 2>/dev/null", " | cat"]))


@STATEMENTS.add(4, when=shallow)
def subshell(w):
    return block("(", body(w), ")" + w.pick(["", "", " || true", " > log.txt", " | tee log.txt"]))


@STATEMENTS.add(1, when=shallow)
def background(w):
    return [block("{", body(w, 1), "} &"), Simple("wait")]


@STATEMENTS.add(2)
def pipeline(w):
    return Simple(w.pick([f"{launch(w)} | tee log.txt", f"{launch(w)} 2>&1 | cat",
                          f"echo {word(w)} | read -r TAG", f"TAG=x | cat", "true | false",
                          f"echo {word(w)} | {{ read -r TAG; {launch(w)}; }}",
                          f"! {launch(w)} | cat", "false | true && N=4"]))


# ---------------------------------------------------------------------- functions

def function_body(w):
    before = w.in_function, w.loops, w.may_set_args, w.may_leave
    w.in_function, w.loops, w.may_set_args, w.may_leave = True, 0, True, True
    nodes = body(w, 4)
    if w.chance(0.3):
        nodes.append(Simple(w.pick(["return", "return 1", "return 0", f"{condition(w)} && return 2",
                                    "return $N"])))
        nodes += body(w, 1)
    w.in_function, w.loops, w.may_set_args, w.may_leave = before
    return nodes


@STATEMENTS.add(6, when=shallow)
def define_function(w):
    name = w.fresh("fn")
    inside = function_body(w)
    w.functions.append(name)
    opening, close = w.pick([(f"{name}() {{", "}"), (f"{name} ()\n{{", "}"), (f"function {name} {{",
                                                                              "}"),
                             (f"function {name}() {{", "}"), (f"{name}() (", ")"),
                             (f"{name}() {{", "} 2>/dev/null")])
    return [block(opening, inside, close), Simple(call_text(w, name))]


def call_text(w, name):
    words = " ".join(word(w) for _ in range(w.rng.randint(0, 3)))
    prefix = w.pick(["", "", "", "", "N=9 ", "TAG=pre "])
    return f"{prefix}{name} {words}".rstrip() + w.pick(["", "", "", " || true", " > /dev/null"])


@STATEMENTS.add(14, when=lambda w: w.functions)
def call(w):
    # A function calls those defined before it only: nothing recurs.
    return Simple(call_text(w, w.pick(w.functions)))


@STATEMENTS.add(1)
def recursion(w):
    name = w.fresh("rec")
    return [Simple(f"{name}() {{ [ \"$1\" -le 0 ] && return 0; {launch(w)}; "
                   f"{name} $(( $1 - 1 )); }}"),
            Simple(f"{name} 2")]


@STATEMENTS.add(6, when=lambda w: w.may_leave and w.in_function)
def leave_function(w):
    return Simple(f"{condition(w)} && return {w.small()}")


@STATEMENTS.add(0.5, when=lambda w: w.may_leave)
def leave_script(w):
    return Simple(w.pick([f"{condition(w)} && exit 1", f"{condition(w)} || exit",
                          f"(exit {w.small()})", f"{condition(w)} && exec {launch(w)}"]))


@STATEMENTS.add(0.7)
def trap(w):
    return Simple(w.pick(["trap 'python3 cleanup.py \"$TAG\"' EXIT", "trap - EXIT", "trap '' INT",
                          "trap \"python3 cleanup.py $N\" EXIT", "trap 'echo bye' INT TERM"]))


# ---------------------------------------------------------------------- more text to run

@STATEMENTS.add(3)
def evaluate(w):
    name = w.new_scalar()
    return Simple(w.pick([f"eval \"{name}=$N\"", f"eval '{name}=\"${w.scalar()}\"'",
                          f"eval {name}=\\$N", f"eval \"{name}=\\${w.scalar()}\"",
                          f"eval \"python3 train.py --n $N\"", f"eval python3 train.py {word(w)}",
                          f"eval \"{w.new_array()}=(a '$N' \\\"b c\\\")\""]))


@STATEMENTS.add(2, when=shallow)
def bash_text(w):
    return Simple(w.pick([
        f"bash -c 'python3 train.py \"$@\" $0 \"$N\"' {word(w)} {word(w)}",
        f"bash -c \"python3 train.py --n $N '\\$TAG'\"",
        f"N=$N bash -c 'python3 train.py ${{N}} \"${{TAG:-none}}\" $1' x {word(w)}",
        "bash -c 'set -- a b; python3 train.py \"$@\"'",
        "bash -c 'python3 train.py '\"'$N'\"' in'",
        "bash -lc \"cd data && python3 ../train.py \\$PWD\"",
        "bash -ec 'false; python3 train.py never'",
        f"bash <<EOF\npython3 train.py --n $N \\$N ${{TAG:+tag}}\nEOF",
        f"bash <<'EOF'\nX=1; python3 train.py $X \"$N\"\nEOF",
        f"bash -s {word(w)} <<'EOF'\npython3 train.py \"$@\"\nEOF"]))


@STATEMENTS.add(3, when=lambda w: w.depth < 2)
def source_file(w):
    path = w.fresh("lib") + ".sh"
    before = w.may_leave, w.loops
    w.may_leave, w.loops = False, MOST_LOOPS
    w.files[path] = body(w, 5)
    w.may_leave, w.loops = before
    if w.chance(0.2):
        w.files[path].append(Simple("return 0"))
    return Simple(w.pick([f"source {path}", f". ./{path}", f"source \"./{path}\" a \"b c\"",
                          f"source \"$(dirname \"$0\")/{path}\"",
                          f"source \"$(cd -- \"$(dirname -- \"${{BASH_SOURCE[0]}}\")\" &>/dev/null "
                          f"&& pwd)/{path}\"", f"set -a; source ./{path}; set +a"]))


@STATEMENTS.add(2, when=lambda w: w.depth < 2)
def script_file(w):
    path = w.fresh("sub") + ".sh"
    before = w.may_leave, w.loops, w.functions, w.in_function
    w.may_leave, w.loops, w.functions, w.in_function = True, MOST_LOOPS, [], False
    w.files[path] = [Simple("#!/bin/bash"), *body(w, 4), Simple(launch(w))]
    w.may_leave, w.loops, w.functions, w.in_function = before
    words = " ".join(word(w) for _ in range(w.rng.randint(0, 2)))
    prefix = w.pick(["", "", "", f"TAG={word(w)} ", "export TAG N MODEL; "])
    return Simple(prefix + w.pick([f"bash {path} {words}", f"./{path} {words}",
                                   f"bash -x ./{path} {words} 2>/dev/null",
                                   f"bash {path} \"$@\"",
                                   f"exec_me={path}; bash \"$exec_me\" {words}"]))


@STATEMENTS.add(2)
def generated_script(w):
    path = w.fresh("gen") + ".sh"
    mark = w.pick(["EOF", "EOF", "'EOF'", "\"EOF\""])
    lines = w.pick([["X=1", "python3 train.py --n $N \\$N ${X:-no}"],
                    ["for i in 1 2; do python3 train.py $i \\$i; done"],
                    ["python3 train.py \"\\$@\" $N"], ["python3 train.py \\", "  --n $N \\",
                                                       "  --end"],
                    [f"MINE=\"{expansion_for_document(w)}\"", "python3 train.py \"\\${MINE}\""]])
    text = "\n".join(lines)
    opening = w.pick([f"cat > {path} <<{mark}", f"cat <<{mark} > {path}"])
    return [Simple(f"{opening}\n{text}\nEOF"),
            Simple(w.pick([f"bash {path}", f"bash {path} a b", f"source {path}",
                           f"chmod +x {path}; ./{path}",
                           f"sh {path} x"]))]


def expansion_for_document(w):
    return "${" + w.integer() + "}"


# ---------------------------------------------------------------------- files and directories

@STATEMENTS.add(4)
def files(w):
    return FILES.choose(w)


@FILES.add(3)
def write_then_read(w):
    name = w.new_scalar()
    return [Simple(w.pick([f"echo {word(w)} > out.txt", f"printf '%s\\n' {word(w)} > out.txt",
                           f"cat > out.txt <<EOF\nkept $N\nEOF", "echo new > data/one.txt",
                           "echo more >> data/one.txt", "tee data/one.txt <<< teed >/dev/null"])),
            Simple(w.pick([f"{name}=$(cat out.txt)", f"{name}=$(<data/one.txt)",
                           f"read -r {name} < data/one.txt"]))]


@FILES.add(3)
def change_directory(w):
    return Simple(w.pick(["cd data", "cd ..", "cd data && cd ..", "cd -- data 2>/dev/null",
                          "cd - >/dev/null",
                          "pushd data >/dev/null", "popd >/dev/null", "cd .none || true",
                          "cd \"$PWD\"",
                          "cd", "(cd data)", "mkdir -p made && cd made"]))


@FILES.add(2)
def change_files(w):
    return Simple(w.pick(["rm -f data/a.txt", "touch data/new.txt", "mkdir -p data/sub",
                          "rm -rf data",
                          "mv data/b.txt data/z.txt", "cp data/a.txt data/copy.txt",
                          "ln -s a.txt data/link.txt", ": > data/list.txt",
                          "sed -i s/one/two/ data/one.txt"]))


@FILES.add(2)
def redirect_all(w):
    return Simple(w.pick(["exec > log.txt 2>&1", "exec 2>/dev/null", "exec 3< data/list.txt",
                          "exec 3>&1", "exec >> log.txt"]))


# ---------------------------------------------------------------------- what changes nothing

@STATEMENTS.add(3)
def inert(w):
    return Simple(w.pick([
        "# python3 train.py --not-run", "echo \"starting ${MODEL} on $N\"", ":", "pkill -9 python",
        "sleep 1", "ray stop --force", "echo python3 train.py --only-printed", "wait",
        "printf '%s\\n' \"python3 train.py $N\"", "ulimit -n 65536 2>/dev/null || true",
        "cat <<EOF\npython3 train.py\nEOF",
        "ray start --head --num-gpus 8", "export PYTHONUNBUFFERED=1", "hostname",
        "true # comment 'x",
        "echo 'python3 train.py' > /dev/null", "umask 022", "mkdir -p logs", "set -o | head -1",
        "\\\n  true",
        "echo a;echo b", "nvidia-smi", "python3 -c 'print(1)'", "command -v nvidia-smi >/dev/null",
        "type nvidia-smi >/dev/null 2>&1", "module load cuda", "echo $(probe)", "hash -r", "jobs"]))


@STATEMENTS.add(9)
def run(w):
    return Simple(launch(w))
