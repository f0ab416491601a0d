/* Sending a line to the syslog daemon. Apart from the rest of the plugin, since it needs
 * nothing of Slurm.
 */
#ifndef SPANK_SYSLOG_SOCKET_H
#define SPANK_SYSLOG_SOCKET_H

/* Sends `line`, "<PRI>TAG: text" without a newline, as one datagram to the socket at `path`.
 * Never waits, never fails, never prints: where nobody listens, or listens on a stream, or has
 * no room left, the line is lost. Changes nothing of the process, errno included. */
void spank_syslog_send(const char *path, const char *line);

#endif
