/* Stands in for the commands that a launch script calls, one program under many names.
 *
 * python and its kin write their argv to the record when it starts a training program.
 * Wrappers (srun, ray job submit, apptainer exec, ...) read their own options and execute
 * what is behind them. The rest do nothing, or print something that is different in the two
 * worlds in which a script is run: what a reader of the script cannot know.
 *
 * The directory above the one that holds the command's name is looked for `.oracle/`: there
 * lie `record` and `world`. Nothing is taken from the environment, which scripts change.
 *
 * A record is the text "launch", or "unknown" for something that differs between worlds;
 * then the number of words in decimal; then the words; each with a NUL behind it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	CANNOT_RUN = 126,
	NOT_FOUND = 127,
};

static char root[PATH_MAX];
static const char *program; /* the command's name: the last part of the path executed */
static bool second_world;

static void die(const char *what)
{
	fprintf(stderr, "stub %s: %s: %s\n", program, what, strerror(errno));
	exit(CANNOT_RUN);
}

/* ------------------------------------------------------------------ the record */

static void find_root(void)
{
	const char *path = (const char *)getauxval(AT_EXECFN);
	char probe[PATH_MAX + sizeof("/.oracle/world")];
	const char *slash = strrchr(path, '/');
	char *end;

	program = slash ? slash + 1 : path;
	if (path[0] == '/') {
		snprintf(root, sizeof(root), "%s", path);
	} else {
		if (!getcwd(root, sizeof(root)))
			die("getcwd");
		end = root + strlen(root);
		snprintf(end, sizeof(root) - (size_t)(end - root), "/%s", path);
	}
	while ((end = strrchr(root, '/'))) {
		*end = '\0';
		snprintf(probe, sizeof(probe), "%s/.oracle/world", root);
		if (access(probe, R_OK) == 0)
			return;
	}
	die("no .oracle above");
}

static void read_world(void)
{
	char path[PATH_MAX + sizeof("/.oracle/world")];
	char letter = 'A';
	int file;

	snprintf(path, sizeof(path), "%s/.oracle/world", root);
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0 || read(file, &letter, 1) != 1)
		die(path);
	close(file);
	second_world = letter == 'B';
}

static void put_word(FILE *out, const char *word)
{
	fwrite(word, 1, strlen(word) + 1, out);
}

/* Appends one record with one write, so that commands which run at once do not mix theirs. */
static void record(const char *kind, char *const words[])
{
	char path[PATH_MAX + sizeof("/.oracle/record")];
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	int count = 0;
	int file;

	if (!out)
		die("open_memstream");
	while (words[count])
		count++;
	put_word(out, kind);
	fprintf(out, "%d%c", count, '\0');
	for (int i = 0; i < count; i++)
		put_word(out, words[i]);
	fclose(out);
	snprintf(path, sizeof(path), "%s/.oracle/record", root);
	file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0 || write(file, text, length) != (ssize_t)length)
		die(path);
	close(file);
	free(text);
}

static void record_unknown(void)
{
	record("unknown", (char *[]){(char *)program, NULL});
}

/* Prints what differs between the worlds. */
static void print_unknown(const char *first, const char *second)
{
	record_unknown();
	fputs(second_world ? second : first, stdout);
}

/* ------------------------------------------------------------------ python */

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text);

	return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static bool trains(const char *name, bool module)
{
	const char *last = strrchr(name, module ? '.' : '/');

	name = last ? last + 1 : name;
	return strcmp(name, "convert_hf_to_torch_dist") != 0 &&
	       strcmp(name, "convert_hf_to_torch_dist.py") != 0;
}

/* Finds what an interpreter's command line starts. */
static bool starts_training(char *const argv[])
{
	int at = 1;

	for (; argv[at] && argv[at][0] == '-' && argv[at][1]; at++) {
		const char *letters = argv[at] + 1;
		const char *option = letters + strcspn(letters, "cmWX-");

		if (*option == '-')
			return option[1] == '\0' && argv[at + 1] &&
			       ends_with(argv[at + 1], ".py");
		if (*option == 'c')
			return false;
		if (*option == 'm') {
			const char *module = option[1] ? option + 1 : argv[at + 1];

			return module && trains(module, true);
		}
		if (*option && !option[1] && argv[at + 1])
			at++;
	}
	return argv[at] && ends_with(argv[at], ".py") && trains(argv[at], false);
}

