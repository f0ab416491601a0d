#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cpguard/facts.h"
#include "shell_builtins_private.h"
#include "shell_compute_private.h"
#include "shell_touched.h"

#define UNKNOWN_NAME "it is a part of a path that is not known"

/* A path cut behind its last gap: `front` up to it and with it, `tail` the known text behind,
 * without the slashes at its end. */
struct cut_path {
	struct cpg_value front;
	char *tail;
	size_t length;
	struct cpg_origin origin; /* of the tail */
	bool slashes;             /* there were some at its end */
};

static int cut_path(struct cpg_computing *c, struct cpg_value path, struct cut_path *out)
{
	size_t from = path.count;
	struct cpg_value tail;
	struct cpg_text text;

	while (from > 0 && path.pieces[from - 1].text.bytes)
		from--;
	tail = (struct cpg_value){path.pieces + from, path.count - from};
	text = cpg_value_flat(c->shell->arena, tail);
	if (!text.bytes)
		return cpg_walk_no_memory(c->err);
	*out = (struct cut_path){
		.front = {path.pieces, from},
		.tail = cpg_arena_bytes(c->shell->arena, text.bytes, text.length),
		.length = text.length,
		.origin = cpg_value_origin(tail),
	};
	if (!out->tail)
		return cpg_walk_no_memory(c->err);
	while (out->length > 0 && out->tail[out->length - 1] == '/')
		out->length--;
	out->slashes = out->length < text.length;
	out->tail[out->length] = '\0';
	return 0;
}

/* A gap, and text that is known to stand behind it. */
static int gap_and_text(struct cpg_computing *c, const char *text, struct cpg_origin origin,
			struct cpg_value *out)
{
	struct cpg_pieces made = {.arena = c->shell->arena};

	cpg_pieces_gap(&made, UNKNOWN_NAME, c->origin, false);
	cpg_pieces_text(&made, text, strlen(text), origin);
	return cpg_pieces_finish(&made, out, c->err);
}

static int text_value(struct cpg_computing *c, const char *text, size_t length,
		      struct cpg_origin origin, struct cpg_value *out)
{
	const char *copy = cpg_arena_bytes(c->shell->arena, text, length);

	if (!copy || cpg_value_text(c->shell->arena, (struct cpg_text){copy, length},
				    origin, out) < 0)
		return cpg_walk_no_memory(c->err);
	return 0;
}

int cpg_compute_name_of(struct cpg_computing *c, struct cpg_value path,
			struct cpg_value *out)
{
	struct cut_path cut;
	const char *slash;

	if (cut_path(c, path, &cut) < 0)
		return -1;
	slash = strrchr(cut.tail, '/');
	if (slash)
		return text_value(c, slash + 1, strlen(slash + 1), cut.origin, out);
	if (cut.front.count)
		return gap_and_text(c, cut.tail, cut.origin, out);
	if (cut.length == 0 && cut.slashes)
		return text_value(c, "/", 1, cut.origin, out);
	return text_value(c, cut.tail, cut.length, cut.origin, out);
}

/* The directory of a path in which a slash stands at `slash` behind the last gap. A gap before
 * it may be empty, so that slashes before that would go, too. */
static int directory_before(struct cpg_computing *c, const struct cut_path *cut,
			    const char *slash, struct cpg_value *out)
{
	size_t length = (size_t)(slash - cut->tail);
	struct cpg_pieces made = {.arena = c->shell->arena};

	while (length > 0 && cut->tail[length - 1] == '/')
		length--;
	if (cut->front.count == 0)
		return text_value(c, length ? cut->tail : "/", length ? length : 1,
				  cut->origin, out);
	if (length == 0) {
		struct cpg_text start = cpg_value_prefix(c->shell->arena, cut->front);
		size_t kept = start.length;

		if (!start.bytes)
			return cpg_walk_no_memory(c->err);
		while (kept > 1 && start.bytes[kept - 1] == '/')
			kept--;
		if (kept < start.length) {
			cpg_pieces_text(&made, start.bytes, kept,
					cpg_value_origin(cut->front));
			cpg_pieces_gap(&made, UNKNOWN_NAME, c->origin, false);
			return cpg_pieces_finish(&made, out, c->err);
		}
	}
	cpg_pieces_value(&made, cut->front);
	cpg_pieces_text(&made, cut->tail, length, cut->origin);
	return cpg_pieces_finish(&made, out, c->err);
}

/* The directory of what is all within, or before, a gap. */
static int directory_of_gap(struct cpg_computing *c, struct cpg_value front,
			    struct cpg_value *out)
{
	struct cpg_text start = cpg_value_prefix(c->shell->arena, front);
	struct cpg_pieces made = {.arena = c->shell->arena};

