#include <errno.h>

#include "shell_bench.h"

static void words_are_expanded_in_the_order_of_bash(void **state)
{
	static const struct expansion_case cases[] = {
		{"V='a b'", "$V \"$V\" '$V'", "<a><b><a b><$V>"},
		{"V='a b'", "pre$V'post'", "<prea><bpost>"},
		{NULL, "", ""},
		{"E=", "$E", ""},
		{"E=", "\"$E\" '' $E''", "<><><>"},
		{"E=", "a$E \"\"$E", "<a><>"},
		{"V='a '", "$V\"\"", "<a><>"},
		{NULL, "$((2 ** 3)) $(echo a b) \"$(echo a b)\" `echo c`",
		 "<8><a><b><a b><c>"},
		{NULL, "$(echo a; echo; echo)", "<a>"},
		{"V=x", "${V}y \"$V\"'$V'\\$V", "<xy><x$V$V>"},
	};

	CHECK(state, cases);
}

static void an_empty_word_stays_beside_a_list_of_nothing(void **state)
{
	static const struct expansion_case cases[] = {
		{"A=() E=", "\"$E\"\"${A[@]}\" \"${A[@]}\"\"$E\" \"$U\"\"$@\"", "<><><>"},
		{"A=() E=", "\"$E${A[@]}\" \"${A[@]}$E\" \"$E\"$@", "<>"},
		{"A=() E=", "''\"$@\" ${A[@]}\"\" \"x\"\"${A[@]}\"", "<><><x>"},
		{"A=() E=", "\"$@\"\"${A[@]}\" \"$@\"$E", ""},
		{"A=('')", "\"$E${A[@]}\" \"${A[@]}\"", "<><>"},
		{"A=()", "\"$@${A[@]}\"", ""},
	};

	CHECK(state, cases);
}

/* bash 4.4 to 5.3 were asked. */
static void empty_words_on_which_releases_differ_are_unknown(void **state)
{
	static const struct expansion_case cases[] = {
		{"A=('')", "\"$E\"\"${A[@]}\"", "<(?)>* maybe"},
		{"A=('')", "\"${A[@]#x}\" \"${A[@]:+y}\"", "<(?)>*<(?)>* maybe"},
		{"A=('')", "\"$*${A[@]}\" \"${E#x}${A[@]}\"", "<(?)>*<(?)>* maybe"},
		{"A=('' b)", "''\"${A[@]}\" x\"${A[@]}\"", "<(?)>*<x><b> maybe"},
		{"A=('' b)", "\"${A[@]#x}\" \"$E\"\"$F\"", "<><b><>"},
	};

	CHECK(state, cases);
}

/* bash 4.4 to 5.3 were asked. */
static void lists_where_nothing_is_split_are_known_where_releases_agree(void **state)
{
	static const struct expansion_case cases[] = {
		{"set -- 'a  b' c; V=$@ W=\"$@\" X=$*", "\"$V\" \"$W\" \"$X\"",
		 "<a  b c><a  b c><a  b c>"},
		{"A=(p q) V='a  b'; W=$V\"${A[@]}\" X=\"$V${A[@]}\" Y=$V\"${A[*]}\"",
		 "\"$W\" \"$X\" \"$Y\"", "<(?)><a  bp q><a  bp q>"},
		{"A=(p q) V='a b'; W=$V\"${A[@]}\"", "\"$W\"", "<a bp q>"},
		{"A=(p q) IFS=,; V=${A[*]} W=\"${A[@]}\" X=\"${A[*]}\"; declare "
		 "Y=\"${A[@]}\"",
		 "\"$V\" \"$W\" \"$X\" \"$Y\"", "<p,q><p q><p,q><(?)>"},
		{"A=('a  b'); V=${A[@]#x}", "\"$V\"", "<(?)>"},
		{"A=(p q) IFS=-; V=a--b${#A[@]} W=${A[${#A[@]}-1]} X=x-${#@}",
		 "\"$V\" $W \"$X\"", "<a--b2><q><x-0>"},
		{"A=(a b c) IFS=", "${A[*]} x${A[*]}y \"${A[*]}\"",
		 "<a><b><c><xa><b><cy><abc>"},
		{"A=(a b c) IFS=,", "${A[*]} ${A[@]:1}", "<a><b><c><(?)>* maybe"},
		{"A=(a b)", "${A[5]@a} \"${A[@]@A}\"", "<(?)>*<(?)>*"},
		{"V=ab", "\"${V[2]:0:1}\" \"${V[@]:0:0}\"", "<>"},
	};

	CHECK(state, cases);
}

