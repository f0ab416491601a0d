#include "test.h"

#include <string.h>

#include "shell_dump.h"

struct row {
	const char *script;
	const char *tree;
};

static const char *tree_of(struct cpg_arena *arena, const char *script)
{
	struct cpg_shell_source source = {
		.file = "run.sh",
		.line = 1,
		.text = cpg_text_of(script),
	};
	struct cpg_buffer out = {.arena = arena};
	const struct cpg_shell_list *list;

	assert_int_equal(cpg_shell_parse(arena, &source, &list, NULL), 0);
	dump_list(&out, list);
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

static void blanks_part_words_and_other_bytes_do_not(void **state)
{
	static const struct row rows[] = {
		{"  a\tb   c ", "(a b c)"},
		{"a\rb\r c", "(a\rb\r c)"},
		{"a\u00a0b \u201cc d\u201d", "(a\u00a0b \u201cc d\u201d)"},
		{"a\xff\x80 b", "(a\xff\x80 b)"},
		{"a{b,c}d e=f %g ~ *.h [0]*3+[1]*75",
		 "(a{b,c}d e=f %g ~ *.h [0]*3+[1]*75)"},
		{"", ""},
		{" \n\n\t\n", ""},
	};

	CHECK(rows);
}

static void a_backslash_directly_before_a_newline_is_nothing(void **state)
{
	static const struct row rows[] = {
		{"a \\\n b", "(a b)"},
		{"a\\\nb", "(ab)"},
		{"wh\\\nile a; d\\\no b; done", "(while (a) do (b))"},
		{"a &\\\n& b \\\n| c", "(a) && (b) | (c)"},
		{"a \"b\\\nc\" $\\\nX ${\\\nY}", "(a \"b\"~\"c\" $X {Y})"},
		{"X\\\nY=1 2\\\n>\\\nf", "(XY=1 2>f)"},
		{"a 'b\\\nc'", "(a 'b\\\\n'~'c')"},
	};

	CHECK(rows);
}

static void a_backslash_before_a_blank_or_a_return_ends_no_line(void **state)
{
	static const struct row rows[] = {
		{"a \\ \nb", "(a ' ') ; (b)"},
		{"a \\\r\nb", "(a '\r') ; (b)"},
	};

	CHECK(rows);
}

static void
a_backslash_that_ends_a_file_is_nothing_and_of_a_command_line_itself(void **state)
{
	struct cpg_shell_source source = {.text = cpg_text_of("a b\\")};
	struct cpg_buffer out = {.arena = *state};
	const struct cpg_shell_list *list;

	assert_string_equal(tree_of(*state, "a b\\"), "(a b)");
	assert_string_equal(tree_of(*state, "a b\\\\"), "(a b~'\\')");
	assert_int_equal(cpg_shell_parse(*state, &source, &list, NULL), 0);
	dump_list(&out, list);
	assert_string_equal(cpg_buffer_finish(&out), "(a b~'\\')");
}

static void a_comment_begins_where_a_word_could(void **state)
{
	static const struct row rows[] = {
		{"a # b", "(a)"},
		{"a b#c", "(a b#c)"},
		{"a '#' \\# \"#\"", "(a '#' '#' \"#\")"},
		{"a;#b", "(a)"},
		{"# a \\\nb", "(b)"},
		{"a ${#X} $# # don't", "(a {#X} $#)"},
		{"a && # b\n c", "(a) && (c)"},
		{"a $(b # )\n) c", "(a $((b)) c)"},
	};

	CHECK(rows);
}

static void nuls_are_skipped(void **state)
{
	static const char script[] = "a\0b 'c\0d'\ne\\\0\nf";
	struct cpg_shell_source source = {
		.line = 1,
		.text = {script, sizeof(script) - 1},
	};
	struct cpg_buffer out = {.arena = *state};
	const struct cpg_shell_list *list;

	assert_int_equal(cpg_shell_parse(*state, &source, &list, NULL), 0);
	dump_list(&out, list);
	assert_string_equal(cpg_buffer_finish(&out), "(ab 'cd') ; (ef)");
}

static void quotes_make_parts_of_a_word(void **state)
{
	static const struct row rows[] = {
		{"a 'b c' \"d e\" f\\ g", "(a 'b c' \"d e\" f~' '~g)"},
		{"a x'y'\"z\"$V\"$W\"", "(a x~'y'~\"z\"~$V~\"$W\")"},
		{"a '\"' \"'\" '\\' \"\\\\\"", "(a '\"' \"'\" '\\' '\\')"},
		{"a '\"${V}\"'", "(a '\"${V}\"')"},
		{"a '{'\"$V\"'}'", "(a '{'~\"$V\"~'}')"},
		{"a \"\\$\\`\\\"\\x\\ \"", "(a '$'~'`'~'\"'~\"\\x\\ \")"},
		{"a $ \"$\" $. $'b' $\"c\"", "(a $ \"$\" $. 'b' \"c\")"},
		{"a \"$'b'\"", "(a \"$'b'\")"},
	};

	CHECK(rows);
}

static void an_empty_pair_of_quotes_is_a_word_and_keeps_its_place_in_one(void **state)
{
	static const struct row rows[] = {
		{"a '' \"\" $''", "(a '' '' '')"},
		{"a $V\"\" ''$V", "(a $V~\"\" ''~$V)"},
		{"a \"\"'' X=''", "(a '' X=~'')"},
		{"X= Y='' Z=\"\"", "(X=<> Y='' Z='')"},
	};

	CHECK(rows);
}

static void ansi_quotes_are_decoded(void **state)
{
	static const struct row rows[] = {
		{"a $'b\\tc\\n'", "(a 'b\\tc\\n')"},
		{"a $'\\x41\\x4a4\\101\\1014\\60'", "(a 'AJ4AA40')"},
		{"a $'\\u00e9\\u20ac\\U1f600\\x{42}'", "(a '\u00e9\u20ac\U0001f600B')"},
		{"a $'\\'\\\"\\?\\\\'", "(a ''\"?\\')"},
		{"a $'b\\0c' $'d\\x00' $'\\c@e'", "(a 'b' 'd' '')"},
		{"a $'\\q\\xg\\c?'", "(a '\\q\\xg\x7f')"},
		{"a \"${V:-$'b\\tc'}\"", "(a \"{V :- 'b\\tc'}\")"},
	};

	CHECK(rows);
}

static void each_line_of_quoted_text_knows_its_line(void **state)
{
	struct cpg_shell_source source = {
		.file = "run.sh",
		.line = 10,
		.text = cpg_text_of("A=\"--a 1\n--b 2\n$X --c\"\\\n'--d\n--e'"),
	};
	static const unsigned lines[] = {10, 11, 12, 12, 13, 14};
	const struct cpg_shell_list *list;
	const struct cpg_shell_word *value;

	assert_int_equal(cpg_shell_parse(*state, &source, &list, NULL), 0);
	value = &list->items[0].pipeline.commands[0].assignments[0].value;
	assert_int_equal(value->count, 6);
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(value->parts[i].origin.line, lines[i]);
		assert_string_equal(value->parts[i].origin.file, "run.sh");
	}
}

