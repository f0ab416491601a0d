#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "shell_dump.h"

struct row {
	const char *script;
	const char *tree;
};

static const struct cpg_shell_list *parse(struct cpg_arena *arena, const char *script)
{
	struct cpg_shell_source source = {
		.file = "run.sh",
		.line = 1,
		.text = cpg_text_of(script),
	};
	const struct cpg_shell_list *list;

	assert_int_equal(cpg_shell_parse(arena, &source, &list, NULL), 0);
	return list;
}

static const char *tree_of(struct cpg_arena *arena, const char *script)
{
	struct cpg_buffer out = {.arena = arena};

	dump_list(&out, parse(arena, script));
	return cpg_buffer_finish(&out);
}

static void check_rows(struct cpg_arena *arena, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *tree = tree_of(arena, rows[i].script);

		if (strcmp(tree, rows[i].tree) != 0)
			fail_msg("%s\n  is   %s\n  not  %s", rows[i].script, tree,
				 rows[i].tree);
	}
}

#define CHECK(rows) check_rows(*state, rows, sizeof(rows) / sizeof(*(rows)))

/* Every script breaks on its line and nothing of that is kept. */
static void check_broken(struct cpg_arena *arena, const char *const *scripts)
{
	for (size_t i = 0; scripts[i]; i++) {
		const struct cpg_shell_list *list = parse(arena, scripts[i]);

		if (!list->broken || list->count || !list->why)
			fail_msg("%s is taken for %s", scripts[i],
				 tree_of(arena, scripts[i]));
	}
}

static void lists_join_pipelines(void **state)
{
	static const struct row rows[] = {
		{"a; b\nc", "(a) ; (b) ; (c)"},
		{"a && b || c; d", "(a) && (b) || (c) ; (d)"},
		{"a &&\n\n# x\nb |\nc", "(a) && (b) | (c)"},
		{"a & b && c & d", "(a) & ; (b) && (c) & ; (d)"},
		{"a &", "(a) &"},
		{"a;", "(a)"},
		{"! a | b", "! (a) | (b)"},
		{"! ! a", "(a)"},
		{"time a | b", "time (a) | (b)"},
		{"time -p -- ! a", "time ! (a)"},
		{"! time a", "time ! (a)"},
		{"!; time; a", "!  ; time  ; (a)"},
		{"time -x a | time b", "time (-x a) | (time b)"},
	};

	CHECK(rows);
}

static void assignments_before_a_command_are_its_own(void **state)
{
	static const struct row rows[] = {
		{"A=1", "(A=1)"},
		{"A=1 B+=2 c D=3", "(A=1 B+=2 c D=3)"},
		{"A=$x\"y z\" b", "(A=$x~\"y z\" b)"},
		{">a B=1 c", "(B=1 c >a)"},
		{"A[1]=b A[i + 1]=c A[$x]+=d A[\"k l\"]=e",
		 "(A[1]=b A[i + 1]=c A[$x]+=d A[\"k l\"]=e)"},
		{"A[B[1]]=2", "(A[B[1]]=2)"},
		{"A=", "(A=<>)"},
		{"A=b=c", "(A=b=c)"},
		{"1A=b -A=b A-b=c '' A=1", "(1A=b -A=b A-b=c '' A=1)"},
		{"\"A\"=b", "(\"A\"~=b)"},
		{"A[1]b A[x", "(A[1]b A[x)"},
		{"a A[1 2]=3", "(a A[1 2]=3)"},
	};

	CHECK(rows);
}

static void arrays_are_lists_of_words(void **state)
{
	static const struct row rows[] = {
		{"A=()", "(A=[])"},
		{"A=(a \"b c\" $d)", "(A=[a \"b c\" $d])"},
		{"A+=(a) B=(b) c", "(A+=[a] B=[b] c)"},
		{"A=(\n  --x 1 # one\n  # --y 2\n\n  --z \\\n  3\n)", "(A=[--x 1 --z 3])"},
		{"A=([1]=a [k l]+=b [$x]=\"c\" [y] {d,e})",
		 "(A=[[1]=a [k l]+=b [$x]=\"c\" [y] {d,e}])"},
		{"A=(${x:+--flag} # c\n)", "(A=[{x :+ --flag}])"},
		{"A=(if done { b=c)", "(A=[if done { b=c])"},
		{"A=(a)b", "(A=(a)b)"},
		{"A[1]=(a)", "(A[1]=[a])"},
		{"A=($(b) <(c))", "(A=[$((b)) <((c))])"},
	};

	CHECK(rows);
}

