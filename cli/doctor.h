/* `cpguard doctor`: the checks, and what one hands on to the next.
 */
#ifndef CPGUARD_CLI_DOCTOR_H
#define CPGUARD_CLI_DOCTOR_H

#include <stdbool.h>

#include "cpguard/arena.h"
#include "cpguard/elf.h"
#include "cpguard/plugstack.h"
#include "cpguard/settings.h"
#include "cpguard/slurm_conf.h"

enum doctor_status {
	DOCTOR_OK,
	DOCTOR_WARN, /* active, but perhaps not as it was meant */
	DOCTOR_FAIL,
	DOCTOR_SKIP, /* an earlier line says why it could not be looked at */
};

/* What one check found. The texts are not yet safe to print. */
struct doctor_finding {
	enum doctor_status status;
	const char *text;   /* what is so; NULL: there was no memory for it */
	const char *advice; /* what to do about it, or NULL */
};

/* Slurm releases, as in Slurm's SLURM_VERSION_NUMBER: 0x160508 is 22.05.8. */
#define DOCTOR_RELEASE(major, minor) ((unsigned)(major) << 16 | (unsigned)(minor) << 8)
#define DOCTOR_MAJOR(release) ((release) >> 16 & 0xff)
#define DOCTOR_MINOR(release) ((release) >> 8 & 0xff)

/* What the checks so far have found out; NULL or 0 what none has. */
struct doctor {
	struct cpg_arena *arena;
	const char *sbatch;          /* its path */
	const char *slurmd;          /* that of a compute node without sbatch */
	const char *default_conf;    /* where this Slurm looks for slurm.conf by itself */
	const char *default_plugins; /* and for plugins */
	const char *conf_file;       /* slurm.conf */
	bool got_conf;               /* which slurmctld has sent */
	const char *mute;            /* why sbatch is not asked, when it is not */
	struct cpg_slurm_conf conf;
	unsigned slurm;         /* its release */
	const char *slurm_text; /* as sbatch writes it, such as "22.05.8" */
	const char *plugstack;  /* the file that Slurm begins with */
	const struct cpg_plugstack_line *line;
	struct cpg_settings settings;
	const char *plugin; /* the file */
	struct cpg_elf elf; /* of the plugin; its file.bytes are NULL when it is not read */
};

/* Says what was found: printf's arguments. `advice` may be NULL. */
void doctor_say(struct doctor *doctor, struct doctor_finding *finding,
		enum doctor_status status, const char *advice, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* Reads an ELF file whole. Returns 0, or -1 with *err set, whose sentence names the file. */
int doctor_read_elf(struct doctor *doctor, const char *path, struct cpg_elf *elf,
		    struct cpg_error *err);

/* doctor_slurm.c: which Slurm this is, and what it reads. */
void doctor_check_sbatch(struct doctor *doctor, struct doctor_finding *finding);
void doctor_check_conf(struct doctor *doctor, struct doctor_finding *finding);
void doctor_check_slurm(struct doctor *doctor, struct doctor_finding *finding);

/* doctor_stack.c: plugstack.conf. */
void doctor_check_plugstack(struct doctor *doctor, struct doctor_finding *finding);
void doctor_check_line(struct doctor *doctor, struct doctor_finding *finding);
void doctor_check_settings(struct doctor *doctor, struct doctor_finding *finding);

/* doctor_plugin.c: the plugin's file, and whether Slurm has loaded it. */
void doctor_check_plugin(struct doctor *doctor, struct doctor_finding *finding);
void doctor_check_loadable(struct doctor *doctor, struct doctor_finding *finding);
void doctor_check_exports(struct doctor *doctor, struct doctor_finding *finding);
void doctor_check_release(struct doctor *doctor, struct doctor_finding *finding);
void doctor_check_options(struct doctor *doctor, struct doctor_finding *finding);

#endif
