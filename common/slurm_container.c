#include <string.h>

#include "cpguard/mounts.h"
#include "cpguard/slurm_words.h"
#include "slurm_words_private.h"

bool cpg_slurm_same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static void join_text(const char **text, bool *known, const char *other, bool other_known)
{
	*known = *known && other_known && cpg_slurm_same(*text, other);
	if (!*known)
		*text = NULL;
}

static void join_flag(enum cpg_slurm_flag *flag, enum cpg_slurm_flag other)
{
	if (*flag != other)
		*flag = CPG_FLAG_UNKNOWN;
}

void cpg_slurm_container_join(struct cpg_slurm_container *container,
			      const struct cpg_slurm_container *other)
{
	container->given = container->given || other->given;
	container->bundle = container->bundle || other->bundle;
	join_text(&container->mounts, &container->mounts_known, other->mounts,
		  other->mounts_known);
	join_text(&container->workdir, &container->workdir_known, other->workdir,
		  other->workdir_known);
	join_flag(&container->mount_home, other->mount_home);
	join_flag(&container->remap_root, other->remap_root);
}

static void lay_text(const char **text, bool *known, const char *over, bool over_known)
{
	if (!over && over_known)
		return;
	*text = over;
	*known = over_known;
}

void cpg_slurm_container_over(struct cpg_slurm_container *base,
			      const struct cpg_slurm_container *over)
{
	base->given = base->given || over->given;
	base->bundle = base->bundle || over->bundle;
	lay_text(&base->mounts, &base->mounts_known, over->mounts, over->mounts_known);
	lay_text(&base->workdir, &base->workdir_known, over->workdir, over->workdir_known);
	if (over->mount_home != CPG_FLAG_UNSAID)
		base->mount_home = over->mount_home;
	if (over->remap_root != CPG_FLAG_UNSAID)
		base->remap_root = over->remap_root;
}

/* The variable pyxis looks for, when it is known to be set; NULL otherwise. */
static const char *variable(const struct cpg_environment *environment, const char *name)
{
	const char *value = NULL;

	return cpg_environment_get(environment, name, &value) > 0 ? value : NULL;
}

/* Source: pyxis 0.24: config.c parse_bool; another value counts for nothing. */
static void default_flag(const char *value, enum cpg_slurm_flag *flag)
{
	static const char *const values[][4] = {
		[CPG_FLAG_NO] = {"0", "false", "no", "n"},
		[CPG_FLAG_YES] = {"1", "true", "yes", "y"},
	};

	for (size_t i = 0; value && *flag == CPG_FLAG_UNSAID && i < 4; i++) {
		if (strcmp(value, values[CPG_FLAG_NO][i]) == 0)
			*flag = CPG_FLAG_NO;
		else if (strcmp(value, values[CPG_FLAG_YES][i]) == 0)
			*flag = CPG_FLAG_YES;
	}
}

void cpg_slurm_container_defaults(const struct cpg_environment *environment,
				  struct cpg_slurm_container *container)
{
	container->given = container->given ||
			   variable(environment, "PYXIS_CONTAINER_IMAGE") ||
			   variable(environment, "PYXIS_CONTAINER_NAME");
	if (!container->mounts && container->mounts_known)
		container->mounts = variable(environment, "PYXIS_CONTAINER_MOUNTS");
	if (!container->workdir && container->workdir_known)
		container->workdir = variable(environment, "PYXIS_CONTAINER_WORKDIR");
	default_flag(variable(environment, "PYXIS_CONTAINER_MOUNT_HOME"),
		     &container->mount_home);
	default_flag(variable(environment, "PYXIS_CONTAINER_REMAP_ROOT"),
		     &container->remap_root);
}

static size_t count_known(const struct cpg_environment *environment)
{
	size_t count = 0;

	while (environment->known && environment->known[count])
		count++;
	return count;
}

int cpg_slurm_container_export(struct cpg_arena *arena,
			       const struct cpg_slurm_container *said,
			       const struct cpg_environment *environment,
			       struct cpg_environment *out)
{
	const struct {
		const char *name;
		bool given;
		const char *value;
	} rows[] = {
		{CPG_SLURM_PYXIS "image", said->given, "given"},
		{CPG_SLURM_PYXIS "mounts", said->mounts || !said->mounts_known,
		 said->mounts_known ? said->mounts : CPG_MOUNT_GAP},
		{CPG_SLURM_PYXIS "workdir", said->workdir || !said->workdir_known,
		 said->workdir_known ? said->workdir : CPG_MOUNT_GAP},
		{CPG_SLURM_PYXIS "mount_home", said->mount_home == CPG_FLAG_YES, ""},
		{CPG_SLURM_PYXIS "remap_root", said->remap_root == CPG_FLAG_YES, ""},
	};
	const size_t row_count = sizeof(rows) / sizeof(rows[0]);
	size_t before = count_known(environment);
	const char **known = cpg_arena_array(arena, before + row_count + 1, sizeof(*known));
	size_t count = 0;

	if (!known)
		return -1;
	/* The first entry of a name counts. */
	for (size_t i = 0; i < row_count; i++) {
		if (!rows[i].given)
			continue;
		known[count] =
			cpg_arena_printf(arena, "%s=%s", rows[i].name, rows[i].value);
		if (!known[count++])
			return -1;
	}
	if (before)
		memcpy(known + count, environment->known, before * sizeof(*known));
	*out = *environment;
	out->known = known;
	return 0;
}

/* The home directory, which enroot mounts before what pyxis asks for. Whether it is remapped to
 * root's when nothing says so is the site's choice; then it is not where HOME says, and nothing
 * is found there. */
static void mount_home(struct cpg_mounts *mounts, const struct cpg_slurm_container *said,
		       const struct cpg_environment *environment)
{
	const char *home = variable(environment, "HOME");

	if (said->mount_home != CPG_FLAG_YES || !home || home[0] != '/')
		return;
	if (said->remap_root == CPG_FLAG_UNKNOWN)
		return;
	cpg_mounts_bind(mounts, home, said->remap_root == CPG_FLAG_YES ? "/root" : home);
}

int cpg_slurm_container_make(struct cpg_arena *arena,
			     const struct cpg_slurm_container *said, const char *workdir,
			     const struct cpg_environment *environment,
			     const struct cpg_container **out, const char **inside,
			     struct cpg_error *err)
{
	struct cpg_mounts mounts = {.arena = arena, .workdir = workdir};
	const char *directory = said->workdir;

	*out = NULL;
	if (!said->given && !said->bundle)
		return 0;
	*inside = NULL;
	*out = &cpg_container_closed;
	if (said->bundle)
		return 0;
	mount_home(&mounts, said, environment);
	if (!said->mounts_known)
		cpg_mounts_add(&mounts, CPG_MOUNT_PYXIS, CPG_MOUNT_GAP);
	else if (said->mounts)
		cpg_mounts_add(&mounts, CPG_MOUNT_PYXIS, said->mounts);
	if (said->workdir_known && directory && directory[0] == '/')
		*inside = directory;
	return cpg_mounts_finish(&mounts, CPG_MOUNTS_IN_TURN, out, err);
}
