#include "cpguard/plugstack.h"

#include "cli.h"

int cli_plugstack(struct cpg_arena *arena, struct cpg_settings *settings, const char *file,
		  struct cpg_error *err)
{
	const struct cpg_plugstack_line *line;
	int rc = cpg_plugstack_read(arena, file, &line, err);

	if (rc < 0)
		return -1;
	if (rc == 0)
		return cpg_error_at(err, CPG_E_USAGE, file, 0, "no line loads %s",
				    CPG_PLUGSTACK_FILE);
	for (size_t i = 0; i < line->argument_count; i++) {
		if (cpg_settings_apply(arena, settings, line->arguments[i], err) < 0) {
			err->file = line->file;
			err->line = line->line;
			return -1;
		}
	}
	return 0;
}
