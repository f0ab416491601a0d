/* What the files of shell_compute share: the rows of its table, and helpers to read a
 * command's words.
 *
 * shell_compute.c has the table and what does nothing that matters here;
 * shell_compute_path.c those that work on names, shell_compute_files.c those that read and
 * change files, shell_compute_text.c and shell_compute_lines.c the filters, and
 * shell_compute_word.c those of whose output no more is known than that it is one word.
 */
#ifndef CPGUARD_SHELL_COMPUTE_PRIVATE_H
#define CPGUARD_SHELL_COMPUTE_PRIVATE_H

#include "cpguard/shell_compute.h"
#include "shell_pieces.h"
#include "shell_walk.h"

/* A command that is computed. */
struct cpg_computing {
	struct cpg_shell *shell;
	const struct cpg_field *words; /* behind its name */
	size_t count;
	struct cpg_origin origin; /* of its name */
	struct cpg_pieces out;
	int status; /* 0 at first */
	struct cpg_error *err;
};

/* Appends to `out`. Returns 1, 0 when it cannot be told what the command prints (what was
 * appended is then dropped, what it did to files is not), -1 as all. */
typedef int cpg_computed(struct cpg_computing *c);

/* The text of a word, NULL when it is not known. */
const char *cpg_compute_word(const struct cpg_computing *c, size_t at);

/* Whether each word is one, known or not. */
bool cpg_compute_counted(const struct cpg_computing *c);

/* What stands where an option may: its text, "" for an operand, NULL when that cannot be told.
 * A word of which nothing is known is taken for an operand, as a name is. */
const char *cpg_compute_option(const struct cpg_computing *c, size_t at);

/* The options of a command, as getopt_long() takes them. */
struct cpg_compute_grammar {
	const char *letters; /* those that are computed, of which none takes a value */
	bool first;          /* they stand before the operands only */
	const char *others;  /* all other letters, */
	const char *names;   /* and long options; NULL: there are more of both */
};

enum {
	CPG_COMPUTE_UNKNOWN = -1,
	CPG_COMPUTE_REFUSED = -2, /* there is no such option: nothing is printed */
};

/* Takes the options out of c->words, whose operands are left. Sets *found to all the letters
 * that were there. Returns 0; CPG_COMPUTE_REFUSED; or CPG_COMPUTE_UNKNOWN for one that is not
 * known or not computed. */
int cpg_compute_options(struct cpg_computing *c, const struct cpg_compute_grammar *grammar,
			char found[16]);

/* The same where no more is known of a command than these letters. */
int cpg_compute_letters(struct cpg_computing *c, const char *letters, char found[16]);

/* The same of one word behind its "-", whose letters it adds to *found. */
int cpg_compute_add_letters(const char *word, const struct cpg_compute_grammar *grammar,
			    char found[16]);

/* What a row returns then. */
int cpg_compute_unread(struct cpg_computing *c, int rc);

/* Standard input, which is then used up. NULL when it is not known. */
const struct cpg_value *cpg_compute_input(struct cpg_computing *c);

cpg_computed cpg_compute_dirname;
cpg_computed cpg_compute_basename;
cpg_computed cpg_compute_realpath;
cpg_computed cpg_compute_readlink;
cpg_computed cpg_compute_cat;
cpg_computed cpg_compute_tee;
cpg_computed cpg_compute_rm;
cpg_computed cpg_compute_cp;
cpg_computed cpg_compute_mv;
cpg_computed cpg_compute_chmod;
cpg_computed cpg_compute_seq;
cpg_computed cpg_compute_tr;
cpg_computed cpg_compute_wc;
cpg_computed cpg_compute_cut;
cpg_computed cpg_compute_head;
cpg_computed cpg_compute_tail;
cpg_computed cpg_compute_sed;
cpg_computed cpg_compute_date;
cpg_computed cpg_compute_expr;
cpg_computed cpg_compute_grep;
cpg_computed cpg_compute_hostname;
cpg_computed cpg_compute_id;
cpg_computed cpg_compute_nproc;
cpg_computed cpg_compute_scontrol;
cpg_computed cpg_compute_shuf;
cpg_computed cpg_compute_whoami;

/* shell_compute_word.c: appends a line of one word, not known here: a number, a name; letters
 * and digits, or nothing, without a line's end. */
void cpg_compute_put_word(struct cpg_computing *c);
void cpg_compute_put_plain(struct cpg_computing *c);

/* shell_compute_path.c: *out is what dirname and basename make of a path. Returns 0, or -1 as
 * all. */
int cpg_compute_name_of(struct cpg_computing *c, struct cpg_value path,
			struct cpg_value *out) __attribute__((warn_unused_result));
int cpg_compute_directory_of(struct cpg_computing *c, struct cpg_value path,
			     struct cpg_value *out) __attribute__((warn_unused_result));

#endif