/* Whether somebody reads what is printed, who then knows something that no reader of the
 * script can. */
static bool output_is_read(void)
{
	struct stat status;

	return fstat(STDOUT_FILENO, &status) == 0 && !S_ISCHR(status.st_mode);
}

static int run_training(char *const argv[])
{
	record("launch", argv);
	if (output_is_read())
		print_unknown("loss 0.5\n", "loss 0.25\nstep 2\n");
	for (int i = 0; argv[i]; i++) {
		if (ends_with(argv[i], "flaky.py")) {
			record_unknown();
			return second_world;
		}
	}
	return 0;
}

/* ------------------------------------------------------------------ wrappers */

enum role {
	WRAPPER,       /* reads its options, then executes what is behind them */
	PYTHON_RUNNER, /* likewise, and an X.py there is the training program itself */
	REMOTE_SHELL,  /* gives what is behind to a shell as one string */
	SHELL,         /* bash or sh without the login files of this machine */
	SILENT,
	PRINTS, /* something of its own in each world */
	FAILS,  /* succeeds in the first world, fails in the second */
};

struct command {
	const char *name;
	const char *subcommand; /* further words that must follow, options between them */
	enum role role;
	const char
		*letters;  /* short options that take the next word, if none is attached */
	const char *names; /* long options that do, between blanks; NAME:2 takes two */
	int operands;      /* words between the options and the command */
	const char *first; /* what is printed in the first world */
	const char *second;
};

#define CONTAINER_NAMES \
	" bind env env-file pwd home workdir scratch overlay volume publish name " \
	"entrypoint network user hostname gpus shm-size ulimit ipc mount label " \
	"runtime device cap-add security-opt workdir privileged-user pid "

