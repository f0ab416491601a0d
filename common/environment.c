#include "cpguard/environment.h"

#include <string.h>
#include <strings.h>

/* The entries are looked at from the first, so what wins comes first in a list. */
struct entries {
	const char **items;
	size_t count;
};

/* The part of --export between two separators. */
struct token {
	const char *start;
	size_t length;
};

static bool has_name(const char *entry, const char *name, size_t length)
{
	return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

static const char *find(const struct cpg_environment *environment, const char *name,
			size_t length)
{
	if (!environment->known)
		return NULL;
	for (const char *const *entry = environment->known; *entry; entry++) {
		if (has_name(*entry, name, length))
			return *entry;
	}
	return NULL;
}

static bool may_be_set(const struct cpg_environment *environment, const char *name,
		       size_t length)
{
	if (environment->more)
		return true;
	for (const char *const *entry = environment->unknown; entry && *entry; entry++) {
		if (strlen(*entry) == length && memcmp(*entry, name, length) == 0)
			return true;
	}
	return false;
}

int cpg_environment_get(const struct cpg_environment *environment, const char *name,
			const char **value)
{
	size_t length = strlen(name);
	const char *entry = environment ? find(environment, name, length) : NULL;

	if (entry) {
		*value = entry + length + 1;
		return 1;
	}
	return !environment || may_be_set(environment, name, length) ? -1 : 0;
}

static size_t count_known(const struct cpg_environment *environment)
{
	size_t count = 0;

	while (environment->known && environment->known[count])
		count++;
	return count;
}

static void add_all(struct entries *entries, const struct cpg_environment *submit)
{
	for (size_t i = 0; submit->known && submit->known[i]; i++)
		entries->items[entries->count++] = submit->known[i];
}

static void add_prefixed(struct entries *entries, const struct cpg_environment *submit,
			 const char *prefix)
{
	for (size_t i = 0; submit->known && submit->known[i]; i++) {
		if (strncmp(submit->known[i], prefix, strlen(prefix)) == 0)
			entries->items[entries->count++] = submit->known[i];
	}
}

static bool token_is(struct token token, const char *word)
{
	return token.length == strlen(word) &&
	       strncasecmp(token.start, word, token.length) == 0;
}

/* Where the token that begins at `at` ends: at a comma outside quotes, or at the end, also
 * when a quote is left open. Each kind of quote opens and closes by itself, as Slurm's
 * find_quote_token() has it. */
static const char *token_end(const char *at, bool *open)
{
	bool single = false;
	bool twofold = false;

	for (; *at; at++) {
		if (*at == '\'')
			single = !single;
		else if (*at == '"')
			twofold = !twofold;
		else if (*at == ',' && !single && !twofold)
			break;
	}
	*open = single || twofold;
	return at;
}

/* The token without the quotes around the whole of it; quotes within it stay. */
static struct token unquoted(const char *start, const char *end, bool open)
{
	bool quoted =
		end - start >= 2 && (*start == '\'' || *start == '"') && end[-1] == *start;

	if (quoted && !open)
		return (struct token){start + 1, (size_t)(end - start) - 2};
	return (struct token){start, (size_t)(end - start)};
}

/* Cuts `export` into tokens. `tokens` has room for all of them. */
static size_t split(const char *export, struct token *tokens)
{
	size_t count = 0;

	while (*export) {
		bool open;
		const char *end = token_end(export, &open);

		tokens[count++] = unquoted(export, end, open);
		export = *end ? end + 1 : end;
	}
	return count;
}

/* Adds what one token sets. `covered` tells that all of `submit` lies over it: then it sets
 * nothing that may be set there, and that is not known. */
static int add_token(struct cpg_arena *arena, struct entries *entries,
		     const struct cpg_environment *submit, struct token token, bool covered)
{
	const char *equals = memchr(token.start, '=', token.length);
	const char *entry;

	if (!equals) {
		entry = find(submit, token.start, token.length);
		if (entry)
			entries->items[entries->count++] = entry;
		return 0;
	}
	if (covered && may_be_set(submit, token.start, (size_t)(equals - token.start)))
		return 0;
	entry = cpg_arena_bytes(arena, token.start, token.length);
	if (!entry)
		return -1;
	entries->items[entries->count++] = entry;
	return 0;
}

/* The tokens, the last one first; `covered` as for add_token(). */
static int add_tokens(struct cpg_arena *arena, struct entries *entries,
		      const struct cpg_environment *submit, const struct token *tokens,
		      size_t count, bool covered)
{
	for (size_t i = count; i-- > 0;) {
		if (!token_is(tokens[i], "ALL")) {
			if (add_token(arena, entries, submit, tokens[i], covered) < 0)
				return -1;
		} else if (!covered) {
			add_all(entries, submit);
			covered = true;
		}
	}
	return 0;
}

/* sbatch writes one entry after the other into the environment, and SLURM_* last. */
static int export_batch(struct cpg_arena *arena, const struct cpg_environment *submit,
			const char *export, const struct token *tokens, size_t count,
			struct entries *entries)
{
	add_prefixed(entries, submit, "SLURM_");
	if (strcasecmp(export, "NONE") == 0 || strcasecmp(export, "NIL") == 0)
		return 0;
	return add_tokens(arena, entries, submit, tokens, count, false);
}

static bool holds(const struct token *tokens, size_t count, const char *word)
{
	for (size_t i = 0; i < count; i++) {
		if (token_is(tokens[i], word))
			return true;
	}
	return false;
}

/* srun writes the entries first and what comes along by itself over them. */
static int export_step(struct cpg_arena *arena, const struct cpg_environment *submit,
		       const struct token *tokens, size_t count, struct entries *entries)
{
	for (size_t i = 0; i < count; i++) {
		if (token_is(tokens[i], "NONE"))
			count = i;
	}
	if (holds(tokens, count, "ALL")) {
		add_all(entries, submit);
		return add_tokens(arena, entries, submit, tokens, count, true);
	}
	add_prefixed(entries, submit, "SLURM");
	add_prefixed(entries, submit, "_SLURM_SPANK_OPTION_");
	return add_tokens(arena, entries, submit, tokens, count, false);
}

int cpg_environment_export(struct cpg_arena *arena, const struct cpg_environment *submit,
			   enum cpg_slurm_command command, const char *export,
			   struct cpg_environment *out)
{
	size_t length = export ? strlen(export) : 0;
	struct entries entries = {NULL, 0};
	struct token *tokens;
	size_t count;
	int rc;

	if (command == CPG_SALLOC || !export || strcasecmp(export, "ALL") == 0) {
		*out = *submit;
		return 0;
	}
	tokens = cpg_arena_array(arena, length + 1, sizeof(*tokens));
	entries.items = cpg_arena_array(arena, 2 * count_known(submit) + length + 2,
					sizeof(*entries.items));
	if (!tokens || !entries.items)
		return -1;
	count = split(export, tokens);
	if (command == CPG_SBATCH)
		rc = export_batch(arena, submit, export, tokens, count, &entries);
	else
		rc = export_step(arena, submit, tokens, count, &entries);
	if (rc < 0)
		return -1;
	out->known = entries.items;
	out->unknown = submit->unknown;
	out->more = submit->more || command == CPG_SBATCH;
	return 0;
}