static void words_of_a_continued_command_know_their_lines(void **state)
{
	struct cpg_shell_source source = {
		.line = 1,
		.text = cpg_text_of(
			"\n# c\na \\\n  b `c\n` \\\n$(\nd) \"\ne\" f\nA=(\n#\ng)"),
	};
	static const unsigned lines[] = {3, 4, 4, 6, 7, 8};
	const struct cpg_shell_list *list;
	const struct cpg_shell_command *command;

	assert_int_equal(cpg_shell_parse(*state, &source, &list, NULL), 0);
	command = list->items[0].pipeline.commands;
	assert_int_equal(command->origin.line, 3);
	assert_int_equal(command->argument_count, 6);
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(command->arguments[i].word.origin.line, lines[i]);
	command = command->arguments[3].word.parts->list->items[0].pipeline.commands;
	assert_int_equal(command->origin.line, 7);
	command = list->items[1].pipeline.commands;
	assert_int_equal(command->assignments[0].elements[0].value.origin.line, 11);
}

static void a_command_line_has_no_lines(void **state)
{
	struct cpg_shell_source source = {.text = cpg_text_of("a\nb\n(")};
	const struct cpg_shell_list *list;

	assert_int_equal(cpg_shell_parse(*state, &source, &list, NULL), 0);
	assert_int_equal(list->items[1].pipeline.commands[0].origin.line, 0);
	assert_null(list->items[1].pipeline.commands[0].origin.file);
	assert_int_equal(list->broken, 1);
}

