#include "shell_bench.h"

static void values_are_assigned_and_appended(void **state)
{
	static const struct expansion_case cases[] = {
		{"V='a b' W=$V", "\"$W\"", "<a b>"},
		{"V=a; V+=b; V+=' c'", "\"$V\"", "<ab c>"},
		{"V+=a", "$V", "<a>"},
		{"V=a*b W=*", "\"$V\" \"$W\"", "<a*b><*>"},
		{"V={a,b}", "\"$V\"", "<{a,b}>"},
		{"V=x; V=${V}y W=$V", "$V $W", "<xy><xy>"},
		{"V=$(uname); V+=x; W=$V", "\"$V\" \"$W\"", "<(?)x><(?)x>"},
		{"MAYBE+=' --flag'", "\"$MAYBE\"", "<(?) --flag>"},
	};

	CHECK(state, cases);
}

static void arrays_are_made_of_words_and_of_subscripts(void **state)
{
	static const struct expansion_case cases[] = {
		{"W='a b'; A=($W \"$W\" '' {1..2})", "\"${A[@]}\"", "<a><b><a b><><1><2>"},
		{"A=(a); A+=(b 'c d')", "\"${A[@]}\" ${!A[@]}", "<a><b><c d><0><1><2>"},
		{"A=(x [5]=y z)", "${!A[@]} ${A[@]}", "<0><5><6><x><y><z>"},
		{"A=(a b); A[0]=x A[3]=y", "${A[@]} ${!A[@]}", "<x><b><y><0><1><3>"},
		{"A=(a b c); A[-1]=z A[0]+=x", "${A[@]}", "<ax><b><z>"},
		{"A=(a b); A=(\"${A[1]}\" \"${A[0]}\")", "${A[@]}", "<b><a>"},
		{"A=(a b); A+=x", "${A[@]}", "<ax><b>"},
		{"A=(a b); A=x", "${A[@]}", "<x><b>"},
		{"V=a; V+=(b)", "${V[@]}", "<a><b>"},
		{"A=([1+1]=x) I=5; A[I]=y", "${!A[@]}", "<2><5>"},
		{"A=(~/x --a=~/x \"a\"=~/x {a,b}=~/x)", "${A[@]}",
		 "</home/u/x><--a=~/x><a=~/x><a=~/x><b=~/x>"},
		{"A=(a); A+=(${A:=x} ${B=y})", "${A[@]} $B", "<a><a><y><y>"},
	};

	CHECK(state, cases);
}

static void an_array_is_there_before_its_elements_are_expanded(void **state)
{
	static const struct expansion_case cases[] = {
		{"QB=1; QC=(${!Q*} x)", "\"${QC[@]}\"", "<QB><QC><x>"},
		{"QC+=([1]=${!Q*})", "\"${QC[@]}\"", "<QC>"},
		{"QC[1]=${!Q*}", "\"${QC[@]}\"", "<>"},
		{"QC=1; unset QC; QC=(${!Q@})", "\"${QC[@]}\"", "<QC>"},
		{"QC=(${#QC[@]} ${QC-unset})", "\"${QC[@]}\"", "<0><unset>"},
		{"QC=x; QC=(${QC[-1]} y)", "\"${QC[@]}\"", "<x><y>"},
		{"declare QC=(${!Q@})", "\"${QC[@]}\"", "<(?)>*"},
		{"declare QC; QC=(${!Q@})", "\"${QC[@]}\"", "<(?)>*"},
		{"declare -a QC QB; QC=()", "${!QC*} ${!QB*}", "<QC><(?)>*"},
	};

	CHECK(state, cases);
}

static void associative_arrays_take_keys(void **state)
{
	static const struct expansion_case cases[] = {
		{"declare -A M; M[a b]=x M[\"c\"]=y", "${M[a b]} ${M[c]} ${#M[@]}",
		 "<x><y><2>"},
		{"declare -A M=([k]=v); M+=([l]=w); M[k]+=x", "${M[k]} ${M[l]}", "<vx><w>"},
		{"declare -A M=([k]=v); M=([l]=w)", "\"${M[k]}\" ${M[l]}", "<><w>"},
		{"declare -A M=([k]=v); M[$MAYBE]=w", "\"${M[k]}\" \"${M[l]}\"",
		 "<(?)><(?)>"},
		{"declare -A M=([{a,b}]={c,d}) K='{a,b}'", "\"${M[$K]}\"", "<{c,d}>"},
	};

	CHECK(state, cases);
}

