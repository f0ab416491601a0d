#include "cpguard/log.h"

#include <syslog.h>

#include "cpguard/text.h"

/* Bytes of a value, escapes included, so that all of them fit into CPG_LOG_LIMIT. */
enum {
	HOST_MAX = 64,
	DIGITS_MAX = 20,
	CHECKPOINT_MAX = 240,
	FILE_MAX = 200,
	OVERRIDE_MAX = 160,
};

/* How serious it is; -1: not logged. authpriv, as what sudo writes: the line says who did
 * what with which files, and that log is not for everybody to read. A daemon's own log is. */
static int severity(enum cpg_action action)
{
	switch (action) {
	case CPG_ACTION_WARN:
	case CPG_ACTION_REFUSE:
		return LOG_NOTICE;
	case CPG_ACTION_OVERRIDE:
		return LOG_WARNING;
	case CPG_ACTION_NONE:
	case CPG_ACTION_NOTICE:
		break;
	}
	return -1;
}

static void put_quoted(struct cpg_buffer *out, const char *name, const char *value,
		       size_t limit)
{
	cpg_buffer_printf(out, " %s=", name);
	cpg_buffer_json_within(out, cpg_text_of(value), limit);
}

static void put_facts(struct cpg_buffer *out, const struct cpg_facts *facts)
{
	const struct cpg_fact_size *size = &facts->context_parallel_size;
	const struct cpg_fact_path *checkpoint = &facts->hf_checkpoint;

	cpg_buffer_string(out, " size=");
	cpg_buffer_printable_within(
		out, cpg_text_of(size->known ? size->size.digits : "unknown"), DIGITS_MAX);
	if (checkpoint->known && checkpoint->path)
		put_quoted(out, "checkpoint", checkpoint->path, CHECKPOINT_MAX);
	else
		cpg_buffer_printf(out, " checkpoint=%s",
				  checkpoint->known ? "none" : "unknown");
}

static void put_place(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	const struct cpg_origin *origin = &finding->facts.allgather_cp.origin;

	if (!origin->file) {
		cpg_buffer_printf(out, " file=%s",
				  cpg_launch_source_name(finding->launch.source));
		return;
	}
	put_quoted(out, "file", origin->file, FILE_MAX);
	if (origin->line)
		cpg_buffer_printf(out, " line=%u", origin->line);
}

/* There is no date: the daemon puts one where there is none (RFC 3164, 4.3.2; rsyslog 8
 * imuxsock, systemd journald-syslog.c), and localtime_r(3) takes a lock that another thread
 * of slurmstepd may have held when the task was forked. */
const char *cpg_log_line(struct cpg_arena *arena, const struct cpg_log_entry *entry)
{
	const struct cpg_finding *finding = entry->finding;
	struct cpg_buffer out = {.arena = arena};
	int level = severity(entry->action);

	if (level < 0)
		return NULL;
	cpg_buffer_printf(&out, "<%d>cpguard[%ld]: action=%s uid=%lu", LOG_AUTHPRIV | level,
			  (long)entry->pid, cpg_action_name(entry->action),
			  (unsigned long)entry->uid);
	put_quoted(&out, "host", entry->host, HOST_MAX);
	cpg_buffer_printf(&out, " command=%s", entry->command);
	if (entry->job)
		cpg_buffer_printf(&out, " job=%s", entry->job);
	cpg_buffer_printf(&out, " verdict=%s reason=%s", cpg_verdict_name(finding->verdict),
			  cpg_reason_name(finding->reason));
	put_facts(&out, &finding->facts);
	put_place(&out, finding);
	if (entry->action == CPG_ACTION_OVERRIDE)
		put_quoted(&out, "override", finding->override, OVERRIDE_MAX);
	return cpg_buffer_finish(&out);
}