static void words_of_declare_and_its_kin_may_assign(void **state)
{
	static const struct row rows[] = {
		{"declare -a A=(a b) B=$c d", "(declare -a A=[a b] B=$c d)"},
		{"local x+=(1) y=2", "(local x+=[1] y=2)"},
		{"export A=1; readonly B=(1); typeset C=2",
		 "(export A=1) ; (readonly B=[1]) ; (typeset C=2)"},
		{"declare A[1]=b", "(declare A[1]=b)"},
		{"declare A[1 + 1]=b", "(declare A[1 + 1]=b)"},
		{"X=1 >y export A=(1)", "(X=1 export A=[1] >y)"},
		{"eval a=(1 \"2 3\")", "(eval a=(1 ~\"2 3\"~))"},
	};
	static const char *const broken[] = {
		"builtin export A=(1)", "command declare A=(1)", "a B=(1)",
		"\"declare\" A=(1)",    "declare (1)",           NULL,
	};

	CHECK(rows);
	check_broken(*state, broken);
}

static void a_declared_word_is_an_assignment_only_where_bash_takes_it_for_one(void **state)
{
	const struct cpg_shell_list *list = parse(*state, "export A=$x; a B=$x; builtin "
							  "export C=$x; \\export D=$x");

	for (size_t i = 0; i < list->count; i++) {
		const struct cpg_shell_command *command = list->items[i].pipeline.commands;
		const struct cpg_shell_argument *last =
			&command->arguments[command->argument_count - 1];

		assert_int_equal(last->assignment != NULL, i == 0);
		assert_int_equal(last->word.count, 2);
	}
}

static void reserved_words_are_such_only_where_a_command_begins(void **state)
{
	static const struct row rows[] = {
		{"echo if then fi do done { } ! time [[ in",
		 "(echo if then fi do done { } ! time [[ in)"},
		{">x if a", "(if a >x)"},
		{"A=1 if a", "(A=1 if a)"},
		{"'if' a; \\if b; i\"f\"", "('if' a) ; ('i'~f b) ; (i~\"f\")"},
		{"if (a) then { b; } fi", "(if (subshell (a)) then (group (b)))"},
		{"if [[ a ]] then ((b)) fi", "(if (test (a)) then (arith \"b\"))"},
		{"{ a; } && { b }; }", "(group (a)) && (group (b }))"},
		{"{a; }", "BROKEN 1"},
		{"a | if b; then c; fi", "(a) | (if (b) then (c))"},
		{"while a; do case b in c) d; esac done",
		 "(while (a) do (case b c: (d);;))"},
	};

	CHECK(rows);
}

static void conditions_choose_among_lists(void **state)
{
	static const struct row rows[] = {
		{"if a; then b; fi", "(if (a) then (b))"},
		{"if a\nb\nthen\nc\nfi", "(if (a) ; (b) then (c))"},
		{"if a; then b; elif c; then d; elif e; then f; else g; fi >h",
		 "(if (a) then (b) elif (c) then (d) elif (e) then (f) else (g) >h)"},
		{"if ! a; then if b; then c; fi; fi", "(if ! (a) then (if (b) then (c)))"},
	};

	CHECK(rows);
}

static void loops_repeat_lists(void **state)
{
	static const struct row rows[] = {
		{"while a; do b; done <c", "(while (a) do (b) <c)"},
		{"until a\ndo\nb\ndone", "(until (a) do (b))"},
		{"for i in a $b \"c d\"; do e; done", "(for i in a $b \"c d\" do (e))"},
		{"for i in a b\n\ndo e\ndone", "(for i in a b do (e))"},
		{"for i in; do a; done", "(for i in do (a))"},
		{"for i do a; done", "(for i do (a))"},
		{"for i; do a; done", "(for i do (a))"},
		{"for i\n\ndo a; done", "(for i do (a))"},
		{"for i\nin a; do b; done", "(for i in a do (b))"},
		{"for i in a; { b; }", "(for i in a do (b))"},
		{"for i\n{ b; }", "(for i do (b))"},
		{"for in in in; do b; done", "(for in in in do (b))"},
		{"for i in do done; do b; done", "(for i in do done do (b))"},
		{"for ((i=0; i<$n; i++)); do a; done",
		 "(for ((\"i=0\";\" i<\"~\"$n\";\" i++\")) do (a))"},
		{"for ((;;)) { a; }", "(for ((<>;<>;<>)) do (a))"},
		{"for ((a=(1);b;c))\ndo d; done", "(for ((\"a=(1)\";\"b\";\"c\")) do (d))"},
		{"select x in a b; do c; done", "(select x in a b do (c))"},
	};
	static const char *const broken[] = {
		"for i { a; }",
		"for ((a;b)); do c; done",
		"for ((a;b;c;d)); do c; done",
		"for i in a & do b; done",
		"while a; do done",
		"while do a; done",
		"for i in a; b; done",
		"for (); do a; done",
		NULL,
	};

	CHECK(rows);
	check_broken(*state, broken);
}

