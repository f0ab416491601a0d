#include "argparse.h"

#include <string.h>

#include "cpguard/facts.h"
#include "cpguard/text.h"
#include "decimal.h"

static const struct {
	enum cpg_argparse_option option;
	const char *name;
	bool takes_value;
} options[] = {
	{CPG_ARGPARSE_ALLGATHER_CP, "--allgather-cp", false},
	{CPG_ARGPARSE_DEBUG_ROLLOUT_ONLY, "--debug-rollout-only", false},
	{CPG_ARGPARSE_CONTEXT_PARALLEL_SIZE, "--context-parallel-size", true},
	{CPG_ARGPARSE_HF_CHECKPOINT, "--hf-checkpoint", true},
	{CPG_ARGPARSE_YAML_CFG, "--yaml-cfg", true},
	{CPG_ARGPARSE_CUSTOM_CONFIG_PATH, "--custom-config-path", true},
	{CPG_ARGPARSE_MEGATRON_CONFIG_PATH, "--megatron-config-path", true},
	{CPG_ARGPARSE_ADVANTAGE_ESTIMATOR, "--advantage-estimator", true},
	{CPG_ARGPARSE_HELP, "--help", false},
	{CPG_ARGPARSE_HELP, "-h", false},
};

#define OPTION_COUNT (sizeof(options) / sizeof(options[0]))

static bool begins_with(const char *text, const char *beginning)
{
	return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Moves *at behind the decimal digits there and returns whether there are any. */
static enum cpg_tristate skip_digits(const char **at)
{
	enum cpg_tristate any = CPG_NO;
	bool disputed = false;
	uint32_t point = 0;
	size_t size;

	while ((size = cpg_utf8_decode(*at, strnlen(*at, 4), &point)) > 0 &&
	       cpg_decimal_value(point, &disputed) >= 0) {
		any = disputed ? CPG_UNKNOWN : CPG_YES;
		*at += size;
	}
	return any;
}

/* Whether argparse takes a word that begins with "-" for a negative number, and so for a
 * value. Up to 3.13 that is ^-\d+$|^-\d*\.\d+$, where $ also stands before a last newline;
 * from 3.14 on it is whatever begins with -\.?\d, which takes in all of the former. */
static enum cpg_tristate is_negative_number(const char *word)
{
	const char *at = word + 1;
	enum cpg_tristate integer = skip_digits(&at);
	enum cpg_tristate fraction = CPG_NO;
	enum cpg_tristate number = integer;

	if (*at == '.') {
		at++;
		fraction = skip_digits(&at);
		number = fraction == CPG_YES && integer == CPG_UNKNOWN ? integer : fraction;
	}
	if (number != CPG_NO && (*at == '\0' || strcmp(at, "\n") == 0))
		return number;
	return integer == CPG_NO && fraction == CPG_NO ? CPG_NO : CPG_UNKNOWN;
}

/* Finds the listed option in a word that begins with `beginning` and, if `whole`, is that.
 *
 * "-hx" is read as -h and -x: whatever x is, the program prints its help or an error. */
static bool find_listed(const char *beginning, bool whole, struct cpg_argument *argument)
{
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const char *name = options[i].name;
		const char *rest;

		if (!begins_with(beginning, name))
			continue;
		rest = beginning + strlen(name);
		if (name[1] == '-' && *rest != '=' && !(whole && *rest == '\0'))
			continue;
		argument->attached = *rest == '=';
		argument->kind = CPG_ARGUMENT_LISTED;
		argument->option = options[i].option;
		argument->text = argument->attached && whole ? rest + 1 : NULL;
		return true;
	}
	return false;
}

static struct cpg_argument sort_known(const char *text)
{
	struct cpg_argument argument = {.kind = CPG_ARGUMENT_VALUE, .text = text};
	enum cpg_tristate number;

	if (text[0] != '-' || text[1] == '\0')
		return argument;
	if (strcmp(text, "--") == 0) {
		argument.kind = CPG_ARGUMENT_END;
		return argument;
	}
	if (find_listed(text, true, &argument) || strchr(text, ' '))
		return argument;
	number = is_negative_number(text);
	if (number != CPG_YES)
		argument.kind =
			number == CPG_NO ? CPG_ARGUMENT_UNLISTED : CPG_ARGUMENT_EITHER;
	return argument;
}

/* Whether a word that begins so may still become a listed option. */
static bool may_be_listed(const char *prefix)
{
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		if (begins_with(options[i].name, prefix))
			return true;
	}
	return false;
}

static struct cpg_argument sort_prefix(const char *prefix)
{
	struct cpg_argument argument = {.kind = CPG_ARGUMENT_EITHER};

	if (prefix[0] != '-') {
		argument.kind = CPG_ARGUMENT_VALUE;
		return argument;
	}
	if (!find_listed(prefix, false, &argument) && may_be_listed(prefix))
		argument.kind = CPG_ARGUMENT_DASHED;
	return argument;
}

struct cpg_argument cpg_argument_sort(const struct cpg_word *word)
{
	if (word->text)
		return sort_known(word->text);
	if (word->many)
		return (struct cpg_argument){.kind = CPG_ARGUMENT_MANY};
	if (!word->prefix || word->prefix[0] == '\0')
		return (struct cpg_argument){.kind = CPG_ARGUMENT_ANYTHING};
	return sort_prefix(word->prefix);
}

const char *cpg_argparse_name(enum cpg_argparse_option option)
{
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		if (options[i].option == option)
			return options[i].name;
	}
	return "";
}

bool cpg_argparse_takes_value(enum cpg_argparse_option option)
{
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		if (options[i].option == option)
			return options[i].takes_value;
	}
	return false;
}

bool cpg_argparse_may_take_value(const char *name)
{
	/* How slime and Megatron name what only switches something on or off. */
	static const char *const switches[] = {"--no-", "--use-", "--enable-",
					       "--disable-"};

	for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++) {
		if (begins_with(name, switches[i]))
			return false;
	}
	return begins_with(name, "--") && !strchr(name, '=');
}
