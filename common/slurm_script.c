#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "cpguard/slurm_words.h"
#include "slurm_words_private.h"

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM,
			     "no memory left for the #SBATCH lines of the script");
}

/* How a release reads the lines of a script. */
struct dialect {
	bool separator_anywhere; /* "hetjob" counts wherever it stands in a line */
	bool keeps_blank;        /* a backslash before a blank makes it part of the word */
};

static const struct dialect dialects[] = {
	{true, false},  /* 20.11 */
	{false, false}, /* 22.05 */
	{false, true},  /* 24.11, 26.05 */
};

struct word_list {
	struct cpg_arena *arena;
	const char **items;
	size_t count;
	size_t capacity;
};

static int add_word(struct word_list *list, const char *word)
{
	if (list->count == list->capacity) {
		size_t capacity = list->capacity ? list->capacity * 2 : 16;
		const char **items = cpg_arena_array(list->arena, capacity, sizeof(*items));

		if (!items)
			return -1;
		if (list->count)
			memcpy(items, list->items, list->count * sizeof(*items));
		list->items = items;
		list->capacity = capacity;
	}
	list->items[list->count++] = word;
	return 0;
}

static bool is_blank(char c)
{
	return isspace((unsigned char)c);
}

static char *skip_blanks(char *at)
{
	while (is_blank(*at))
		at++;
	return at;
}

/* Takes the next line off *rest. A line ends at a NUL as well: sbatch takes no script that
 * holds one. */
static bool next_line(struct cpg_text *rest, struct cpg_text *line)
{
	const char *end = rest->length ? memchr(rest->bytes, '\n', rest->length) : NULL;
	size_t length = end ? (size_t)(end - rest->bytes) : rest->length;

	if (rest->length == 0)
		return false;
	*line = (struct cpg_text){rest->bytes, strnlen(rest->bytes, length)};
	rest->bytes += end ? length + 1 : length;
	rest->length -= end ? length + 1 : length;
	return true;
}

static bool begins_with(struct cpg_text line, const char *magic)
{
	return line.length >= strlen(magic) &&
	       memcmp(line.bytes, magic, strlen(magic)) == 0;
}

/* The length of the word that makes a line one of sbatch's; 0 when it is none. */
static size_t magic_length(struct cpg_text line)
{
	static const char *const magics[] = {"#SBATCH", "#SLURM"};

	for (size_t i = 0; i < sizeof(magics) / sizeof(magics[0]); i++) {
		if (begins_with(line, magics[i]))
			return strlen(magics[i]);
	}
	return 0;
}

static bool is_comment(struct cpg_text line)
{
	size_t i = 0;

	while (i < line.length && is_blank(line.bytes[i]))
		i++;
	return i == line.length || line.bytes[i] == '#';
}

/* The separator of components at the beginning of `at`, which is no blank: its length. */
static size_t separator_length(const char *at)
{
	static const char *const separators[] = {"packjob", "hetjob"};

	for (size_t i = 0; i < sizeof(separators) / sizeof(separators[0]); i++) {
		size_t length = strlen(separators[i]);

		if (strncasecmp(at, separators[i], length) == 0 &&
		    (at[length] == '\0' || is_blank(at[length])))
			return length;
	}
	return 0;
}

/* Finds a separator anywhere in `at`. */
static char *find_separator(char *at, size_t *length)
{
	char *found = strcasestr(at, "packjob");

	*length = found ? strlen("packjob") : strlen("hetjob");
	return found ? found : strcasestr(at, "hetjob");
}

static bool begins_component(const struct dialect *dialect, char *at)
{
	size_t length;

	if (dialect->separator_anywhere)
		return find_separator(at, &length) != NULL;
	return separator_length(skip_blanks(at)) > 0;
}

/* Removes quotes and backslashes from the word at *at, which is written to `out`. Returns
 * its length and moves *at behind it. */
static size_t unquote(const struct dialect *dialect, char **at, char *out)
{
	bool escaped = false;
	char quote = '\0';
	size_t length = 0;
	char *p = *at;

	for (; *p && (quote || !is_blank(*p)); p++) {
		if (escaped) {
			escaped = false;
		} else if (*p == '\\' && !(dialect->keeps_blank && p[1] == ' ')) {
			escaped = true;
			continue;
		} else if (*p == '\\') {
			p++;
		} else if (quote ? *p == quote : (*p == '"' || *p == '\'')) {
			quote = quote ? '\0' : *p;
			continue;
		} else if (!quote && *p == '#') {
			break;
		}
		out[length++] = *p;
	}
	*at = p;
	return length;
}

/* The next word of a line, written to *out; NULL when there is none, which an empty pair of
 * quotes, a separator and a comment look like to sbatch as well. */