static void bytes_that_bash_marks_text_with_are_not_known(void **state)
{
	static const struct expansion_case cases[] = {
		{NULL, "a$'\\cA'b $'\\x7f' \"\001\"", "<a(?)b><(?)><(?)>"},
		{"printf -v V 'x\\001y'; A=(\"$V\" z)", "\"${A[@]/z/w}\"", "<(?)><w>"},
		{"V=$'\\177'; W=$'\\x02\\x1f\\e'", "$V ${#W}", "<(?)>*<3>"},
	};

	CHECK(state, cases);
}

static void unquoted_values_are_split_by_ifs(void **state)
{
	static const struct expansion_case cases[] = {
		{"V=' a\tb  c '", "$V", "<a><b><c>"},
		{"IFS=:; V=a::b:", "$V", "<a><><b>"},
		{"IFS=:; V=:a", "$V", "<><a>"},
		{"IFS=' :'; V='a : b:c'", "$V", "<a><b><c>"},
		{"IFS=; V='a b'", "$V", "<a b>"},
		{"unset IFS; V='a b'", "$V", "<a><b>"},
		{"IFS=:; V=a:b", "x:y$V", "<x:ya><b>"},
		{"IFS=$(uname); V=a", "$V x$V \"$V\" y", "<(?)>*<x(?)>*<a><y>"},
	};

	CHECK(state, cases);
}

static void parameters_keep_or_lose_their_borders(void **state)
{
	static const struct expansion_case cases[] = {
		{"set -- 'a b' '' c", "\"$@\"", "<a b><><c>"},
		{"set -- 'a b' '' c", "$@", "<a><b><c>"},
		{"set -- 'a b' '' c", "$*", "<a><b><c>"},
		{"set -- 'a b' '' c", "\"$*\"", "<a b  c>"},
		{"set -- a b; IFS=:", "\"$*\" \"$@\"", "<a:b><a><b>"},
		{"set -- a b", "\"pre$@post\" pre$@", "<prea><bpost><prea><b>"},
		{"set --", "\"$@\" $@ $*", ""},
		{"set --", "\"$*\" \"a$@\" \"$@\"\"\"", "<><a><>"},
		{"set --; E=", "\"$E$@\" \"\"$@", "<>"},
		{"set -- a b c", "$# ${#@} $2 ${3} \"$4\"", "<3><3><b><c><>"},
		{"set -- a b c d", "${@:2} ${@: -1} ${@:2:2} ${@:0:1}",
		 "<b><c><d><d><b><c><run.sh>"},
		{"set -- a b; V=\"$*\" W=$@", "\"$V\" \"$W\"", "<a b><a b>"},
	};

	CHECK(state, cases);
}

static void arrays_expand_by_element(void **state)
{
	static const struct expansion_case cases[] = {
		{"A=(a 'b c' '')", "\"${A[@]}\"", "<a><b c><>"},
		{"A=(a 'b c' '')", "${A[@]}", "<a><b><c>"},
		{"A=(a 'b c' '')", "${A[*]} \"${A[*]}\"", "<a><b><c><a b c >"},
		{"A=(a b c)", "${A[1]} ${A[-1]} $A ${A[I]} ${#A[@]}", "<b><c><a><a><3>"},
		{"A=(a b c)", "${!A[@]} ${A[@]:1:2} ${A[@]: -1}", "<0><1><2><b><c><c>"},
		{"A=(a b)", "\"pre${A[@]}post\"", "<prea><bpost>"},
		{"A=(a b)", "\"${A[@]/#/x}\" ${A[@]%b} ${A[@]^^}", "<xa><xb><a><A><B>"},
		{"A=()", "\"${A[@]}\" ${A[@]:-d} \"${A[*]}\" ${#A[@]}", "<d><><0>"},
		{"A=([3]=x [7]=y)", "${A[@]:4} ${!A[*]} ${A[0]:-none}", "<y><3><7><none>"},
		{"declare -A M=([k]=v)", "${M[k]} ${M[x]-no} ${!M[@]} ${M[@]}",
		 "<v><no><k><v>"},
		{"declare -A M=([a]=1 [b]=2)", "\"${M[@]}\" ${#M[@]} ${M[b]}",
		 "<(?)><(?)><2><2>"},
	};

	CHECK(state, cases);
}

