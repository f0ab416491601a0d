#include <string.h>
#include <sys/stat.h>

#include "cpguard/facts.h"
#include "cpguard/mounts.h"
#include "shell_walk.h"

/* A container while it is put together. */
struct making {
	struct cpg_shell *outer;
	struct cpg_shell *inner;
	const struct cpg_wrapped *wrapped;
	const struct cpg_slurm_container *said;
	const struct cpg_fields *fields;
	size_t first;
	struct cpg_environment environment; /* of the tool */
	const char *start;                  /* where it is started; NULL: not known */
	const char *inside; /* the working directory there; NULL: not known */
	bool stays;
};

/* The text of an option from the value of its word, with its gaps marked. */
static const char *marked(const struct making *making,
			  const struct cpg_wrapped_mount *mount)
{
	const struct cpg_field *field =
		&making->fields->items[making->first + mount->index];
	struct cpg_buffer out = {.arena = making->inner->arena};
	const char *text;

	for (size_t i = 0; i < field->value.count; i++) {
		const struct cpg_piece *piece = &field->value.pieces[i];

		if (piece->text.bytes)
			cpg_buffer_bytes(&out, piece->text.bytes, piece->text.length);
		else
			cpg_buffer_string(&out, piece->why == cpg_walk_job_word
							? CPG_MOUNT_WORD
							: CPG_MOUNT_GAP);
	}
	if (field->many)
		cpg_buffer_string(&out, CPG_MOUNT_GAP);
	text = cpg_buffer_finish(&out);
	/* The name of the option itself is known. */
	return text ? text + strnlen(text, mount->skip) : NULL;
}

static int add_options(const struct making *making, struct cpg_mounts *mounts,
		       enum cpg_mount_grammar grammar, struct cpg_error *err)
{
	for (size_t i = 0; i < making->wrapped->mount_count; i++) {
		const struct cpg_wrapped_mount *mount = &making->wrapped->mounts[i];
		const char *text;

		if (mount->grammar != grammar)
			continue;
		text = marked(making, mount);
		if (!text)
			return cpg_walk_no_memory(err);
		cpg_mounts_add(mounts, grammar, text);
	}
	return 0;
}

/* Looks up a variable that stands for an option of Apptainer's or Singularity's. The older prefix
 * counts where the other is not set; Singularity knows no other, but by its name it may be
 * Apptainer. Returns as cpg_environment_get(); an empty one is not set. */
static int find_setting(const struct making *making, const char *name, const char **value,
			struct cpg_error *err)
{
	const char *old = "";
	const char *new = "";
	const char *names[2] = {
		cpg_arena_printf(making->inner->arena, "APPTAINER_%s", name),
		cpg_arena_printf(making->inner->arena, "SINGULARITY_%s", name),
	};
	int first;
	int second;

	*value = CPG_MOUNT_GAP;
	if (!names[0] || !names[1])
		return cpg_walk_no_memory(err);
	first = cpg_environment_get(&making->environment, names[0], &new);
	second = cpg_environment_get(&making->environment, names[1], &old);
	if (making->wrapped->tool == CPG_TOOL_SINGULARITY &&
	    (first < 0 || second < 0 || (*new &&strcmp(old, new) != 0)))
		return CPG_UNKNOWN;
	if (first < 0 || (!*new &&second < 0))
		return CPG_UNKNOWN;
	*value = *new ? new : old;
	return **value ? CPG_YES : CPG_NO;
}

/* Adds what a variable asks for. */
static int add_setting(const struct making *making, struct cpg_mounts *mounts,
		       const char *name, enum cpg_mount_grammar grammar,
		       struct cpg_error *err)
{
	const char *text;
	int rc = find_setting(making, name, &text, err);

	if (rc == CPG_YES || rc == CPG_UNKNOWN)
		cpg_mounts_add(mounts, grammar, text);
	return rc < 0 ? -1 : 0;
}

static bool has_option(const struct making *making, enum cpg_mount_grammar grammar)
{
	for (size_t i = 0; i < making->wrapped->mount_count; i++) {
		if (making->wrapped->mounts[i].grammar == grammar)
			return true;
	}
	return false;
}

