/* Loading plugins, calling hooks and option callbacks.
 * Source: slurm 22.05: src/common/plugstack.c, src/common/plugin.c. */
#include "host.h"

#include <ctype.h>
#include <dlfcn.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "protocol.h"

struct plugin {
	const char *path;
	void *object;
	int argc;
	char **argv; /* NULL when plugstack.conf gives none, as in Slurm */
	struct plugin *next;
};

static const char *const hook_names[HOOK_COUNT] = {
	[HOOK_NONE] = "none",
	[HOOK_INIT] = "init",
	[HOOK_JOB_PROLOG] = "job_prolog",
	[HOOK_INIT_POST_OPT] = "init_post_opt",
	[HOOK_LOCAL_USER_INIT] = "local_user_init",
	[HOOK_USER_INIT] = "user_init",
	[HOOK_TASK_INIT_PRIVILEGED] = "task_init_privileged",
	[HOOK_TASK_INIT] = "task_init",
	[HOOK_TASK_POST_FORK] = "task_post_fork",
	[HOOK_TASK_EXIT] = "task_exit",
	[HOOK_JOB_EPILOG] = "job_epilog",
	[HOOK_SLURMD_EXIT] = "slurmd_exit",
	[HOOK_EXIT] = "exit",
};

struct host_stack stack;

static struct plugin *plugins;

static void check_string(void *object, const char *symbol, const char *expected)
{
	const char *value = dlsym(object, symbol);

	if (!value || strcmp(value, expected) != 0)
		broken("the plugin's %s is %s, not %s", symbol, value ? value : "not there",
		       expected);
}

/* Slurm looks at these before it calls anything of a plugin. */
static void check_plugin(void *object)
{
	const unsigned *version = dlsym(object, "plugin_version");

	check_string(object, "plugin_type", "spank");
	check_string(object, "plugin_name", HOST_PLUGIN_NAME);
	if (!version)
		broken("the plugin has no plugin_version");
#ifdef SLURM_VERSION_NUMBER
	if (*version != SLURM_VERSION_NUMBER)
		broken("the plugin was built for Slurm %#x, this host for %#x", *version,
		       SLURM_VERSION_NUMBER);
#endif
	if (dlsym(object, "init") || dlsym(object, "fini"))
		broken("the plugin has a symbol that Slurm would call unasked");
}

static struct plugin *load(const char *path)
{
	struct plugin *plugin = need(sizeof(*plugin));

	plugin->path = path;
	plugin->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!plugin->object)
		broken("%s", dlerror());
	check_plugin(plugin->object);
	return plugin;
}

static void add_setting(struct plugin *plugin, const char *setting)
{
	size_t size = ((size_t)plugin->argc + 2) * sizeof(*plugin->argv);

	plugin->argv = realloc(plugin->argv, size);
	if (!plugin->argv)
		broken("no memory");
	plugin->argv[plugin->argc++] = need_string(setting);
	plugin->argv[plugin->argc] = NULL;
}

static void load_all(void)
{
	struct plugin **last = &plugins;
	size_t cursor = 0;
	const char *record;

	while ((record = scenario_record(&cursor))) {
		if (strncmp(record, "plugin=", 7) == 0) {
			if (*last)
				last = &(*last)->next;
			*last = load(record + 7);
		} else if (strncmp(record, "setting=", 8) == 0 && *last) {
			add_setting(*last, record + 8);
		}
	}
	if (!plugins)
		broken("the scenario names no plugin");
}

void stack_become_user(void)
{
	unsigned user = scenario_number("uid", 0);

	if (user == 0)
		return;
	if (setgroups(0, NULL) < 0 || setgid(user) < 0 || setuid(user) < 0)
		broken("it cannot become user %u", user);
	/* A process that changed its user is not dumpable, and then its /proc is root's:
	 * nothing that would be so in a command that a user started. */
	prctl(PR_SET_DUMPABLE, 1);
}

static spank_f *find_hook(const struct plugin *plugin, enum host_hook hook)
{
	char symbol[64];
	void *address;
	spank_f *function;

	snprintf(symbol, sizeof(symbol), "slurm_spank_%s", hook_names[hook]);
	address = dlsym(plugin->object, symbol);
	/* ISO C has no conversion from an object pointer to a function pointer. */
	memcpy(&function, &address, sizeof(function));
	return function;
}