static void defaults_depend_on_what_is_set(void **state)
{
	static const struct expansion_case cases[] = {
		{"E= V=v", "${N-d} ${N:-d} ${E:-d} ${V:-d}", "<d><d><d><v>"},
		{"E=", "${E-d} x${E-d}", "<x>"},
		{NULL, "${N:-a b} \"${N:-a b}\" ${N:-\"a b\"}", "<a><b><a b><a b>"},
		{"V=v", "${N:-${M:-$V}} ${N:-'x y'}", "<v><x y>"},
		{"E= V=v", "${V:+--flag} ${N:+x} ${E:+x} ${E+y}", "<--flag><y>"},
		{"V=v", "\"${N:+x}\" \"${V:+x y}\"", "<><x y>"},
		{NULL, "${N:=a b} $N \"$N\"", "<a><b><a><b><a b>"},
		{NULL, "${A[2]:=x} ${A[2]}", "<x><x>"},
		{"set -- 'a b' c", "\"${N:-$@}\" ${N:-\"$@\"} ${1+\"$@\"}",
		 "<a b><c><a b><c><a b><c>"},
		{NULL, "${N:-\"\"} ${N:-} \"${N:-}\"", "<><>"},
	};

	CHECK(state, cases);
}

static void parts_of_a_value_are_removed_replaced_or_taken(void **state)
{
	static const struct expansion_case cases[] = {
		{"V=/a/b.tar.gz", "${V##*/} ${V#*/} ${V%.*} ${V%%.*}",
		 "<b.tar.gz><a/b.tar.gz></a/b.tar></a/b>"},
		{"V='a*b' P='*'", "\"${V#a\"*\"}\" \"${V#a$P}\" ${V#a\"$P\"} ${V%%\\**}",
		 "<b><*b><b><a>"},
		{"V=aXbX", "${V/X/-} ${V//X/-} ${V//X} ${V/#a/-} ${V/%X/-}",
		 "<a-bX><a-b-><ab><-XbX><aXb->"},
		{"V=a-b-c", "${V//-/_} ${V/%c/$V} ${V/[a-b]/}", "<a_b_c><a-b-a-b-c><-b-c>"},
		{"V=ab", "${V/b/&x}", "<a(?)>*"},
		{"V=ab", "${V/b/\\&x} \"${V/b/\"&\"}\"", "<a&x><a&>"},
		{"V=abcdef", "${V:2} ${V:2:2} ${V: -2} ${V:1:-1} ${V:9}x",
		 "<cdef><cd><ef><bcde><x>"},
		{"V=abc I=1", "${V:I:I+1} ${V:$I} ${#V}", "<bc><bc><3>"},
		{"V=aBc", "${V^} ${V^^} ${V,,} ${V~~} ${V^^[b-c]}",
		 "<ABc><ABC><abc><AbC><aBC>"},
		{"V=\"it's\"", "${V@Q} ${V@U}", "<'it'\\''s'><IT'S>"},
		{"shopt -s extglob; V=aab", "${V##+(a)} ${V/@(a|b)/x}", "<b><xab>"},
	};

	CHECK(state, cases);
}

static void names_are_followed(void **state)
{
	static const struct expansion_case cases[] = {
		{"V='a b' R=V", "${!R} \"${!R}\"", "<a><b><a b>"},
		{"A=(a 'b c') R=A[@] S=A[1]", "\"${!R}\" \"${!S}\"", "<a><b c><b c>"},
		{"R=1; set -- x", "${!R} ${!#}", "<x><x>"},
		{"XA=1 XB=2", "${!X*} \"${!X@}\"", "<XA><XB><XA><XB>"},
		{"declare -n R=V; V=v", "$R ${!R}", "<v><V>"},
		{NULL, "${!N}", "discarded: N: invalid indirect expansion"},
		{"R=$(uname)", "\"${!R}\"", "<(?)> maybe"},
	};

	CHECK(state, cases);
}

