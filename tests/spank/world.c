#include "world.h"

#include <errno.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct kept {
	struct kept *next;
	char memory[] __attribute__((aligned(16)));
};

static struct kept *all_kept;
static char root[4096];

static void die(const char *what)
{
	fprintf(stderr, "the tests' own directory: %s: %s\n", what, strerror(errno));
	exit(1);
}

void *keep(size_t size)
{
	struct kept *kept = calloc(1, sizeof(*kept) + size);

	if (!kept)
		die("memory");
	kept->next = all_kept;
	all_kept = kept;
	return kept->memory;
}

static void free_kept(void)
{
	while (all_kept) {
		struct kept *next = all_kept->next;

		free(all_kept);
		all_kept = next;
	}
}

const char *text(const char *format, ...)
{
	va_list args;
	va_list again;
	int length;
	char *string;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	string = keep((size_t)length + 1);
	vsnprintf(string, (size_t)length + 1, format, again);
	va_end(again);
	va_end(args);
	return string;
}

const char *at(const char *name)
{
	return name[0] ? text("%s/%s", root, name) : root;
}

static void make_directories(char *path)
{
	for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		if (mkdir(path, 0755) < 0 && errno != EEXIST)
			die(path);
		*slash = '/';
	}
}

const char *make_file(const char *name, const char *content)
{
	char *path = keep(strlen(root) + strlen(name) + 2);
	FILE *file;

	sprintf(path, "%s/%s", root, name);
	make_directories(path);
	file = fopen(path, "w");
	if (!file || fputs(content, file) < 0 || fclose(file) != 0)
		die(path);
	return path;
}

const char *make_checkpoint(const char *name, const char *architecture)
{
	const char *config = text("%s/config.json", name);

	if (architecture)
		make_file(config,
			  text("{\"architectures\": [\"%s\"], \"model_type\": \"test\"}\n",
			       architecture));
	else
		make_file(config, "{\"model_type\": \"test\"}\n");
	return at(name);
}

const char *make_hub_checkpoint(const char *cache, const char *organisation,
				const char *name, const char *architecture)
{
	const char *model = text("%s/models--%s--%s", cache, organisation, name);

	make_file(text("%s/refs/main", model), "0123456789abcdef");
	return text("%s/config.json",
		    make_checkpoint(text("%s/snapshots/0123456789abcdef", model),
				    architecture));
}

int world_make(void **state)
{
	const char *parent = getenv("TMPDIR");
	char pattern[2048];

	(void)state;
	snprintf(pattern, sizeof(pattern), "%s/cpguard-spank.XXXXXX",
		 parent ? parent : "/tmp");
	if (!mkdtemp(pattern) || !realpath(pattern, root) || chmod(root, 0755) < 0)
		die(pattern);
	make_checkpoint("bad", "Qwen3ForCausalLM");
	make_checkpoint("good", "DeepseekV32ForCausalLM");
	make_checkpoint("glm", "GlmMoeDsaForCausalLM");
	make_checkpoint("nameless", NULL);
	make_file("empty/README", "");
	make_file("job.sh", "#!/bin/sh\nhostname\n");
	return 0;
}

static int remove_one(const char *path, const struct stat *status, int kind,
		      struct FTW *walk)
{
	(void)status;
	(void)kind;
	(void)walk;
	return remove(path);
}

int world_remove(void **state)
{
	(void)state;
	nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free_kept();
	return 0;
}
