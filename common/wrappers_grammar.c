#include <ctype.h>
#include <string.h>

#include "wrappers_private.h"

/* An option's name as it was written. */
struct spelling {
	const char *name; /* without dashes */
	size_t length;
	bool letter; /* one letter behind one dash */
};

static bool has_style(const struct cpg_wrapper_reading *reading, enum cpg_style style)
{
	return reading->style & style;
}

/* Whether two long names agree in their first `length` bytes. */
static bool same_start(const struct cpg_wrapper_reading *reading, const char *a,
		       const char *b, size_t length)
{
	bool same = has_style(reading, STYLE_SAME);

	for (size_t i = 0; i < length; i++) {
		if (a[i] != b[i] && !(same && strchr("-_", a[i]) && strchr("-_", b[i])))
			return false;
	}
	return true;
}

enum match {
	MATCH_NONE,
	MATCH_START, /* an abbreviation */
	MATCH_WHOLE,
};

/* How `spelling` matches one name of a row, of `length` bytes with its dashes. */
static enum match match_name(const struct cpg_wrapper_reading *reading,
			     const struct spelling *spelling, const char *name,
			     size_t length)
{
	size_t dashes = strspn(name, "-");

	if (!has_style(reading, STYLE_ONE_DASH) && spelling->letter != (dashes == 1))
		return MATCH_NONE;
	name += dashes;
	length -= dashes;
	if (spelling->length > length ||
	    !same_start(reading, spelling->name, name, spelling->length))
		return MATCH_NONE;
	if (spelling->length == length)
		return MATCH_WHOLE;
	return has_style(reading, STYLE_WHOLE) ? MATCH_NONE : MATCH_START;
}

/* The best match among an option's names. */
static enum match match_option(const struct cpg_wrapper_reading *reading,
			       const struct spelling *spelling, const char *names)
{
	enum match best = MATCH_NONE;

	while (*names) {
		size_t length = strcspn(names, " ");
		enum match one = match_name(reading, spelling, names, length);

		if (one > best)
			best = one;
		names += length;
		names += strspn(names, " ");
	}
	return best;
}

/* Finds the option that is meant: by its name, or by the beginning of names that all mean
 * the same. */
static bool find_option(const struct cpg_wrapper_reading *reading,
			const struct spelling *spelling, struct cpg_wrapper_option *out)
{
	bool found = false;
	bool clash = false;

	for (const struct cpg_wrapper_option *option = reading->options;
	     option && option->names; option++) {
		enum match match = match_option(reading, spelling, option->names);

		if (match == MATCH_WHOLE) {
			*out = *option;
			return true;
		}
		if (match == MATCH_NONE)
			continue;
		clash = clash || (found && (out->takes != option->takes ||
					    out->means != option->means));
		found = true;
		*out = *option;
	}
	if (found && !clash)
		return true;
	*out = (struct cpg_wrapper_option){.names = ""};
	return reading->row->other && reading->row->other(spelling->name, spelling->length,
							  spelling->letter, &out->takes);
}

static bool is_option_text(const char *text)
{
	return text[0] == '-' && text[1] != '\0';
}

/* Whether nothing is known of how a word begins. What ends like a path is taken to begin like
 * one, and not as an option. */
static bool is_gap(const struct cpg_word *word)
{
	return !word->text && cpg_wrapper_begin(word)[0] == '\0' && !cpg_word_name(word);
}

/* What an option that is not known takes can be told when it is followed by another one. */
static void pass_unknown(struct cpg_wrapper_reading *reading)
{
	const struct cpg_word *next = &reading->argv[reading->at];

	if (reading->at < reading->argc && !is_option_text(cpg_wrapper_begin(next)))
		cpg_wrapper_unsure(reading, "one of its options is not known here");
}

/* The next word as an option's value. */
static bool take_word(struct cpg_wrapper_reading *reading, struct cpg_wrapper_value *value)
{
	if (reading->at == reading->argc) {
		reading->stop = true;
		return false;
	}
	if (reading->argv[reading->at].many)
		cpg_wrapper_unsure(reading,
				   "a word among its options may be any number of words");
	*value = (struct cpg_wrapper_value){
		.word = reading->argv[reading->at],
		.index = reading->at,
	};
	reading->at++;
	return true;
}

