"""Words: literals, quotes and their splices, and every expansion.

An expansion is written for one of two places: inside double quotes or not. `quoted` tells.
"""

from .writer import KEYS, Productions, double_quoted_text, escaped, single_quoted

PARTS = Productions("part")
EXPANSIONS = Productions("expansion")
SUBSTITUTIONS = Productions("substitution")
ARITHMETIC = Productions("arithmetic")

MOST_NESTED = 3


# ---------------------------------------------------------------------- words

def word(w):
    """A word of a command: may become any number of fields."""
    w.words += 1
    count = w.rng.choices([1, 2, 3], [75, 18, 7])[0]
    text = "".join(PARTS.choose(w) for _ in range(count))
    w.words -= 1
    return text


def quoted_word(w):
    """A word that is exactly one field."""
    return '"' + quoted_text(w) + '"'


def quoted_text(w):
    """What stands between double quotes."""
    w.words += 1
    count = w.rng.choices([1, 2, 3], [60, 28, 12])[0]
    text = "".join(quoted_piece(w) for _ in range(count))
    w.words -= 1
    return text


def quoted_piece(w):
    if w.words > MOST_NESTED or w.chance(0.4):
        return double_quoted_text(w.value())
    if w.chance(0.05):
        return "a\\\nb"
    return expansion(w, True)


def expansion(w, quoted):
    w.words += 1
    table = EXPANSIONS if w.words <= MOST_NESTED else SHALLOW
    text = table.choose(w, quoted)
    w.words -= 1
    return text


def operand(w, quoted):
    """The word behind an operator such as :-"""
    return quoted_text(w) if quoted else word(w)


@PARTS.add(22)
def plain(w):
    value = w.value()
    bare = all(c.isalnum() or c in "-_./:=,+" for c in value)
    return value if bare and value else single_quoted(value)


@PARTS.add(8)
def in_single_quotes(w):
    return single_quoted(w.value())


@PARTS.add(16)
def in_double_quotes(w):
    return quoted_word(w)


@PARTS.add(4)
def with_escapes(w):
    value = w.value()
    return escaped(value) if value and "\n" not in value else "''"


@PARTS.add(2)
def ansi_c(w):
    return w.pick(["$'a\\tb'", "$'it\\'s'", "$'\\x41\\102'", "$'l1\\nl2'", "$'\\u00e9'",
                   "$'q\\\"q'", "$'a\\\\b'", "$'\\cB'", "$''"])


@PARTS.add(28)
def bare_expansion(w):
    return expansion(w, False)


@PARTS.add(3)
def braces(w):
    return w.pick(["{a,b}", "x{1..3}", "--n={1,2}", "{a,{b,c}}d", "{3..1}", "{01..03}",
                   "{a..c}", "{a,}", "{}", "{x}", "a{b", "{1..7..3}", "'{a,b}'", "{a,b}{c,d}",
                   "{$N,z}", '{"a b",c}', "{1..$N}", "a{,/}b", "{a\\,b,c}"])


@PARTS.add(3)
def glob(w):
    return w.pick(["data/*.txt", "data/?.txt", "data/[ab].txt", "no/*.such", "[0]*3+[1]*75",
                   "data/*", "d*/c*", "*.none", '"data"/*.txt', "data/[!a]*", "data/'*'",
                   "./data/*.txt", "data/\\*.txt", "d?ta/a.txt"])


@PARTS.add(1)
def tilde(w):
    return w.pick(["~", "~/x", "~/data/*.txt", "a~b", "'~'", "\\~", "x=~/y"])


# ---------------------------------------------------------------------- expansions

def braced_or_not(w, name):
    return "${" + name + "}" if w.chance(0.6) else "$" + name


@EXPANSIONS.add(30)
def scalar(w, quoted):
    return braced_or_not(w, w.scalar())


@EXPANSIONS.add(8)
def integer(w, quoted):
    return braced_or_not(w, w.integer())


@EXPANSIONS.add(9)
def default(w, quoted):
    operator = w.pick([":-", ":-", ":-", "-"])
    return "${" + w.scalar() + operator + operand(w, quoted) + "}"


@EXPANSIONS.add(2)
def assigning_default(w, quoted):
    return "${" + w.scalar() + w.pick([":=", "="]) + operand(w, quoted) + "}"


@EXPANSIONS.add(4)
def alternative(w, quoted):
    return "${" + w.scalar() + w.pick([":+", "+"]) + operand(w, quoted) + "}"


@EXPANSIONS.add(1)
def required(w, quoted):
    return "${" + w.scalar() + ":?missing}"


@EXPANSIONS.add(6)
def trimmed(w, quoted):
    operator = w.pick(["#", "##", "%", "%%"])
    return "${" + w.scalar() + operator + pattern(w) + "}"