static void mistake_in_the_list_of_an_array_gives_up_its_line(void **state)
{
	static const struct row rows[] = {
		{"A=(a;b)", "(given up)"},
		{"A=(a|b)", "(given up)"},
		{"A=(a<b)\n", "(given up)"},
		{"a; A=(b <c>); d\ne", "(given up) ; (e)"},
		{"a\nA=(b\n  c <\nd", "(a) ; (given up) ; (d)"},
		{"{ A=(b | c)\nd", "(given up) ; (d)"},
		{"declare A=(b (c)) \\\nd", "(given up) ; (d)"},
		{"cat <<E; A=(b &)\nc\nE\n", "(given up) ; (c) ; (E)"},
	};

	CHECK(rows);
}

static void case_matches_patterns(void **state)
{
	static const struct row rows[] = {
		{"case a in esac", "(case a)"},
		{"case $x\nin\n\na) b ;;\n\nc|d) ;; esac", "(case $x a: (b);; c|d: ;;)"},
		{"case a in (b) c;; (d|e) f; esac", "(case a b: (c);; d|e: (f);;)"},
		{"case a in b) c ;& d) e;;& *) f;; esac",
		 "(case a b: (c);& d: (e);;& *: (f);;)"},
		{"case a in b) esac", "(case a b: ;;)"},
		{"case a in (esac) b;; esac", "(case a esac: (b);;)"},
		{"case a in if|then) b;; in) c;; esac",
		 "(case a if|then: (b);; in: (c);;)"},
		{"case a in \"b c\") d;; e\\ f) g;; [a-z]*|?) h;; esac",
		 "(case a \"b c\": (d);; e~' '~f: (g);; [a-z]*|?: (h);;)"},
		{"case a in b) c\nesac; d", "(case a b: (c);;) ; (d)"},
	};
	static const char *const broken[] = {
		"case a in esac) b;; esac", "case a b) c;; esac",
		"case in a) b;; esac esac", "case a in b) c;; d esac",
		"case a in b| ) c;; esac",  NULL,
	};

	CHECK(rows);
	check_broken(*state, broken);
}

static void functions_are_defined_in_three_ways(void **state)
{
	static const struct row rows[] = {
		{"f() { a; }", "(function f (group (a)))"},
		{"f ( )\n\n(a)", "(function f (subshell (a)))"},
		{"function f { a; }", "(function f (group (a)))"},
		{"function f() { a; } >b", "(function f (group (a) >b))"},
		{"function f (a)", "(function f (subshell (a)))"},
		{"function f ((a))", "(function f (arith \"a\"))"},
		{"f() [[ a ]]", "(function f (test (a)))"},
		{"f() if a; then b; fi", "(function f (if (a) then (b)))"},
		{"f-g.h() { a; }; i:j() { b; }",
		 "(function f-g.h (group (a))) ; (function i:j (group (b)))"},
		{"f() { a; } | b && c", "(function f (group (a))) | (b) && (c)"},
		{"f() { g() { a; }; }", "(function f (group (function g (group (a)))))"},
		{"\"f\"() { a; }; $g() { b; }",
		 "(function \"f\" (group (a))) ; (function $g (group (b)))"},
	};
	static const char *const broken[] = {
		"f() a",     "f( { a; }", "A=1 f() { a; }", "a b() { c; }",
		"f() { a }", "f() { }",   "f() { a; } b",   "if() { a; }",
		"function",  "f()",       ">x f() { a; }",  NULL,
	};

	CHECK(rows);
	check_broken(*state, broken);
}

static void groups_and_subshells_nest(void **state)
{
	static const struct row rows[] = {
		{"{ a; b; } >c", "(group (a) ; (b) >c)"},
		{"(a; b)", "(subshell (a) ; (b))"},
		{"((a); b)", "(subshell (subshell (a)) ; (b))"},
		{"( (a) )", "(subshell (subshell (a)))"},
		{"((a) )", "(subshell (subshell (a)))"},
		{"(((1+2)*3))", "(arith \"(1+2)*3\")"},
		{"((a + $b)) && c", "(arith \"a + \"~\"$b\") && (c)"},
		{"((a\n+1)); b", "(arith \"a\\n\"~\"+1\") ; (b)"},
		{"coproc a b", "(coproc - (a b))"},
		{"coproc { a; }", "(coproc - (group (a)))"},
		{"coproc N { a; } >b", "(coproc N (group (a) >b))"},
		{"coproc N while a; do b; done", "(coproc N (while (a) do (b)))"},
		{"coproc X=1 a >b", "(coproc - (X=1 a >b))"},
	};

	CHECK(rows);
}