	if (!start.bytes)
		return cpg_walk_no_memory(c->err);
	/* An absolute path's directory is absolute. */
	if (start.length && start.bytes[0] == '/')
		cpg_pieces_text(&made, "/", 1, cpg_value_origin(front));
	cpg_pieces_gap(&made, UNKNOWN_NAME, c->origin, false);
	return cpg_pieces_finish(&made, out, c->err);
}

int cpg_compute_directory_of(struct cpg_computing *c, struct cpg_value path,
			     struct cpg_value *out)
{
	struct cut_path cut;
	const char *slash;

	if (cut_path(c, path, &cut) < 0)
		return -1;
	slash = strrchr(cut.tail, '/');
	if (slash)
		return directory_before(c, &cut, slash, out);
	if (cut.front.count)
		return directory_of_gap(c, cut.front, out);
	if (cut.length == 0 && cut.slashes)
		return text_value(c, "/", 1, cut.origin, out);
	return text_value(c, ".", 1, c->origin, out);
}

static void put_line(struct cpg_computing *c, struct cpg_value value)
{
	cpg_pieces_value(&c->out, value);
	cpg_pieces_text(&c->out, "\n", 1, c->origin);
}

int cpg_compute_dirname(struct cpg_computing *c)
{
	static const struct cpg_compute_grammar grammar = {"", false, "z", "zero"};
	char found[16];
	struct cpg_value value;
	int rc;

	if (!cpg_compute_counted(c))
		return 0;
	rc = cpg_compute_options(c, &grammar, found);
	if (rc < 0)
		return cpg_compute_unread(c, rc);
	c->status = c->count == 0;
	for (size_t i = 0; i < c->count; i++) {
		if (cpg_compute_directory_of(c, c->words[i].value, &value) < 0)
			return -1;
		put_line(c, value);
	}
	return 1;
}

/* Takes the suffix away where the name ends with it and is more than it. */
static int drop_suffix(struct cpg_computing *c, struct cpg_value name, const char *suffix,
		       struct cpg_value *out)
{
	size_t length = strlen(suffix);
	struct cut_path cut;
	bool gap;

	*out = name;
	if (cut_path(c, name, &cut) < 0)
		return -1;
	gap = cut.front.count > 0;
	if (cut.slashes || length == 0)
		return 0;
	if (gap && cut.length < length)
		return gap_and_text(c, "", cut.origin, out);
	if (cut.length + gap <= length ||
	    strcmp(cut.tail + cut.length - length, suffix) != 0)
		return 0;
	cut.tail[cut.length - length] = '\0';
	if (gap)
		return gap_and_text(c, cut.tail, cut.origin, out);
	return text_value(c, cut.tail, cut.length - length, cut.origin, out);
}

static int put_name(struct cpg_computing *c, struct cpg_value path, const char *suffix)
{
	struct cpg_value name;

	if (cpg_compute_name_of(c, path, &name) < 0 ||
	    drop_suffix(c, name, suffix, &name) < 0)
		return -1;
	put_line(c, name);
	return 1;
}

/* The options of basename, which stand before its operands. */
struct naming {
	bool many;
	const char *suffix; /* NULL: not known */
	size_t first;       /* the first operand */
};

/* Returns 0, or as cpg_compute_options(). */
static int read_naming(const struct cpg_computing *c, struct naming *naming)
{
	static const struct cpg_compute_grammar grammar = {
		.letters = "a",
		.others = "sz",
		.names = "multiple suffix zero",
	};
	size_t at = 0;

	*naming = (struct naming){.suffix = ""};
	for (; at < c->count; at++) {
		const char *option = cpg_compute_option(c, at);

		int rc = 0;

		if (!option)
			return CPG_COMPUTE_UNKNOWN;
		if (!*option)
			break;
		if (strcmp(option, "--") == 0) {
			at++;
			break;
		}
		naming->many = true;
		if (strcmp(option, "-a") == 0)
			continue;
		if (strncmp(option, "-s", 2) != 0) {
			char found[16] = "";

			rc = cpg_compute_add_letters(option + 1, &grammar, found);
			return rc < 0 ? rc : CPG_COMPUTE_UNKNOWN;
		}
		if (!option[2] && at + 1 == c->count)
			return CPG_COMPUTE_REFUSED;
		naming->suffix = option[2] ? option + 2 : cpg_compute_word(c, ++at);
	}
	naming->first = at;
	return 0;
}

/* basename NAME [SUFFIX], basename -a NAMES, basename -s SUFFIX NAMES. */
int cpg_compute_basename(struct cpg_computing *c)
{
	struct naming naming;
	size_t names;
	int rc;

	if (!cpg_compute_counted(c))
		return 0;
	rc = read_naming(c, &naming);
	if (rc < 0)
		return cpg_compute_unread(c, rc);
	names = c->count - naming.first;
	if (names == 0 || (!naming.many && names > 2)) {
		c->status = 1;
		return 1;
	}
	if (!naming.many && names == 2) {
		naming.suffix = cpg_compute_word(c, naming.first + 1);
		names = 1;
	}
	if (!naming.suffix)
		return 0;
	for (size_t i = 0; i < names; i++) {
		if (put_name(c, c->words[naming.first + i].value, naming.suffix) < 0)
			return -1;
	}
	return 1;
}

