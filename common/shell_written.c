#include <string.h>

#include "shell_touched.h"
#include "shell_walk.h"

struct cpg_shell_file *cpg_walk_written(const struct cpg_shell_world *world,
					const char *path)
{
	for (size_t i = 0; i < world->written_count; i++) {
		if (strcmp(world->written[i].path, path) == 0)
			return &world->written[i];
	}
	return NULL;
}

static struct cpg_shell_file *add_written(struct cpg_shell_world *world, const char *path)
{
	struct cpg_shell_file *grown;
	size_t capacity = world->written_capacity * 2 + 8;

	if (world->written_count == world->written_capacity) {
		grown = cpg_arena_array(world->arena, capacity, sizeof(*grown));
		if (!grown)
			return NULL;
		if (world->written_count)
			memcpy(grown, world->written,
			       world->written_count * sizeof(*grown));
		world->written = grown;
		world->written_capacity = capacity;
	}
	world->written[world->written_count] = (struct cpg_shell_file){.path = path};
	return &world->written[world->written_count++];
}

/* Whether it hangs on something not known that the file is written: its directory may be gone. */
static bool may_fail(struct cpg_shell *shell, const char *path, struct cpg_origin origin)
{
	int has_directory = cpg_shell_has_directory(shell, path);

	if (has_directory == CPG_UNKNOWN)
		cpg_shell_assume(shell, cpg_shell_opens, origin);
	return shell->conditional || has_directory == CPG_NO;
}

int cpg_walk_write(struct cpg_shell *shell, const char *path, struct cpg_value content,
		   bool append, struct cpg_origin origin, struct cpg_error *err)
{
	struct cpg_shell_file *file = cpg_walk_written(shell->world, path);
	bool known = file != NULL;

	if (!file)
		file = add_written(shell->world, path);
	if (!file)
		return cpg_walk_no_memory(err);
	if (append && !known) {
		/* Behind what is there already, which nobody has looked at. */
		struct cpg_value before;
		struct cpg_origin none = {NULL, 0};

		if (cpg_value_unknown(shell->arena, "the file may hold something already",
				      none, &before) < 0)
			return cpg_walk_no_memory(err);
		file->content = before;
	}
	if (!append)
		file->content = cpg_value_empty;
	if (cpg_value_append(shell->arena, file->content, content, &file->content) < 0)
		return cpg_walk_no_memory(err);
	file->maybe = may_fail(shell, path, origin) || (append && file->maybe);
	return 0;
}

int cpg_walk_open(struct cpg_shell *shell, const char *path, bool append,
		  struct cpg_origin origin, struct cpg_walk_opened *opened,
		  struct cpg_error *err)
{
	static const struct cpg_origin none;
	struct cpg_shell_file *file = cpg_walk_written(shell->world, path);

	*opened = (struct cpg_walk_opened){.append = append, .maybe = file && file->maybe};
	if (cpg_value_unknown(shell->arena, "the script writes to it", origin,
			      &opened->gap) < 0)
		return cpg_walk_no_memory(err);
	if (file)
		opened->before = file->content;
	else if (cpg_value_unknown(shell->arena, "the file may hold something already",
				   none, &opened->before) < 0)
		return cpg_walk_no_memory(err);
	if (!file)
		file = add_written(shell->world, path);
	if (!file)
		return cpg_walk_no_memory(err);
	file->content = opened->gap;
	file->maybe = may_fail(shell, path, origin);
	return 0;
}

int cpg_walk_close(struct cpg_shell *shell, const char *path, struct cpg_value content,
		   const struct cpg_walk_opened *opened, struct cpg_error *err)
{
	struct cpg_shell_file *file = cpg_walk_written(shell->world, path);
	struct cpg_value before = opened->append ? opened->before : cpg_value_empty;

	/* Something else has written to it, too. */
	if (file->content.pieces != opened->gap.pieces) {
		file->content = opened->gap;
		return 0;
	}
	if (cpg_value_append(shell->arena, before, content, &file->content) < 0)
		return cpg_walk_no_memory(err);
	file->maybe = file->maybe || (opened->append && opened->maybe);
	return 0;
}
