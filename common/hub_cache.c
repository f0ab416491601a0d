#include "hub_cache.h"

#include <errno.h>
#include <string.h>

#include "cpguard/file.h"
#include "cpguard/text.h"
#include "paths.h"

enum {
	REPO_NAME_MAX = 96,
	/* A revision is 40 digits; the limit is far above what a directory's name may be. */
	REVISION_FILE_MAX = 4096,
};

/* How a path is shown, so that a long one leaves room for what is wrong with it. */
#define PATH "'%.300s'"

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left to look into the hub cache");
}

static bool is_word_character(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* An owner or a name: it begins and ends with a word's character. */
static bool is_part(const char *part, size_t length)
{
	if (length == 0 || !is_word_character(part[0]) ||
	    !is_word_character(part[length - 1]))
		return false;
	for (size_t i = 0; i < length; i++) {
		if (!is_word_character(part[i]) && part[i] != '-' && part[i] != '.')
			return false;
	}
	return true;
}

static bool ends_with(const char *string, const char *end)
{
	size_t length = strlen(string);

	return length >= strlen(end) && strcmp(string + length - strlen(end), end) == 0;
}

bool cpg_hub_is_id(const char *id)
{
	const char *slash = strchr(id, '/');
	const char *name = slash ? slash + 1 : id;

	if (slash && !is_part(id, (size_t)(slash - id)))
		return false;
	return is_part(name, strlen(name)) && strlen(name) <= REPO_NAME_MAX &&
	       !strstr(id, "--") && !strstr(id, "..") && !ends_with(id, ".git");
}

/* A variable that says where a cache lies, and where in its value. */
struct source {
	const char *variable;
	const char *below;
};

static const struct source hub_sources[] = {
	{"HF_HUB_CACHE", ""},
	{"HUGGINGFACE_HUB_CACHE", ""},
	{"HF_HOME", "hub"},
	{"XDG_CACHE_HOME", "huggingface/hub"},
};

static const struct source transformers_sources[] = {
	{"TRANSFORMERS_CACHE", ""},
	{"PYTORCH_TRANSFORMERS_CACHE", ""},
	{"PYTORCH_PRETRAINED_BERT_CACHE", ""},
};

static int not_known(const char *variable, struct cpg_error *err)
{
	return cpg_error_set(err, CPG_E_HIDDEN,
			     "%s of the job is not known here, because of --export, "
			     "--export-file or --get-user-env",
			     variable);
}

/* The first of the variables that is set. Returns 1 and sets *source and *value, 0 when none
 * is set, or -1 with *err set. */
static int first_set(const struct cpg_environment *environment,
		     const struct source *sources, size_t count,
		     const struct source **source, const char **value,
		     struct cpg_error *err)
{
	for (size_t i = 0; i < count; i++) {
		int rc = cpg_environment_get(environment, sources[i].variable, value);

		if (rc < 0)
			return not_known(sources[i].variable, err);
		if (rc > 0) {
			*source = &sources[i];
			return 1;
		}
	}
	return 0;
}

/* HOME without the slashes at its end, as os.path.expanduser() puts it before the rest.
 * Without HOME Python asks the user database of the node, which is not ours to ask. */
static char *home_of(struct cpg_arena *arena, const struct cpg_environment *environment,
		     struct cpg_error *err)
{
	const char *home;
	size_t length;
	char *copy;
	int rc = cpg_environment_get(environment, "HOME", &home);

	if (rc < 0)
		not_known("HOME", err);
	else if (rc == 0)
		cpg_error_set(err, CPG_E_HIDDEN,
			      "HOME is not set in the job's environment, so where the hub "
			      "cache lies is not known here");
	if (rc <= 0)
		return NULL;
	length = strlen(home);
	while (length > 0 && home[length - 1] == '/')
		length--;
	copy = cpg_arena_bytes(arena, home, length);
	if (!copy)
		no_memory(err);
	return copy;
}

/* Expands the value of `variable` as far as it can be told. huggingface_hub before 0.30 took
 * a `$` as it stands, and a `~` in the first two variables; the model is the same wherever
 * the hub's copy of it comes from, so `~` is no question of the release. */
static const char *expand(struct cpg_arena *arena,
			  const struct cpg_environment *environment, const char *variable,
			  const char *value, struct cpg_error *err)
{
	const char *rest = value + 1;

	if (value[0] == '~' && value[1] != '\0' && value[1] != '/') {
		cpg_error_set(err, CPG_E_HIDDEN,
			      "%s is " PATH ", and that user's home is not known here",
			      variable, value);
		return NULL;
	}
	if (value[0] == '~') {
		const char *home = home_of(arena, environment, err);

		if (!home)
			return NULL;
		value = cpg_arena_printf(arena, "%s%s", home, *home || *rest ? rest : "/");
		if (!value)
			no_memory(err);
	}
	if (value && strchr(value, '$')) {
		cpg_error_set(err, CPG_E_HIDDEN,
			      "%s is " PATH
			      ", and what the $ in it stands for in the job is "
			      "not known here",
			      variable, value);
		return NULL;
	}
	return value;
}

/* The cache of huggingface_hub. Returns NULL with *err set. */
static const char *hub_root(struct cpg_arena *arena, const struct cpg_place *place,
			    struct cpg_error *err)
{
	static const struct source setting = {"hf_home=", "hub"};
	static const struct source home = {"HOME", ".cache/huggingface/hub"};
	const size_t count = sizeof(hub_sources) / sizeof(hub_sources[0]);
	const struct source *source = place->hf_home ? &setting : &home;
	const char *value = place->hf_home ? place->hf_home : "~";

	if (first_set(place->environment, hub_sources, count, &source, &value, err) < 0)
		return NULL;
	value = expand(arena, place->environment, source->variable, value, err);
	if (!value || !*source->below)
		return value;
	value = cpg_path_join(arena, value, source->below);
	if (!value)
		no_memory(err);
	return value;
}

int cpg_hub_roots(struct cpg_arena *arena, const struct cpg_place *place,
		  struct cpg_hub_roots *roots, struct cpg_error *err)
{
	const size_t count = sizeof(transformers_sources) / sizeof(transformers_sources[0]);
	const struct source *source;
	const char *value;
	int rc = first_set(place->environment, transformers_sources, count, &source, &value,
			   err);

	if (rc < 0)
		return -1;
	roots->count = 0;
	if (rc > 0)
		roots->paths[roots->count++] = value;
	value = hub_root(arena, place, err);
	if (!value)
		return -1;
	if (roots->count == 0 || strcmp(value, roots->paths[0]) != 0)
		roots->paths[roots->count++] = value;
	return 0;
}

/* The directory of a model in a cache: models--owner--name. */
static char *model_directory(struct cpg_arena *arena, const char *root, const char *id)
{
	const char *slash = strchr(id, '/');
	int owner = slash ? (int)(slash - id) : 0;
	const char *name = slash ? slash + 1 : id;
	char *folder = cpg_arena_printf(arena, "models--%.*s%s%s", owner, id,
					slash ? "--" : "", name);

	return folder ? cpg_path_join(arena, root, folder) : NULL;
}

/* Whether the text is the name of one entry of a directory, as Python would have read it. */
static bool is_entry_name(struct cpg_text text)
{
	size_t size;
	uint32_t point;

	if (text.length == 0 || cpg_text_is(text, ".") || cpg_text_is(text, ".."))
		return false;
	for (size_t i = 0; i < text.length; i += size) {
		size = cpg_utf8_decode(text.bytes + i, text.length - i, &point);
		if (size == 0 || point == '\0' || point == '/' || point == '\n' ||
		    point == '\r')
			return false;
	}
	return true;
}

static int no_revision(const char *path, struct cpg_error *err)
{
	cpg_error_set(err, ENOENT, PATH " names no snapshot", path);
	return 0;
}

/* The revision that `main` stands for: the bytes of refs/main, every one of them, or `main`
 * itself where there is no such file. Returns 1, 0, -1 as cpg_hub_find() does. */
static int read_revision(struct cpg_arena *arena, const char *model, const char **revision,
			 struct cpg_error *err)
{
	char *path = cpg_path_join(arena, model, "refs/main");
	struct cpg_text text;
	struct cpg_error why;
	int kind = path ? cpg_file_kind(path, err) : no_memory(err);

	if (kind < 0)
		return -1;
	if (kind != CPG_FILE_REGULAR) {
		*revision = "main";
		return 1;
	}
	if (cpg_file_read(arena, path, REVISION_FILE_MAX, &text, &why) < 0) {
		if (why.code == CPG_E_LIMIT)
			return no_revision(path, err);
		return cpg_error_set(err, why.code == EACCES ? CPG_E_HIDDEN : why.code,
				     "%s", why.text);
	}
	if (!is_entry_name(text))
		return no_revision(path, err);
	*revision = text.bytes;
	return 1;
}

/* What lies at MODEL/FOLDER/REVISION/config.json; sets *path. */
static int config_kind(struct cpg_arena *arena, const char *model, const char *folder,
		       const char *revision, const char **path, struct cpg_error *err)
{
	*path = cpg_arena_printf(arena, "%s/%s/%s/config.json", model, folder, revision);
	return *path ? cpg_file_kind(*path, err) : no_memory(err);
}

static int find_config(struct cpg_arena *arena, const char *root, const char *model,
		       const char *revision, const char **path, struct cpg_error *err)
{
	int kind = config_kind(arena, model, ".no_exist", revision, path, err);

	if (kind == CPG_FILE_REGULAR) {
		cpg_error_set(err, ENOENT,
			      "the hub cache " PATH
			      " has it on record that the model has no "
			      "config.json (snapshot %.60s)",
			      root, revision);
		return 0;
	}
	if (kind >= 0)
		kind = config_kind(arena, model, "snapshots", revision, path, err);
	if (kind < 0)
		return -1;
	if (kind == CPG_FILE_REGULAR)
		return 1;
	cpg_error_set(err, ENOENT,
		      "the hub cache " PATH " holds no config.json of it (snapshot %.60s)",
		      root, revision);
	return 0;
}

int cpg_hub_find(struct cpg_arena *arena, const char *root, const char *id,
		 const char **path, struct cpg_error *err)
{
	char *model = model_directory(arena, root, id);
	const char *revision;
	int kind = model ? cpg_file_kind(model, err) : no_memory(err);
	int rc;

	if (kind < 0)
		return -1;
	if (kind != CPG_FILE_DIRECTORY) {
		cpg_error_set(err, ENOENT, "the hub cache " PATH " does not hold it", root);
		return 0;
	}
	rc = read_revision(arena, model, &revision, err);
	return rc > 0 ? find_config(arena, root, model, revision, path, err) : rc;
}