static void braces_come_first(void **state)
{
	static const struct expansion_case cases[] = {
		{NULL, "a{b,c}d {1..3} {a..c} {3..1}",
		 "<abd><acd><1><2><3><a><b><c><3><2><1>"},
		{NULL, "{01..10..4} {-1..1} {c..a..2}", "<01><05><09><-1><0><1><c><a>"},
		{NULL, "{a,{b,c}} {a,b}{1,2} x{,y}", "<a><b><c><a1><a2><b1><b2><x><xy>"},
		{NULL, "{} {a} {a,b a} \\{a,b} '{a,b}' {\"a,b\",c}",
		 "<{}><{a}><{a,b><a}><{a,b}><{a,b}><a,b><c>"},
		{"V=v X=1", "{$X,${V}} ${V:-{a,b}} {1..$X}", "<1><v><v}><{1..1}>"},
		{"V=v V1=one", "$V{1,2} ${V}{1,2} \"$V\"{1,2}", "<one><v1><v2><v1><v2>"},
		{NULL, "{1..3}{x {a..1} {1..}", "<1{x><2{x><3{x><{a..1}><{1..}>"},
		{NULL, "{~,x}/y {\"\",a}", "</home/u/y><x/y><><a>"},
		{NULL, "{\"a\":1,\"b\":2}", "<a:1><b:2>"},
		{NULL, "\"${V:-{a,b}}\" ${V:-\"{a,b}\"} \"${V:-\"a,b\"}\"",
		 "<{a,b}><{a,b}><a,b>"},
		{NULL, "\"${V:-\"{a,b}\"}\"", "<(?)>* maybe"},
	};

	CHECK(state, cases);
}

static void known_words_behind_many_stay_known(void **state)
{
	static const struct expansion_case cases[] = {
		{"A=(a $(uname) b)", "${A[@]} x\"${A[@]}\"y x${A[@]}y",
		 "<a><(?)>*<b><xa><(?)>*<by><xa><(?)>*<by>"},
		{"A=($(uname) b)", "\"${A[@]}\" \"${A[*]}\" ${A[*]}",
		 "<(?)>*<b><(?)b><(?)>*<b>"},
		{"A=($(uname) b c)", "x\"${A[@]}\" x${A[@]} \"\"${A[@]}",
		 "<x(?)b>*<c><x(?)b>*<c><(?)>*<b><c>"},
		{"A=($(uname))", "\"${A[@]}\"y", "<(?)y>*"},
		{"A=(a.x $(uname) b.x)", "${A[@]%.x} ${A[@]/%x/y}",
		 "<a><(?)>*<b><a.y><(?)>*<b.y>"},
		{"A=(a $(uname) b)", "${A[@]:1} ${A[@]: -1} ${A[@]:0:1}",
		 "<(?)>*<b><b><a>"},
		{"A=(a $(uname) b)", "\"${A[@]:2}\" \"${A[@]:0:2}\" \"${A[@]: -2}\"",
		 "<(?)>*<a><(?)>*<(?)>*"},
		{"A=($(uname) b)", "${A[@]+y} ${A[@]:-z} \"${A[@]:+y}\"",
		 "<y><(?)>*<b><y>"},
		{"A=($(uname)); B=(\"${A[@]}\" b); B+=(\"${B[@]}\")", "\"${B[@]}\"",
		 "<(?)>*<b><(?)>*<b>"},
		{"set -- a $(uname) b c", "\"$@\" ${@: -2} \"${@:2}\" \"$3\" $#",
		 "<a><(?)>*<b><c><b><c><(?)>*<b><c><(?)><(?)>"},
		{"set -- a $(uname) b; shift", "\"$@\" \"$*\"", "<(?)>*<b><(?)b>"},
		{"A=(a $(uname) b); V=\"${A[*]}\" W=${A[@]} IFS=:",
		 "\"$V\" \"$W\" \"${A[*]}\"", "<a(?) b><a(?) b><a(?):b>"},
		{"A=(a $(uname) b); IFS=", "\"${A[*]}\" ${A[@]}", "<a(?)b><a><(?)>*<b>"},
	};

	CHECK(state, cases);
}

static void tilde_is_the_home_directory_where_nothing_quotes_it(void **state)
{
	static const struct expansion_case cases[] = {
		{NULL, "~ ~/x \\~ \"~\" a~ ~\"/x\"", "</home/u></home/u/x><~><~><a~><~/x>"},
		{"HOME='/a b'", "~/x", "</a b/x>"},
		{"cd /tmp; cd /", "~+ ~-/x", "</></tmp/x>"},
		{NULL, "x=~/y --x=~/y a:~", "<x=/home/u/y><--x=~/y><a:~>"},
		{NULL, "x=~:~/z ${N:-~}", "<x=/home/u:/home/u/z></home/u>"},
		{"V=~/a:~/b W=x\"~\"", "$V $W", "</home/u/a:/home/u/b><x~>"},
		{NULL, "~somebody/x", "<(?)/x>"},
		{"HOME=$(uname)", "~/x", "<(?)/x>"},
	};

	CHECK(state, cases);
}

