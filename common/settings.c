#include "cpguard/settings.h"

#include <errno.h>
#include <string.h>

#include "cpguard/config.h"

struct setting {
	const char *name;
	const char *takes; /* for messages: the values, or what a value looks like */
	/* Sets the value, which is not empty. Returns 0, EINVAL when it is not one that the
	 * setting takes, or ENOMEM. */
	int (*set)(struct cpg_arena *arena, struct cpg_settings *settings,
		   const char *value);
	void (*reset)(struct cpg_settings *settings);
};

/* In the order of the enums, and of false and true. */
static const char *const modes[] = {"enforce", "warn", "off", NULL};
static const char *const unverified[] = {"refuse", "defer", "allow", NULL};
static const char *const no_or_yes[] = {"no", "yes", NULL};
static const char *const logs[] = {"none", "syslog", NULL};

/* Sets *index to the position of `value` in the list. Returns 0 or EINVAL. */
static int choose(const char *const *names, const char *value, unsigned *index)
{
	for (unsigned i = 0; names[i]; i++) {
		if (strcmp(names[i], value) == 0) {
			*index = i;
			return 0;
		}
	}
	return EINVAL;
}

static int set_mode(struct cpg_arena *arena, struct cpg_settings *settings,
		    const char *value)
{
	(void)arena;
	return choose(modes, value, &settings->mode);
}

static void reset_mode(struct cpg_settings *settings)
{
	settings->mode = CPG_MODE_ENFORCE;
}

static int set_scripts(struct cpg_arena *arena, struct cpg_settings *settings,
		       const char *value)
{
	(void)arena;
	return choose(modes, value, &settings->scripts);
}

static void reset_scripts(struct cpg_settings *settings)
{
	settings->scripts = CPG_MODE_ENFORCE;
}

static int set_unverified(struct cpg_arena *arena, struct cpg_settings *settings,
			  const char *value)
{
	(void)arena;
	return choose(unverified, value, &settings->unverified);
}

static void reset_unverified(struct cpg_settings *settings)
{
	settings->unverified = CPG_UNVERIFIED_REFUSE;
}

static size_t built_in_count(void)
{
	size_t count = 0;

	while (cpg_config_permitted[count])
		count++;
	return count;
}

static void reset_architectures(struct cpg_settings *settings)
{
	settings->permitted = cpg_config_permitted;
	settings->permitted_count = built_in_count();
}

/* A name as a Python class has one. Anything else is a slip of the pen that would never
 * match a checkpoint. */
static bool is_class_name(const char *name)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	size_t length = strlen(name);

	return length > 0 && strchr(letters, name[0]) &&
	       strspn(name,
		      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") ==
		       length;
}

static int set_architectures(struct cpg_arena *arena, struct cpg_settings *settings,
			     const char *value)
{
	size_t count = built_in_count();
	size_t commas = 0;
	char *names = cpg_arena_string(arena, value);
	const char **list;

	for (const char *at = value; *at; at++)
		commas += *at == ',';
	list = cpg_arena_array(arena, count + commas + 1, sizeof(*list));
	if (!names || !list)
		return ENOMEM;
	memcpy(list, cpg_config_permitted, count * sizeof(*list));
	for (char *name = names, *end; name; name = end) {
		end = strchr(name, ',');
		if (end)
			*end++ = '\0';
		if (!is_class_name(name))
			return EINVAL;
		list[count++] = name;
	}
	settings->permitted = list;
	settings->permitted_count = count;
	return 0;
}

static int set_path_map(struct cpg_arena *arena, struct cpg_settings *settings,
			const char *value)
{
	size_t count = settings->path_map_count;
	const char *colon = strchr(value, ':');
	struct cpg_path_map *maps;

	if (!colon || value[0] != '/' || colon[1] != '/' || strchr(colon + 1, ':'))
		return EINVAL;
	maps = cpg_arena_array(arena, count + 1, sizeof(*maps));
	if (!maps)
		return ENOMEM;
	if (count)
		memcpy(maps, settings->path_maps, count * sizeof(*maps));
	maps[count].inside = cpg_arena_bytes(arena, value, (size_t)(colon - value));
	maps[count].outside = cpg_arena_string(arena, colon + 1);
	if (!maps[count].inside || !maps[count].outside)
		return ENOMEM;
	settings->path_maps = maps;
	settings->path_map_count = count + 1;
	return 0;
}