char *cpg_compute_real_path(struct cpg_arena *arena, const char *absolute)
{
	char room[PATH_MAX];

	return realpath(absolute, room) ? cpg_arena_string(arena, room) : NULL;
}

/* The directory that is here with a name that is not, as realpath and readlink -f have it. On
 * the node nothing else can come there meanwhile. */
static char *real_parent(struct cpg_computing *c, const char *absolute)
{
	const char *slash = strrchr(absolute, '/');
	const char *name = slash + 1;
	char *directory;
	bool written = cpg_walk_written(c->shell->world, absolute);

	if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
	    (!c->shell->world->on_node && !written))
		return NULL;
	directory = cpg_arena_bytes(c->shell->arena, absolute,
				    slash == absolute ? 1 : (size_t)(slash - absolute));
	directory = directory ? cpg_compute_real_path(c->shell->arena, directory) : NULL;
	if (!directory)
		return NULL;
	return cpg_arena_printf(c->shell->arena, "%s/%s",
				strcmp(directory, "/") == 0 ? "" : directory, name);
}

static bool in_spool(struct cpg_value path)
{
	return path.count && !path.pieces[0].text.bytes &&
	       path.pieces[0].why == cpg_shell_spool;
}

/* Where a path leads, all links followed. Returns 1, 0 when that is not known, -1. */
static int put_real(struct cpg_computing *c, struct cpg_value path, bool must_exist)
{
	struct cpg_value directory = cpg_scope_directory(c->shell->scope);
	const char *absolute;
	struct cpg_value value;
	char *real;
	int rc;

	if (in_spool(path) && !c->shell->container) {
		put_line(c, path);
		return 1;
	}
	/* `realpath .` in the spool directory. */
	if (in_spool(directory) && cpg_value_known(path) && !c->shell->container &&
	    strcmp(cpg_value_flat(c->shell->arena, path).bytes, ".") == 0) {
		put_line(c, directory);
		return 1;
	}
	/* Where links lead within an image is not known. */
	rc = c->shell->container ? 0 : cpg_shell_path(c->shell, path, &absolute, c->err);
	if (rc != 1 || !*absolute || cpg_shell_is_touched(c->shell, absolute))
		return rc < 0 ? -1 : 0;
	real = cpg_compute_real_path(c->shell->arena, absolute);
	if (!real && errno == ENOENT && !must_exist)
		real = real_parent(c, absolute);
	if (!real)
		return 0;
	if (cpg_value_text(c->shell->arena, cpg_text_of(real), cpg_value_origin(path),
			   &value) < 0)
		return cpg_walk_no_memory(c->err);
	put_line(c, value);
	return 1;
}

static int put_reals(struct cpg_computing *c, bool must_exist)
{
	if (!cpg_compute_counted(c) || c->count == 0)
		return 0;
	for (size_t i = 0; i < c->count; i++) {
		int rc = put_real(c, c->words[i].value, must_exist);

		if (rc != 1)
			return rc;
	}
	return 1;
}

/* readlink FILE: what is no link has nothing to print. */
static int put_link(struct cpg_computing *c)
{
	const char *absolute;
	struct stat status;
	int rc;

	if (!cpg_compute_counted(c) || c->count != 1)
		return 0;
	rc = cpg_shell_path(c->shell, c->words[0].value, &absolute, c->err);
	if (rc != 1)
		return rc;
	if (cpg_shell_is_touched(c->shell, absolute) || lstat(absolute, &status) != 0 ||
	    S_ISLNK(status.st_mode))
		return 0;
	c->status = 1;
	return 1;
}

int cpg_compute_realpath(struct cpg_computing *c)
{
	static const struct cpg_compute_grammar grammar = {
		.letters = "Pemq",
		.others = "ELsz",
		.names = "canonicalize relative-to relative-base quiet strip no-symlinks "
			 "zero "
			 "logical physical canonicalize-existing canonicalize-missing",
	};
	char found[16];
	int rc = cpg_compute_options(c, &grammar, found);

	if (rc < 0)
		return cpg_compute_unread(c, rc);
	return put_reals(c, strchr(found, 'e') != NULL);
}

int cpg_compute_readlink(struct cpg_computing *c)
{
	static const struct cpg_compute_grammar grammar = {
		.letters = "efmqsv",
		.others = "nz",
		.names = "canonicalize canonicalize-existing canonicalize-missing "
			 "no-newline "
			 "quiet silent verbose zero",
	};
	char found[16];
	int rc = cpg_compute_options(c, &grammar, found);

	if (rc < 0)
		return cpg_compute_unread(c, rc);
	if (!strpbrk(found, "efm"))
		return put_link(c);
	return put_reals(c, strchr(found, 'e') != NULL);
}