static void what_is_not_known_stays_a_gap_in_its_word(void **state)
{
	static const struct expansion_case cases[] = {
		{"U=$(uname)", "\"$U\" \"a$U/b\" $U --x=$U",
		 "<(?)><a(?)/b><(?)>*<--x=(?)>*"},
		{"U=$(uname)", "a $U b", "<a><(?)>*<b>"},
		{NULL, "\"$MAYBE\" $MAYBE x$MAYBE", "<(?)><(?)>*<x(?)>*"},
		{NULL, "\"${MAYBE:-d}\" ${MAYBE:-d} ${MAYBE:+d} \"${MAYBE:+d}\"",
		 "<(?)><(?)>*<(?)>*<(?)>"},
		{"U=$(uname)", "\"${U:-d}\" \"${U-d}\" ${U:+x}", "<(?)><(?)><(?)>*"},
		{"U=a$(uname)", "\"${U:-d}\" ${U:+x}", "<a(?)><x>"},
		{"U=$(uname); IFS=; set -f", "$U a$U", "<(?)>*<a(?)>"},
		{NULL, "$$ $RANDOM $((RANDOM % 3)) --port=$((RANDOM))",
		 "<(?)><(?)><(?)><--port=(?)> maybe"},
		{"U=$(uname) A=(\"$U\" b)", "\"${A[@]}\" ${A[@]}", "<(?)><b><(?)>*<b>"},
		{"A=(a $(uname) b)", "\"${A[@]}\" \"${A[*]}\" ${#A[@]}",
		 "<a><(?)>*<b><a(?) b><(?)>"},
		{"set -- a $(uname)", "\"$@\" \"x$@y\" $# \"$1\" \"$2\"",
		 "<a><(?)>*<xa(?)y>*<(?)><a><(?)>"},
		{"U=$(uname)", "\"$((U + 1))\"", "<(?)> maybe"},
		{"P=$((RANDOM)) Q=x$$", "--port $P $Q ${P:-1}", "<--port><(?)><x(?)><(?)>"},
		{"P=$((RANDOM)); IFS=1", "$P", "<(?)>*"},
	};

	CHECK(state, cases);
}

static void operators_keep_what_they_can_of_a_gap(void **state)
{
	static const struct expansion_case cases[] = {
		{"U=$(uname)/run.sh", "\"${U##*/}\" \"${U%/*}\" \"${U%.sh}\"",
		 "<run.sh><(?)><(?)/run>"},
		{"U=/data/x$(uname)", "\"${U%/*}\" \"${U##*/}\" \"${U#/data/}\"",
		 "</data(?)><(?)><x(?)>"},
		{"U=a/b$(uname)", "\"${U%%/*}\"", "<a>"},
		{"U=$(uname)-x", "\"${U//-/_}\" \"${U:2}\" \"${U: -1}\" \"${U^^}\"",
		 "<(?)_x><(?)><x><(?)-X>"},
		{"U=ab$(uname)", "\"${U:0:1}\" \"${U:1}\" \"${U:0:9}\" \"${#U}\"",
		 "<a><b(?)><(?)><(?)>"},
		{"U=$(uname)", "\"${U/#/--x=}\" \"${U/a/b}\"", "<--x=(?)><(?)>"},
		{"U=$(uname); V=abc", "\"${V#$U}\" \"${V/$U/x}\"", "<(?)><(?)>"},
		{"U=\"$$ A b\" V=\"${MAYBE}A b\"", "${U,} \"${V,}\" ${U,,} ${V,}",
		 "<(?)><A><b><(?)><(?)><a><b><(?)>*"},
		{"V=\xc3\xa9t\xc3\xa9", "\"${#V}\" \"${V:1}\" \"${V^^}\" \"${V#?}\"",
		 "<(?)><(?)><(?)><t\xc3\xa9>"},
	};

	CHECK(state, cases);
}