static void conditional_expressions_have_a_grammar_of_their_own(void **state)
{
	static const struct row rows[] = {
		{"[[ a ]]", "(test (a))"},
		{"[[ -n $x ]]", "(test (-n $x))"},
		{"[[ $x == a* ]]", "(test ($x == a*))"},
		{"[[ $x = \"a*\" || $x != b ]]", "(test (($x = \"a*\") || ($x != b)))"},
		{"[[ a -lt 2 && b -nt c || d ]]",
		 "(test (((a -lt 2) && (b -nt c)) || (d)))"},
		{"[[ ! -f x ]]", "(test (! (-f x)))"},
		{"[[ ! ! x ]]", "(test (x))"},
		{"[[ ! ( a || b ) && c ]]", "(test ((! ((a) || (b))) && (c)))"},
		{"[[ ((a)) ]]", "(test (a))"},
		{"[[ a < b && c > d ]]", "(test ((a < b) && (c > d)))"},
		{"[[ a &&\n# x\n b ||\n c\n ]]", "BROKEN 4"},
		{"[[ a == b &&\n# x\n -f b\n ]]", "(test ((a == b) && (-f b)))"},
		{"[[ if == if ]]", "(test (if == if))"},
		{"[[ $x == @(a|b c) ]]", "(test ($x == @(a|b c)))"},
		{"[[ '-f' == -f ]]", "(test ('-f' == -f))"},
		{"[[ -v A[1] ]] >x", "(test (-v A[1]) >x)"},
	};
	static const char *const broken[] = {
		"[[ ]]",
		"[[ -f ]]",
		"[[ a b ]]",
		"[[ a == ]]",
		"[[ a",
		"[[ a && ]]",
		"[[ a\n]]",
		"[[ a ==\nb ]]",
		"[[ a -foo b ]]",
		"[[ (a ]]",
		"[[ -n a -a -n b ]]",
		"[[ 2<3 ]]",
		"[[ @(a) == b ]]",
		"[[ a ]] b",
		NULL,
	};

	CHECK(rows);
	check_broken(*state, broken);
}

static void regular_expressions_may_hold_parentheses_and_bars(void **state)
{
	static const struct row rows[] = {
		{"[[ $x =~ ^(a|b c)+$ ]]", "(test ($x =~ ^(a|b c)+$))"},
		{"[[ $x =~ a|b ]]", "(test ($x =~ a|b))"},
		{"[[ $x =~ (\"a b\"|$c) && d ]]",
		 "(test (($x =~ (~\"a b\"~|~$c~)) && (d)))"},
		{"[[ $x =~ ^[[:space:]]*a\\.b ]]", "(test ($x =~ ^[[:space:]]*a~'.'~b))"},
		{"[[ $x =~ $re ]]", "(test ($x =~ $re))"},
	};

	CHECK(rows);
}

static void a_long_chain_of_conditions_makes_no_deep_tree(void **state)
{
	struct cpg_buffer script = {.arena = *state};
	const struct cpg_shell_test *test;
	int depth = 0;

	cpg_buffer_string(&script, "[[ a");
	for (int i = 0; i < 5000; i++)
		cpg_buffer_string(&script, " && a");
	cpg_buffer_string(&script, " ]]");
	test = parse(*state, cpg_buffer_finish(&script))
		       ->items[0]
		       .pipeline.commands[0]
		       .test;
	for (; test->kind == CPG_TEST_AND; test = test->b)
		depth++;
	assert_in_range(depth, 12, 14);
}

