/* A stand-in for pyxis: takes its options as Slurm would hand them to it, and starts no
 * container. */
#include <stddef.h>
#include <stdint.h>

/* Slurm looks these up by name. */
#pragma GCC visibility push(default)
#include <slurm/spank.h>

SPANK_PLUGIN(pyxis, 1);
#pragma GCC visibility pop

static int take(int value, const char *argument, int remote)
{
	(void)value;
	(void)argument;
	(void)remote;
	return 0;
}

#define OPTION(name, takes) \
	{ \
		name, takes, "[stand-in for pyxis]", takes != NULL, 0, take \
	}

static struct spank_option options[] = {
	OPTION("container-image", "IMAGE"),   OPTION("container-mounts", "MOUNTS"),
	OPTION("container-workdir", "PATH"),  OPTION("container-name", "NAME"),
	OPTION("container-mount-home", NULL), OPTION("no-container-mount-home", NULL),
	OPTION("container-remap-root", NULL), OPTION("no-container-remap-root", NULL),
};

int slurm_spank_init(spank_t spank, int argc, char *argv[])
{
	(void)argc;
	(void)argv;
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		spank_option_register(spank, &options[i]);
	return 0;
}