/* The second of two words that an option takes, such as NAME value. */
static void take_second(struct cpg_wrapper_reading *reading,
			const struct cpg_wrapper_option *option,
			const struct cpg_wrapper_value *first)
{
	struct cpg_wrapper_value second;

	if (take_word(reading, &second) && option->means == MEANS_SET_TWO)
		cpg_wrapper_set_two(reading, &first->word, &second.word);
}

/* Reads what an option takes, from `skip` on in its own word when `attached`. */
static void take_value(struct cpg_wrapper_reading *reading,
		       const struct cpg_wrapper_option *option, size_t skip, bool attached)
{
	size_t own = reading->at - 1;
	struct cpg_wrapper_value value = {.index = own};

	if (attached) {
		value.word = cpg_wrapper_tail(&reading->argv[own], skip);
		value.skip = skip;
	} else if ((option->takes == TAKES_VALUE || option->takes == TAKES_TWO) &&
		   !take_word(reading, &value)) {
		return;
	}
	if (option->takes == TAKES_TWO)
		take_second(reading, option, &value);
	else
		cpg_wrapper_apply(reading, option->means, &value);
}

/* A word behind one or two dashes that is read as one name. */
static void read_long(struct cpg_wrapper_reading *reading, const char *text, bool whole)
{
	size_t dashes = strspn(text, "-");
	size_t length = strcspn(text + dashes, "=");
	bool attached = text[dashes + length] == '=';
	struct spelling spelling = {text + dashes, length, dashes == 1};
	struct cpg_wrapper_option option;

	if (has_style(reading, STYLE_ONE_DASH))
		spelling.letter = false;
	if (!whole && !attached) {
		cpg_wrapper_unsure(reading, "the name of an option is not known");
		return;
	}
	if (find_option(reading, &spelling, &option))
		take_value(reading, &option, dashes + length + 1, attached);
	else if (!attached)
		pass_unknown(reading);
}

/* Whether the value of the letter at text[i] is in the same word. `*skip` is where. */
static bool attached_value(struct cpg_wrapper_reading *reading, const char *text, size_t i,
			   bool whole, size_t *skip)
{
	*skip = i + 1;
	if (text[*skip] == '=' && has_style(reading, STYLE_EQUALS))
		++*skip;
	if (text[*skip] == '\0' && !whole)
		cpg_wrapper_unsure(reading, "it is not known what an option takes");
	return text[*skip] != '\0' || !whole;
}

/* A cluster of letters, of which the last may have a value. */
static void read_letters(struct cpg_wrapper_reading *reading, const char *text, bool whole)
{
	for (size_t i = 1; text[i]; i++) {
		struct spelling spelling = {text + i, 1, true};
		struct cpg_wrapper_option option;
		bool attached;
		size_t skip;

		if (!find_option(reading, &spelling, &option)) {
			pass_unknown(reading);
			return;
		}
		if (option.takes == TAKES_NOTHING) {
			take_value(reading, &option, 0, false);
			continue;
		}
		attached = attached_value(reading, text, i, whole, &skip);
		take_value(reading, &option, skip, attached);
		return;
	}
	if (!whole)
		cpg_wrapper_unsure(reading, "the letters of an option are not known");
}

/* Whether a tool that has no clusters takes the word all the same, as in `-n4`. */
static bool is_letter_with_number(const char *text)
{
	return isalpha((unsigned char)text[1]) && text[2] != '\0' &&
	       text[2 + strspn(text + 2, "0123456789")] == '\0';
}

static void read_option(struct cpg_wrapper_reading *reading, const struct cpg_word *word)
{
	const char *text = cpg_wrapper_begin(word);
	bool whole = word->text != NULL;

	reading->at++;
	if (has_style(reading, STYLE_NUMBERS) && whole && isdigit((unsigned char)text[1]))
		return;
	if (text[1] == '-' ||
	    (has_style(reading, STYLE_ONE_DASH) && !(whole && is_letter_with_number(text))))
		read_long(reading, text, whole);
	else
		read_letters(reading, text, whole);
}

/* A lone "-" is an operand, except where a row lists it. */
static bool read_lone_dash(struct cpg_wrapper_reading *reading)
{
	for (const struct cpg_wrapper_option *option = reading->options;
	     option && option->names; option++) {
		if (!cpg_wrapper_lists(option->names, "-", 1))
			continue;
		reading->at++;
		take_value(reading, option, 0, false);
		return true;
	}
	return false;
}