/* What else of the environment says where the command starts. */
static int find_apptainer_directory(struct making *making, struct cpg_error *err)
{
	static const char *const directories[] = {"CWD", "TARGET_CWD", "PWD", "TARGET_PWD"};
	static const char *const leaving[] = {"BOOT", "CONTAIN", "CONTAINALL", "COMPAT",
					      "OCI"};
	const char *value;
	int rc;

	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++) {
		rc = find_setting(making, directories[i], &value, err);
		if (rc < 0)
			return -1;
		if (rc == CPG_NO || making->wrapped->workdir)
			continue;
		making->inside = rc == CPG_YES && value[0] == '/' ? value : NULL;
		making->stays = false;
		return 0;
	}
	for (size_t i = 0; i < sizeof(leaving) / sizeof(leaving[0]); i++) {
		rc = find_setting(making, leaving[i], &value, err);
		if (rc < 0)
			return -1;
		making->stays = making->stays && rc == CPG_NO;
	}
	return 0;
}

/* Of the command line and the environment. Within the container the variable tells a container
 * within it what to mount again. */
static int make_apptainer(struct making *making, struct cpg_origin origin,
			  struct cpg_error *err)
{
	static const char *const handed_on[] = {"APPTAINER_BIND", "SINGULARITY_BIND", NULL};
	struct cpg_mounts mounts = {
		.arena = making->inner->arena,
		.workdir = making->start,
		.outer = making->outer->container,
	};

	if (add_options(making, &mounts, CPG_MOUNT_HOME, err) < 0 ||
	    (!has_option(making, CPG_MOUNT_HOME) &&
	     add_setting(making, &mounts, "HOME", CPG_MOUNT_HOME, err) < 0) ||
	    add_options(making, &mounts, CPG_MOUNT_BIND, err) < 0 ||
	    add_setting(making, &mounts, "BIND", CPG_MOUNT_BIND, err) < 0 ||
	    add_setting(making, &mounts, "BINDPATH", CPG_MOUNT_BIND, err) < 0 ||
	    add_options(making, &mounts, CPG_MOUNT_BIND_FIELDS, err) < 0 ||
	    add_setting(making, &mounts, "MOUNT", CPG_MOUNT_BIND_FIELDS, err) < 0 ||
	    find_apptainer_directory(making, err) < 0 ||
	    cpg_walk_unknown_names(making->inner, handed_on, "apptainer sets it", origin,
				   err) < 0)
		return -1;
	return cpg_mounts_finish(&mounts, CPG_MOUNTS_EITHER, &making->inner->container,
				 err);
}

/* Whether the environment names a daemon of another machine. */
static bool is_remote(const struct making *making)
{
	static const char *const names[] = {"DOCKER_HOST", "DOCKER_CONTEXT",
					    "CONTAINER_HOST", "CONTAINER_CONNECTION"};
	const char *value;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (cpg_environment_get(&making->environment, names[i], &value) > 0 &&
		    *value && strncmp(value, "unix://", strlen("unix://")) != 0)
			return true;
	}
	return false;
}

/* A container of docker's is started by a daemon, which has this machine's files: what a
 * container's paths are to that is not known. */
static int make_docker(struct making *making, struct cpg_error *err)
{
	static const enum cpg_mount_grammar grammars[] = {
		CPG_MOUNT_VOLUME, CPG_MOUNT_FIELDS, CPG_MOUNT_TMPFS, CPG_MOUNT_OTHERS};
	struct cpg_mounts mounts = {
		.arena = making->inner->arena,
		.workdir = making->start,
	};

	if (making->outer->container || is_remote(making))
		return 0;
	for (size_t i = 0; i < sizeof(grammars) / sizeof(grammars[0]); i++) {
		if (add_options(making, &mounts, grammars[i], err) < 0)
			return -1;
	}
	return cpg_mounts_finish(&mounts, CPG_MOUNTS_BY_DEPTH, &making->inner->container,
				 err);
}

static int make_enroot(struct making *making, struct cpg_error *err)
{
	struct cpg_mounts mounts = {
		.arena = making->inner->arena,
		.workdir = making->start,
		.outer = making->outer->container,
	};

	if (add_options(making, &mounts, CPG_MOUNT_ENROOT, err) < 0)
		return -1;
	return cpg_mounts_finish(&mounts, CPG_MOUNTS_IN_TURN, &making->inner->container,
				 err);
}