@EXPANSIONS.add(5)
def replaced(w, quoted):
    operator = w.pick(["/", "//", "/#", "/%"])
    by = w.pick(["", "/", "/X", "/_", "/" + "${N}", "/'a b'", "/\\/", '/"$TAG"', "/&"])
    return "${" + w.scalar() + operator + pattern(w) + by + "}"


@EXPANSIONS.add(3)
def substring(w, quoted):
    return "${" + w.scalar() + w.pick([":1", ":0:3", ":2:2", ": -3", ": -4:2", ":0:-1", ":N",
                                       ":$CP:2", ":1+1", ":9", ":0:0", ": -99"]) + "}"


@EXPANSIONS.add(3)
def cased(w, quoted):
    operator = w.pick(["^", "^^", ",", ",,", "^^[a-c]", ",,[A-M]", "^[qx]", "~", "~~"])
    return "${" + w.scalar() + operator + "}"


@EXPANSIONS.add(1)
def transformed(w, quoted):
    return "${" + w.scalar() + w.pick(["@Q", "@U", "@L", "@u", "@E"]) + "}"


@EXPANSIONS.add(3)
def length(w, quoted):
    return "${#" + w.pick([w.scalar(), w.array() + "[@]", w.array() + "[*]", w.array()]) + "}"


@EXPANSIONS.add(2)
def indirect(w, quoted):
    return "${!REF}"


@EXPANSIONS.add(1)
def names_with_prefix(w, quoted):
    return "${!" + w.pick(["MODEL", "CK", "S"]) + w.pick(["@", "*"]) + "}"


@EXPANSIONS.add(16)
def whole_array(w, quoted):
    return "${" + w.array() + w.pick(["[@]", "[@]", "[@]", "[*]"]) + "}"


@EXPANSIONS.add(7)
def element(w, quoted):
    index = w.pick(["0", "1", "-1", "N", "$CP", "2", "N%2", "${#" + w.array() + "[@]}-1", "5"])
    return "${" + w.array() + "[" + index + "]}"


@EXPANSIONS.add(2)
def first_element(w, quoted):
    return "${" + w.array() + "}"


@EXPANSIONS.add(3)
def slice_of_array(w, quoted):
    return "${" + w.array() + w.pick(["[@]:1", "[@]:0:2", "[@]:1:1", "[@]: -1", "[*]:1",
                                      "[@]:N:1", "[@]:9"]) + "}"


@EXPANSIONS.add(3)
def each_element(w, quoted):
    operator = w.pick(["#--", "%.txt", "/a/b", "//-/_", "^^", ",,", "/#/pre-", "/%/-post",
                       "##*/", "@Q"])
    return "${" + w.array() + w.pick(["[@]", "[@]", "[*]"]) + operator + "}"


@EXPANSIONS.add(3)
def default_for_array(w, quoted):
    operator = w.pick([":-", ":+", "-", "+"])
    return "${" + w.array() + "[@]" + operator + operand(w, quoted) + "}"


@EXPANSIONS.add(2)
def indices(w, quoted):
    return "${!" + w.array() + "[@]}"


@EXPANSIONS.add(5, when=lambda w: w.set_maps)
def map_element(w, quoted):
    key = w.pick(KEYS + ["$NAME", "${TAG}", "nokey"])
    return "${" + w.map() + "[" + key + "]" + w.pick(["", "", "", ":-none"]) + "}"


@EXPANSIONS.add(1, when=lambda w: w.set_maps)
def map_whole(w, quoted):
    return "${" + w.pick(["", "#", "!"]) + w.map() + "[@]}"


@EXPANSIONS.add(5)
def positional(w, quoted):
    return "${" + w.pick(["1", "2", "3", "1:-d", "2:-two", "#", "4-", "1##*/", "@", "*", "@:2",
                          "@:1:1", "*:2", "!#", "1+set", "10", "@#-"]) + "}"


@EXPANSIONS.add(5)
def all_arguments(w, quoted):
    return w.pick(["$@", "$@", "$*", "$1", "$2", "$#"])


@EXPANSIONS.add(2)
def special(w, quoted):
    return w.pick(["$?", "${0##*/}", "$0", "${FUNCNAME[0]}", "${BASH_SOURCE[0]}", "$PWD",
                   "${PIPESTATUS[0]}", "${#FUNCNAME[@]}", "$LINENO", "${IFS}", "$-", "$_",
                   "${BASH_REMATCH[1]}", "${BASH_SOURCE[0]##*/}", "$HOME", "$OPTIND", "$USER",
                   "${BASH_VERSINFO[0]}", "$OLDPWD", "$UID", "$SHLVL", "$BASH_SUBSHELL"])


@EXPANSIONS.add(7)
def arithmetic(w, quoted):
    return "$((" + w.pick(["", " "]) + arithmetic_text(w) + w.pick(["", " "]) + "))"