static const struct command commands[] = {
	{.name = "srun",
	 .role = WRAPPER,
	 .letters = "AbBcCdDeFGiJLmMnNopqrStTwWx",
	 .names = " account nodes ntasks cpus-per-task gpus gpus-per-node gpus-per-task "
		  "partition job-name output error input time nodelist exclude chdir mem "
		  "mem-per-cpu ntasks-per-node gres qos constraint cpu-bind mpi jobid "
		  "label-with reservation container-image container-mounts container-name "
		  "container-workdir container-env export gpu-bind dependency "
		  "threads-per-core relative het-group signal "},
	{.name = "ray",
	 .subcommand = "job submit",
	 .role = WRAPPER,
	 .names = " address runtime-env runtime-env-json submission-id working-dir "
		  "entrypoint-num-cpus entrypoint-num-gpus entrypoint-resources "
		  "metadata-json "},
	{.name = "numactl",
	 .role = WRAPPER,
	 .letters = "NmCipP",
	 .names = " cpunodebind membind physcpubind interleave preferred "},
	{.name = "time", .role = WRAPPER, .letters = "fo", .names = " format output "},
	{.name = "sudo", .role = WRAPPER, .letters = "ugpCh", .names = " user group "},
	{.name = "torchrun",
	 .role = PYTHON_RUNNER,
	 .letters = "r",
	 .names = " nnodes nproc-per-node node-rank rdzv-backend rdzv-endpoint rdzv-id "
		  "rdzv-conf max-restarts master-addr master-port log-dir role tee "
		  "redirects local-addr monitor-interval start-method "},
	{.name = "accelerate",
	 .subcommand = "launch",
	 .role = PYTHON_RUNNER,
	 .names = " config_file num_processes num_machines machine_rank main_process_ip "
		  "main_process_port mixed_precision gpu_ids deepspeed_config_file "
		  "dynamo_backend rdzv_backend "},
	{.name = "deepspeed",
	 .role = PYTHON_RUNNER,
	 .letters = "Hie",
	 .names = " hostfile include exclude num_nodes num_gpus master_port master_addr "
		  "launcher launcher_args node_rank "},
	{.name = "uv",
	 .subcommand = "run",
	 .role = PYTHON_RUNNER,
	 .letters = "pC",
	 .names = " with python extra group directory project with-editable env-file "
		  "package index-url "},
	{.name = "poetry",
	 .subcommand = "run",
	 .role = PYTHON_RUNNER,
	 .letters = "C",
	 .names = " directory project "},
	{.name = "conda",
	 .subcommand = "run",
	 .role = WRAPPER,
	 .letters = "np",
	 .names = " name prefix cwd "},
	{.name = "apptainer",
	 .subcommand = "exec",
	 .role = WRAPPER,
	 .letters = "BHWSo",
	 .names = CONTAINER_NAMES,
	 .operands = 1},
	{.name = "singularity",
	 .subcommand = "exec",
	 .role = WRAPPER,
	 .letters = "BHWSo",
	 .names = CONTAINER_NAMES,
	 .operands = 1},
	{.name = "apptainer",
	 .subcommand = "run",
	 .role = WRAPPER,
	 .letters = "BHWSo",
	 .names = CONTAINER_NAMES,
	 .operands = 1},
	{.name = "singularity",
	 .subcommand = "run",
	 .role = WRAPPER,
	 .letters = "BHWSo",
	 .names = CONTAINER_NAMES,
	 .operands = 1},
	{.name = "enroot",
	 .subcommand = "start",
	 .role = WRAPPER,
	 .letters = "cem",
	 .names = " conf env mount rc ",
	 .operands = 1},
	{.name = "docker",
	 .subcommand = "run",
	 .role = WRAPPER,
	 .letters = "evwupmhl",
	 .names = CONTAINER_NAMES,
	 .operands = 1},
	{.name = "docker",
	 .subcommand = "exec",
	 .role = WRAPPER,
	 .letters = "ewu",
	 .names = CONTAINER_NAMES,
	 .operands = 1},
	{.name = "podman",
	 .subcommand = "run",
	 .role = WRAPPER,
	 .letters = "evwupmhl",
	 .names = CONTAINER_NAMES,
	 .operands = 1},
	{.name = "podman",
	 .subcommand = "exec",
	 .role = WRAPPER,
	 .letters = "ewu",
	 .names = CONTAINER_NAMES,
	 .operands = 1},
	{.name = "mpirun",
	 .role = WRAPPER,
	 .names = " np n N H x host hostfile machinefile bind-to map-by rank-by npernode "
		  "mca:2 "},
	{.name = "mpiexec",
	 .role = WRAPPER,
	 .names = " np n N H x host hostfile machinefile bind-to map-by ppn mca:2 "},
	{.name = "ssh", .role = REMOTE_SHELL, .letters = "ioplFJ", .operands = 1},
	{.name = "bash", .role = SHELL},
	{.name = "sh", .role = SHELL},

	{.name = "ray", .role = SILENT},
	{.name = "accelerate", .role = SILENT},
	{.name = "uv", .role = SILENT},
	{.name = "poetry", .role = SILENT},
	{.name = "conda", .role = SILENT},
	{.name = "enroot", .role = SILENT},
	{.name = "docker", .role = SILENT},
	{.name = "podman", .role = SILENT},
	{.name = "apptainer", .role = SILENT},
	{.name = "singularity", .role = SILENT},
	{.name = "pkill", .role = SILENT},
	{.name = "killall", .role = SILENT},
	{.name = "sleep", .role = SILENT},
	{.name = "module", .role = SILENT},
	{.name = "pip", .role = SILENT},
	{.name = "wandb", .role = SILENT},
	{.name = "huggingface-cli", .role = SILENT},
	{.name = "rsync", .role = SILENT},
	{.name = "curl", .role = SILENT},
	{.name = "logger", .role = SILENT},
	{.name = "ulimit-helper", .role = SILENT},

	{.name = "probe", .role = PRINTS, .first = "7\n", .second = "13 x\n"},
	{.name = "nvidia-smi",
	 .role = PRINTS,
	 .first = "GPU 0: NV18\nGPU 1: NV18\nGPU 2: NV18\n",
	 .second = ""},
	{.name = "rocm-smi", .role = PRINTS, .first = "", .second = "GPU\n"},
	{.name = "hostname", .role = PRINTS, .first = "node01\n", .second = "node02\n"},
	{.name = "date", .role = PRINTS, .first = "20250102\n", .second = "20260304\n"},
	{.name = "nproc", .role = PRINTS, .first = "8\n", .second = "64\n"},
	{.name = "whoami", .role = PRINTS, .first = "alice\n", .second = "bob\n"},
	{.name = "id", .role = PRINTS, .first = "1000\n", .second = "1001\n"},
	{.name = "uname", .role = PRINTS, .first = "Linux\n", .second = "Linux b\n"},
	{.name = "git", .role = PRINTS, .first = "deadbeef\n", .second = "cafe\n"},
	{.name = "scontrol",
	 .role = PRINTS,
	 .first = "node01\nnode02\n",
	 .second = "node07\n"},
	{.name = "squeue", .role = PRINTS, .first = "1\n", .second = "2\n"},
	{.name = "sbatch",
	 .role = PRINTS,
	 .first = "Submitted batch job 11\n",
	 .second = "Submitted batch job 12\n"},
	{.name = "ip", .role = PRINTS, .first = "10.0.0.1\n", .second = "10.0.0.2\n"},
	{.name = "jq", .role = PRINTS, .first = "1\n", .second = "null\n"},
	{.name = "check", .role = FAILS},
	{.name = "ibstat", .role = FAILS},
	{.name = "mountpoint", .role = FAILS},
};