static bool is_name(const char *text, size_t length)
{
	if (length == 0 || isdigit((unsigned char)text[0]))
		return false;
	for (size_t i = 0; i < length; i++) {
		if (!isalnum((unsigned char)text[i]) && text[i] != '_')
			return false;
	}
	return true;
}

/* Takes a word NAME=value that stands before the command. */
static bool read_variable(struct cpg_wrapper_reading *reading, const struct cpg_word *word)
{
	const char *text = cpg_wrapper_begin(word);
	const char *equals = strchr(text, '=');

	if (!has_style(reading, STYLE_VARIABLES))
		return false;
	if (!equals && !word->text)
		cpg_wrapper_unsure(reading, "a word before the command is not known");
	if (!equals)
		return false;
	if (is_name(text, (size_t)(equals - text)))
		cpg_wrapper_set(reading, word);
	reading->at++;
	reading->dashes = reading->dashes || has_style(reading, STYLE_LAST_OPTION);
	return true;
}

/* Takes an operand of the wrapper's own. Returns false at the inner command. */
static bool read_operand(struct cpg_wrapper_reading *reading, const struct cpg_word *word)
{
	if (read_variable(reading, word))
		return true;
	if (reading->file) {
		reading->out->file = word;
		reading->at++;
		return false;
	}
	if (has_style(reading, STYLE_ALL)) {
		reading->at++;
		return true;
	}
	if (reading->operands == 0)
		return false;
	reading->operands--;
	reading->at++;
	/* Behind the first operand a getopt with "+" reads no further options. */
	if (!has_style(reading, STYLE_PERMUTE))
		reading->dashes = true;
	return true;
}

/* A word that may be anything. What it most likely is keeps the guess going: any number of
 * options where there are no operands to come, else an operand. */
static bool read_gap(struct cpg_wrapper_reading *reading, const struct cpg_word *word)
{
	const char *text = cpg_wrapper_begin(word);

	cpg_wrapper_unsure(reading, word->many
					    ? "a word among its options may be any number "
					      "of words"
					    : "a word may be one of its options or not");
	if (!reading->dashes && is_option_text(text)) {
		read_option(reading, word);
		return true;
	}
	if (word->many && reading->operands == 0 && text[0] == '\0') {
		reading->at++;
		return true;
	}
	return read_operand(reading, word);
}

/* With options behind operands, what follows the inner command's first word may be the
 * wrapper's own. */
static void check_mixed(struct cpg_wrapper_reading *reading)
{
	if (!has_style(reading, STYLE_PERMUTE) || reading->dashes)
		return;
	for (size_t i = reading->at; i < reading->argc; i++) {
		const char *text = cpg_wrapper_begin(&reading->argv[i]);

		if (reading->argv[i].many || is_option_text(text) ||
		    is_gap(&reading->argv[i])) {
			cpg_wrapper_unsure(reading,
					   "its options and the command's words mix");
			return;
		}
	}
}

static bool read_word(struct cpg_wrapper_reading *reading)
{
	const struct cpg_word *word = &reading->argv[reading->at];
	const char *text = cpg_wrapper_begin(word);

	if (reading->dashes && reading->operands == 0 &&
	    !has_style(reading, STYLE_VARIABLES) && !has_style(reading, STYLE_ALL) &&
	    !reading->file)
		return false;
	if (word->many || is_gap(word))
		return read_gap(reading, word);
	if (reading->dashes || !is_option_text(text)) {
		if (!reading->dashes && word->text && strcmp(text, "-") == 0 &&
		    read_lone_dash(reading))
			return true;
		return read_operand(reading, word);
	}
	if (word->text && strcmp(text, "--") == 0) {
		reading->dashes = true;
		reading->at++;
		return true;
	}
	if (!word->text && strcmp(text, "-") == 0)
		return read_gap(reading, word);
	read_option(reading, word);
	return true;
}

void cpg_wrapper_read_words(struct cpg_wrapper_reading *reading)
{
	while (!reading->stop && !reading->module && reading->at < reading->argc &&
	       read_word(reading))
		continue;
	if (reading->stop || reading->module)
		return;
	check_mixed(reading);
}

bool cpg_wrapper_lists(const char *list, const char *word, size_t length)
{
	while (list && *list) {
		size_t count = strcspn(list, " ");

		if (count == length && memcmp(list, word, length) == 0)
			return true;
		list += count;
		list += strspn(list, " ");
	}
	return false;
}