static void redirections_stand_anywhere_among_the_words(void **state)
{
	static const struct row rows[] = {
		{"a <b >c >>d <>e >|f", "(a <b >c >>d <>e >f)"},
		{">a b <c", "(b >a <c)"},
		{">a", "( >a)"},
		{"a 2>b 10<c 2>>d", "(a 2>b 10<c 2>>d)"},
		{"a 2 >b c2>d", "(a 2 c2 >b >d)"},
		{"a &>b &>>c", "(a &>b &>>c)"},
		{"a >&b 2>&1 >&2 <&3 2>&- 3<&4- >&$b 2>&c",
		 "(a &>b 2>&1 >&2 <&3 2>&- 3<&4- >&$b 2>&c)"},
		{"exec {fd}<a {x[1]}>b {y }>c", "(exec {y } {fd}<a {x[1]}>b >c)"},
		{"a <<<b <<<\"$c d\"", "(a <<<b <<<\"$c\"~\" d\")"},
		{"a <(b) >(c) x<(d) 2<(e)", "(a <((b)) >((c)) x~<((d)) 2~<((e)))"},
		{"a 99999999999>b", "(a 2147483647>b)"},
		{"{ a; } >b 2>&1 | c", "(group (a) >b 2>&1) | (c)"},
		{"a |& b", "(a 2>&1) | (b)"},
		{"a >b |& c", "(a >b 2>&1) | (c)"},
	};

	CHECK(rows);
}

static void a_number_that_belongs_to_a_redirection_is_no_word(void **state)
{
	static const struct row rows[] = {
		{"a > 1>b", "BROKEN 1"},
		{"a <<< {x}>b", "BROKEN 1"},
		{"a 2>&1>b", "(a 2>&1 >b)"},
	};

	CHECK(rows);
}

static void a_here_document_is_the_lines_up_to_its_delimiter(void **state)
{
	static const struct row rows[] = {
		{"a <<E b\nc\nE\nd", "(a b <<\"c\\n\") ; (d)"},
		{"a <<E\nE\nb", "(a <<<>) ; (b)"},
		{"a <<'E'\n$b \\$c `d`\nE\ne", "(a <<'$b \\$c `d`\\n') ; (e)"},
		{"a <<\\E\n$b\nE", "(a <<'$b\\n')"},
		{"a <<E\"F\"'G'\nb\nEFG\nc", "(a <<'b\\n') ; (c)"},
		{"a <<$x\n$y\n$x\nb", "(a <<\"$y\"~\"\\n\") ; (b)"},
		{"a <<E\nE b\n E\nEE\nE\nc", "(a <<\"E b\\n\"~\" E\\n\"~\"EE\\n\") ; (c)"},
		{"a <<E | b && c <<F\n1\nE\n2\nF\nd",
		 "(a <<\"1\\n\") | (b) && (c <<\"2\\n\") ; (d)"},
		{"a <<E 3<<F\n1\nE\n2\nF\n", "(a <<\"1\\n\" 3<<\"2\\n\")"},
		{"if a <<E; then\nb\nE\nc; fi", "(if (a <<\"b\\n\") then (c))"},
		{"f() {\na <<E\nb\nE\n}", "(function f (group (a <<\"b\\n\")))"},
		{"{ a; } <<E\nb\nE\nc", "(group (a) <<\"b\\n\") ; (c)"},
		{"while a; do b; done <<E\nc\nE\n", "(while (a) do (b) <<\"c\\n\")"},
	};

	CHECK(rows);
}

static void an_unquoted_here_document_is_expanded_as_within_double_quotes(void **state)
{
	static const struct row rows[] = {
		{"a <<E\n$b ${c:-\"d\"} \"e\" 'f' \\$g \\\" \\\\ \\`\nE",
		 "(a <<\"$b\"~\" \"~\"{c :- \"d\"}\"~\" \"e\" 'f' \"~'$'~\"g \\\" "
		 "\"~'\\'~\" \"~"
		 "'`'~\"\\n\")"},
		{"a <<E\nb \\\nc\nE\nd", "(a <<\"b \"~\"c\\n\") ; (d)"},
		{"a <<E\nb \\\nE\nE\nd", "(a <<\"b \"~\"E\\n\") ; (d)"},
		{"a <<'E'\nb \\\nE\nd", "(a <<'b \\\\n') ; (d)"},
		{"a <<E\n$(b\n) `c` $((1))\nE",
		 "(a <<\"$((b))\"~\" \"~\"$((c))\"~\" \"~\"$((\"1\"))\"~\"\\n\")"},
		{"a <<E\n${b\nE\nc", "(a <<\"{ BAD}\") ; (c)"},
		{"a <<E\n$(\nE\nc", "(a <<\"{ BAD}\") ; (c)"},
	};

	CHECK(rows);
}

static void a_dash_strips_the_tabs_of_a_here_document(void **state)
{
	static const struct row rows[] = {
		{"a <<-E\n\tb\n\t\tc $d\n e\n\tE\nf",
		 "(a <<\"b\\n\"~\"c \"~\"$d\"~\"\\n\"~\" e\\n\") ; (f)"},
		{"a <<-'E'\n\tb\n\tE\nf", "(a <<'b\\n') ; (f)"},
		{"a <<- E\nb\nE\nf", "(a <<\"b\\n\") ; (f)"},
	};

	CHECK(rows);
}

