#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_compute_private.h"

#define PRINTED "a program prints it"

void cpg_compute_put_word(struct cpg_computing *c)
{
	cpg_pieces_gap(&c->out, PRINTED, c->origin, true);
	cpg_pieces_text(&c->out, "\n", 1, c->origin);
}

void cpg_compute_put_plain(struct cpg_computing *c)
{
	const struct cpg_piece gap = {.why = PRINTED, .origin = c->origin, .plain = true};

	cpg_pieces_value(&c->out, (struct cpg_value){&gap, 1});
}

/* date +FORMAT, with letters and digits only behind what the format says: neither blanks nor
 * what hangs on a language. */
static bool date_is_word(const struct cpg_computing *c)
{
	static const char conversions[] = "CDFGHIMNRSTUVWYdgjmsuwyz";
	static const char plain[] = "-_.:,/+@";
	size_t last = c->count - 1;
	const char *at = c->count ? cpg_compute_word(c, last) : NULL;
	const char *option = c->count == 2 ? cpg_compute_word(c, 0) : "-u";

	if (!at || c->count > 2 || !option || strcmp(option, "-u") != 0 || at[0] != '+' ||
	    !at[1])
		return false;
	for (at++; *at; at++) {
		bool alphanumeric = (*at >= 'a' && *at <= 'z') ||
				    (*at >= 'A' && *at <= 'Z') ||
				    (*at >= '0' && *at <= '9');

		if (*at == '%' && at[1] && strchr(conversions, at[1]))
			at++;
		else if (!alphanumeric && !strchr(plain, *at))
			return false;
	}
	return true;
}

static bool hostname_is_word(const struct cpg_computing *c)
{
	const char *option = c->count == 1 ? cpg_compute_word(c, 0) : NULL;

	return c->count == 0 || (option && strcmp(option, "-s") == 0);
}

static bool id_is_word(const struct cpg_computing *c)
{
	const char *option = c->count == 1 ? cpg_compute_word(c, 0) : NULL;

	return option && option[0] == '-' &&
	       strspn(option + 1, "gnru") == strlen(option + 1) && strpbrk(option, "gu");
}

/* nproc takes options only. */
static bool nproc_is_word(const struct cpg_computing *c)
{
	for (size_t i = 0; i < c->count; i++) {
		const char *word = cpg_compute_word(c, i);

		if (!word || (strcmp(word, "--all") != 0 &&
			      strncmp(word, "--ignore=", strlen("--ignore=")) != 0))
			return false;
	}
	return true;
}

/* shuf -i A-B -n 1 */
static bool shuf_is_word(const struct cpg_computing *c)
{
	bool one = false;
	bool range = false;

	for (size_t i = 0; i < c->count; i++) {
		const char *word = cpg_compute_word(c, i);
		const char *value = word && strlen(word) > 2 ? word + 2 : NULL;
		bool next = word && !value;

		if (next)
			value = i + 1 < c->count ? cpg_compute_word(c, ++i) : NULL;
		if (!value || !word || word[0] != '-')
			return false;
		if (word[1] == 'i' && strspn(value, "0123456789-") == strlen(value))
			range = true;
		else if (word[1] == 'n' && strcmp(value, "1") == 0)
			one = true;
		else
			return false;
	}
	return one && range;
}

static bool whoami_is_word(const struct cpg_computing *c)
{
	return c->count == 0;
}

static int put_word_if(struct cpg_computing *c,
		       bool (*is_word)(const struct cpg_computing *))
{
	if (!cpg_compute_counted(c) || !is_word(c))
		return 0;
	c->status = -1;
	cpg_compute_put_word(c);
	return 1;
}

int cpg_compute_date(struct cpg_computing *c)
{
	return put_word_if(c, date_is_word);
}

int cpg_compute_hostname(struct cpg_computing *c)
{
	return put_word_if(c, hostname_is_word);
}

int cpg_compute_id(struct cpg_computing *c)
{
	return put_word_if(c, id_is_word);
}

int cpg_compute_nproc(struct cpg_computing *c)
{
	return put_word_if(c, nproc_is_word);
}