static void parameters_are_expanded_in_many_ways(void **state)
{
	static const struct row rows[] = {
		{"$x$y_1.$1$10 $@$*$#$?$-$$$!$0",
		 "($x~$y_1~.~$1~$1~0 $@~$*~$#~$?~$-~$$~$!~$0)"},
		{"${x}${10}${@}${#}${?}${-}${$}${!}", "({x}~{10}~{@}~{#}~{?}~{-}~{$}~{!})"},
		{"${x:-a} ${x-a} ${x:=a} ${x=a} ${x:?a} ${x?a} ${x:+a} ${x+a}",
		 "({x :- a} {x - a} {x := a} {x = a} {x :? a} {x ? a} {x :+ a} {x + a})"},
		{"${x#a} ${x##a} ${x%a} ${x%%a}", "({x # a} {x ## a} {x % a} {x %% a})"},
		{"${x/a/b} ${x//a/b} ${x/#a/b} ${x/%a/b} ${x/a} ${x//a/}",
		 "({x / a b} {x // a b} {x /# a b} {x /% a b} {x / a} {x // a <>})"},
		{"${x////-} ${x///-}", "({x // / -} {x // /-})"},
		{"${x:1} ${x:1:2} ${x: -1} ${x::2} ${@:2} ${x:a?1:2:3}",
		 "({x : \"1\"} {x : \"1\" \"2\"} {x : \" -1\"} {x : <> \"2\"} {@ : \"2\"} "
		 "{x : \"a?1:2\" \"3\"})"},
		{"${x^} ${x^^} ${x,} ${x,,[ab]} ${x~~}",
		 "({x ^} {x ^^} {x ,} {x ,, [ab]} {x ~~})"},
		{"${x@Q} ${x[@]@A} ${x@Z} ${x@QQ}", "({x @Q} {x[@] @A} {x @} {x @})"},
		{"${#x} ${#x[@]} ${##} ${#?} ${#-} ${#@} ${#1}",
		 "({#x} {#x[@]} {##} {#?} {#-} {#@} {#1})"},
		{"${#-x} ${#:-x} ${##x}", "({# - x} {# :- x} {# # x})"},
		{"${!x} ${!x[@]} ${!x[1]} ${!x*} ${!x@} ${!#} ${!1} ${!x:-a} ${!:-a}",
		 "({!x} {!x[@]} {!x[1]} {!x*} {!x@} {!#} {!1} {!x :- a} {! :- a})"},
		{"${x[1]} ${x[$i]} ${x[i + 1]} ${x[\"k l\"]} ${x[y[1]]} ${x[@]:1:2}",
		 "({x[1]} {x[$i]} {x[i + 1]} {x[\"k l\"]} {x[y[1]]} {x[@] : \"1\" \"2\"})"},
		{"${x:-}", "({x :- <>})"},
		{"${x:-${y:-$z}} ${x:-a b} ${x:-\"a b\"} ${x:-'a}'} ${x:-\\}}",
		 "({x :- {y :- $z}} {x :- a b} {x :- \"a b\"} {x :- 'a}'} {x :- '}'})"},
		{"${x:-{a}}", "({x :- {a}~})"},
		{"${x:-a\nb}c", "({x :- a\\nb}~c)"},
	};

	CHECK(rows);
}

static void quotes_in_a_quoted_expansion_have_rules_of_their_own(void **state)
{
	static const struct row rows[] = {
		{"\"${x:-a b}\"", "(\"{x :- \"a b\"}\")"},
		{"\"${x:-\"a b\"}\"", "(\"{x :- \"a b\"}\")"},
		{"\"${x:-'$y'}\"", "(\"{x :- \"'\"~\"$y\"~\"'\"}\")"},
		{"\"${x:-'\"$y\"z'}\" \"$((1+'$(a'))\"",
		 "(\"{x :- \"'\"~\"$yz\"~\"'\"}\" \"$((\"1+'\"~\"{ BAD}\"~\"'\"))\")"},
		{"\"${x:-'}'}\"", "(\"{x :- \"'}'\"}\")"},
		{"\"${x:-\"}\"}\"", "(\"{x :- \"}\"}\")"},
		{"\"${x:-a\\}b\\\"c\\$d\\e}\"",
		 "(\"{x :- \"a\"~'}'~\"b\"~'\"'~\"c\"~'$'~\"d\\e\"}\")"},
		{"\"${x#'a*'}\" \"${x%\"$y\"*}\" \"${x##*/}\"",
		 "(\"{x # 'a*'}\" \"{x % \"$y\"~*}\" \"{x ## */}\")"},
		{"\"${x/'a'/\"b\"}\"", "(\"{x / 'a' \"b\"}\")"},
		{"\"${x[\"k\"]}\"", "(\"{x[\"k\"]}\")"},
		{"\"${x:-\"$y\"z}\" \"${x:-\"$y\"/z}\"",
		 "(\"{x :- \"$yz\"}\" \"{x :- \"$y\"~\"/z\"}\")"},
	};
	static const char *const broken[] = {"a \"${x:-it's}\"", NULL};

	CHECK(rows);
	check_broken(*state, broken);
}

static void what_is_no_substitution_is_known_as_bad(void **state)
{
	static const struct row rows[] = {
		{"${x y}z", "({ BAD}~z)"},
		{"${}", "({ BAD})"},
		{"${x:} ${@[1]} ${x[1]y} ${#x-} ${+}",
		 "({ BAD} { BAD} { BAD} { BAD} { BAD})"},
		{"${ a;}", "({ BAD})"},
		{"\"${x y \"}\" }\"", "(\"{ BAD}\")"},
		{"${x[} ${a${b}c}", "({ BAD} { BAD})"},
	};

	CHECK(rows);
}