static bool is_python(const char *name)
{
	return strncmp(name, "python", 6) == 0 || ends_with(name, ".py");
}

/* Finds `name` in a list of long options; `_` is the same as `-`. Returns how many words it
 * takes. */
static int words_taken(const char *list, const char *name)
{
	size_t length = strcspn(name, "=");

	if (!list || name[length] == '=')
		return 0;
	for (const char *entry = list + 1; *entry; entry += strcspn(entry, " ") + 1) {
		size_t size = strcspn(entry, " :");
		size_t i = 0;

		while (i < size && i < length &&
		       (entry[i] == name[i] ||
			(strchr("-_", entry[i]) && strchr("-_", name[i]))))
			i++;
		if (i == size && size == length)
			return entry[size] == ':' ? entry[size + 1] - '0' : 1;
	}
	return 0;
}

static int letter_words(const char *list, const char *letters)
{
	for (; *letters; letters++) {
		if (list && strchr(list, *letters))
			return letters[1] == '\0';
	}
	return 0;
}

static void srun_option(char *argv[], int at);

/* Returns the index of the first word that is no option. */
static int skip_options(const struct command *command, char *argv[], int at)
{
	while (argv[at] && argv[at][0] == '-' && argv[at][1]) {
		const char *name = argv[at] + 1;
		int words;

		if (strcmp(argv[at], "--") == 0)
			return at + 1;
		if (strcmp(command->name, "srun") == 0)
			srun_option(argv, at);
		if (*name == '-' || !command->letters)
			words = words_taken(command->names, name + (*name == '-'));
		else
			words = letter_words(command->letters, name);
		while (words-- >= 0 && argv[at])
			at++;
	}
	return at;
}

/* The value of the option at argv[at] if it is `letter` or `name`; else NULL. */
static const char *option_value(char *argv[], int at, const char *letter, const char *name)
{
	size_t length = strlen(name);

	if (strncmp(argv[at], name, length) == 0 && argv[at][length] == '=')
		return argv[at] + length + 1;
	if (strcmp(argv[at], name) == 0 || strcmp(argv[at], letter) == 0)
		return argv[at + 1];
	if (letter[0] && strncmp(argv[at], letter, 2) == 0 && argv[at][1] != '-')
		return argv[at] + 2;
	return NULL;
}

static bool is_slurm_variable(const char *entry)
{
	return strncmp(entry, "SLURM_", 6) == 0;
}