static void a_bad_subscript_is_nothing_but_under_e(void **state)
{
	static const struct expansion_case cases[] = {
		{"A=()", "a${A[-1]}b ${A[-1]-none} ${A[-1]+some} ${NONE[-1]-none}",
		 "<ab><none><none>"},
		{"V=v", "a${V[-1]} a${V[0]} $((V[-1] + 1))", "<a><av><1>"},
		{"declare -A M", "a${M[$NONE]}b ${M[$NONE]:-none}", "<ab><none>"},
		{"A=()", "${#A[-1]}", "discarded: A: bad array subscript"},
		{"A=()", "${A[-1]:=x}", "discarded: A[-1]: bad array subscript"},
		{NULL, "${#NONE[-1]} a${NONE@Z}", "<0><a>"},
		{"A=()", "a${!A[-1]}", "<a>"},
		{NULL, "${!NONE[1]}", "discarded: NONE: invalid indirect expansion"},
		{"A=()", "${A[1 +]}", "discarded with all texts: a missing operand"},
		{"set -e; A=()", "${A[-1]-none}", "failed: A: bad array subscript"},
		{"set -e; A=()", "$((A[-1]))", "failed: bad array subscript"},
		{"set -e; declare -A M", "${M[$NONE]}", "failed: M: bad array subscript"},
		{"set -e", "${V!}", "failed: bad substitution"},
		{"set -e; V=abc", "${V:1:-9}", "discarded: -9: substring expression < 0"},
		{"set -e", "$((1 / 0))", "discarded: division by 0"},
		{"set -u", "${#NONE[@]}", "discarded: NONE: unbound variable"},
		{"set -o posix; V=abc", "${V:1:-9}",
		 "discarded: -9: substring expression < 0"},
		{"set -o posix", "$((1 / 0))", "failed: division by 0"},
	};

	CHECK(state, cases);
}

static void failures_end_the_shell_or_the_line(void **state)
{
	static const struct expansion_case cases[] = {
		{NULL, "${N:?say $HOME}", "failed: N: say /home/u"},
		{NULL, "${N?}", "failed: N: parameter null or not set"},
		{NULL, "${MAYBE:?}", "<(?)>* maybe"},
		{"set -u", "$N", "failed: N: unbound variable"},
		{"set -u; A=()", "${N-x} \"${A[@]}\" ${#A[@]}", "<x><0>"},
		{"set -u", "\"$MAYBE\"", "<(?)> maybe"},
		{"set -u", "$1", "failed: 1: unbound variable"},
		{NULL, "${V!}", "discarded: bad substitution"},
		{"V=", "${V@Z}", "failed: bad substitution"},
		{NULL, "a${V@Z}", "<a>"},
		{NULL, "$((1 / 0))", "discarded: division by 0"},
		{"V=abc", "${V:1:-9}", "discarded: -9: substring expression < 0"},
		{"set -- a", "${1:=x} ${2:=x}", "discarded: 2: cannot assign in this way"},
	};

	CHECK(state, cases);
}

static void a_flag_is_traced_to_the_line_that_it_was_written_on(void **state)
{
	struct bench bench;
	struct cpg_expansion how;
	struct cpg_fields fields;
	struct cpg_error err;
	const struct cpg_shell_command *command;

	make_bench(&bench, *state, "/nowhere");
	run(&bench,
	    "A=(\n  --allgather-cp\n  --size 2\n)\nS=\" --more\"\nS+=\" --last\"\n");
	command = first_command(parse(&bench, "x ${A[@]} $S"));
	assert_int_equal(cpg_shell_expand_words(&bench.shell, command->arguments, 3,
						&fields, &how, &err),
			 0);
	assert_int_equal(fields.count, 6);
	assert_int_equal(cpg_value_origin(fields.items[1].value).line, 2);
	assert_int_equal(cpg_value_origin(fields.items[3].value).line, 3);
	assert_int_equal(cpg_value_origin(fields.items[4].value).line, 5);
	assert_int_equal(cpg_value_origin(fields.items[5].value).line, 6);
	assert_string_equal(cpg_value_origin(fields.items[5].value).file, "run.sh");
}

static void a_gap_says_why(void **state)
{
	struct bench bench;
	struct cpg_expansion how;
	struct cpg_value value;
	struct cpg_error err;
	const struct cpg_shell_command *command;

	make_bench(&bench, *state, "/nowhere");
	command = first_command(parse(&bench, "V=a$MAYBE/b"));
	assert_int_equal(cpg_shell_expand_value(&bench.shell,
						&command->assignments[0].value, true,
						&value, &how, &err),
			 0);
	assert_int_equal(value.count, 3);
	assert_null(value.pieces[1].text.bytes);
	assert_string_equal(value.pieces[1].why,
			    cpg_scope_get(bench.shell.scope, "MAYBE")->why);
}

static void an_operand_that_may_be_expanded_changes_what_it_may(void **state)
{
	static const struct expansion_case cases[] = {
		{"X=1; : ${MAYBE:-${X2:=a}}", "\"$X\" \"$X2\"", "<1><(?)>"},
		{"X=1; : ${MAYBE+$((X = 2))}", "\"$X\"", "<(?)>"},
		{"X=1; : ${N-$((X = 2))}", "\"$X\"", "<2>"},
		{"X=1; : ${HOME-$((X = 2))}", "\"$X\"", "<1>"},
	};

	CHECK(state, cases);
}

