#include "cpguard/shell.h"

#include <errno.h>
#include <string.h>

#include "shell_location.h"

const char cpg_shell_spool[] = "it lies in slurmd's spool directory on the node";

const char *cpg_shell_gap_why(struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		const struct cpg_piece *piece = &value.pieces[i];

		if (!piece->text.bytes && piece->why && piece->why != cpg_shell_spool)
			return piece->why;
	}
	return "how many words there are is not known";
}

int cpg_shell_step(struct cpg_shell *shell, struct cpg_error *err)
{
	if (shell->world->steps >= CPG_SHELL_STEPS_LIMIT)
		return cpg_error_set(err, CPG_E_LIMIT,
				     "the script takes more than %d steps to read",
				     CPG_SHELL_STEPS_LIMIT);
	shell->world->steps++;
	return 0;
}

void cpg_shell_incomplete(struct cpg_shell *shell, const char *why,
			  struct cpg_origin origin)
{
	struct cpg_shell_world *world = shell->world;

	if (world->incomplete)
		return;
	world->incomplete = true;
	world->why = why;
	world->why_origin = origin;
}

const char cpg_shell_expands[] = "an expansion of what is not known does not fail";
const char cpg_shell_enters[] = "the directory is there, or can be made";
const char cpg_shell_opens[] = "the file can be opened";
const char cpg_shell_goes_on[] = "no check or program ends the script with a failure";

void cpg_shell_assume(struct cpg_shell *shell, const char *what, struct cpg_origin origin)
{
	struct cpg_shell_world *world = shell->world;

	for (size_t i = 0; i < world->assumed_count; i++) {
		const struct cpg_assumption *noted = &world->assumed[i];

		if (noted->what == what &&
		    (what == cpg_shell_goes_on || (noted->origin.file == origin.file &&
						   noted->origin.line == origin.line)))
			return;
	}
	if (!world->assumed)
		world->assumed = cpg_arena_array(world->arena, CPG_SHELL_ASSUMED_LIMIT,
						 sizeof(*world->assumed));
	if (world->assumed && world->assumed_count < CPG_SHELL_ASSUMED_LIMIT)
		world->assumed[world->assumed_count++] =
			(struct cpg_assumption){what, origin};
}

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "not enough memory to read the script");
}

static bool begins_with_gap(struct cpg_value value)
{
	return value.count && !value.pieces[0].text.bytes;
}

static bool in_spool(struct cpg_value value)
{
	return begins_with_gap(value) && value.pieces[0].why == cpg_shell_spool;
}

/* *out is the path from the root, or with a gap where it would be known. */
static int from_root(struct cpg_shell *shell, struct cpg_value path, struct cpg_value *out)
{
	struct cpg_text known = cpg_value_prefix(shell->arena, path);
	struct cpg_value slash;

	if (!known.bytes)
		return -1;
	*out = path;
	/* An empty path names nothing, in any directory. */
	if (known.bytes[0] == '/' || begins_with_gap(path) || known.length == 0)
		return 0;
	if (cpg_value_string(shell->arena, "/", &slash) < 0 ||
	    cpg_value_append(shell->arena, cpg_scope_directory(shell->scope), slash, out) <
		    0)
		return -1;
	return cpg_value_append(shell->arena, *out, path, out);
}

/* Whether `/.` stands there as a name of its own. */
static bool is_dot(const char *path)
{
	return path[0] == '/' && path[1] == '.' && (path[2] == '/' || path[2] == '\0');
}

/* Without `//` and `/.`, in place. `..` stays: behind a symbolic link it leads elsewhere. */
static void tidy(char *path)
{
	char *to = path;

	for (const char *from = path; *from;) {
		if (from[0] == '/' && from[1] == '/')
			from++;
		else if (is_dot(from))
			from += 2;
		else
			*to++ = *from++;
	}
	if (to == path && *path)
		*to++ = '/';
	*to = '\0';
}

/* Paths longer than this are none that a file could have. */
#define PATH_LIMIT 4096

static int locate_spooled(struct cpg_shell *shell, struct cpg_value path,
			  struct cpg_location *location)
{
	struct cpg_value behind = {path.pieces + 1, path.count - 1};
	struct cpg_text rest;

	if (!cpg_value_known(behind))
		return 0;
	rest = cpg_value_flat(shell->arena, behind);
	if (!rest.bytes)
		return -1;
	if (rest.length > PATH_LIMIT || (rest.length && rest.bytes[0] != '/'))
		return 0;
	*location = (struct cpg_location){CPG_LOCATION_SPOOL, rest.bytes};
	return 0;
}

static int locate_known(struct cpg_shell *shell, struct cpg_value path,
			struct cpg_location *location)
{
	struct cpg_text text = cpg_value_flat(shell->arena, path);

	if (!text.bytes)
		return -1;
	if (text.length && text.bytes[0] != '/')
		return 0;
	tidy((char *)text.bytes);
	*location = (struct cpg_location){CPG_LOCATION_PATH, text.bytes};
	return 0;
}

/* Where a path of the container's lies on this machine. */
static int enter_container(struct cpg_shell *shell, struct cpg_location *location,
			   struct cpg_error *err)
{
	struct cpg_error why;
	int rc;

	if (location->kind == CPG_LOCATION_PATH && !*location->path)
		return 0;
	if (location->kind != CPG_LOCATION_PATH) {
		location->kind = CPG_LOCATION_UNKNOWN;
		return 0;
	}
	rc = cpg_container_locate(shell->arena, shell->container, location->path,
				  &location->path, &why);
	if (rc < 0 && why.code == ENOMEM)
		return no_memory(err);
	if (rc <= 0)
		*location = (struct cpg_location){CPG_LOCATION_UNKNOWN, NULL};
	return 0;
}

static int locate(struct cpg_shell *shell, struct cpg_value path,
		  struct cpg_location *location, struct cpg_error *err)
{
	struct cpg_value whole;
	int rc = from_root(shell, path, &whole);

	*location = (struct cpg_location){CPG_LOCATION_UNKNOWN, NULL};
	if (rc == 0 && in_spool(whole))
		rc = locate_spooled(shell, whole, location);
	else if (rc == 0 && cpg_value_known(whole))
		rc = locate_known(shell, whole, location);
	return rc < 0 ? no_memory(err) : 0;
}

int cpg_shell_locate(struct cpg_shell *shell, struct cpg_value path,
		     struct cpg_location *location, struct cpg_error *err)
{
	if (locate(shell, path, location, err) < 0)
		return -1;
	return shell->container ? enter_container(shell, location, err) : 0;
}

static int known_path(const struct cpg_location *location, const char **path)
{
	if (location->kind != CPG_LOCATION_PATH)
		return 0;
	*path = location->path;
	return 1;
}

int cpg_shell_absolute(struct cpg_shell *shell, struct cpg_value path,
		       const char **absolute, struct cpg_error *err)
{
	struct cpg_location location;

	if (locate(shell, path, &location, err) < 0)
		return -1;
	return known_path(&location, absolute);
}

int cpg_shell_path(struct cpg_shell *shell, struct cpg_value path, const char **place,
		   struct cpg_error *err)
{
	struct cpg_location location;

	if (cpg_shell_locate(shell, path, &location, err) < 0)
		return -1;
	return known_path(&location, place);
}