/* bash 4.4 to 5.3 were asked. */
static void what_releases_make_differently_of_an_array_is_unknown(void **state)
{
	static const struct expansion_case cases[] = {
		{"A=([2]={a,b} [0]=x)", "\"${A[@]}\" ${#A[@]}", "<x><(?)>*<(?)>"},
		{"A=([{1,2}]=x)", "\"${A[@]}\"", "<(?)>*"},
		{"A=([2]={a} [0]=\\{a,b} [1]='{a,b}')", "\"${A[@]}\"",
		 "<{a,b}><{a,b}><{a}>"},
		{"set +B; A=([2]={a,b} [0]=x)", "\"${A[@]}\"", "<x><{a,b}>"},
		{"declare -A M=(a 1 b 2)", "\"${M[a]}\"", "<(?)>"},
		{"declare -A M=([a b]=~/x [c]=a:~ [d]='~/x' [e]=x~)",
		 "\"${M[a b]}\" \"${M[c]}\" \"${M[d]}${M[e]}\"", "<(?)><(?)><~/xx~>"},
		{"A=([1]=~/x)", "${A[1]}", "</home/u/x>"},
		{"A=(x a=~/x)", "\"${A[@]}\"", "<x><(?)>*"},
	};

	CHECK(state, cases);
}

static void words_behind_one_that_may_be_many_keep_their_order(void **state)
{
	static const struct expansion_case cases[] = {
		{"A=(a \"$MAYBE\" b)", "\"${A[@]}\"", "<a><(?)><b>"},
		{"A=(a $MAYBE b)", "\"${A[@]}\" ${A[0]} \"${A[1]}\" ${A[-1]}",
		 "<a><(?)>*<b><a><(?)><b>"},
		{"A=($MAYBE); A+=(b); A+=($MAYBE c)", "\"${A[@]}\" ${A[-1]} \"${A[-2]}\"",
		 "<(?)>*<b><(?)>*<c><c><(?)>"},
		{"A=([2]=b $MAYBE [0]=a c [2]+=x)", "\"${A[@]}\" ${A[2]}",
		 "<a><c><bx><(?)>*<bx>"},
		{"A=([2]=b $MAYBE [0]=a $MAYBE c)", "\"${A[@]}\"", "<a><(?)>*<c>"},
		{"A=(a b [$MAYBE]=c d [0]=e f)", "\"${A[0]}\"", "<(?)>"},
		{"A=(a b c [-2]=x y)", "${A[@]} ${!A[@]}", "<a><x><y><0><1><2>"},
		{"declare -u A=(a $MAYBE b)", "\"${A[@]}\"", "<A><(?)>*<B>"},
		{"A=(a b); A[$MAYBE]=x", "\"${A[@]}\"", "<(?)>*"},
		{"A=(a b); A[5+MAYBE]+=x", "\"${A[0]}\"", "<(?)>"},
		{"A=(a [$MAYBE]=b)", "\"${A[0]}\"", "<(?)>"},
		{"MAYBE[1]=x", "\"${MAYBE[1]}\"", "<(?)>"},
	};

	CHECK(state, cases);
}

static void attributes_bear_on_what_is_assigned(void **state)
{
	static const struct expansion_case cases[] = {
		{"declare -i I=2+3; I+=4", "$I", "<9>"},
		{"declare -i I; I=$MAYBE", "$I x$I", "<(?)><x(?)>"},
		{"declare -ia A=(1+1 2+2); A[0]+=3", "${A[@]}", "<5><4>"},
		{"declare -u U=abc; declare -l L=ABC; U+=d", "$U $L", "<ABCD><abc>"},
		{"declare -u U=a$(uname)", "\"$U\"", "<A(?)>"},
		{"declare -n R=V; R=x; V+=y", "$V $R", "<xy><xy>"},
	};

	CHECK(state, cases);
}