static void the_last_substitution_gives_the_status(void **state)
{
	static const struct {
		const char *script;
		bool substituted;
		int status;
	} rows[] = {
		{"V=x", false, 0},
		{"V=$(true)", true, 0},
		{"V=$(false)$(true)", true, 0},
		{"V=$(false)", true, 1},
		{"V=$(exit 3)", true, 3},
		{"V=${MAYBE:-$(true)}", true, -1},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bench bench;
		struct cpg_expansion how;
		struct cpg_value value;
		struct cpg_error err;
		const struct cpg_shell_command *command;

		make_bench(&bench, *state, "/nowhere");
		command = first_command(parse(&bench, rows[i].script));
		assert_int_equal(cpg_shell_expand_value(&bench.shell,
							&command->assignments[0].value,
							true, &value, &how, &err),
				 0);
		if (how.substituted != rows[i].substituted || how.status != rows[i].status)
			fail_msg("%s: %d, not %d", rows[i].script, how.status,
				 rows[i].status);
	}
}

/* Expands and returns the code of the error that ends the walk. */
static int limit_of(struct bench *bench, const char *words)
{
	const char *script = cpg_arena_printf(bench->arena, "x %s", words);
	const struct cpg_shell_command *command = first_command(parse(bench, script));
	struct cpg_error err = {.code = 0};
	struct cpg_expansion how;
	struct cpg_fields fields;

	assert_int_equal(cpg_shell_expand_words(&bench->shell, command->arguments,
						command->argument_count, &fields, &how,
						&err),
			 -1);
	return err.code;
}

static void no_word_makes_too_many(void **state)
{
	struct bench bench;

	make_bench(&bench, *state, "/nowhere");
	assert_int_equal(limit_of(&bench, "{1..1000000}"), CPG_E_LIMIT);
	assert_int_equal(limit_of(&bench, "{1..1000}{1..1000}"), CPG_E_LIMIT);
	assert_int_equal(limit_of(&bench, "{0..9223372036854775807}"), CPG_E_LIMIT);
}

static void a_value_that_doubles_ends_the_walk(void **state)
{
	struct bench bench;
	struct cpg_error err = {.code = 0};
	struct cpg_shell_flow flow = {.kind = CPG_FLOW_NEXT};
	const struct cpg_shell_list *list;

	make_bench(&bench, *state, "/nowhere");
	list = parse(&bench, "V=xxxxxxxxxxxxxxxx; while true; do V=$V$V; done");
	assert_int_equal(cpg_shell_run(&bench.shell, list, &flow, &err), -1);
	assert_int_equal(err.code, CPG_E_LIMIT);
}

/* Expands with so much memory; returns whether it was enough. */
static bool is_enough(struct bench *bench, const struct cpg_shell_command *command,
		      size_t budget)
{
	struct cpg_arena *tight = cpg_arena_new(budget);
	struct cpg_error err = {.code = 0};
	struct cpg_expansion how;
	struct cpg_fields fields;
	int rc;

	assert_non_null(tight);
	bench->shell.arena = tight;
	bench->world.steps = 0;
	rc = cpg_shell_expand_words(&bench->shell, command->arguments,
				    command->argument_count, &fields, &how, &err);
	bench->shell.arena = bench->arena;
	cpg_arena_free(tight);
	assert_int_equal(err.code, rc < 0 ? ENOMEM : 0);
	return rc == 0;
}

static void running_out_of_memory_is_an_error(void **state)
{
	static const char *const words[] = {
		"{a,b{1..3}}$U \"${A[@]/#/x}\" ${A[*]%b} ${!A[@]}",
		"${V##*/}${V//b/$V} ${V:1:2} ${V^^} ${V@Q} ~/x",
		"${U%/*} ${U:-$V} \"${MAYBE:-$((1 + 1))}\" ${#A[@]} \"$*\"",
		"/*/nothing* [ab]* ${R} ${!R} ${N:-$@}",
	};
	struct bench bench;

	make_bench(&bench, *state, "/");
	run(&bench, "V=/a/b A=(a 'b c') U=/x$(uname)/y R=V; set -- 1 2");
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		const char *script = cpg_arena_printf(*state, "x %s", words[i]);
		const struct cpg_shell_command *command =
			first_command(parse(&bench, script));
		size_t budget = 64;

		while (!is_enough(&bench, command, budget))
			budget += 64;
		assert_true(budget > 1024);
	}
}