static void commands_are_substituted(void **state)
{
	static const struct row rows[] = {
		{"$(a; b) \"$(c \"d e\")\"f", "($((a) ; (b)) \"$((c \"d e\"))\"~f)"},
		{"$(case x in a) b;; esac)", "($((case x a: (b);;)))"},
		{"$(a # )\n)", "($((a)))"},
		{"$(a \")\" ')' \\))", "($((a \")\" ')' ')')))"},
		{"$() $( ) $(\n)", "($() $() $())"},
		{"$(<f)", "($(( <f)))"},
		{"$(a &) $(a;)", "($((a) &) $((a)))"},
		{"$( (a) )", "($((subshell (a))))"},
		{"`a` \"`b \"c\"`\" `a \\`b \\\\\\`c\\\\\\` \\``",
		 "($((a)) \"$((b \"c\"))\" $((a $((b $((c)))))))"},
		{"`a \\$b \\\\$c '\\d'`", "($((a $b '$'~c '\\d')))"},
		{"\"`a \\\"b\\\"`\"", "(\"$((a \"b\"))\")"},
		{"`a # b`", "($((a)))"},
		{"``", "($())"},
	};
	static const char *const broken[] = {
		"$(a", "$(if)", "\"$(\"", "`a", "$(a;;)", "$(})", "<(a", NULL,
	};

	CHECK(rows);
	check_broken(*state, broken);
}

static void a_mistake_in_backquotes_is_only_theirs(void **state)
{
	static const struct row rows[] = {
		{"a `b\nif` c\nd", "(a $((b) BROKEN 2) c) ; (d)"},
		{"a $((b); (c) d) e", "(a $(BROKEN 1) e)"},
	};

	CHECK(rows);
}

static void arithmetic_is_a_word_as_within_double_quotes(void **state)
{
	static const struct row rows[] = {
		{"$((1 + $x * (2)))", "($((\"1 + \"~\"$x\"~\" * (2)\")))"},
		{"$(( ${x:-1} + $(a) + `b` + \"2\" ))",
		 "($((\" \"~\"{x :- \"1\"}\"~\" + \"~\"$((a))\"~\" + \"~\"$((b))\"~\" + "
		 "\"~\"2\"~\" \")))"},
		{"$[1 + a[0]]", "($((\"1 + a[0]\")))"},
		{"\"$((a))\"", "(\"$((\"a\"))\")"},
		{"$((a\n+1))", "($((\"a\\n\"~\"+1\")))"},
		{"$(((1+2)*(3)))", "($((\"(1+2)*(3)\")))"},
		{"$((a); (b))", "($((subshell (a)) ; (subshell (b))))"},
		{"$((a) | b)", "($((subshell (a)) | (b)))"},
		{"$((echo $((1)) ) )", "($((subshell (echo $((\"1\"))))))"},
	};

	CHECK(rows);
}

static void extended_patterns_need_the_option(void **state)
{
	static const struct row rows[] = {
		{"a\nb !(c)", "(a) BROKEN 2"},
		{"shopt -s extglob\na !(b|c d) x@(e|$f)+(g)h",
		 "(shopt -s extglob) ; (a !(b|c d) x@(e|~$f~)+(g)h)"},
		{"shopt -s extglob; a !(b)", "BROKEN 1"},
		{"shopt -s nullglob extglob\na ?(b)\nshopt -u extglob\na ?(b)",
		 "(shopt -s nullglob extglob) ; (a ?(b)) ; (shopt -u extglob) BROKEN 4"},
		{"!(a)", "! (subshell (a))"},
	};

	CHECK(rows);
}

static void what_broke_can_be_read_again_with_the_option(void **state)
{
	struct cpg_shell_source source = {
		.line = 5,
		.text = cpg_text_of(". lib.sh\n\n a !(b)\nc"),
	};
	struct cpg_buffer out = {.arena = *state};
	const struct cpg_shell_list *list;

	assert_int_equal(cpg_shell_parse(*state, &source, &list, NULL), 0);
	assert_int_equal(list->broken, 7);
	assert_int_equal(list->rest_line, 7);
	source.line = list->rest_line;
	source.text = list->rest;
	source.extglob = true;
	assert_int_equal(cpg_shell_parse(*state, &source, &list, NULL), 0);
	assert_int_equal(list->broken, 0);
	dump_list(&out, list);
	assert_string_equal(cpg_buffer_finish(&out), "(a !(b)) ; (c)");
	assert_int_equal(list->items[1].pipeline.commands[0].origin.line, 8);
}

