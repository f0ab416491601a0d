#include "cpguard/shell_eval.h"

#include "files.h"
#include "shell_run.h"

static void conditions_choose_their_branch(void **state)
{
	static const struct printing_case cases[] = {
		{"if true; then echo a; else echo b; fi", "a\n"},
		{"if false; then echo a; elif true; then echo b; else echo c; fi", "b\n"},
		{"if false; then :; fi; echo $?", "0\n"},
		{"case abc in x|a*) echo a;; *) echo b;; esac", "a\n"},
		{"case a in a) echo 1;& b) echo 2;; c) echo 3;; esac", "1\n2\n"},
		{"case a in a) echo 1;;& b) echo 2;; *) echo 3;; esac", "1\n3\n"},
		{"case a in b) ;; esac; echo $?", "0\n"},
		{"true && echo a || echo b", "a\n"},
		{"false && echo a || echo b", "b\n"},
		{"! true; echo $?", "1\n"},
		{"((2 > 1)) && echo a", "a\n"},
		{"((0)); echo $?", "1\n"},
		{"false; { echo $?; }", "1\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void loops_run_as_often_as_is_known(void **state)
{
	static const struct printing_case cases[] = {
		{"for i in a 'b c'; do echo \"$i\"; done", "a\nb c\n"},
		{"set -- x y; for i; do echo $i; done", "x\ny\n"},
		{"for ((i = 0; i < 3; i++)); do echo $i; done", "0\n1\n2\n"},
		{"i=3; while [ $i -gt 0 ]; do echo $i; i=$((i - 1)); done", "3\n2\n1\n"},
		{"i=0; until ((i >= 2)); do echo $i; ((i++)); done", "0\n1\n"},
		{"set -- a b; while [ $# -gt 0 ]; do echo $1; shift; done", "a\nb\n"},
		{"for i in; do echo $i; done; echo $?", "0\n"},
		{"for i in 1 2; do false; done; echo $?", "1\n"},
		{"for i in 1; do :; done | cat; echo $i", "\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void break_and_continue_leave_as_many_loops_as_they_say(void **state)
{
	static const struct printing_case cases[] = {
		{"for i in 1 2 3; do [ $i = 2 ] && break; echo $i; done; echo end",
		 "1\nend\n"},
		{"for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done", "1\n3\n"},
		{"for i in 1 2; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; "
		 "done; "
		 "echo no; done",
		 "1a\n2a\n"},
		{"for i in 1 2; do for j in a b; do break 2; done; done; echo $i$j",
		 "1a\n"},
		{"for i in 1 2; do break 9; done; echo $i", "1\n"},
		{"for i in 1 2; do break 0; done; echo $? $i", "1 1\n"},
		{"while true; do break; done; echo end", "end\n"},
		{"for i in 1 2; do (break; echo $i); done", "1\n2\n"},
		{"f() { break; echo in; }; for i in 1 2; do f; done", "in\nin\n"},
		{"for ((;;)); do break; done; echo end", "end\n"},
		{"for ((i = 0; i < 3; i++)); do continue; done; echo $i", "3\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void functions_have_their_own_parameters_and_locals(void **state)
{
	static const struct printing_case cases[] = {
		{"f() { echo \"$# $1 $0\"; }; set -- x; f a b; echo $1",
		 "2 a ./script.sh\nx\n"},
		{"f() { local v=1; g; }; g() { echo $v; }; v=0; f; g", "1\n0\n"},
		{"f() { return 3; }; f; echo $?", "3\n"},
		{"f() { V=1; }; f; echo $V", "1\n"},
		{"f() ( V=1 ); f; echo \"[$V]\"", "[]\n"},
		{"f() { echo ${FUNCNAME[0]}; }; f", "f\n"},
		{"V=2; f() { echo $V; }; V=3 f; echo $V", "3\n2\n"},
		{"f() { for i in 1 2; do return $i; done; }; f; echo $?", "1\n"},
		{"f() { cat; } <<< in; f", "in\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void subshells_and_pipelines_change_nothing_outside(void **state)
{
	static const struct printing_case cases[] = {
		{"V=1; (V=2; echo $V); echo $V", "2\n1\n"},
		{"V=1; echo x | { read V; echo $V; }; echo $V", "x\n1\n"},
		{"V=1; shopt -s lastpipe; echo x | read V; echo $V", "x\n"},
		{"(exit 3); echo $?", "3\n"},
		{"false | true; echo $?", "0\n"},
		{"set -o pipefail; false | true; echo $?", "1\n"},
		{"V=$(W=1; echo $W); echo \"$V[$W]\"", "1[]\n"},
		{"{ V=2; } & echo \"[$V]\"", "[]\n"},
		{"echo a | tr a b | tr b c", "c\n"},
		{"(read a; echo $a); read b; echo \"[$b]\"", "\n[]\n"},
		{"{ (read a; echo $a); read b; echo $b; } <<< $'1\\n2'", "1\n2\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void errexit_ends_the_script_where_bash_does(void **state)
{
	static const struct printing_case cases[] = {
		{"set -e; false; echo no", ""},
		{"set -e; (false); echo no", ""},
		{"set -e; false | true; echo yes", "yes\n"},
		{"set -e; if false; then :; fi; echo yes", "yes\n"},
		{"set -e; false || true; echo yes", "yes\n"},
		{"set -e; false && true; echo yes", "yes\n"},
		{"set -e; true && false; echo no", ""},
		{"set -e; ! true; echo yes", "yes\n"},
		{"set -e; f() { false; echo in; }; f || true", "in\n"},
		{"set -e; f() { false; echo in; }; f; echo no", ""},
		{"set -e; while false; do :; done; echo yes", "yes\n"},
		{"set -e; V=$(false); echo no", ""},
		{"set -e; f() { local V=$(false); echo yes; }; f", "yes\n"},
		{"set -e; false || V=$(); echo yes", "yes\n"},
		{"set -e; V=$(false)$(); echo no", ""},
		{"set -e; V=$(false; echo in); echo $V", "in\n"},
		{"set -e; shopt -s inherit_errexit; V=$(false; echo in); echo no", ""},
		{"set -e; f() { [ a = b ] && echo x; }; f; echo no", ""},
		{"set -e; some_program; echo yes", "<?>yes\n"},
		{"set -e; ((0)) || echo yes", "yes\n"},
		{"set -e; (false; echo in) || echo or", "in\n"},
		{"set -eo pipefail; false | some_program > /dev/null; echo no", ""},
		{"set -eo pipefail; some_program | some_program > /dev/null; echo yes",
		 "yes\n"},
		{"set -o pipefail; ! false | some_program > /dev/null && echo yes",
		 "yes\n"},
		{"set -o pipefail; if false | some_program > /dev/null; then echo no; fi",
		 ""},
		{"set -o pipefail; false | some_program > /dev/null; echo s$?", "s<?>\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void expansion_errors_give_up_the_script_or_the_line(void **state)
{
	static const struct printing_case cases[] = {
		{"echo ${NONE:?m}; echo no\necho no", ""},
		{"set -u; echo $NONE\necho no", ""},
		{"echo $((1/0)); echo no\necho $?", "1\n"},
		{"for i in 1 2; do echo $i; echo $((1/0)); done; echo no\necho yes",
		 "1\nyes\n"},
		{"f() { echo $((1/0)); }; f || echo no\necho yes", "yes\n"},
		{"V=$(echo $((1/0)); echo no); echo \"[$V] $?\"", "[] 1\n"},
		{"readonly R=1\nR=2 true; echo $? $R", "0 1\n"},
		{"readonly R=1\nfor R in 2 3; do echo no; done; echo $?", "1\n"},
		{"eval 'echo $((1/0))\necho in'; echo $?", "in\n0\n"},
		{"[[ 1 -eq 1/0 ]] || echo $?", "1\n"},
		{"<<< ${NONE:?m}; echo no\necho no", ""},
		{"read x <<< ${NONE:?m}; echo no\necho no", ""},
		{"cat <<< ${NONE:?m}; echo $?", "1\n"},
		{"(:) <<< ${NONE:?m}; echo $?", "1\n"},
		{": 2> $((1/0)); echo no\necho $?", "1\n"},
		{"f() { :; } <<< $((1/0)); f; echo no\necho $?", "1\n"},
		{"V=$(exit 2) <<< $(exit 3); echo $?", "3\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void assignments_before_a_command_are_its_own(void **state)
{
	static const struct printing_case cases[] = {
		{"V=1; V=2 bash -c 'echo $V'; echo $V", "2\n1\n"},
		{"V=2 eval 'echo $V'; echo \"[$V]\"", "2\n[]\n"},
		{"IFS=, read a b <<< 1,2; echo $a$b; set -- 3,4; echo $1", "12\n3,4\n"},
		{"V=1 W=$V; echo \"$V$W\"", "11\n"},
		{"V=$(exit 3); echo $?", "3\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void variables_of_a_call_live_as_long_as_bash_has_them(void **state)
{
	static const struct printing_case cases[] = {
		{"f() { T=in; }; T=pre f; echo [${T-unset}]", "[unset]\n"},
		{"f() { export T; T=in; }; T=pre f; echo $T", "in\n"},
		{"T=out; f() { readonly T; }; T=pre f; echo $T", "pre\n"},
		{"f() { g; }; g() { export T; }; T=pre f; echo $T", "pre\n"},
		{"f() { export T; }; g() { local T=1; T=pre f; echo $T; }; g; echo $T",
		 "pre\npre\n"},
		{"f() { local T; echo $T; }; T=pre f; echo [$T]", "pre\n[]\n"},
		{"f() { local -x T=in; }; T=pre f; echo $T", "in\n"},
		{"T=out; f() { unset T; echo $T; T=in; }; T=pre f; echo $T", "out\nin\n"},
		{"T=out; f() { declare -g T=in; echo $T; }; T=pre f; echo $T", "pre\nin\n"},
		{"f() { [ $UNKNOWN ] && export T; }; T=pre f; echo \"[$T]\"", "[<?>]\n"},
		{"T=pre export T; echo $T", "pre\n"},
		{"T=pre eval 'export T'; echo [$T]", "[]\n"},
		{"T=(a b); f() { echo $T ${#T[@]}; }; T=x f; echo ${T[*]}", "x 1\na b\n"},
		{"T=a; f() { echo $T; }; T+=b f; T=$T:c f; echo $T", "ab\na:c\na\n"},
		{"readonly T=1; f() { echo $T $U; }; T=2 U=3 f", "1 3\n"},
		{"f() { exit; }; trap 'echo $T' EXIT; T=pre f", "pre\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void redirections_send_text_where_it_is_read_again(void **state)
{
	static const struct printing_case cases[] = {
		{"cat <<E\na $((1+1))\nE", "a 2\n"},
		{"V=x; cat <<'E'\n$V\nE", "$V\n"},
		{"cat <<-E\n\ta\n\tE", "a\n"},
		{"echo a > /tmp/cpg-t; echo b >> /tmp/cpg-t; cat /tmp/cpg-t", "a\nb\n"},
		{"{ echo a; echo b; } > /tmp/cpg-t; cat < /tmp/cpg-t", "a\nb\n"},
		{"echo a >&2; echo b", "b\n"},
		{"echo a 2>/dev/null", "a\n"},
		{"exec > /tmp/cpg-log; echo a", ""},
		{"echo $(< /dev/null)x", "x\n"},
		{"while read l; do echo \"<$l>\"; done < <(printf '1\\n2\\n')",
		 "<1>\n<2>\n"},
		{"for i in 1 2; do echo $i; done > /tmp/cpg-t; mapfile -t A < /tmp/cpg-t; "
		 "echo ${A[1]}",
		 "2\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void what_bash_reports_ends_the_shell_under_e(void **state)
{
	static const struct printing_case cases[] = {
		{"(set -e; V=${A[-1]}; echo no); echo $?", "1\n"},
		{"(set -e; if : ${A[-1]}; then echo no; fi; echo no); echo $?", "1\n"},
		{"(set -e; (exit 5) || : ${A[-1]}; echo no); echo $?", "5\n"},
		{"(set -e; (exit 5) || : ${A:?}; echo no); echo $?", "1\n"},
		{"(set -e; f() { A[-1]=x; }; f || echo no); echo $?", "1\n"},
		{"(set -e; A=([-1]=x y) || echo no); echo $?", "1\n"},
		{"A=([-1]=x y); echo $? ${A[@]}", "0<?>\n"},
		{"(set -e; readonly R; for R in x; do echo no; done || echo no); echo $?",
		 "1\n"},
		{"(set -e; readonly R; R=x true || echo no); echo $?", "1\n"},
		{"(set -e; readonly R; declare R=x || echo yes)", "yes\n"},
		{"(set -e; readonly R; export R=x || echo no); echo $?", "1\n"},
		{"(set -e; V=$(echo ${A[-1]}; echo on); echo $V)", "on\n"},
		{"(set -e; eval ': ${A[-1]}' || echo no; echo yes)", "yes\n"},
		{"(set -e; eval ': ${A[-1]}'; echo no); echo $?", "1\n"},
		{"(set -e; if eval 'set -e; : ${A[-1]}'; then echo yes; fi; : ${A[-1]}; "
		 "echo no)",
		 "yes\n"},
		{"(set -e; cat <<< ${A[-1]} || echo yes; : <<< ${A[-1]}; echo no)",
		 "yes\n"},
		{"bash -ec ': $((1 +)); echo no\necho yes'", "yes\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void an_error_gives_up_a_line_or_all_texts(void **state)
{
	static const struct printing_case cases[] = {
		{"eval ': ${!N}; echo no\necho in'; echo same\necho next",
		 "in\nsame\nnext\n"},
		{"eval ': ${A[1 +]}; echo no\necho no'; echo no\necho next", "next\n"},
		{"(eval ': ${!N}; echo no\necho no'; echo no); echo $?", "1\n"},
		{"bash -c ': ${A[1 +]}\necho no'; echo $?", "1\n"},
		{"bash -c ': ${A:?}'; echo $?; bash -c '(: ${A:?}); echo $?'", "127\n1\n"},
		{"if true; then\n: ${!N}; echo no\nfi; echo no\necho $?", "1\n"},
		{"declare -i I; false\nI=1/0; echo no\necho $?", "1\n"},
		{"readonly R=\n: ${R:=x}; echo no\necho $?; eval ': ${R:=x}'; echo $?",
		 "2\n1\n"},
		{"for i in 1 2; do eval 'break'; done; echo $i", "1\n"},
		{"f() { local V=in; : ${!N}; }; V=out; f; echo no\necho $V", "out\n"},
		{"A=(a b); A=(c [1 +]=d e); echo no\necho ${A[@]}", "c\n"},
		{"declare -A M=([k]=${M[a b]}); echo no\necho ${#M[@]}", "0\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void a_line_that_may_be_given_up_is_followed_to_the_next_one(void **state)
{
	static const struct printing_case cases[] = {
		{"for i in 1 2; do [ \"$UNKNOWN\" ] && : $((1 +)); python3 a.py $i; done; "
		 "python3 b.py\npython3 c.py",
		 "(?)python3 a.py 1\n(?)python3 a.py 2\n(?)python3 b.py\npython3 c.py\n"},
		{"V=1\nif [ \"$UNKNOWN\" ]; then V=2; : $((1 +)); fi\npython3 a.py \"$V\"",
		 "python3 a.py <?>\n"},
		{"f() { local V=2; W=1; [ \"$UNKNOWN\" ] && : $((1 +)); W=2; }\nV=1; set "
		 "-- a\n"
		 "f b; set -- a\npython3 a.py $V \"$W\" $1",
		 "python3 a.py 1 <?> a\n"},
		{"f() { [ \"$UNKNOWN\" ] && : $((1 +)); }\nV=1\nV=2 f\npython3 a.py $V",
		 "python3 a.py 1\n"},
		{"[ \"$UNKNOWN\" ] && : ${V:?}; python3 a.py", "python3 a.py\n"},
		{"eval \"it's\"\npython3 a.py", "(?)python3 a.py\n"},
		{"(eval \"it's\")\npython3 a.py", "python3 a.py\n"},
	};

	CHECK_LAUNCHES(state, cases);
}

static void both_ways_of_an_unknown_condition_are_followed(void **state)
{
	static const struct printing_case cases[] = {
		{"if [ \"$UNKNOWN\" ]; then A=1 B=s; else A=2 B=s; fi; echo \"x$A $B\"",
		 "x<?> s\n"},
		{"case $UNKNOWN in a) A=1;; *) A=1;; esac; echo $A", "1\n"},
		{"A=1; [ \"$UNKNOWN\" ] && A=2; echo \"x$A\"", "x<?>\n"},
		{"A=(a b); [ \"$UNKNOWN\" ] && A+=(c); echo ${A[0]} ${A[1]}", "a b\n"},
		{"[ \"$UNKNOWN\" ] && echo a; echo b", "<?>b\n"},
		{"V=$([ \"$UNKNOWN\" ] && echo a); echo \"[$V]\"", "[<?>]\n"},
		{"if some_program; then A=1; else A=1; fi; echo $A", "<?>1\n"},
		{"some_program >/dev/null || exit 1; echo a", "<?>"},
	};

	CHECK_PRINTING(state, cases);
}

static void launches_behind_an_unknown_condition_are_conditional(void **state)
{
	static const struct printing_case cases[] = {
		{"if [ \"$UNKNOWN\" ]; then python3 a.py; else python3 b.py; fi; python3 "
		 "c.py",
		 "(?)python3 a.py\n(?)python3 b.py\npython3 c.py\n"},
		{"[ \"$UNKNOWN\" ] && exit 0; python3 a.py", "(?)python3 a.py\n"},
		{"[ \"$UNKNOWN\" ] && exit 1; python3 a.py", "python3 a.py\n"},
		{"some_program || exit 1; python3 a.py", "python3 a.py\n"},
		{"set -e; some_program; python3 a.py", "python3 a.py\n"},
		{"for i in $UNKNOWN; do python3 a.py $i; done; python3 b.py",
		 "(?)python3 a.py <?>*\npython3 b.py\n"},
		{"(if [ \"$UNKNOWN\" ]; then exit 0; fi; python3 a.py); python3 b.py",
		 "(?)python3 a.py\npython3 b.py\n"},
		{"case x in x) python3 a.py;; esac", "python3 a.py\n"},
		{"false && python3 a.py", ""},
		{"[[ -n x || $UNKNOWN == a ]] && python3 a.py", "python3 a.py\n"},
		{"if check; then f() { python3 $1; }; fi; f a.py", "(?)python3 a.py\n"},
		{"if check; then f() { python3 a.py; V=1; }; else f() { V=2; }; fi; f\n"
		 "python3 b.py $V",
		 "(?)python3 a.py\npython3 b.py <?>\n"},
		{"if check; then f() { V=1; }; fi; V=0; f; python3 b.py $V",
		 "python3 b.py <?>\n"},
		{"if check; then f() { V=1; }; elif check 2; then f() { V=2; }; else f() { "
		 "V=3; };\n"
		 "fi; f; python3 b.py $V",
		 "python3 b.py <?>*\n"},
		{"f() { shopt -s expand_aliases; }; f; python3 a.py", "(?)python3 a.py\n"},
		{"for i in 1; do trap 'V=x' DEBUG; done; python3 a.py",
		 "(?)python3 a.py\n"},
	};

	CHECK_LAUNCHES(state, cases);
}

static void launches_behind_what_may_end_the_script_are_conditional(void **state)
{
	static const struct printing_case cases[] = {
		{"set -e; A=(); python3 a.py; V=${A[-1]}; python3 b.py", "python3 a.py\n"},
		{"set -e; A=(x); V=${A[-1]}; python3 b.py", "python3 b.py\n"},
		{"A=(); V=${A[-1]}; python3 b.py", "python3 b.py\n"},
		{"python3 a.py; eval \"it's\"; python3 b.py",
		 "python3 a.py\n(?)python3 b.py\n"},
		{"eval 'for'; python3 b.py", "python3 b.py\n"},
	};

	CHECK_LAUNCHES(state, cases);
}

/* The condition holds on only within what is left early, and behind it where control went
 * further out. */
static void conditions_end_with_the_construct_that_is_left(void **state)
{
	static const struct printing_case cases[] = {
		{"f() { if [ \"$UNKNOWN\" ]; then return; fi; python3 a.py; }; f; python3 "
		 "b.py",
		 "(?)python3 a.py\npython3 b.py\n"},
		{"f() { if [ \"$UNKNOWN\" ]; then exit 0; fi; }; f; python3 a.py",
		 "(?)python3 a.py\n"},
		{"for i in 1 2; do if [ \"$UNKNOWN\" ]; then exit 0; fi; done; python3 "
		 "a.py",
		 "(?)python3 a.py\n"},
		{"for i in 1 2; do [ \"$UNKNOWN\" ] && break; python3 a.py $i; done; "
		 "python3 b.py",
		 "(?)python3 a.py 1\n(?)python3 a.py 2\npython3 b.py\n"},
		{"for i in 1 2; do [ \"$UNKNOWN\" ] && continue; python3 a.py $i; done; "
		 "python3 b.py",
		 "(?)python3 a.py 1\n(?)python3 a.py 2\npython3 b.py\n"},
		{"f() { for i in 1 2; do [ \"$UNKNOWN\" ] && return; done; python3 a.py; "
		 "}; f; "
		 "python3 b.py",
		 "(?)python3 a.py\npython3 b.py\n"},
		{"for i in 1 2; do for j in 1 2; do [ \"$UNKNOWN\" ] && continue 2; done; "
		 "python3 a.py $i; done; python3 b.py",
		 "(?)python3 a.py 1\n(?)python3 a.py 2\npython3 b.py\n"},
	};

	CHECK_LAUNCHES(state, cases);
}

static void what_waits_at_a_loop_is_joined_behind_it(void **state)
{
	static const struct printing_case cases[] = {
		{"for i in 1 2 3; do [ \"$UNKNOWN\" ] && break; done; python3 a.py \"$i\"",
		 "python3 a.py <?>\n"},
		{"A=0; for i in 1 2; do if [ \"$UNKNOWN\" ]; then A=1; continue; fi; A=2; "
		 "done; "
		 "python3 a.py \"$A\"",
		 "python3 a.py <?>\n"},
		{"f() { if [ \"$UNKNOWN\" ]; then A=1; return; fi; A=2; }; f; python3 a.py "
		 "\"$A\"",
		 "python3 a.py <?>\n"},
		{"A=1; for i in $UNKNOWN; do A=2; done; python3 a.py \"$A\"",
		 "python3 a.py <?>\n"},
		{"A=1; for i in $UNKNOWN; do B=$A; A=2; done; python3 a.py \"$B\"",
		 "python3 a.py <?>\n"},
		{"A=1; while some_program >/dev/null; do A=1; done; python3 a.py $A",
		 "python3 a.py 1\n"},
		{"until [ \"$UNKNOWN\" = done ]; do N=$((N + 1)); done; python3 a.py "
		 "\"$N\"",
		 "python3 a.py <?>\n"},
	};

	CHECK_LAUNCHES(state, cases);
}

static void loop_without_end_is_not_walked_for_ever(void **state)
{
	static const struct printing_case cases[] = {
		{"while true; do nvidia-smi; sleep 5; done & python3 a.py",
		 "python3 a.py\n"},
		{"i=0; while :; do i=$((i + 1)); sleep 1; done & python3 a.py",
		 "python3 a.py\n"},
		{"for ((;;)); do sleep 1; done & python3 a.py", "python3 a.py\n"},
		{"while true; do sleep 1; done; python3 a.py", ""},
		{"while true; do if some_program; then break; fi; sleep 1; done; python3 "
		 "a.py",
		 "python3 a.py\n"},
		{"w() { while true; do some_program && return 0; sleep 1; done; }; w; "
		 "python3 a.py",
		 "python3 a.py\n"},
		{"while true; do python3 a.py; sleep 1; done", "python3 a.py\n"},
	};

	CHECK_LAUNCHES(state, cases);
}

static void waiting_loop_costs_little_however_long_it_waits(void **state)
{
	static const char *const scripts[] = {
		"while true; do [ $UNKNOWN ] && break; n=$((n + 1)); log+=\" $UNKNOWN "
		"$n\"; done",
		"for ((;;)); do [ $UNKNOWN ] && break; log+=\" $UNKNOWN $((n++))\"; done",
		"f() { while :; do [ $UNKNOWN ] && return; log+=\" $UNKNOWN $((n++))\"; "
		"done; }; f",
	};

	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		struct run run;

		run_script(*state, scripts[i], &(struct run_place){.directory = "/"}, &run);
		if (run.rc != 0 || run.world.steps > 1000)
			fail_msg("%s: %d, %zu steps", scripts[i], run.rc, run.world.steps);
	}
}

static void scripts_are_followed_into_other_shells(void **state)
{
	static const struct printing_case cases[] = {
		{"X=1; export Y=2; bash -c 'python3 a.py $X $Y $0 $1' n m",
		 "python3 a.py 2 n m\n"},
		{"bash <<E\npython3 a.py\nE", "python3 a.py\n"},
		{"bash -1 <<E\npython3 a.py\nE", ""},
		{"bash -xeuo pipefail -c 'python3 a.py'; bash --what -c 'python3 b.py'",
		 "python3 a.py\n"},
		{"cat > /tmp/cpg-run.sh <<E\npython3 a.py \\$1 $((1+1))\nE\nbash "
		 "/tmp/cpg-run.sh x",
		 "python3 a.py x 2\n"},
		{"cat > /tmp/cpg-run.sh <<'E'\n#!/bin/bash\nset -e\nfalse\npython3 "
		 "no.py\nE\n"
		 "chmod +x /tmp/cpg-run.sh; /tmp/cpg-run.sh; python3 a.py",
		 "python3 a.py\n"},
		{"eval 'python3 a.py'", "python3 a.py\n"},
		{"echo python3 a.py; printf '%s ' python3 b.py", ""},
		{"CMD=(python3 a.py --x 'y z'); printf '%q ' \"${CMD[@]}\"; \"${CMD[@]}\"",
		 "python3 a.py --x y z\n"},
		{"exec python3 a.py; python3 b.py", "python3 a.py\n"},
		{"python3 a.py 2>&1 | tee log", "python3 a.py\n"},
		{"python3 a.py > log 2>&1 & wait", "python3 a.py\n"},
	};

	CHECK_LAUNCHES(state, cases);
}

static void sourced_files_set_what_the_launch_uses(void **state)
{
	char *directory = make_directory();
	const struct run_place place = {.directory = directory};
	static const struct printing_case cases[] = {
		{"source ./models/m.sh\nA=(--context-parallel-size 2)\n"
		 "python3 train.py ${MODEL_ARGS[@]} ${A[@]}",
		 "python3 train.py --allgather-cp --x --context-parallel-size 2\n"},
		{"cd models; source m.sh; python3 t.py ${#MODEL_ARGS[@]}",
		 "python3 t.py 2\n"},
		{"bash models/run.sh 3", "python3 t.py --n 3 models/run.sh\n"},
		{"source ./absent.sh; python3 t.py $X", "python3 t.py <?>*\n"},
	};
	struct run run;

	write_file(*state, directory, "models/m.sh",
		   "MODEL_ARGS=(\n  --allgather-cp\n  --x\n)\n");
	write_file(*state, directory, "models/run.sh", "python3 t.py --n $1 $0\n");
	check_launches(*state, &place, cases, sizeof(cases) / sizeof(cases[0]));
	run_script(*state, cases[0].script, &place, &run);
	assert_int_equal(run.world.launches.items[0].argv[2].origin.line, 2);
	assert_non_null(
		strstr(run.world.launches.items[0].argv[2].origin.file, "models/m.sh"));
	remove_directory(directory);
}

static void unknown_text_makes_the_walk_incomplete(void **state)
{
	static const struct {
		const char *script;
		bool incomplete;
	} cases[] = {
		{"eval \"$UNKNOWN\"", true},
		{"$UNKNOWN train.py", true},
		{"bash \"$UNKNOWN\"", true},
		{"source /not/here.sh", true},
		{"some_program; ls; python3 a.py", false},
		{"trap \"kill $UNKNOWN\" EXIT", false},
		{"if [ \"$UNKNOWN\" ]; then A=1; fi", false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct run run;

		run_script(*state, cases[i].script, &(struct run_place){0}, &run);
		if (run.world.incomplete != cases[i].incomplete ||
		    run.world.incomplete != (run.world.why != NULL))
			fail_msg("%s", cases[i].script);
	}
}

static void traps_run_where_bash_runs_them(void **state)
{
	static const struct printing_case cases[] = {
		{"trap 'echo a' EXIT; echo b", "b\na\n"},
		{"trap 'echo a' EXIT; trap 'echo b' 0", "b\n"},
		{"trap 'echo a' exit; trap - EXIT", ""},
		{"trap 'echo a' EXIT; trap EXIT", ""},
		{"trap 'echo a' EXIT; trap 2 EXIT", ""},
		{"trap 'echo a' EXIT; trap '' EXIT", ""},
		{"trap -- 'echo a' INT EXIT", "a\n"},
		{"trap 'echo a' INT", ""},
		{"trap 'echo a' EXIT; exec true", ""},
		{"trap 'echo a' EXIT; (exit); bash -c :; x=$(:)", "a\n"},
		{"trap 'echo $? $1 $V' EXIT; f() { local V=in; exit 3; }; f p", "3 p in\n"},
		{"trap 'echo $1' EXIT; set -e; f() { false; }; f p; echo no", "p\n"},
		{"trap 'echo $V' EXIT; f() { exit; }; V=1 f", "1\n"},
		{"(trap 'exit 4' EXIT; exit 3); echo $?", "4\n"},
		{"trap 'echo e$?' ERR; false; true; (exit 3)", "e1\ne3\n"},
		{"trap 'echo e' ERR; false || false && true; ! false; if false; then :; fi",
		 ""},
		{"trap 'echo e' ERR; f() { false; }; f; echo end", "e\nend\n"},
		{"trap 'echo e' ERR; f() { false; true; }; f; (false; true); echo end",
		 "end\n"},
		{"set -E; trap 'echo e' ERR; f() { false; true; }; f; (false; true)",
		 "e\ne\n"},
		{"trap 'echo e; exit' ERR; false; echo no", "e\n"},
		{"f() { trap 'echo e' ERR; }; f; false", "e\n"},
		{"trap 'V=2' ERR; V=1; cmd > /dev/null; V=3; echo $V", "3\n"},
		{"trap 'echo + $BASH_COMMAND' DEBUG; echo a", "a\n"},
	};

	CHECK_PRINTING(state, cases);
}

static void traps_that_hang_on_a_condition_run_conditionally(void **state)
{
	static const struct printing_case cases[] = {
		{"if [ $UNKNOWN ]; then trap 'python3 a.py' EXIT; else trap 'python3 b.py' "
		 "EXIT; fi",
		 "(?)python3 a.py\n(?)python3 b.py\n"},
		{"trap 'python3 a.py' EXIT; [ $UNKNOWN ] && trap 'python3 a.py' EXIT",
		 "python3 a.py\n"},
		{"V=1; trap 'python3 a.py $V' EXIT; [ $UNKNOWN ] && exit; V=2; python3 "
		 "b.py",
		 "(?)python3 b.py\npython3 a.py <?>\n"},
		{"[ $UNKNOWN ] && exit; trap 'python3 a.py' EXIT; [ $UNKNOWN ] && exit; "
		 "true",
		 "(?)python3 a.py\n"},
		{"trap 'python3 a.py' EXIT; [ $UNKNOWN ] && exit 1; trap - EXIT; python3 "
		 "b.py",
		 "python3 b.py\n(?)python3 a.py\n"},
		{"trap 'python3 a.py' $UNKNOWN", "(?)python3 a.py\n"},
		{"trap 'python3 a.py' ERR; cmd; cmd; python3 b.py",
		 "(?)python3 a.py\npython3 b.py\n"},
		{"trap 'python3 a.py; exit 1' ERR; cmd; python3 b.py",
		 "(?)python3 a.py\npython3 b.py\n"},
		{"trap 'python3 a.py' DEBUG; python3 b.py",
		 "(?)python3 a.py\n(?)python3 b.py\n"},
		{"trap \"rm -rf $UNKNOWN\" EXIT; python3 b.py", "python3 b.py\n"},
	};

	CHECK_LAUNCHES(state, cases);
}

static void env_cuts_its_text_by_its_own_rules(void **state)
{
	static const struct printing_case cases[] = {
		{"env -S 'python3 a.py x' y", "python3 a.py x y\n"},
		{"env -vS'python3 a.py \"p q\"' y", "python3 a.py p q y\n"},
		{"env --split-string='python3 a.py'", "python3 a.py\n"},
		{"env --split-string 'python3 a.py' y", "python3 a.py y\n"},
		{"env -u V -S 'A=1 python3 a.py # no'", "python3 a.py\n"},
		{"export V=1; env -S 'python3 a.py ${V} ${N}'", "python3 a.py 1\n"},
		{"env -S 'python3 a.py a\\_b \"c\\_d\" \\c no' y",
		 "python3 a.py a b c d y\n"},
		{"env -S 'env -S \"python3 a.py x\"' y", "python3 a.py x y\n"},
		{"env python3 a.py -S 'x y'", "python3 a.py -S x y\n"},
		{"env -S 'python3 a.py \"x' y", ""},
		{"env -S 'python3 a.py \\x' y", ""},
		{"env -S \"python3 a.py $UNKNOWN\"", ""},
		{"env -S 'python3 a.py ${UNKNOWN}'", ""},
	};

	CHECK_LAUNCHES(state, cases);
}

static void text_that_is_known_in_part_is_followed(void **state)
{
	static const struct printing_case cases[] = {
		/* A number is one plain word wherever it stands. */
		{"N=$RANDOM; bash -c \"python3 a.py $N x$N '$N y' \\\"$N\\\"\"",
		 "python3 a.py <?> x<?> <?> <?>\n"},
		{"N=$RANDOM; bash -c \"[ $N -gt 3 ] && python3 a.py; python3 b.py\"",
		 "(?)python3 a.py\npython3 b.py\n"},
		{"N=$RANDOM; eval \"A=$N\"; python3 a.py $A $B", "python3 a.py <?>\n"},
		{"N=$RANDOM; for i in 1 2; do bash -c \"python3 a.py $N\"; done",
		 "python3 a.py <?>\npython3 a.py <?>\n"},
		{"N=$RANDOM; bash -c \"cat <<END\n$N\nEND\npython3 $(echo a.py)\"",
		 "python3 a.py\n"},
		{"N=$RANDOM; bash -c \"python3 a.py a{b,$N}\"", "python3 a.py <?>*\n"},
		/* What is made of it may be any name, and set any variable. */
		{"N=$RANDOM; B=1; eval \"B$N=2\"; python3 a.py \"$B\"",
		 "python3 a.py <?>\n"},
		{"N=$RANDOM; bash -c \"python3 a.py \\${$N}\"", ""},
		{"N=$RANDOM; bash -c \"for $N in b; do python3 a.py; done\"", ""},
		/* Any text may be any command. */
		{"bash -c \"cd $UNKNOWN && python3 a.py $UNKNOWN\"; python3 b.py",
		 "(?)python3 a.py <?>*\npython3 b.py\n"},
		{"A=1; eval \"python3 a.py '$UNKNOWN'\"; python3 b.py \"$A\"",
		 "(?)python3 a.py <?>\npython3 b.py <?>\n"},
	};

	CHECK_LAUNCHES(state, cases);
}

static void long_outputs_cost_no_more_than_their_length(void **state)
{
	struct run run;

	run_script(*state,
		   "for i in {1..4000}; do echo \"line $i\"; done > /tmp/cpg-long\n"
		   "wc -l < /tmp/cpg-long",
		   &(struct run_place){0}, &run);
	assert_int_equal(run.rc, 0);
	assert_string_equal(run.output, "4000\n");
}

static void endless_recursion_is_past_a_limit(void **state)
{
	struct run run;

	run_script(*state, "f() { f; }; f", &(struct run_place){0}, &run);
	assert_int_equal(run.rc, -1);
	assert_int_equal(run.error.code, CPG_E_LIMIT);
}

static void text_that_is_no_shell_ends_at_its_mistake(void **state)
{
	static const struct printing_case cases[] = {
		{"echo a\nif then\necho no", "a\n"},
		{"echo a\n<<<<<<< HEAD\necho no\n", "a\n"},
	};

	CHECK_PRINTING(state, cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(conditions_choose_their_branch),
		arena_test(loops_run_as_often_as_is_known),
		arena_test(break_and_continue_leave_as_many_loops_as_they_say),
		arena_test(functions_have_their_own_parameters_and_locals),
		arena_test(subshells_and_pipelines_change_nothing_outside),
		arena_test(errexit_ends_the_script_where_bash_does),
		arena_test(expansion_errors_give_up_the_script_or_the_line),
		arena_test(assignments_before_a_command_are_its_own),
		arena_test(variables_of_a_call_live_as_long_as_bash_has_them),
		arena_test(redirections_send_text_where_it_is_read_again),
		arena_test(what_bash_reports_ends_the_shell_under_e),
		arena_test(an_error_gives_up_a_line_or_all_texts),
		arena_test(a_line_that_may_be_given_up_is_followed_to_the_next_one),
		arena_test(both_ways_of_an_unknown_condition_are_followed),
		arena_test(launches_behind_an_unknown_condition_are_conditional),
		arena_test(launches_behind_what_may_end_the_script_are_conditional),
		arena_test(conditions_end_with_the_construct_that_is_left),
		arena_test(what_waits_at_a_loop_is_joined_behind_it),
		arena_test(loop_without_end_is_not_walked_for_ever),
		arena_test(waiting_loop_costs_little_however_long_it_waits),
		arena_test(scripts_are_followed_into_other_shells),
		arena_test(sourced_files_set_what_the_launch_uses),
		arena_test(unknown_text_makes_the_walk_incomplete),
		arena_test(traps_run_where_bash_runs_them),
		arena_test(traps_that_hang_on_a_condition_run_conditionally),
		arena_test(env_cuts_its_text_by_its_own_rules),
		arena_test(text_that_is_known_in_part_is_followed),
		arena_test(long_outputs_cost_no_more_than_their_length),
		arena_test(endless_recursion_is_past_a_limit),
		arena_test(text_that_is_no_shell_ends_at_its_mistake),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
