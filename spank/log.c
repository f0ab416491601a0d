#include <limits.h>
#include <syslog.h>
#include <unistd.h>

#include "cpguard/log.h"
#include "spank_cpguard.h"
#include "syslog_socket.h"

/* The user is its number: asking for the name may ask a server on the network, and in the task
 * that slurmstepd has just forked, also takes locks that may be held for good. */
void spank_log(struct cpg_arena *arena, const struct cpg_settings *settings,
	       const struct spank_speaker *speaker, const struct cpg_finding *finding,
	       enum cpg_action action)
{
	char host[HOST_NAME_MAX + 1] = "";
	const struct cpg_log_entry entry = {
		.action = action,
		.finding = finding,
		.command = speaker->command,
		.job = speaker->job,
		.host = host,
		.uid = getuid(),
		.pid = getpid(),
	};
	const char *line;

	if (settings->log != CPG_LOG_SYSLOG)
		return;
	if (gethostname(host, sizeof(host) - 1) < 0)
		host[0] = '\0';
	line = cpg_log_line(arena, &entry);
	if (line)
		spank_syslog_send(_PATH_LOG, line);
}