static void what_stands_before_a_mistake_is_kept_line_by_line(void **state)
{
	static const struct row rows[] = {
		{"a\nb\n)", "(a) ; (b) BROKEN 3"},
		{"a; b; )", "BROKEN 1"},
		{"a\nif b; then\nc\n", "(a) BROKEN 4"},
		{"a\nif b; then\nc\nfi fi\nd", "(a) BROKEN 4"},
		{"a\necho 'x\ny", "(a) BROKEN 2"},
		{"a\necho \"x $(\ny", "(a) BROKEN 3"},
		{"a <<E\nb\nE\n(", "(a <<\"b\\n\") BROKEN 4"},
	};

	CHECK(rows);
}

static void what_bash_takes_for_a_mistake_is_one(void **state)
{
	static const char *const broken[] = {
		";",
		"a;;",
		"a && && b",
		"a | | b",
		"& a",
		"a & ; b",
		"|| a",
		"a ||",
		"a |",
		"a | ! b",
		"! | a",
		"! )",
		"time )",
		"( )",
		"()",
		"{ }",
		"}",
		"{ a; ) ",
		"fi",
		"then a",
		"do a",
		"done",
		"esac",
		"in",
		"]]",
		"else",
		"a (b)",
		"a < ",
		"a <<",
		"a >\n",
		"a 'b",
		"a \"b",
		"a $'b",
		"a ${b",
		"a $((1",
		"a $[1",
		"A=(",
		"x A=(a;b)",
		"A= (a)",
		"if a; then fi",
		"if a; fi",
		"if; then a; fi",
		"if a; then b; else fi",
		"(a",
		"((a)",
		NULL,
	};

	check_broken(*state, broken);
}

