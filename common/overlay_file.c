#include <errno.h>
#include <string.h>

#include "cpguard/file.h"
#include "overlay_private.h"

/* What is in the file, which the script may be known to write. Returns 1, 0 with *err set when
 * it is not known, -1 when there is no memory. */
static int read_text(struct cpg_arena *arena, const struct cpg_place *place,
		     const char *path, struct cpg_text *text, struct cpg_error *err)
{
	if (!cpg_place_change(place, path, text)) {
		if (cpg_file_read(arena, path, CPG_YAML_LIMIT, text, err) == 0)
			return 1;
		return err->code == ENOMEM ? -1 : 0;
	}
	if (text->bytes && text->length <= CPG_YAML_LIMIT)
		return 1;
	cpg_error_set(err, CPG_E_HIDDEN,
		      "'%.300s' may be changed by the script before it is read", path);
	return 0;
}

/* What is in all of the files, which have to agree: which of them the job reads cannot be told
 * from here. Returns as read_text(). */
static int read_candidates(struct cpg_arena *arena, const struct cpg_place *place,
			   const struct cpg_candidates *found, struct cpg_text *text,
			   struct cpg_error *err)
{
	int rc = read_text(arena, place, found->paths[0], text, err);

	for (size_t i = 1; i < found->count && rc == 1; i++) {
		struct cpg_text other;

		rc = read_text(arena, place, found->paths[i], &other, err);
		if (rc != 1 || (other.length == text->length &&
				memcmp(other.bytes, text->bytes, text->length) == 0))
			continue;
		cpg_error_set(err, CPG_E_HIDDEN,
			      "%.300s and %.300s differ, and which of them the job reads "
			      "cannot be told from here",
			      found->paths[0], found->paths[i]);
		return 0;
	}
	return rc;
}

/* Finds, reads and parses. Returns as read_text(). */
static int read_file(struct cpg_arena *arena, const struct cpg_place *place,
		     const char *path, struct cpg_overlay_file *file, struct cpg_error *err)
{
	struct cpg_candidates found;
	struct cpg_text text;
	int rc = cpg_place_files(arena, place, path, &found, err);

	if (rc <= 0)
		return rc < 0 && err->code == ENOMEM ? -1 : 0;
	rc = read_candidates(arena, place, &found, &text, err);
	if (rc != 1)
		return rc;
	file->path = found.paths[0];
	if (cpg_yaml_parse(arena, text, file->path, &file->root, err) == 0)
		return 1;
	return err->code == ENOMEM ? -1 : 0;
}

int cpg_overlay_read(struct cpg_arena *arena, const struct cpg_place *place,
		     const char *option, const char *path, struct cpg_overlay_file *file,
		     const char **why)
{
	struct cpg_error err = {0};
	int rc = read_file(arena, place, path, file, &err);

	if (rc != 0)
		return rc;
	if (err.file && err.line)
		*why = cpg_arena_printf(arena, "what %s sets is not known: %s:%u: %s",
					option, err.file, err.line, err.text);
	else if (err.file)
		*why = cpg_arena_printf(arena, "what %s sets is not known: %s: %s", option,
					err.file, err.text);
	else
		*why = cpg_arena_printf(arena, "what %s sets is not known: %s", option,
					err.text);
	return *why ? 0 : -1;
}