/* srun hands only the last value of an option on to pyxis. A step is started from outside of the
 * container in which srun may be. */
static int make_pyxis(struct making *making, struct cpg_error *err)
{
	const struct cpg_wrapped *wrapped = making->wrapped;
	struct cpg_slurm_container said = *making->said;

	if (making->outer->container)
		return 0;
	said.given = true;
	if (wrapped->mount_count) {
		said.mounts = marked(making, &wrapped->mounts[wrapped->mount_count - 1]);
		if (!said.mounts)
			return cpg_walk_no_memory(err);
		said.mounts_known = true;
	}
	if (wrapped->workdir) {
		said.workdir = wrapped->workdir->text;
		said.workdir_known = said.workdir != NULL;
	}
	if (wrapped->mount_home != CPG_FLAG_UNSAID)
		said.mount_home = wrapped->mount_home;
	if (wrapped->remap_root != CPG_FLAG_UNSAID)
		said.remap_root = wrapped->remap_root;
	return cpg_slurm_container_make(making->inner->arena, &said, making->start,
					&making->environment, &making->inner->container,
					&making->inside, err);
}

static int make(struct making *making, struct cpg_origin origin, struct cpg_error *err)
{
	making->inner->container = &cpg_container_closed;
	switch (making->wrapped->tool) {
	case CPG_TOOL_OTHER:
		break;
	case CPG_TOOL_APPTAINER:
	case CPG_TOOL_SINGULARITY:
		return make_apptainer(making, origin, err);
	case CPG_TOOL_DOCKER:
		return make_docker(making, err);
	case CPG_TOOL_ENROOT:
		return make_enroot(making, err);
	case CPG_TOOL_PYXIS:
		return make_pyxis(making, err);
	}
	return 0;
}

/* Whether a mount brings the directory from which the container is started to where it is. */
static bool comes_along(const struct making *making)
{
	const char *outside;
	struct stat status;

	return making->stays && making->start &&
	       cpg_container_locate(making->inner->arena, making->inner->container,
				    making->start, &outside, NULL) > 0 &&
	       stat(outside, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The working directory within the container, and PWD, which a shell sets when it starts. */
static int set_directory(const struct making *making, struct cpg_origin origin,
			 struct cpg_error *err)
{
	struct cpg_shell *inner = making->inner;
	struct cpg_shell_variable variable = {
		.kind = CPG_VARIABLE_SCALAR,
		.exported = CPG_YES,
	};
	int rc;

	if (making->inside)
		rc = cpg_value_text(inner->arena, cpg_text_of(making->inside), origin,
				    &variable.scalar);
	else
		rc = cpg_value_unknown(inner->arena,
				       "the working directory is not known there", origin,
				       &variable.scalar);
	if (rc < 0 || cpg_scope_set(inner->scope, "PWD", &variable, false) < 0)
		return cpg_walk_no_memory(err);
	cpg_scope_set_directory(inner->scope, variable.scalar);
	return 0;
}

int cpg_walk_contain(struct cpg_shell *outer, struct cpg_shell *inner,
		     const struct cpg_wrapped *wrapped,
		     const struct cpg_slurm_container *said,
		     const struct cpg_fields *fields, size_t first,
		     struct cpg_origin origin, struct cpg_error *err)
{
	struct making making = {
		.outer = outer,
		.inner = inner,
		.wrapped = wrapped,
		.said = said,
		.fields = fields,
		.first = first,
		.stays = wrapped->stays,
	};
	struct cpg_value here;

	if (cpg_scope_environment(outer->scope, &making.environment) < 0 ||
	    cpg_value_string(outer->arena, ".", &here) < 0)
		return cpg_walk_no_memory(err);
	if (cpg_shell_absolute(inner, here, &making.start, err) < 0)
		return -1;
	if (wrapped->workdir && wrapped->workdir->text && wrapped->workdir->text[0] == '/')
		making.inside = wrapped->workdir->text;
	if (make(&making, origin, err) < 0)
		return -1;
	if (!wrapped->workdir && comes_along(&making))
		making.inside = making.start;
	return set_directory(&making, origin, err);
}
