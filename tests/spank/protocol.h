/* What the tests (run.c) and the stand-in SPANK host (host.c) agree on.
 *
 * The host is a program of its own, because what it stands in for is a process: the plugin
 * reads /proc/self/cmdline and glibc's optind, sets the environment and ends the process.
 * So a test executes the host once for each scenario, with exactly the argv, environment
 * and working directory that Slurm's program would have. The scenario itself comes through
 * one inherited descriptor, and what happened goes out through another, so that neither
 * shows in what the plugin sees.
 */
#ifndef TESTS_SPANK_PROTOCOL_H
#define TESTS_SPANK_PROTOCOL_H

/* The scenario: records `key=value`, each with a NUL behind it, to be read to the end.
 *
 *     as=         sbatch, srun, salloc, slurmstepd, slurmd, job_script
 *     plugin=     path of a plugin to load, in plugstack.conf's order
 *     setting=    one argument of the plugin named before it
 *     watch=      a directory: every open of it or of a file in it is reported
 *     uid=        the user: of the command once the plugins are loaded, or of the tasks
 *     status=     what the command ends with that runs in the end (srun, salloc), or sbatch
 *                 when the job is submitted
 *     handle=     none: hooks get a NULL handle
 *
 * and for slurmstepd:
 *
 *     forwarded=  an option of the job that srun or sbatch sent along, NAME or NAME=VALUE
 *     job_argv=   one word of the step's argv
 *     job_env=    NAME=VALUE of the job's environment
 *     job_uid=    the job's user (the default is the tasks' own)
 *     step=       the step's id (the default is 0); "batch" is a batch step
 *     tasks=      how many tasks run here (the default is 1)
 *     first=      the global id of the first of them (the default is 0)
 *     workdir=    the directory in which the tasks start
 *     inside=     the number of their user in a user namespace, into which another plugin has
 *                 put them before
 *     items=      fail: spank_get_item() gives nothing; null: it gives empty items
 */
#define HOST_SCENARIO_FD 200

/* What happened: records of fields with a tab between, each record with a NUL behind it.
 *
 *     option NAME HAS_ARG ARGINFO USAGE   registered with Slurm
 *     again NAME                          registered, and Slurm had that name already
 *     callback NAME REMOTE RC             an option callback returned RC
 *     hook NAME RC                        a hook returned RC
 *     touch WHERE FUNCTION PATH           the plugin named a path to a function of libc
 *     opened WHERE NAME                   a watched file or directory was opened
 *     sent WHERE PATH TEXT                a datagram was sent to the socket at that path
 *     output WHERE BYTES                  bytes went to standard output or standard error
 *     changed WHERE WHAT                  the process is not as it was before the call
 *     misuse WHAT                         SPANK was called in a way that it does not allow
 *     env COMPONENT NAME=VALUE            the environment after init_post_opt
 *     controller                          the controller would be asked now
 *     taskenv ID NAME=VALUE               the job's environment after task_init
 *     ran ID                              the task would execute its command now
 *     task ID exit|signal N BYTES         how the task ended, and how much it printed
 *     blind                               this system does not report opens
 *     end                                 the program came to its end
 *
 * WHERE is a hook's name or "callback".
 */
#define HOST_REPORT_FD 201

/* The exit status of a host that could not do what the scenario wants: a defect of the test. */
#define HOST_BROKEN 125

/* The name by which Slurm knows the plugin; a part of its options' environment form. */
#define HOST_PLUGIN_NAME "cpguard"

#endif