static void dash_leaves_braces_alone(void **state)
{
	struct bench bench;

	make_bench(&bench, *state, "/nowhere");
	bench.shell.posix = true;
	assert_string_equal(expand(&bench, "{a,b} {a} x"), "<(?)>*<{a}><x> maybe");
}

static void a_split_value_obeys_quotes(void **state)
{
	struct bench bench;
	struct cpg_piece pieces[] = {
		{.text = {"a b", 3}},
		{.text = {" c d", 4}, .quoted = true},
		{.why = "unknown"},
	};
	struct cpg_buffer out = {.arena = *state};
	struct cpg_fields fields;
	struct cpg_error err;

	make_bench(&bench, *state, "/nowhere");
	assert_int_equal(
		cpg_shell_split(&bench.shell, (struct cpg_value){pieces, 3}, &fields, &err),
		0);
	show_fields(&out, &fields);
	assert_string_equal(cpg_buffer_finish(&out), "<a><b c d(?)>*");
}

static void a_pattern_keeps_its_quotes(void **state)
{
	static const struct {
		const char *setting;
		const char *pattern;
		const char *value;
		int expected;
	} rows[] = {
		{":", "a*", "abc", CPG_YES},
		{":", "a\"*\"", "abc", CPG_NO},
		{"P='a*'", "$P", "abc", CPG_YES},
		{"P='a*'", "\"$P\"", "abc", CPG_NO},
		{":", "a$MAYBE", "b", CPG_NO},
		{":", "a$MAYBE", "ab", CPG_UNKNOWN},
		{"shopt -s extglob", "@(a|b)c", "bc", CPG_YES},
		{"shopt -s nocasematch", "AB", "ab", CPG_YES},
		{":", "AB", "ab", CPG_NO},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bench bench;
		struct cpg_expansion how;
		struct cpg_value pattern;
		struct cpg_value value;
		struct cpg_error err;
		const char *script;
		const struct cpg_shell_command *command;

		make_bench(&bench, *state, "/nowhere");
		run(&bench, rows[i].setting);
		script = cpg_arena_printf(*state, "x %s", rows[i].pattern);
		command = first_command(parse(&bench, script));
		assert_int_equal(cpg_shell_expand_pattern(&bench.shell,
							  &command->arguments[1].word,
							  &pattern, &how, &err),
				 0);
		assert_int_equal(cpg_value_string(*state, rows[i].value, &value), 0);
		if (cpg_shell_match(&bench.shell, pattern, value, &err) != rows[i].expected)
			fail_msg("%s on %s", rows[i].pattern, rows[i].value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(words_are_expanded_in_the_order_of_bash),
		arena_test(an_empty_word_stays_beside_a_list_of_nothing),
		arena_test(empty_words_on_which_releases_differ_are_unknown),
		arena_test(lists_where_nothing_is_split_are_known_where_releases_agree),
		arena_test(bytes_that_bash_marks_text_with_are_not_known),
		arena_test(unquoted_values_are_split_by_ifs),
		arena_test(parameters_keep_or_lose_their_borders),
		arena_test(arrays_expand_by_element),
		arena_test(defaults_depend_on_what_is_set),
		arena_test(parts_of_a_value_are_removed_replaced_or_taken),
		arena_test(names_are_followed),
		arena_test(braces_come_first),
		arena_test(known_words_behind_many_stay_known),
		arena_test(tilde_is_the_home_directory_where_nothing_quotes_it),
		arena_test(what_is_not_known_stays_a_gap_in_its_word),
		arena_test(operators_keep_what_they_can_of_a_gap),
		arena_test(a_bad_subscript_is_nothing_but_under_e),
		arena_test(failures_end_the_shell_or_the_line),
		arena_test(a_flag_is_traced_to_the_line_that_it_was_written_on),
		arena_test(a_gap_says_why),
		arena_test(an_operand_that_may_be_expanded_changes_what_it_may),
		arena_test(the_last_substitution_gives_the_status),
		arena_test(no_word_makes_too_many),
		arena_test(a_value_that_doubles_ends_the_walk),
		arena_test(running_out_of_memory_is_an_error),
		arena_test(dash_leaves_braces_alone),
		arena_test(a_split_value_obeys_quotes),
		arena_test(a_pattern_keeps_its_quotes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