int cpg_compute_shuf(struct cpg_computing *c)
{
	return put_word_if(c, shuf_is_word);
}

int cpg_compute_whoami(struct cpg_computing *c)
{
	return put_word_if(c, whoami_is_word);
}

static bool is_pattern(const char *pattern, bool extended)
{
	regex_t compiled;

	if (regcomp(&compiled, pattern, extended ? REG_EXTENDED : 0) != 0)
		return false;
	regfree(&compiled);
	return true;
}

/* grep -c PATTERN of standard input prints a number, 0 when nothing matches. */
static bool grep_counts(const struct cpg_computing *c)
{
	const char *pattern = NULL;
	bool counts = false;
	bool extended = false;
	bool fixed = false;

	for (size_t i = 0; i < c->count; i++) {
		const char *option = cpg_compute_option(c, i);

		if (!option || (!*option && pattern))
			return false;
		if (!*option) {
			pattern = cpg_compute_word(c, i);
			if (!pattern)
				return false;
			continue;
		}
		if (strspn(option + 1, "EFacivwx") != strlen(option + 1))
			return false;
		counts = counts || strchr(option, 'c');
		extended = extended || strchr(option, 'E');
		fixed = fixed || strchr(option, 'F');
	}
	return counts && pattern && (fixed || is_pattern(pattern, extended));
}

int cpg_compute_grep(struct cpg_computing *c)
{
	if (!cpg_compute_counted(c) || !grep_counts(c))
		return 0;
	cpg_compute_input(c);
	c->status = -1;
	cpg_compute_put_word(c);
	return 1;
}

/* scontrol show hostnames LIST prints one name a line, and there is a first one. A list without
 * quotes, as node[01-02], may be anything to the shell, but is a list. */
int cpg_compute_scontrol(struct cpg_computing *c)
{
	const char *verb = c->count > 2 ? cpg_compute_word(c, 0) : NULL;
	const char *entity = verb ? cpg_compute_word(c, 1) : NULL;

	if (!entity || strcmp(verb, "show") != 0 ||
	    strncmp(entity, "hostname", strlen("hostname")) != 0 ||
	    (!c->words[2].many && cpg_value_is_empty(c->words[2].value) == CPG_YES))
		return 0;
	c->status = -1;
	cpg_compute_put_word(c);
	cpg_pieces_gap(&c->out, PRINTED, c->origin, false);
	return 1;
}

/* Whether the word is a whole number; *known when which one. */
static bool is_number(const struct cpg_computing *c, size_t at, bool *known)
{
	const char *word = cpg_compute_word(c, at);
	const char *digits = word ? word + (*word == '-') : "";

	*known = word;
	if (!word)
		return cpg_value_is_solid(c->words[at].value);
	return cpg_builtin_number(digits) >= 0;
}

static int compute(struct cpg_computing *c, const char *op)
{
	long a = strtol(cpg_compute_word(c, 0), NULL, 10);
	long b = strtol(cpg_compute_word(c, 2), NULL, 10);
	char number[32];
	long result;

	if (strchr("/%", *op) && b == 0) {
		c->status = 2;
		return 1;
	}
	result = *op == '+'   ? a + b
		 : *op == '-' ? a - b
		 : *op == '*' ? a * b
		 : *op == '/' ? a / b
			      : a % b;
	snprintf(number, sizeof(number), "%ld\n", result);
	cpg_pieces_text(&c->out, number, strlen(number), c->origin);
	c->status = result == 0;
	return 1;
}

/* expr A OP B of whole numbers. */
int cpg_compute_expr(struct cpg_computing *c)
{
	const char *op = c->count == 3 ? cpg_compute_word(c, 1) : NULL;
	bool known[2];

	if (!op || !cpg_compute_counted(c) || !*op || op[1] || !strchr("+-*/%", *op) ||
	    !is_number(c, 0, &known[0]) || !is_number(c, 2, &known[1]))
		return 0;
	if (known[0] && known[1])
		return compute(c, op);
	c->status = -1;
	cpg_compute_put_word(c);
	return 1;
}