static const char *next_word(const struct dialect *dialect, char **at, char **out)
{
	char *word = *out;
	size_t length;
	char *separator;

	if (dialect->separator_anywhere) {
		separator = find_separator(*at, &length);
		if (separator)
			memset(separator, ' ', length);
	}
	*at = skip_blanks(*at);
	if (!dialect->separator_anywhere && separator_length(*at) > 0)
		return NULL;
	length = unquote(dialect, at, word);
	if (length == 0)
		return NULL;
	word[length] = '\0';
	*out += length + 1;
	return word;
}

/* Words are parted by at least one blank, so that with the NUL behind each they fit into as
 * much as the line takes. */
static int add_words(const struct dialect *dialect, char *at, struct word_list *list)
{
	char *out = cpg_arena_alloc(list->arena, strlen(at) + 1);
	const char *word;

	if (!out)
		return -1;
	while ((word = next_word(dialect, &at, &out))) {
		if (add_word(list, word) < 0)
			return -1;
	}
	return 0;
}

/* Lists the option words of one component. */
static int list_words(const struct dialect *dialect, struct cpg_text script,
		      unsigned component, struct word_list *list)
{
	struct cpg_text line;
	unsigned current = 0;

	while (current <= component && next_line(&script, &line)) {
		size_t magic = magic_length(line);
		char *at;

		if (!magic && !is_comment(line))
			break;
		if (!magic)
			continue;
		at = cpg_arena_bytes(list->arena, line.bytes + magic, line.length - magic);
		if (!at)
			return -1;
		if (begins_component(dialect, at))
			current++;
		if (current == component && add_words(dialect, at, list) < 0)
			return -1;
	}
	return 0;
}

/* The lines of other batch systems that sbatch translates: which of their options set what.
 * `flags` may stand before such a letter in one word. */
static const struct {
	const char *magic;
	const char *flags;
	const char *chdir;
	const char *export;
} foreigners[] = {
	{"#PBS", "hIVz", "dw", "v"},
	{"#BSUB", "x", "c", ""},
};

/* Whether a word of the line is an option of one of those letters, or a long one that
 * begins so. */
static bool has_option(struct cpg_text line, const char *flags, const char *letters)
{
	for (size_t i = 1; i < line.length; i++) {
		if (line.bytes[i] != '-' || isalnum((unsigned char)line.bytes[i - 1]))
			continue;
		while (i < line.length &&
		       (line.bytes[i] == '-' || strchr(flags, line.bytes[i])))
			i++;
		if (i < line.length && strchr(letters, line.bytes[i]))
			return true;
	}
	return false;
}

/* sbatch looks for such lines until it has seen a hundred that are no comment. */
static void read_foreign(struct cpg_text script, struct cpg_slurm_words *words)
{
	const size_t rows = sizeof(foreigners) / sizeof(foreigners[0]);
	struct cpg_text line;
	unsigned commands = 0;

	while (commands <= 100 && next_line(&script, &line)) {
		if (line.length == 0 || line.bytes[0] != '#')
			commands++;
		for (size_t i = 0; i < rows; i++) {
			if (!begins_with(line, foreigners[i].magic))
				continue;
			if (has_option(line, foreigners[i].flags, foreigners[i].chdir))
				cpg_slurm_words_set_chdir(words, NULL, false);
			if (has_option(line, foreigners[i].flags, foreigners[i].export))
				cpg_slurm_words_set_export(words, NULL, false);
		}
	}
}

static int read_script(struct cpg_arena *arena, const struct dialect *dialect,
		       struct cpg_text script, unsigned component,
		       struct cpg_slurm_words *out, struct cpg_error *err)
{
	struct word_list list = {.arena = arena};

	if (list_words(dialect, script, component, &list) < 0)
		return no_memory(err);
	return cpg_slurm_words_read(arena, list.items, list.count, out, err);
}

int cpg_slurm_words_script(struct cpg_arena *arena, struct cpg_text script,
			   unsigned component, struct cpg_slurm_words *out,
			   struct cpg_error *err)
{
	struct cpg_slurm_words words;

	if (read_script(arena, &dialects[0], script, component, &words, err) < 0)
		return -1;
	for (size_t i = 1; i < sizeof(dialects) / sizeof(dialects[0]); i++) {
		struct cpg_slurm_words other;

		if (read_script(arena, &dialects[i], script, component, &other, err) < 0)
			return -1;
		cpg_slurm_words_join(&words, &other);
	}
	read_foreign(script, &words);
	*out = words;
	return 0;
}

int cpg_slurm_words_list(struct cpg_arena *arena, struct cpg_text script,
			 unsigned component, const char *const **words, size_t *count,
			 struct cpg_error *err)
{
	const size_t newest = sizeof(dialects) / sizeof(dialects[0]) - 1;
	struct word_list list = {.arena = arena};

	if (list_words(&dialects[newest], script, component, &list) < 0)
		return no_memory(err);
	*words = list.items;
	*count = list.count;
	return 0;
}