@EXPANSIONS.add(10)
def command(w, quoted):
    return "$(" + SUBSTITUTIONS.choose(w) + ")"


@EXPANSIONS.add(1)
def backticks(w, quoted):
    return w.pick(["`echo a`", "`dirname /x/y`", "`basename $CKPT`", "`echo \\$N`",
                   "`echo \"a  b\"`", "`echo \\`echo n\\``", "`printf %s x`"])


@EXPANSIONS.add(4, when=lambda w: w.fuzzy)
def unknown(w, quoted):
    return w.pick(["$(probe)", "$(probe | wc -l)", "$(nvidia-smi | wc -l)", "$UNKNOWN_REF",
                   "$(hostname)", "$(date +%s)", "${RANDOM}", "$(python3 -c 'print(1)')"])


# Where words are nested deep enough.
SHALLOW = Productions("expansion")
for _weight, _when, _function in EXPANSIONS.table:
    if _function in (scalar, integer, whole_array, element, all_arguments):
        SHALLOW.table.append((_weight, _when, _function))


def pattern(w):
    """A pattern of a trimming, a replacement or a case."""
    plain_ones = ["*/", "/*", "-*", "*-", ".*", "?", "[0-9]", "[!a-z]*", "*", "a", "-", "/",
                  "*[0-9]", "qwen*", "--", "[[:digit:]]", "\\*", "'*'", "[a-", "*.", " ", "b*",
                  '"$TAG"', "$TAG", "$MODEL", "${N}", "[-0-9]", "*:", "\\?", "[]a]", "[a\\]]"]
    extended = ["@(a|b)", "+([0-9])", "!(a*)", "*(-)", "?(x)y", "*(a|b)-*"]
    if w.extglob and w.chance(0.3):
        return w.pick(extended)
    return w.pick(plain_ones)


# ---------------------------------------------------------------------- command substitutions

@SUBSTITUTIONS.add(10)
def echo(w):
    return "echo " + w.pick(["", "", "", "-n ", "-e ", "-- ", "-ne "]) + word(w)


@SUBSTITUTIONS.add(6)
def echo_words(w):
    return "echo " + " ".join(word(w) for _ in range(w.rng.randint(1, 3)))


@SUBSTITUTIONS.add(8)
def printf(w):
    template = w.pick(["'%s'", "'%s\\n'", "'%s,'", "'%d'", "'%02d'", "'%s-%s\\n'", "'%q '",
                       "'--x=%s '", "%s", "'%5s|%-5s|'", "'%x'", "'%%'", "'a\\tb'", "'%b'",
                       "'%.2s'", "'%c'", "'%s' -- ", "-- '%s'", "'%i %s\\n'", "'\\x41'", "'%*d' 4"])
    if "d" in template or "x'" in template or "%i" in template:
        return f"printf {template} {w.rng.randint(0, 300)} " + w.pick(["", "7", "0x10", "''"])
    return f"printf {template} " + " ".join(word(w) for _ in range(w.rng.randint(0, 3)))


@SUBSTITUTIONS.add(5)
def dirname(w):
    return w.pick(["dirname ", "dirname -- "]) + quoted_word(w)


@SUBSTITUTIONS.add(5)
def basename(w):
    return w.pick(["basename ", "basename -- "]) + quoted_word(w) + w.pick(["", "", " .gz", " -4B"])


@SUBSTITUTIONS.add(5)
def seq(w):
    return "seq " + w.pick(["3", "0 2", "2 2 6", "3 1", "3 -1 1", "-s, 3", "-w 8 10", "$N",
                            "1 $CP", "0 $((N-1))", "-s ' ' 1 3", "1", "0", "-f n%g 2", "1.5 3"])


@SUBSTITUTIONS.add(4)
def cat_file(w):
    return w.pick(["cat data/list.txt", "< data/list.txt", "cat data/one.txt", "<data/one.txt",
                   "cat data/no-such 2>/dev/null || true", "cat data/one.txt data/list.txt",
                   "cat data/trailing.txt", "cat < data/one.txt"])


@SUBSTITUTIONS.add(3)
def here_document(w):
    mark = w.pick(["EOF", "'EOF'", "-EOF"])
    body = f"{double_quoted_text(w.value())}\n${{{w.scalar()}}} $N \\$X $((1+1))\n"
    tab = "\t" if mark.startswith("-") else ""
    return f"cat <<{mark}\n{tab}{body}{tab}EOF\n"


@SUBSTITUTIONS.add(3)
def here_string(w):
    return "cat <<< " + word(w)


@SUBSTITUTIONS.add(3)
def pwd(w):
    return w.pick(["pwd", "cd data && pwd", "cd data; pwd", "cd -- \"$(dirname data/a.txt)\" "
                   "&> /dev/null && pwd", "pwd -P", "cd .none 2>/dev/null && pwd",
                   "cd / && pwd", "cd data/.. && pwd"])