/* Calls `take` for each entry of a list with commas. */
static void for_each_entry(const char *list, void (*take)(char *entry, void *data),
			   void *data)
{
	char *copy = strdup(list);
	char *rest = copy;
	char *entry;

	while ((entry = strsep(&rest, ",")))
		take(entry, data);
	free(copy);
}

static void note_all(char *entry, void *data)
{
	if (strcmp(entry, "ALL") == 0)
		*(bool *)data = true;
}

struct exported {
	char **before; /* the environment that srun was started in */
	bool all;
};

static void export_entry(char *entry, void *data)
{
	const struct exported *exported = data;
	char *value = strchr(entry, '=');
	size_t length = strlen(entry);

	if (strcmp(entry, "ALL") == 0 || strcmp(entry, "NONE") == 0)
		return;
	if (value) {
		*value = '\0';
		setenv(entry, value + 1, !exported->all);
		return;
	}
	for (char **old = exported->before; *old; old++) {
		if (strncmp(*old, entry, length) == 0 && (*old)[length] == '=')
			putenv(*old);
	}
}

/* What srun does with --export: ALL wins over the other entries. PATH is always kept: the
 * login on the node would set it. */
static void export_variables(const char *list)
{
	extern char **environ;
	struct exported exported = {.before = environ};

	for_each_entry(list, note_all, &exported.all);
	if (!exported.all) {
		/* Setting to NULL leaves the old list as it is. */
		environ = NULL;
		for (char **old = exported.before; *old; old++) {
			if (is_slurm_variable(*old) || strncmp(*old, "PATH=", 5) == 0)
				putenv(*old);
		}
	}
	for_each_entry(list, export_entry, &exported);
}

static void srun_option(char *argv[], int at)
{
	const char *directory = option_value(argv, at, "-D", "--chdir");
	const char *list = option_value(argv, at, "", "--export");

	if (directory && chdir(directory) < 0)
		die(directory);
	if (list)
		export_variables(list);
}

static void execute(char *argv[]) __attribute__((noreturn));

/* Executes a command by name, from this run's own directory of commands. */
static void execute(char *argv[])
{
	char path[PATH_MAX + PATH_MAX];

	if (strchr(argv[0], '/'))
		execv(argv[0], argv);
	snprintf(path, sizeof(path), "%s/bin/%s", root, argv[0]);
	execv(path, argv);
	fprintf(stderr, "stub %s: %s: %s\n", program, argv[0], strerror(errno));
	exit(errno == ENOENT ? NOT_FOUND : CANNOT_RUN);
}

static int run_wrapped(const struct command *command, char *argv[])
{
	if (!argv[0])
		return 1;
	if (command->role == PYTHON_RUNNER && ends_with(argv[0], ".py"))
		return run_training(argv);
	if (strcmp(command->name, "sudo") == 0 && strchr(argv[0], '=')) {
		putenv(argv[0]);
		return run_wrapped(command, argv + 1);
	}
	execute(argv);
}

/* What a remote shell is given is one string, split and expanded a second time. */
static int run_remote_shell(char *argv[])
{
	char *text = strdup("");
	char *longer;

	for (int i = 0; argv[i]; i++) {
		if (asprintf(&longer, "%s%s%s", text, i ? " " : "", argv[i]) < 0)
			die("asprintf");
		free(text);
		text = longer;
	}
	execute((char *[]){"bash", "-c", text, NULL});
}

/* A login shell would read /etc/profile, which sets PATH to this machine's commands. */
static int run_shell(const struct command *command, char *argv[])
{
	bool bash = strcmp(command->name, "bash") == 0;
	const char *path = bash ? "/bin/bash" : "/bin/sh";
	int count = 0;
	char **words;
	int at = 0;

	while (argv[count])
		count++;
	words = calloc((size_t)count + 3, sizeof(*words));
	words[at++] = argv[0];
	if (bash)
		words[at++] = "--noprofile";
	for (int i = 1; i < count; i++)
		words[at++] = argv[i];
	execv(path, words);
	die(path);
	return CANNOT_RUN;
}