static void declared_values_are_expanded_once_and_before_any_is_set(void **state)
{
	static const struct expansion_case cases[] = {
		{"W='a b'; export V=$W", "\"$V\"", "<a b>"},
		{"X=0; declare X=1 Y=$X", "$X $Y", "<1><0>"},
		{"N=0; declare V=$((N += 1))", "$V $N", "<1><1>"},
		{"declare A=(1 2) B=(\"${A[@]}\" 3)", "${B[@]}", "<1><2><3>"},
		{"export V=~/x W=a:~/y", "$V $W", "</home/u/x><a:/home/u/y>"},
		{"declare V={a,b}", "$V", "<b>"},
		{"readonly V+=x", "$V", "<x>"},
	};

	CHECK(state, cases);
}

static void a_local_variable_begins_empty(void **state)
{
	static const struct expansion_case cases[] = {
		{"V=out; f() { local V+=in; W=$V; }; f", "$V $W", "<out><in>"},
		{"A=(out); f() { local A+=(in); B=(\"${A[@]}\"); }; f", "${A[@]} ${B[@]}",
		 "<out><in>"},
		{"f() { local A=(a); local A+=(b); B=(\"${A[@]}\"); }; f", "${B[@]}",
		 "<a><b>"},
		{"f() { local V=in; V+=x; W=$V; }; f", "\"$V\" $W", "<><inx>"},
	};

	CHECK(state, cases);
}

static const struct cpg_shell_variable *variable(struct bench *bench, const char *name)
{
	return cpg_scope_get(bench->shell.scope, name);
}

static void exported_is_what_export_or_set_a_says(void **state)
{
	struct bench bench;

	make_bench(&bench, *state, "/nowhere");
	run(&bench, "V=1; export W=2; set -a; X=3; A=(4); HOME=/h\n"
		    "f() { local W=5; E=${W@a}; }; f");
	assert_int_equal(variable(&bench, "V")->exported, CPG_NO);
	assert_int_equal(variable(&bench, "W")->exported, CPG_YES);
	assert_int_equal(variable(&bench, "X")->exported, CPG_YES);
	assert_int_equal(variable(&bench, "A")->exported, CPG_YES);
	assert_int_equal(variable(&bench, "HOME")->exported, CPG_YES);
}

/* Assigns and says how it ended. */
static const char *assign(struct bench *bench, const char *script)
{
	const struct cpg_shell_command *command = first_command(parse(bench, script));
	struct cpg_buffer out = {.arena = bench->arena};
	struct cpg_expansion how;
	struct cpg_error err;

	assert_int_equal(cpg_shell_assign(&bench->shell, &command->assignments[0], false,
					  &how, &err),
			 0);
	show_end(&out, &how);
	return cpg_buffer_finish(&out);
}

