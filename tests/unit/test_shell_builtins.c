#include "cpguard/shell_builtins.h"

#include "files.h"
#include "shell_run.h"

static void every_builtin_of_the_table_is_found(void **state)
{
	static const char *const special[] = {".",        ":",      "break", "continue",
					      "eval",     "exec",   "exit",  "export",
					      "readonly", "return", "set",   "source",
					      "shift",    "times",  "trap",  "unset"};
	static const char *const others[] = {
		"cd",    "echo", "printf", "read",    "mapfile", "test",  "[",      "pwd",
		"pushd", "popd", "let",    "getopts", "local",   "shopt", "declare"};
	bool is_special = false;

	(void)state;
	for (size_t i = 0; i < sizeof(special) / sizeof(special[0]); i++) {
		assert_non_null(cpg_shell_builtin_find(special[i], &is_special));
		assert_true(is_special);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		assert_non_null(cpg_shell_builtin_find(others[i], &is_special));
		assert_false(is_special);
	}
	assert_null(cpg_shell_builtin_find("python3", &is_special));
}

static void echo_reads_its_options_and_escapes(void **state)
{
	static const struct printing_case cases[] = {
		{"echo a  'b  c'", "a b  c\n"},
		{"echo", "\n"},
		{"echo -n a", "a"},
		{"echo -ne 'a\\tb'", "a\tb"},
		{"echo -e 'a\\x41\\0101\\n' '\\\"'", "aA"
						     "A\n \\\"\n"},
		{"echo -e 'a\\cb' c; echo d", "ad\n"},
		{"echo -eE 'a\\tb'", "a\\tb\n"},
		{"echo -x -n", "-x -n\n"},
		{"echo - -- -n", "- -- -n\n"},
		{"echo 'a\\tb'", "a\\tb\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void echo_keeps_what_is_known_around_a_gap(void **state)
{
	static const struct printing_case cases[] = {
		{"echo \"--flag=$UNKNOWN\" b", "--flag=<?> b\n"},
		{"echo a $UNKNOWN b", "a<?>b\n"},
		{"echo /data/$UNKNOWN/x", "/data/<?>\n"},
		{"echo \"$UNKNOWN\" b", "<?>"},
		{"echo -n \"x$UNKNOWN\"", "x<?>"},
		{"echo -e \"a\\t$UNKNOWN\" b", "a\t<?>"},
	};

	CHECK_PRINTING(state, cases);
}

static void echo_of_sh_leaves_backslashes_unknown(void **state)
{
	static const struct printing_case cases[] = {
		{"echo a b", "a b\n"},
		{"echo -n a", "a"},
		{"echo 'a\\tb' c", "<?>"},
		{"echo -e a", "<?>"},
	};

	check_printing(*state, &(struct run_place){.posix = true}, cases,
		       sizeof(cases) / sizeof(cases[0]));
}

static void printf_cycles_its_format(void **state)
{
	static const struct printing_case cases[] = {
		{"printf '%s-%s\\n' a b c", "a-b\nc-\n"},
		{"printf 'x\\n' a b", "x\n"},
		{"printf '%s' ''", ""},
		{"A=(1 '2 3'); printf '[%s]' \"${A[@]}\"", "[1][2 3]"},
		{"printf '%5s|%-5s|%.2s|%5.1s|' ab ab abc xyz", "   ab|ab   |ab|    x|"},
		{"printf '%d %i %u %o %x %X %#x' 1 -2 3 8 255 255 255",
		 "1 -2 3 10 ff FF 0xff"},
		{"printf '%05d|%+d|% d|%-4d|' 42 5 6 7", "00042|+5| 6|7   |"},
		{"printf '%*d|%-*d|%.*s' 5 42 4 7 2 abc", "   42|7   |ab"},
		{"printf '%d %d %d' 0x1f 017 \"'A\"", "31 15 65"},
		{"printf '%c%c' abc d", "ad"},
		{"printf '%b|' 'a\\tb' '\\0101' '\\101'", "a\tb|A|A|"},
		{"printf '%b|' 'a\\cb' c", "a"},
		{"printf '%q ' 'a b' \"it's\" '' 'x=y' '#'", "a\\ b it\\'s '' x=y \\# "},
		{"printf '100%%\\t\\101\\x41\\n'", "100%\tAA\n"},
		{"printf -- '-%s' a", "-a"},
	};

	CHECK_PRINTING(state, cases);
}

static void printf_fails_as_bash_does(void **state)
{
	static const struct printing_case cases[] = {
		{"printf '%d' abc; echo \" $?\"", "0 1\n"},
		{"printf '%d' 5x; echo \" $?\"", "5 1\n"},
		{"printf '%d' ''; echo \" $?\"", "0 0\n"},
		{"printf 'a%yb' 1; echo \" $?\"", "a 1\n"},
		{"printf; echo $?", "2\n"},
		{"printf -v 1x a; echo $?", "2\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void printf_v_sets_a_variable_or_an_element(void **state)
{
	static const struct printing_case cases[] = {
		{"printf -v V '%03d' 7; echo $V", "007\n"},
		{"printf -vV %s x; echo $V", "x\n"},
		{"printf -v 'A[2]' x; echo ${A[2]} ${#A[@]}", "x 1\n"},
		{"V=old; printf -v \"$UNKNOWN\" x; echo \"[$V]\"", "[<?>]\n"},
		{"printf -v V '%s=%s' k \"$UNKNOWN\"; echo \"$V\"", "k=<?>\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void printf_leaves_gaps_only_where_it_must(void **state)
{
	static const struct printing_case cases[] = {
		{"printf '%s/%s\\n' a \"$UNKNOWN\"", "a/<?>\n"},
		{"printf 'n=%d.\\n' \"$UNKNOWN\"", "n=<?>.\n"},
		{"printf 'n=%.2f.' 1.5", "n=<?>."},
		{"printf \"$UNKNOWN\" a", "<?>"},
		{"printf '%s,' a $UNKNOWN b", "a,<?>"},
	};

	CHECK_PRINTING(state, cases);
}

static void read_splits_its_line_as_bash_does(void **state)
{
	static const struct printing_case cases[] = {
		{"read -r a b <<< '  one two  three '; echo \"[$a][$b]\"",
		 "[one][two  three]\n"},
		{"read a <<< 'x\\ y\\\\z'; echo \"[$a]\"", "[x y\\z]\n"},
		{"IFS=: read -r a b c <<< '1:2:3:4:'; echo \"[$a][$b][$c]\"",
		 "[1][2][3:4:]\n"},
		{"IFS=: read -r a b <<< '1:2:'; echo \"[$a][$b]\"", "[1][2]\n"},
		{"IFS= read -r a <<< '  a '; echo \"[$a]\"", "[  a ]\n"},
		{"read <<< '  keep  '; echo \"[$REPLY]\"", "[  keep  ]\n"},
		{"read -r a b c <<< 'x'; echo \"[$a][$b][$c]\"", "[x][][]\n"},
		{"read a <<< $'one\\\\\\ntwo'; echo $a", "onetwo\n"},
		{"IFS=, read -ra A <<< 'a,b,,c,'; echo ${#A[@]} \"${A[2]}\" ${A[3]}",
		 "4  c\n"},
		{"read -d : x <<< abc:def; echo $x", "abc\n"},
		{"read -n 3 x <<< abcdef; echo $x", "abc\n"},
		{"read -N 2 a b <<< ' xyz'; echo \"[$a][$b]\"", "[ x][]\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void read_fails_at_the_end_of_its_input(void **state)
{
	static const struct printing_case cases[] = {
		{"read x < /dev/null; echo \"$? [$x]\"", "1 []\n"},
		{"read -r -d '' x <<E\na\nb\nE\necho \"$? [$x]\"", "1 [a\nb]\n"},
		{"read x < <(printf partial); echo \"$? [$x]\"", "1 [partial]\n"},
		{"while read -r l; do echo \"<$l>\"; done <<< $'a\\n b\\n'",
		 "<a>\n<b>\n<>\n"},
		{"{ read a; read b; } <<< $'1\\n2'; echo $a $b", "1 2\n"},
		{"read 1x <<< a; echo $?", "1\n"},
		{"read -z <<< a; echo $?", "2\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void read_knows_what_stands_before_a_gap(void **state)
{
	static const struct printing_case cases[] = {
		{"IFS=: read -r h p <<< \"host:$UNKNOWN\"; echo \"$h $p\"", "host <?>\n"},
		{"read -r a b <<< \"$UNKNOWN x\"; echo \"[$a][$b]\"", "[<?>][<?>]\n"},
		{"read -ra A <<< \"a b $UNKNOWN c\"; echo ${A[0]} ${A[1]}", "a b\n"},
		{"a=1; read a; echo \"[$a]\"", "[<?>]\n"},
		{"read -u 3 a; echo \"[$a]\"", "[<?>]\n"},
	};

	check_printing(*state, &(struct run_place){.unknown_input = true}, cases,
		       sizeof(cases) / sizeof(cases[0]));
}

static void mapfile_reads_lines_into_an_array(void **state)
{
	static const struct printing_case cases[] = {
		{"mapfile -t A <<< $'x\\ny z\\n'; echo ${#A[@]} \"${A[1]}\"", "3 y z\n"},
		{"mapfile A <<< $'x\\ny'; printf '<%s>' \"${A[@]}\"", "<x\n><y\n>"},
		{"readarray -t -s 1 -n 1 A <<< $'x\\ny\\nz'; echo ${A[@]}", "y\n"},
		{"A=(p q r); mapfile -t -O 1 A <<< $'x'; echo ${A[@]}", "p x r\n"},
		{"mapfile -t -d , A < <(printf a,b,c); echo ${#A[@]} ${A[2]}", "3 c\n"},
		{"mapfile -t <<< one; echo ${MAPFILE[0]}", "one\n"},
		{"mapfile -t A < /dev/null; echo ${#A[@]}", "0\n"},
		{"mapfile -t A < <(echo a; some_program); echo ${A[0]} \"${A[@]}\"",
		 "a a<?>\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void getopts_walks_the_options(void **state)
{
	static const char loop[] =
		"while getopts $S o; do echo \"$o ${OPTARG-unset} $OPTIND\"; done; "
		"echo \"$o $OPTIND $*\"";
	static const struct {
		const char *before;
		const char *output;
	} cases[] = {
		{"S=ab:c; set -- -a -bfoo -c -b bar rest",
		 "a unset 2\nb foo 3\nc unset 4\nb bar 6\n? 6 -a -bfoo -c -b bar rest\n"},
		{"S=ab:c; set -- -acb x", "a unset 1\nc unset 1\nb x 3\n? 3 -acb x\n"},
		{"S=:ab:; set -- -x -b", "? x 2\n: b 3\n? 3 -x -b\n"},
		{"S=ab:; set -- -x -b", "? unset 2\n? unset 3\n? 3 -x -b\n"},
		{"S=a; set -- -a -- -a", "a unset 2\n? 3 -a -- -a\n"},
		{"S=a; set -- - -a", "? 1 - -a\n"},
		{"S=n:; set -- -n \"$UNKNOWN\" x", "n <?> 3\n? 3 -n <?> x\n"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct printing_case row = {
			cpg_arena_printf(*state, "%s; %s", cases[i].before, loop),
			cases[i].output,
		};

		check_printing(*state, &(struct run_place){.directory = "/"}, &row, 1);
	}
}

static void getopts_begins_anew_with_another_optind(void **state)
{
	static const struct printing_case cases[] = {
		{"f() { local OPTIND o; while getopts ab o; do echo $o; done; }; f -ab; f "
		 "-b",
		 "a\nb\nb\n"},
		{"set -- -ab; getopts ab o; OPTIND=1; getopts ab o; echo $o", "a\n"},
		{"getopts ab o \"$UNKNOWN\"; echo \"[$o][$OPTIND]\"", "[<?>][<?>]\n"},
		{"getopts a; echo $?", "2\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void test_and_bracket_answer_with_a_status(void **state)
{
	static const struct printing_case cases[] = {
		{"[ a = a ]; echo $?", "0\n"},
		{"[ a = b ]; echo $?", "1\n"},
		{"test -n ''; echo $?", "1\n"},
		{"[ 3 -gt 2 ] && echo yes", "yes\n"},
		{"[ ]; echo $?", "1\n"},
		{"[ a; echo $?", "2\n"},
		{"[; echo $?", "2\n"},
		{"[ a = $UNKNOWN ]; echo x$?", "x<?>\n"},
		{"[ -n \"x$UNKNOWN\" ]; echo $?", "0\n"},
		{"[ -d / -a ! -f / ]; echo $?", "0\n"},
		{"[ / -ef /. ]; echo $?", "0\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void conditional_command_follows_what_is_known(void **state)
{
	static const struct printing_case cases[] = {
		{"[[ abc == a* && -n x ]]; echo $?", "0\n"},
		{"[[ abc == 'a*' || z ]]; echo $?", "0\n"},
		{"[[ ! abc = b* ]]; echo $?", "0\n"},
		{"[[ a1 =~ ^a([0-9])$ ]] && echo ${BASH_REMATCH[1]}", "1\n"},
		{"[[ -z $NONE ]]; echo $?", "0\n"},
		{"x=5; [[ x -gt 4 ]]; echo $?", "0\n"},
		{"[[ $UNKNOWN == a && -n '' ]]; echo $?", "1\n"},
		{"[[ $UNKNOWN == a || -n x ]]; echo $?", "0\n"},
		{"[[ $UNKNOWN == a ]]; echo x$?", "x<?>\n"},
		{"[[ -n x || -n ${V:=set} ]]; echo \"[$V]\"", "[]\n"},
		{"[[ -n '' || -n ${V:=set} ]]; echo \"[$V]\"", "[set]\n"},
		{"V=; [[ $UNKNOWN == a && -n ${V:=set} ]]; echo \"[$V]\"", "[<?>]\n"},
		{"[[ -d / && ! -e /dev/null/x ]]; [[ -d / ]]; echo $?", "0\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void cd_moves_in_the_tree_of_directories(void **state)
{
	static const struct printing_case cases[] = {
		{"cd /usr; pwd; echo $PWD", "/usr\n/usr\n"},
		{"cd /usr/lib; cd ..; pwd; echo $OLDPWD", "/usr\n/usr/lib\n"},
		{"cd /usr/./lib/../lib/; pwd", "/usr/lib\n"},
		{"cd /usr; cd lib; pwd", "/usr/lib\n"},
		{"cd /usr; cd /; cd -", "/usr\n"},
		{"HOME=/usr; cd; pwd", "/usr\n"},
		{"cd /; cd ../..; pwd", "/\n"},
		{"cd //; pwd", "//\n"},
		{"cd ///; pwd", "/\n"},
		{"cd //; cd tmp; pwd", "//tmp\n"},
		{"cd a b; echo $?; pwd", "1\n/\n"},
		{"cd -x; echo $?", "2\n"},
		{"cd /dev/null; echo $?; pwd", "1\n/\n"},
		{"(cd /usr); pwd", "/\n"},
		{"X=$(cd /usr && pwd); echo $X; pwd", "/usr\n/\n"},
		{"unset HOME; cd; echo $?", "1\n"},
		{"cd /usr; cd -P .; pwd -P; pwd", "/usr\n/usr\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void cd_to_what_is_not_here_may_fail(void **state)
{
	static const struct printing_case cases[] = {
		{"cd /not/here/at/all; pwd", "<?>\n"},
		{"set -e; cd /not/here/at/all; pwd", "/not/here/at/all\n"},
		{"cd /not/here/at/all || exit 1; pwd", "<?>"},
		{"set -e; cd \"/data/$UNKNOWN/x\"; pwd; cd ..; pwd",
		 "/data/<?>/x\n/data/<?>\n"},
		{"set -e; cd \"$UNKNOWN\"; cd ..; pwd", "<?>\n"},
		{"CDPATH=/usr; set -e; cd lib; pwd", "<?>\n"},
		{"CDPATH=/tmp; cd /usr; cd ./lib; pwd", "/usr/lib\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void cd_to_what_is_not_there_fails_on_the_node(void **state)
{
	static const struct printing_case cases[] = {
		{"cd /not/here/at/all; echo $?; pwd", "1\n/\n"},
	};

	check_printing(*state, &(struct run_place){.on_node = true}, cases, 1);
}

static void pushd_and_popd_keep_a_stack(void **state)
{
	static const struct printing_case cases[] = {
		{"pushd /usr >/dev/null; pwd; popd >/dev/null; pwd", "/usr\n/\n"},
		{"pushd /usr >/dev/null; pushd /usr/lib >/dev/null; popd >/dev/null; pwd",
		 "/usr\n"},
		{"pushd /usr >/dev/null; pushd >/dev/null; pwd; popd > /dev/null; pwd",
		 "/\n/usr\n"},
		{"popd; echo $?", "1\n"},
		{"pushd; echo $?", "1\n"},
		{"pushd /usr >/dev/null; popd +1 >/dev/null; pwd", "<?>\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void declare_gives_attributes_and_values(void **state)
{
	static const struct printing_case cases[] = {
		{"declare -i n=2+3; n+=4; echo $n", "9\n"},
		{"declare -u u=abc; declare -l l=ABC; echo $u $l", "ABC abc\n"},
		{"declare -a A=(x 'y z'); echo ${#A[@]} ${A[1]}", "2 y z\n"},
		{"declare -A M=([k]=v [l]=w); echo ${M[l]} ${#M[@]}", "w 2\n"},
		{"T=5; declare -n R=T; R=6; echo $T", "6\n"},
		{"f() { local x=1; x=2; }; x=0; f; echo $x", "0\n"},
		{"f() { declare x=1; declare -g y=2; }; f; echo \"[$x][$y]\"", "[][2]\n"},
		{"f() { local -a L+=(a); L+=(b); echo ${L[@]}; }; f", "a b\n"},
		{"local x=1; echo $? [$x]", "1 []\n"},
		{"x=o; f() { local x=i L=(\"$x\") y=$x; echo $x ${L[@]} $y; }; f",
		 "i o o\n"},
		{"f() { local L=(1 2) y=${L[1]} z=u; echo ${L[1]} \"x$y\" $z; }; f",
		 "2 x<?> u\n"},
		{"f() { local -i L=(1+1); echo ${L[@]}; }; f", "2\n"},
		{"L=o; f() { local -a L=(\"$L\"); echo \"x${L[0]}\"; }; f; echo $L",
		 "x<?>\no\n"},
		{"declare -A M=([a]=1 [b]=${M[a]}); echo ${M[a]}x${M[b]}", "1x<?>\n"},
		{"S=t; declare -A S; echo ${S[0]}; L=(a); declare -A L; echo $?", "t\n1\n"},
		{"declare L=($((1/0))); echo no\necho $?", "1\n"},
		{"readonly R=1; R=2 || echo no; echo same\necho $R", "1\n"},
		{"export E=1; bash -c 'echo $E$F'", "1\n"},
		{"F=1; export F; export -n F; bash -c 'echo \"[$F]\"'", "[]\n"},
		{"V=X; export \"$V=1\"; echo $X", "1\n"},
		{"f() { echo in f; }; export -f f; bash -c f", "in f\n"},
		{"declare -p NONE 2>/dev/null || echo none; X=1; declare -p X >/dev/null "
		 "&& echo x",
		 "none\nx\n"},
		{"declare -f f >/dev/null || echo no f", "no f\n"},
		{"declare \"$UNKNOWN=1\"; X=1; echo $X", "1\n"},
		{"X=1; declare $UNKNOWN; echo \"[$X]\"", "[<?>]\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void unset_takes_variables_functions_and_elements(void **state)
{
	static const struct printing_case cases[] = {
		{"X=1; unset X; echo \"[${X-none}]\"", "[none]\n"},
		{"f() { :; }; unset -f f; declare -F f >/dev/null || echo gone", "gone\n"},
		{"f() { :; }; unset f; declare -F f >/dev/null || echo gone", "gone\n"},
		{"A=(a b c); unset 'A[1]'; echo ${A[@]} ${!A[@]}", "a c 0 2\n"},
		{"declare -A M=([a]=1 [b]=2); unset 'M[a]'; echo ${!M[@]}", "b\n"},
		{"readonly R=1; unset R; echo $? $R", "1 1\n"},
		{"X=1; unset $UNKNOWN; echo \"[$X]\"", "[<?>]\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void set_changes_options_and_parameters(void **state)
{
	static const struct printing_case cases[] = {
		{"set -- a 'b c'; echo $# \"$2\"", "2 b c\n"},
		{"set a b; set --; echo $#", "0\n"},
		{"set - x y; echo $1", "x\n"},
		{"set -eu -o pipefail; echo x$-", "x<?>\n"},
		{"set -a; X=1; set +a; Y=2; bash -c 'echo $X$Y'", "1\n"},
		{"set -f; echo /*", "/*\n"},
		{"set -u; echo ${NONE}; echo not reached", ""},
		{"set -- a $UNKNOWN; echo $1", "a\n"},
		{"shopt -s nocasematch; [[ A == a ]]; echo $?", "0\n"},
		{"shopt -s extglob\n[[ ab == @(ab|c) ]]; echo $?", "0\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void shift_takes_parameters_away(void **state)
{
	static const struct printing_case cases[] = {
		{"set -- a b c; shift; echo $*", "b c\n"},
		{"set -- a b c; shift 2; echo $*", "c\n"},
		{"set -- a; shift 2; echo $? $*", "1 a\n"},
		{"set -- a b; shift 0; echo $*", "a b\n"},
		{"set -- a b; shift \"$UNKNOWN\"; echo \"[$1]\"", "[<?>]\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void let_computes(void **state)
{
	static const struct printing_case cases[] = {
		{"let x=2+3 y=x*2; echo $? $x $y", "0 5 10\n"},
		{"let 0; echo $?", "1\n"},
		{"let 1/0; echo $?", "1\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void eval_runs_its_words_as_one_text(void **state)
{
	static const struct printing_case cases[] = {
		{"V=X; eval \"$V=5\"; echo $X", "5\n"},
		{"eval echo a '; echo b'", "a\nb\n"},
		{"false; eval 'echo $?'", "1\n"},
		{"eval; echo $?", "0\n"},
		{"X=1; eval \"$UNKNOWN\"; echo \"[$X]\"", "<?>[<?>]\n"},
		{"f() { eval 'return 3'; echo no; }; f; echo $?", "3\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void source_runs_a_file_in_this_shell(void **state)
{
	char *directory = make_directory();
	const struct run_place place = {.directory = directory};
	static const struct printing_case cases[] = {
		{"source ./a.sh; echo $A", "from a.sh in ./a.sh\n1\n"},
		{". ./a.sh x y; echo $#", "from a.sh x y in ./a.sh\n0\n"},
		{"source ./returns.sh; echo $?", "3\n"},
		{"source ./absent.sh; echo \"[$X]\"", "[<?>]\n"},
		{"source; echo $?", "2\n"},
	};

	write_file(*state, directory, "a.sh", "echo from a.sh $* in $BASH_SOURCE\nA=1\n");
	write_file(*state, directory, "returns.sh", "return 3\necho no\n");
	check_printing(*state, &place, cases, sizeof(cases) / sizeof(cases[0]));
	remove_directory(directory);
}

static void exit_return_and_traps_end_things(void **state)
{
	static const struct printing_case cases[] = {
		{"exit; echo no", ""},
		{"f() { return 3; echo no; }; f; echo $?", "3\n"},
		{"f() { (return 3; echo no); echo $?; }; f", "3\n"},
		{"return; echo $?", "2\n"},
		{"(exit 300); echo $?", "44\n"},
		{"(exit -1); echo $?", "255\n"},
		{"trap 'echo bye' EXIT; echo a", "a\nbye\n"},
		{"trap 'echo bye' EXIT; exit 3", "bye\n"},
		{"trap 'echo bye' EXIT; trap - EXIT; echo a", "a\n"},
		{"exec true; echo no", ""},
		{"trap 'echo bye' EXIT; exec true", ""},
	};

	CHECK_PRINTING(state, cases);
}

static void trap_with_a_gap_hides_no_launch(void **state)
{
	struct run run;

	run_script(*state, "trap \"rm -rf $UNKNOWN\" EXIT\npython3 train.py",
		   &(struct run_place){0}, &run);
	assert_false(run.world.incomplete);
	assert_string_equal(shown_launches(*state, &run), "python3 train.py\n");
}

static void trap_of_one_way_of_a_condition_may_not_run(void **state)
{
	static const struct {
		const char *script;
		const char *launches;
	} cases[] = {
		{"if probe; then trap 'python3 a.py' EXIT; fi", "(?)python3 a.py\n"},
		{"trap 'python3 a.py' EXIT; if probe; then trap - EXIT; fi",
		 "(?)python3 a.py\n"},
		{"trap 'python3 a.py' EXIT; if probe; then exit 1; fi", "python3 a.py\n"},
		/* Since bash 5.1 alone. */
		{"f() { trap 'python3 a.py' EXIT; }; true | f", "(?)python3 a.py\n"},
		{"f() { trap 'python3 a.py' EXIT; }; f &", "(?)python3 a.py\n"},
		{"if probe; then trap 'python3 b.py' EXIT; fi; trap 'python3 a.py' EXIT",
		 "python3 a.py\n"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct run run;

		run_script(*state, cases[i].script, &(struct run_place){0}, &run);
		assert_string_equal(shown_launches(*state, &run), cases[i].launches);
	}
}

static void exit_status_reaches_the_caller(void **state)
{
	static const struct {
		const char *script;
		int status;
	} cases[] = {
		{"exit 3", 3},
		{"false", 1},
		{"false; type", 0},
		{"type ls", -1},
		{"f() { :; }; type f cd", 0},
		{"f() { :; }; type -p f", -1},
		{"if probe; then f() { :; }; fi; type f", -1},
		{"trap 'exit 9' EXIT; exit 3", 9},
		{"trap 'true' EXIT; exit 3", 3},
		{"exit $UNKNOWN", -1},
		{"exit abc", 2},
		{"if", 2},
		{"exec false", 1},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct run run;

		run_script(*state, cases[i].script, &(struct run_place){0}, &run);
		if (run.status != cases[i].status)
			fail_msg("%s: %d, not %d", cases[i].script, run.status,
				 cases[i].status);
	}
}

static void command_and_builtin_pass_functions_over(void **state)
{
	static const struct printing_case cases[] = {
		{"echo() { printf f; }; echo x; command echo x; builtin echo y", "fx\ny\n"},
		{"cd() { :; }; command cd /usr; pwd", "/usr\n"},
		{"command -v echo >/dev/null && printf yes", "yes"},
		{"builtin nothing; printf $?", "1"},
		{"f() { :; }; command f; echo x$?", "<?>x<?>\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void builtins_that_set_something_print_nothing(void **state)
{
	static const struct printing_case cases[] = {
		{"ulimit -n 65535; umask 022; wait; alias a=b; hash -r x; echo a", "a\n"},
	};

	CHECK_PRINTING(state, cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(every_builtin_of_the_table_is_found),
		arena_test(echo_reads_its_options_and_escapes),
		arena_test(echo_keeps_what_is_known_around_a_gap),
		arena_test(echo_of_sh_leaves_backslashes_unknown),
		arena_test(printf_cycles_its_format),
		arena_test(printf_fails_as_bash_does),
		arena_test(printf_v_sets_a_variable_or_an_element),
		arena_test(printf_leaves_gaps_only_where_it_must),
		arena_test(read_splits_its_line_as_bash_does),
		arena_test(read_fails_at_the_end_of_its_input),
		arena_test(read_knows_what_stands_before_a_gap),
		arena_test(mapfile_reads_lines_into_an_array),
		arena_test(getopts_walks_the_options),
		arena_test(getopts_begins_anew_with_another_optind),
		arena_test(test_and_bracket_answer_with_a_status),
		arena_test(conditional_command_follows_what_is_known),
		arena_test(cd_moves_in_the_tree_of_directories),
		arena_test(cd_to_what_is_not_here_may_fail),
		arena_test(cd_to_what_is_not_there_fails_on_the_node),
		arena_test(pushd_and_popd_keep_a_stack),
		arena_test(declare_gives_attributes_and_values),
		arena_test(unset_takes_variables_functions_and_elements),
		arena_test(set_changes_options_and_parameters),
		arena_test(shift_takes_parameters_away),
		arena_test(let_computes),
		arena_test(eval_runs_its_words_as_one_text),
		arena_test(source_runs_a_file_in_this_shell),
		arena_test(exit_return_and_traps_end_things),
		arena_test(trap_with_a_gap_hides_no_launch),
		arena_test(trap_of_one_way_of_a_condition_may_not_run),
		arena_test(exit_status_reaches_the_caller),
		arena_test(command_and_builtin_pass_functions_over),
		arena_test(builtins_that_set_something_print_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
