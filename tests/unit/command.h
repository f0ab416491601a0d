/* Runs the command under test.
 */
#ifndef CPGUARD_TEST_COMMAND_H
#define CPGUARD_TEST_COMMAND_H

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

#ifndef CPGUARD_CLI
#error "CPGUARD_CLI must name the command under test"
#endif

struct run {
	int status;
	char out[8192];
	char err[8192];
};

static inline void read_all(FILE *file, char *out, size_t size)
{
	size_t length;

	rewind(file);
	length = fread(out, 1, size - 1, file);
	out[length] = '\0';
	fclose(file);
}

/* Runs `cpguard` with the words of `line`, separated by single blanks, in `directory`. */
static inline struct run run_command(struct cpg_arena *arena, const char *directory,
				     char *const environment[], const char *line)
{
	char *words = cpg_arena_string(arena, line);
	char *argv[32] = {(char *)"cpguard"};
	FILE *out = tmpfile();
	FILE *err = tmpfile();
	struct run result;
	pid_t child;
	int status;
	int argc = 1;

	for (char *rest = words, *word; (word = strsep(&rest, " ")) != NULL && *line;)
		argv[argc++] = word;
	child = fork();
	if (child == 0) {
		dup2(fileno(out), STDOUT_FILENO);
		dup2(fileno(err), STDERR_FILENO);
		if (chdir(directory) == 0)
			execve(CPGUARD_CLI, argv, environment);
		_exit(127);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	result.status = WEXITSTATUS(status);
	read_all(out, result.out, sizeof(result.out));
	read_all(err, result.err, sizeof(result.err));
	return result;
}

#endif