static void the_end_of_the_text_ends_a_here_document(void **state)
{
	static const struct row rows[] = {
		{"a <<E\nb", "(a <<\"b\\n\")"},
		{"a <<E\nb\n", "(a <<\"b\\n\")"},
		{"a <<E", "(a <<<>)"},
		{"a <<'E'\nb\nc", "(a <<'b\\nc\\n')"},
		{"a <<E\nb\nE", "(a <<\"b\\n\")"},
	};

	CHECK(rows);
}

static void a_here_document_in_a_substitution_is_its_own(void **state)
{
	static const struct row rows[] = {
		{"x=$(a <<E\nb)\nE\n) c", "(x=$((a <<\"b)\\n\")) c)"},
		{"x=$(a <<E\nb\nE)\nc", "(x=$((a <<\"b\\n\"))) ; (c)"},
		{"x=$(a <<E) y=1\nb\nE\nc", "(x=$((a <<\"b\\n\")) y=1) ; (c)"},
		{"a <<E $(b\n)\nc\nE", "(a $((b)) <<\"c\\n\")"},
		{"\"$(a - <<'E'\nit's\nE\n)\"", "(\"$((a - <<'it's\\n'))\")"},
	};

	CHECK(rows);
}

static void the_lines_of_a_here_document_are_counted(void **state)
{
	struct cpg_shell_source source = {
		.line = 1,
		.text = cpg_text_of("a <<E 3<<'F'\nb\n$c\nE\nd\nF\ng"),
	};
	const struct cpg_shell_list *list;
	const struct cpg_shell_redirect *redirects;

	assert_int_equal(cpg_shell_parse(*state, &source, &list, NULL), 0);
	redirects = list->items[0].pipeline.commands[0].redirects;
	assert_int_equal(redirects[0].word.origin.line, 2);
	assert_int_equal(redirects[0].word.parts[1].origin.line, 3);
	assert_int_equal(redirects[1].word.origin.line, 5);
	assert_true(redirects[1].word.quoted);
	assert_int_equal(list->items[1].pipeline.commands[0].origin.line, 7);
}

static void more_here_documents_than_bash_can_hold_are_a_mistake(void **state)
{
	struct cpg_buffer script = {.arena = *state};

	cpg_buffer_string(&script, "a\nb");
	for (int i = 0; i < 17; i++)
		cpg_buffer_string(&script, " <<E");
	assert_string_equal(tree_of(*state, cpg_buffer_finish(&script)), "(a) BROKEN 2");
}

static void conflict_markers_break_a_script_where_bash_breaks(void **state)
{
	static const struct row rows[] = {
		{"a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> d\ne", "(a) BROKEN 2"},
		{"a \\\n<<<<<<< HEAD\n  --b \\\n", "BROKEN 2"},
		{"a\n=======\nb", "(a) ; (=======) ; (b)"},
		{"a\n>>>>>>> d\nb", "(a) BROKEN 2"},
	};

	CHECK(rows);
}

static const struct CMUnitTest tests[] = {
	arena_test(blanks_part_words_and_other_bytes_do_not),
	arena_test(a_backslash_directly_before_a_newline_is_nothing),
	arena_test(a_backslash_before_a_blank_or_a_return_ends_no_line),
	arena_test(a_backslash_that_ends_a_file_is_nothing_and_of_a_command_line_itself),
	arena_test(a_comment_begins_where_a_word_could),
	arena_test(nuls_are_skipped),
	arena_test(quotes_make_parts_of_a_word),
	arena_test(an_empty_pair_of_quotes_is_a_word_and_keeps_its_place_in_one),
	arena_test(ansi_quotes_are_decoded),
	arena_test(each_line_of_quoted_text_knows_its_line),
	arena_test(words_of_a_continued_command_know_their_lines),
	arena_test(a_command_line_has_no_lines),
	arena_test(redirections_stand_anywhere_among_the_words),
	arena_test(a_number_that_belongs_to_a_redirection_is_no_word),
	arena_test(a_here_document_is_the_lines_up_to_its_delimiter),
	arena_test(an_unquoted_here_document_is_expanded_as_within_double_quotes),
	arena_test(a_dash_strips_the_tabs_of_a_here_document),
	arena_test(the_end_of_the_text_ends_a_here_document),
	arena_test(a_here_document_in_a_substitution_is_its_own),
	arena_test(the_lines_of_a_here_document_are_counted),
	arena_test(more_here_documents_than_bash_can_hold_are_a_mistake),
	arena_test(conflict_markers_break_a_script_where_bash_breaks),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