/* Finds the row of a command line, and the words behind its subcommand. */
static const struct command *find_command(char *argv[], int *rest)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		const struct command *command = &commands[i];
		const char *word = command->subcommand;
		int at = 1;

		if (strcmp(command->name, program) != 0)
			continue;
		while (word && *word) {
			size_t length = strcspn(word, " ");

			at = skip_options(command, argv, at);
			if (!argv[at] || strlen(argv[at]) != length ||
			    strncmp(argv[at], word, length) != 0)
				break;
			at++;
			word += length + (word[length] == ' ');
		}
		if (word && *word)
			continue;
		*rest = at;
		return command;
	}
	return NULL;
}

/* srun --multi-prog FILE: each line is RANKS COMMAND ARGS..., without a shell. */
static bool is_multi_prog(char *argv[])
{
	for (int i = 1; argv[i] && argv[i][0] == '-'; i++) {
		if (strcmp(argv[i], "--multi-prog") == 0)
			return true;
	}
	return false;
}

static int run_multi_prog(const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;

	if (!file)
		die(path);
	while (getline(&line, &size, file) > 0) {
		char *words[64] = {NULL};
		char *rest = line;
		size_t count = 0;
		char *word;

		while (count < 63 && (word = strsep(&rest, " \t\n"))) {
			if (*word)
				words[count++] = word;
		}
		if (count < 2 || words[0][0] == '#')
			continue;
		if (fork() == 0)
			execute(words + 1);
		wait(NULL);
	}
	fclose(file);
	free(line);
	return 0;
}

static int run_wrapper(const struct command *command, char *argv[], int at)
{
	bool multi_prog = strcmp(command->name, "srun") == 0 && is_multi_prog(argv);

	at = skip_options(command, argv, at);
	for (int i = 0; i < command->operands && argv[at]; i++)
		at++;
	if (multi_prog && argv[at])
		return run_multi_prog(argv[at]);
	return command->role == REMOTE_SHELL ? run_remote_shell(argv + at)
					     : run_wrapped(command, argv + at);
}

/* `python -m torch.distributed.run` and its like are torchrun and its like. Returns the name
 * of the command, NULL for any other command line; *rest is what follows the module. */
static const char *runner_module(char *argv[], int *rest)
{
	static const char *const modules[][2] = {
		{"torch.distributed.run", "torchrun"},
		{"torch.distributed.launch", "torchrun"},
		{"accelerate.commands.launch", "accelerate"},
	};
	int at = 1;

	while (argv[at] && argv[at][0] == '-' && strcmp(argv[at], "-m") != 0)
		at++;
	if (!argv[at] || argv[at][0] != '-' || !argv[at + 1])
		return NULL;
	*rest = at + 2;
	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++) {
		if (strcmp(argv[at + 1], modules[i][0]) == 0)
			return modules[i][1];
	}
	return NULL;
}

static const struct command *row_of(const char *name)
{
	const struct command *command = commands;

	while (strcmp(command->name, name) != 0)
		command++;
	return command;
}

static int run_python(char *argv[])
{
	int rest = 0;
	const char *runner = runner_module(argv, &rest);

	if (runner)
		return run_wrapper(row_of(runner), argv, rest);
	if (starts_training(argv) || ends_with(program, ".py"))
		return run_training(argv);
	print_unknown("--lr 0.5\n", "--lr 0.25 --seed 2\n");
	return 0;
}

/* Under its own name the program tells which names it answers to. */
static int print_names(void)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		puts(commands[i].name);
	return 0;
}

int main(int argc, char *argv[])
{
	const struct command *command;
	int rest = argc;

	program = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
	if (strcmp(program, "stub") == 0)
		return print_names();
	find_root();
	read_world();
	if (is_python(program))
		return run_python(argv);
	command = find_command(argv, &rest);
	if (!command) {
		fprintf(stderr, "stub %s: not in the table\n", program);
		return NOT_FOUND;
	}
	switch (command->role) {
	case SHELL:
		return run_shell(command, argv);
	case PRINTS:
		print_unknown(command->first, command->second);
		return 0;
	case FAILS:
		record_unknown();
		return second_world;
	case SILENT:
		return 0;
	default:
		return run_wrapper(command, argv, rest);
	}
}