@SUBSTITUTIONS.add(2)
def real_path(w):
    return w.pick(["realpath data/a.txt", "readlink -f data", "realpath data/../data",
                   "realpath .", "readlink -f data/a.txt", "realpath -s data"])


@SUBSTITUTIONS.add(4)
def conditional_output(w):
    test = w.pick([f"[ -n \"${{{w.scalar()}}}\" ]", f"[ ${{{w.integer()}}} -gt 2 ]", "true",
                   "false", f"[[ ${{{w.scalar()}}} == *-* ]]", f"(( {w.integer()} > 1 ))"])
    return f"{test} && echo {word(w)}" + w.pick(["", "", f" || echo {word(w)}"])


@SUBSTITUTIONS.add(4)
def function_output(w):
    return "say " + word(w)


@SUBSTITUTIONS.add(3)
def several(w):
    return f"echo {word(w)}; echo {word(w)}"


@SUBSTITUTIONS.add(2)
def subshell_state(w):
    name = w.pick(["MODEL", "N", "TAG"])
    return f"{name}=inner; echo \"${name}\""


@SUBSTITUTIONS.add(3)
def filtered(w):
    return "echo " + quoted_word(w) + w.pick([" | tr a-z A-Z", " | sed 's/a/b/g'", " | cut -d- -f1",
                                              " | wc -c", " | head -n 1", " | tr ',' ' '", " | cat",
                                              " | sort", " | awk '{print $1}'", " | xargs",
                                              " | grep -o '[0-9]*'", " | rev", " | tail -1"])


@SUBSTITUTIONS.add(1)
def nothing(w):
    return w.pick(["", "true", ":", "false", "exit 3", "echo"])


# ---------------------------------------------------------------------- arithmetic

def arithmetic_text(w, depth=0):
    if depth > 2:
        return arithmetic_atom(w)
    w.words += 1
    text = ARITHMETIC.choose(w, depth)
    w.words -= 1
    return text


def arithmetic_atom(w):
    if w.chance(0.55):
        name = w.integer()
        return w.pick([name, "$" + name, "${" + name + "}", name])
    return w.pick(["0", "1", "2", "3", "7", "10", "0x1f", "010", "2#101", "36#z", "-1", "1000"])


@ARITHMETIC.add(30)
def atom(w, depth):
    return arithmetic_atom(w)


@ARITHMETIC.add(35)
def binary(w, depth):
    space = w.pick([" ", ""])
    operator = w.pick("+ - * < > <= >= == != && || & | ^".split())
    # Without blanks, `a - -1` would be the operator --.
    right = arithmetic_text(w, depth + 1)
    if not space and (right[0] in "-+&|<>=~!" or operator in "&|<>"):
        space = " "
    return arithmetic_text(w, depth + 1) + space + operator + space + right


@ARITHMETIC.add(10)
def by_constant(w, depth):
    return arithmetic_text(w, depth + 1) + w.pick([" / 2", " % 3", " / 4", " ** 2", " << 2",
                                                   " >> 1", " % -2", "/1", " ** 0"])


@ARITHMETIC.add(8)
def parentheses(w, depth):
    return "(" + arithmetic_text(w, depth + 1) + ")"


@ARITHMETIC.add(6)
def choice(w, depth):
    return (arithmetic_text(w, depth + 1) + " ? " + arithmetic_text(w, depth + 1) + " : " +
            arithmetic_text(w, depth + 1))


@ARITHMETIC.add(4)
def unary(w, depth):
    return w.pick(["!", "~", "- ", "+"]) + "(" + arithmetic_text(w, depth + 1) + ")"


@ARITHMETIC.add(3)
def assignment(w, depth):
    name = w.new_integer()
    return "(" + name + w.pick([" = ", " += ", " -= ", " *= ", " |= "]) + \
        arithmetic_text(w, depth + 1) + ")"


@ARITHMETIC.add(3)
def increment(w, depth):
    name = w.integer()
    return w.pick([name + "++", "++" + name, name + "--", "--" + name])


@ARITHMETIC.add(2)
def array_size(w, depth):
    return w.pick(["${#" + w.array() + "[@]}", "${#" + w.scalar() + "}", "$#"])


@ARITHMETIC.add(1)
def comma(w, depth):
    return "(" + arithmetic_text(w, depth + 1) + ", " + arithmetic_text(w, depth + 1) + ")"


@ARITHMETIC.add(1)
def by_name(w, depth):
    return "EXPR"  # holds an expression as text


@ARITHMETIC.add(1)
def command_in_it(w, depth):
    return w.pick(["$(echo 3)", "`echo 4`", "$(seq 1 1)"])