static void the_mistake_is_named(void **state)
{
	static const struct {
		const char *script;
		const char *why;
	} rows[] = {
		{"a ) b", "syntax error near unexpected ')'"},
		{"fi", "syntax error near unexpected 'fi'"},
		{"if a; then\n", "syntax error: unexpected end of text"},
		{"a |\n;", "syntax error near unexpected ';'"},
		{"a &&", "syntax error: unexpected end of text"},
		{"a <\n", "syntax error near unexpected end of line"},
		{"a \"b", "the text ends before the \" that would match"},
		{"[[ a b ]]", "conditional binary operator expected"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		assert_string_equal(parse(*state, rows[i].script)->why, rows[i].why);
}

static void text_is_read_a_second_time_as_within_double_quotes(void **state)
{
	struct cpg_shell_source source = {.text = cpg_text_of("a \"$x\" \\\" \\$ 'b'")};
	struct cpg_buffer quoted = {.arena = *state};
	struct cpg_buffer here = {.arena = *state};
	struct cpg_shell_word word;

	/* Nothing of what was there before stays. */
	memset(&word, 0xff, sizeof(word));
	assert_int_equal(cpg_shell_parse_quoted(*state, &source, false, &word, NULL), 0);
	assert_false(word.requoted);
	dump_word(&quoted, &word);
	assert_string_equal(cpg_buffer_finish(&quoted),
			    "\"a \"\"~\"$x\"~\"\" \"~'\"'~\" \"~'$'~\" 'b'\"");
	assert_int_equal(cpg_shell_parse_quoted(*state, &source, true, &word, NULL), 0);
	dump_word(&here, &word);
	assert_string_equal(cpg_buffer_finish(&here),
			    "\"a \"\"~\"$x\"~\"\" \\\" \"~'$'~\" 'b'\"");
}

/* `open` as often as `count` says, then `close` as often. */
static struct cpg_shell_source nested(struct cpg_arena *arena, const char *open,
				      const char *close, int count)
{
	struct cpg_buffer script = {.arena = arena};

	for (int i = 0; i < count; i++)
		cpg_buffer_string(&script, open);
	cpg_buffer_string(&script, "a");
	for (int i = 0; i < count; i++)
		cpg_buffer_string(&script, close);
	return (struct cpg_shell_source){
		.line = 1,
		.text = cpg_text_of(cpg_buffer_finish(&script)),
	};
}

static const char *const nestings[][2] = {
	{"( ", ")"},
	{"$(", ")"},
	{"{ ", "; }"},
	{"\"${x:-", "}\""},
	{"${x:-", "}"},
	{"$((1+", "))"},
	{"\"$(", ")\""},
	{"if a; then ", "; fi"},
	{"f() { ", "; }"},
	{"<(", ")"},
	{"((", ") )"},
	{"$((", ") )"},
	{"A=($(", "))"},
	{"[[ ( ", ") ]]"},
	{"while a; do ", "; done"},
	{"case a in b) ", ";; esac"},
	{"${x[", "]}"},
	{"$[", "]"},
	{"A=($(", "))x"},
	{"coproc { ", "; }"},
};

static void nesting_past_the_limit_is_an_error_and_no_crash(void **state)
{
	for (size_t i = 0; i < sizeof(nestings) / sizeof(*nestings); i++) {
		struct cpg_arena *arena = cpg_arena_new(CPG_ARENA_BUDGET);
		struct cpg_shell_source source =
			nested(arena, nestings[i][0], nestings[i][1], 3000);
		const struct cpg_shell_list *list;
		struct cpg_error err = {0};

		if (cpg_shell_parse(arena, &source, &list, &err) < 0)
			assert_true(err.code == CPG_E_LIMIT || err.code == ENOMEM);
		cpg_arena_free(arena);
	}
	(void)state;
}

static void nesting_within_the_limit_is_read_in_little_time(void **state)
{
	clock_t begin = clock();

	for (size_t i = 0; i < sizeof(nestings) / sizeof(*nestings); i++) {
		struct cpg_arena *arena = cpg_arena_new(CPG_ARENA_BUDGET);
		struct cpg_shell_source source =
			nested(arena, nestings[i][0], nestings[i][1], 60);
		const struct cpg_shell_list *list;

		assert_int_equal(cpg_shell_parse(arena, &source, &list, NULL), 0);
		cpg_arena_free(arena);
	}
	assert_true(clock() - begin < 5 * CLOCKS_PER_SEC);
	(void)state;
}

static void the_depth_of_the_caller_counts(void **state)
{
	struct cpg_shell_source source = nested(*state, "( ", ")", 10);
	const struct cpg_shell_list *list;
	struct cpg_error err = {0};

	source.depth = CPG_SHELL_NESTING - 11;
	assert_int_equal(cpg_shell_parse(*state, &source, &list, &err), 0);
	source.depth = CPG_SHELL_NESTING - 5;
	assert_int_equal(cpg_shell_parse(*state, &source, &list, &err), -1);
	assert_int_equal(err.code, CPG_E_LIMIT);
}

static void running_out_of_memory_is_an_error(void **state)
{
	static const char script[] =
		"A=(a \"$b\" [c]=d) e ${f:-g} $(h; i) >j <<K 2>&1 $((l)) `m`\nn\nK\n"
		"if a; then [[ b == c && d ]]; fi; case e in f) g;; esac; $((h); (i))\n";

	for (size_t budget = 64; budget < 40000; budget += budget / 8) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		struct cpg_shell_source source = {
			.line = 1,
			.text = cpg_text_of(script),
		};
		const struct cpg_shell_list *list;
		struct cpg_error err = {0};

		if (cpg_shell_parse(arena, &source, &list, &err) == 0)
			assert_int_equal(list->broken, 0);
		else
			assert_int_equal(err.code, ENOMEM);
		cpg_arena_free(arena);
	}
	(void)state;
}

static const struct CMUnitTest tests[] = {
	arena_test(lists_join_pipelines),
	arena_test(assignments_before_a_command_are_its_own),
	arena_test(arrays_are_lists_of_words),
	arena_test(words_of_declare_and_its_kin_may_assign),
	arena_test(a_declared_word_is_an_assignment_only_where_bash_takes_it_for_one),
	arena_test(reserved_words_are_such_only_where_a_command_begins),
	arena_test(conditions_choose_among_lists),
	arena_test(loops_repeat_lists),
	arena_test(mistake_in_the_list_of_an_array_gives_up_its_line),
	arena_test(case_matches_patterns),
	arena_test(functions_are_defined_in_three_ways),
	arena_test(groups_and_subshells_nest),
	arena_test(conditional_expressions_have_a_grammar_of_their_own),
	arena_test(regular_expressions_may_hold_parentheses_and_bars),
	arena_test(a_long_chain_of_conditions_makes_no_deep_tree),
	arena_test(parameters_are_expanded_in_many_ways),
	arena_test(quotes_in_a_quoted_expansion_have_rules_of_their_own),
	arena_test(what_is_no_substitution_is_known_as_bad),
	arena_test(commands_are_substituted),
	arena_test(a_mistake_in_backquotes_is_only_theirs),
	arena_test(arithmetic_is_a_word_as_within_double_quotes),
	arena_test(extended_patterns_need_the_option),
	arena_test(what_broke_can_be_read_again_with_the_option),
	arena_test(what_stands_before_a_mistake_is_kept_line_by_line),
	arena_test(what_bash_takes_for_a_mistake_is_one),
	arena_test(the_mistake_is_named),
	arena_test(text_is_read_a_second_time_as_within_double_quotes),
	arena_test(nesting_past_the_limit_is_an_error_and_no_crash),
	arena_test(nesting_within_the_limit_is_read_in_little_time),
	arena_test(the_depth_of_the_caller_counts),
	arena_test(running_out_of_memory_is_an_error),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