static void what_cannot_be_assigned_is_an_error_of_the_script(void **state)
{
	static const char *const rows[][3] = {
		{"readonly R=1", "R=2", "discarded: R: readonly variable"},
		{":", "A[-1]=x", "discarded: A[-1]: bad array subscript"},
		{"A=(a)", "A[-2]=x", "discarded: A[-2]: bad array subscript"},
		{":", "A[1/0]=x", "discarded with all texts: division by 0"},
		{"declare -i I", "I=1/0", "discarded with all texts: division by 0"},
		{"declare -A M", "M[$NONE]=x", "discarded: M[]: bad array subscript"},
		{"A=()", "A[0]=(x)", "discarded: A: cannot assign list to array member"},
		{"set -e", "A[-1]=x", "failed: A[-1]: bad array subscript"},
		{"set -e; readonly R=1", "R=2", "failed: R: readonly variable"},
		{"set -e", "V=$((1/0))", "discarded: division by 0"},
		{"set -e", "A[1/0]=x", "discarded with all texts: division by 0"},
		{"set -e", "A=([-1]=x y)", "failed: A: bad array subscript"},
		{":", "A=([-1]=x y)", " maybe"},
		{":", "V=${N:?no}", "failed: N: no"},
		{"set -u", "A=(a $N)", "failed: N: unbound variable"},
		{"A=(a)", "A[@]=x", "discarded: A[@]: bad array subscript"},
		{"set -o posix; readonly R=1", "R=2", "failed: R: readonly variable"},
		{":", "V=x", ""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bench bench;
		const char *got;

		make_bench(&bench, *state, "/nowhere");
		run(&bench, rows[i][0]);
		got = assign(&bench, rows[i][1]);
		if (strcmp(got, rows[i][2]) != 0)
			fail_msg("%s; %s: %s, not %s", rows[i][0], rows[i][1], got,
				 rows[i][2]);
	}
}

static void a_failed_assignment_changes_nothing(void **state)
{
	struct bench bench;

	make_bench(&bench, *state, "/nowhere");
	run(&bench, "A=(a b)");
	assert_string_equal(assign(&bench, "A=(x $((1 / 0)))"), "discarded: division by 0");
	assert_string_equal(expand(&bench, "${A[@]}"), "<a><b>");
}

static void names_are_assigned_as_read_does(void **state)
{
	static const struct {
		const char *name;
		bool failed;
		const char *words;
		const char *expected;
	} rows[] = {
		{"V", false, "\"$V\"", "<x y>"},
		{"A[1]", false, "${A[0]} \"${A[1]}\"", "<a><x y>"},
		{"A[I]", false, "\"${A[2]}\"", "<x y>"},
		{"A[$I]", false, "\"${A[2]}\"", "<x y>"},
		{"M[k]", false, "\"${M[k]}\"", "<x y>"},
		{"A", false, "\"${A[0]}\"", "<x y>"},
		{"1V", true, "x", "<x>"},
		{"A[", true, "x", "<x>"},
		{"", true, "x", "<x>"},
		{"R", true, "$R", "<1>"},
		{"A[-9]", true, "x", "<x>"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bench bench;
		struct cpg_value value;
		struct cpg_error err;
		struct cpg_expansion how;

		make_bench(&bench, *state, "/nowhere");
		run(&bench, "A=(a b c) I=2; declare -A M; readonly R=1");
		assert_int_equal(cpg_value_string(*state, "x y", &value), 0);
		assert_int_equal(cpg_shell_assign_name(&bench.shell, rows[i].name, value,
						       &how, &err),
				 0);
		if (how.failed != rows[i].failed ||
		    strcmp(expand(&bench, rows[i].words), rows[i].expected) != 0)
			fail_msg("%s: %d, %s", rows[i].name, how.failed,
				 expand(&bench, rows[i].words));
	}
}

static void the_value_remembers_where_each_piece_was_written(void **state)
{
	struct bench bench;
	struct cpg_value value;

	make_bench(&bench, *state, "/nowhere");
	run(&bench, "V=a\nV+=b\n\nW=$V\n");
	value = variable(&bench, "W")->scalar;
	assert_int_equal(value.count, 2);
	assert_int_equal(value.pieces[0].origin.line, 1);
	assert_int_equal(value.pieces[1].origin.line, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(values_are_assigned_and_appended),
		arena_test(arrays_are_made_of_words_and_of_subscripts),
		arena_test(an_array_is_there_before_its_elements_are_expanded),
		arena_test(associative_arrays_take_keys),
		arena_test(what_releases_make_differently_of_an_array_is_unknown),
		arena_test(words_behind_one_that_may_be_many_keep_their_order),
		arena_test(attributes_bear_on_what_is_assigned),
		arena_test(declared_values_are_expanded_once_and_before_any_is_set),
		arena_test(a_local_variable_begins_empty),
		arena_test(exported_is_what_export_or_set_a_says),
		arena_test(what_cannot_be_assigned_is_an_error_of_the_script),
		arena_test(a_failed_assignment_changes_nothing),
		arena_test(names_are_assigned_as_read_does),
		arena_test(the_value_remembers_where_each_piece_was_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