/* A handle is never used again, so that one that a plugin has kept can be told apart. */
static spank_t new_handle(enum host_hook hook, struct host_job *job, struct host_task *task)
{
	const char *wish = scenario_value("handle");
	spank_t handle;

	if (wish && strcmp(wish, "none") == 0)
		return NULL;
	handle = need(sizeof(*handle));
	handle->hook = hook;
	handle->job = job;
	handle->task = task;
	return handle;
}

void stack_call(enum host_hook hook, struct host_job *job, struct host_task *task)
{
	for (struct plugin *plugin = plugins; plugin; plugin = plugin->next) {
		spank_f *function = find_hook(plugin, hook);
		size_t before;
		int result;

		if (!function)
			continue;
		before = watch_output();
		stack.current = new_handle(hook, job, task);
		watch_enter(hook_names[hook]);
		result = function(stack.current, plugin->argc, plugin->argv);
		watch_leave();
		stack.current = NULL;
		report("hook\t%s\t%d", hook_names[hook], result);
		if (watch_output() != before)
			report("output\t%s\t%zu", hook_names[hook],
			       watch_output() - before);
	}
}

void stack_start(spank_context_t context, struct host_job *job)
{
	stack.context = context;
	load_all();
	/* After loading, so that the files of the build need not be readable for all. */
	if (context == S_CTX_LOCAL || context == S_CTX_ALLOCATOR)
		stack_become_user();
	stack_call(HOOK_INIT, job, NULL);
}

void stack_stop(void)
{
	/* As Slurm does from exit(), which the plugin itself may have called. */
	for (struct plugin *plugin = plugins; plugin; plugin = plugin->next)
		dlclose(plugin->object);
	plugins = NULL;
	stack.context = S_CTX_ERROR;
}

static struct host_option *find_option(const char *name)
{
	for (struct host_option *option = stack.options; option; option = option->next)
		if (strcmp(option->option.name, name) == 0)
			return option;
	return NULL;
}

static void report_option(const struct spank_option *option)
{
	report("option\t%s\t%d\t%s\t%s", option->name, option->has_arg,
	       option->arginfo ? option->arginfo : "", option->usage);
}

static struct host_option *copy_option(const struct spank_option *from)
{
	struct host_option *option = need(sizeof(*option));

	option->option = *from;
	option->option.name = need_string(from->name);
	option->option.usage = need_string(from->usage);
	option->option.arginfo = from->arginfo ? need_string(from->arginfo) : NULL;
	return option;
}

spank_err_t spank_option_register(spank_t spank, struct spank_option *option)
	__attribute__((visibility("default")));

spank_err_t spank_option_register(spank_t spank, struct spank_option *option)
{
	struct host_option **last = &stack.options;
	struct host_option *copy;

	if (!spank)
		return ESPANK_BAD_ARG;
	if (spank != stack.current || spank->hook != HOOK_INIT) {
		report("misuse\tspank_option_register outside of init");
		return ESPANK_BAD_ARG;
	}
	if (!option || !option->name || !option->usage)
		return ESPANK_BAD_ARG;
	if (strlen(option->name) > SPANK_OPTION_MAXLEN)
		return ESPANK_NOSPACE;
	copy = copy_option(option);
	copy->disabled = find_option(option->name) != NULL;
	if (copy->disabled)
		report("again\t%s", option->name);
	else
		report_option(option);
	while (*last)
		last = &(*last)->next;
	*last = copy;
	return ESPANK_SUCCESS;
}

int stack_option(struct host_option *option, const char *value, bool remote)
{
	/* Slurm's own copies of values go away as well, so a plugin must make one. */
	char *copy = value ? need_string(value) : NULL;
	size_t before = watch_output();
	int result = 0;

	if (option->option.cb) {
		watch_enter("callback");
		result = option->option.cb(option->option.val, copy, remote);
		watch_leave();
		report("callback\t%s\t%d\t%d", option->option.name, remote, result);
	}
	if (watch_output() != before)
		report("output\tcallback\t%zu", watch_output() - before);
	if (copy)
		memset(copy, '#', strlen(copy));
	free(copy);
	if (result != 0)
		return result;
	if (option->option.has_arg) {
		free(option->argument);
		option->argument = value ? need_string(value) : NULL;
	}
	option->found = true;
	return 0;
}

const char *stack_option_variable(const char *prefix, const struct host_option *option)
{
	static char name[256];

	snprintf(name, sizeof(name), "%s_SLURM_SPANK_OPTION_%s_%s", prefix,
		 HOST_PLUGIN_NAME, option->option.name);
	for (char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c))
			*c = '_';
	return name;
}