/* A map that cannot be used is left out; the ones before it are still what they were. */
static void reset_path_map(struct cpg_settings *settings)
{
	(void)settings;
}

static int set_hf_home(struct cpg_arena *arena, struct cpg_settings *settings,
		       const char *value)
{
	if (value[0] != '/')
		return EINVAL;
	settings->hf_home = cpg_arena_string(arena, value);
	return settings->hf_home ? 0 : ENOMEM;
}

static void reset_hf_home(struct cpg_settings *settings)
{
	settings->hf_home = NULL;
}

static int set_override(struct cpg_arena *arena, struct cpg_settings *settings,
			const char *value)
{
	unsigned index;
	int failure = choose(no_or_yes, value, &index);

	(void)arena;
	if (failure == 0)
		settings->override = index == 1;
	return failure;
}

static void reset_override(struct cpg_settings *settings)
{
	settings->override = false;
}

static int set_log(struct cpg_arena *arena, struct cpg_settings *settings,
		   const char *value)
{
	(void)arena;
	return choose(logs, value, &settings->log);
}

static void reset_log(struct cpg_settings *settings)
{
	settings->log = CPG_LOG_NONE;
}

static const struct setting table[] = {
	{"mode", "enforce, warn or off", set_mode, reset_mode},
	{"scripts", "enforce, warn or off", set_scripts, reset_scripts},
	{"unverified", "refuse, defer or allow", set_unverified, reset_unverified},
	{"architectures", "names such as A,B", set_architectures, reset_architectures},
	{"path_map", "/INSIDE:/OUTSIDE", set_path_map, reset_path_map},
	{"hf_home", "an absolute directory", set_hf_home, reset_hf_home},
	{"override", "no or yes", set_override, reset_override},
	{"log", "none or syslog", set_log, reset_log},
};

enum {
	TABLE_SIZE = sizeof(table) / sizeof(table[0]),
};

void cpg_settings_default(struct cpg_settings *settings)
{
	*settings = (struct cpg_settings){.mode = CPG_MODE_ENFORCE};
	for (size_t i = 0; i < TABLE_SIZE; i++)
		table[i].reset(settings);
}

static int unknown_name(const char *argument, struct cpg_error *err)
{
	char names[128] = "";

	for (size_t i = 0; i < TABLE_SIZE; i++) {
		strcat(names, i ? ", " : "");
		strcat(names, table[i].name);
	}
	return cpg_error_set(err, CPG_E_USAGE,
			     "setting '%s': there is no such setting (there are %s)",
			     argument, names);
}

int cpg_settings_apply(struct cpg_arena *arena, struct cpg_settings *settings,
		       const char *argument, struct cpg_error *err)
{
	size_t length = strcspn(argument, "=");

	for (size_t i = 0; i < TABLE_SIZE; i++) {
		const struct setting *setting = &table[i];
		int failure = EINVAL;

		if (strlen(setting->name) != length ||
		    strncmp(setting->name, argument, length) != 0)
			continue;
		if (argument[length] == '=' && argument[length + 1] != '\0')
			failure = setting->set(arena, settings, argument + length + 1);
		if (failure == 0)
			return 0;
		setting->reset(settings);
		if (failure == ENOMEM)
			return cpg_error_set(err, ENOMEM, "setting '%s': no memory",
					     argument);
		return cpg_error_set(err, CPG_E_USAGE, "setting '%s': the value must be %s",
				     argument, setting->takes);
	}
	return unknown_name(argument, err);
}

enum cpg_mode cpg_settings_scripts(const struct cpg_settings *settings)
{
	return settings->scripts > settings->mode ? settings->scripts : settings->mode;
}
