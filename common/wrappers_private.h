/* The tables of wrappers, and the engine that reads words by them.
 *
 * A row is one wrapper, or one subcommand of it, with the options that it knows. The engine
 * reads as getopt_long(3) does, and the row's style says where the tool differs.
 */
#ifndef CPGUARD_WRAPPERS_PRIVATE_H
#define CPGUARD_WRAPPERS_PRIVATE_H

#include "cpguard/wrappers.h"

/* What an option takes. */
enum cpg_takes {
	TAKES_NOTHING,
	TAKES_VALUE,    /* attached, or the next word */
	TAKES_ATTACHED, /* a value that is attached, or none */
	TAKES_TWO,      /* the next two words */
};

/* What an option means to the inner command. */
enum cpg_means {
	MEANS_NOTHING,
	MEANS_STOP,     /* nothing is started: --help, --version */
	MEANS_CHDIR,    /* the value is the working directory */
	MEANS_AWAY,     /* the working directory is another one */
	MEANS_SET,      /* NAME=value; NAME alone is handed on from outside */
	MEANS_SET_TWO,  /* NAME value */
	MEANS_SET_LIST, /* NAME=value,NAME=value */
	MEANS_UNSET,    /* NAME */
	MEANS_CLEAR,    /* no variables */
	MEANS_LOGIN,    /* more variables */
	MEANS_LOADS,    /* no variable is known */
	MEANS_INHERIT, /* the variables and the directory stay, against the row's effects */
	MEANS_KEEP,    /* the variables stay, and there may be more */
	MEANS_EXPORT,  /* srun's --export */
	MEANS_CONTAINER,  /* other files */
	MEANS_BUNDLE,     /* other files, of which the image tells */
	MEANS_WORKDIR,    /* the value is the working directory in the container */
	MEANS_CONTAINED,  /* the working directory does not come along */
	MEANS_CONTAINALL, /* neither that nor variables */
	MEANS_PYXIS,      /* the value is a mount, in pyxis' grammar */
	MEANS_ENROOT,     /* likewise */
	MEANS_BIND,
	MEANS_BIND_FIELDS,
	MEANS_FIELDS,
	MEANS_VOLUME,
	MEANS_TMPFS,
	MEANS_HOME,
	MEANS_OTHERS,
	MEANS_MOUNT_HOME, /* pyxis' switches */
	MEANS_NO_MOUNT_HOME,
	MEANS_REMAP_ROOT,
	MEANS_NO_REMAP_ROOT,
	MEANS_BACKGROUND, /* not waited for */
	MEANS_TEXT,       /* the value is shell text, and that is what is run */
	MEANS_MODULE,     /* the program is a Python module */
	MEANS_RUN_MODULE, /* the value is a module that is run, perhaps a launcher itself */
	MEANS_SCRIPT,     /* the program is a Python file, whatever its name is */
	MEANS_PLAIN,      /* the program is not a Python program */
	MEANS_COMMAND,    /* the operands are a command, not the tool's own */
	MEANS_FILE,       /* the first operand is a file of commands */
	MEANS_NEEDED,     /* without this option nothing is started */
	MEANS_REPLACE,    /* xargs -I */
	MEANS_ENTRY,      /* docker --entrypoint */
	MEANS_RUNTIME,    /* ray --runtime-env-json */
	MEANS_UPLOAD,     /* ray --working-dir */
	MEANS_UNSURE,     /* what is run stands elsewhere, in a file for example */
};

struct cpg_wrapper_option {
	const char *
		names; /* "-n --nodes": with their dashes, blanks between; NULL ends a list */
	enum cpg_takes takes;
	enum cpg_means means;
};

/* How a tool's words are read where it differs from getopt_long with "+". */
enum cpg_style {
	STYLE_PERMUTE = 1 << 0,  /* options may follow operands */
	STYLE_ONE_DASH = 1 << 1, /* -name and --name are the same; letters do not cluster */
	STYLE_WHOLE = 1 << 2,    /* long names are not abbreviated */
	STYLE_SAME = 1 << 3,     /* "_" and "-" in long names are the same */
	STYLE_EQUALS = 1 << 4,   /* -e=value is -e value */
	STYLE_NUMBERS = 1 << 5,  /* -10 is an option by itself */
	STYLE_VARIABLES = 1 << 6,    /* operands NAME=value are variables */
	STYLE_LAST_OPTION = 1 << 10, /* behind the first of them no option follows */
	STYLE_COLON = 1 << 7,        /* ":" begins a further component */
	STYLE_NEEDS = 1 << 8,        /* an option that MEANS_NEEDED must be there */
	STYLE_ALL = 1 << 9,          /* every operand is the tool's own */
};

/* What every inner command of a row meets. */
enum cpg_effect {
	EFFECT_CONTAINER = 1 << 0,
	EFFECT_ELSEWHERE = 1 << 1,
	EFFECT_CLEAR = 1 << 2,
	EFFECT_LOGIN = 1 << 3,
	EFFECT_BACKGROUND = 1 << 4,
	EFFECT_MORE = 1 << 5,
	EFFECT_AWAY = 1 << 6,
	EFFECT_STAYS = 1 << 7,
};

struct cpg_wrapper_reading;

struct cpg_wrapper_row {
	const char *names;   /* of the command, blanks between */
	const char *modules; /* names behind `python -m`, or NULL */
	const char *verbs;   /* the words of the subcommand, blanks between, or NULL */
	unsigned style;
	unsigned effects;
	size_t operands; /* how many operands come before the inner command */
	enum cpg_wrapper_kind kind;
	enum cpg_wrapped_tool tool;
	const struct cpg_wrapper_option *options;
	const struct cpg_wrapper_option *globals; /* before the subcommand; NULL: none */
	const char *const *sets;
	/* What an option that is not in `options` takes; false when it is not known. `name` is
	 * without dashes; one letter of a cluster when `length` is 1 and `letter`. */
	bool (*other)(const char *name, size_t length, bool letter, enum cpg_takes *takes);
	/* Looks at what was read, before the kind is settled. */
	void (*finish)(struct cpg_wrapper_reading *reading);
};

/* A command while its words are read. */
struct cpg_wrapper_reading {
	struct cpg_arena *arena; /* NULL: only the kind is wanted */
	const struct cpg_word *argv;
	size_t argc;
	size_t at; /* the next word */
	const struct cpg_wrapper_row *row;
	const struct cpg_wrapper_option *options; /* in force here */
	unsigned style;                           /* likewise */
	size_t operands;                          /* that are still to come */
	bool dashes;                              /* "--" was met */
	bool stop;                                /* nothing is started */
	bool needed;
	bool file;
	bool failed;         /* no memory */
	const char *replace; /* what xargs replaces */
	const char *module;  /* the module that an interpreter runs */
	size_t room;         /* for variables */
	size_t mount_room;
	struct cpg_wrapped *out;
};

/* wrappers_grammar.c: reads options and operands up to the inner command's first word. */
void cpg_wrapper_read_words(struct cpg_wrapper_reading *reading);

/* Whether `word`, of `length` bytes, is among the words of `list`, which has blanks between. */
bool cpg_wrapper_lists(const char *list, const char *word, size_t length);

/* wrappers_effects.c: notes what an option means. `value` is empty when there is none. `index`
 * is the word it stands in, `skip` how many bytes of that are before it. */
struct cpg_wrapper_value {
	struct cpg_word word;
	size_t index;
	size_t skip;
};
void cpg_wrapper_apply(struct cpg_wrapper_reading *reading, enum cpg_means means,
		       const struct cpg_wrapper_value *value);

/* Notes a variable from a word NAME=value, or NAME for one that is handed on. */
void cpg_wrapper_set(struct cpg_wrapper_reading *reading, const struct cpg_word *word);

/* Notes a variable from two words, its name and its value. */
void cpg_wrapper_set_two(struct cpg_wrapper_reading *reading, const struct cpg_word *name,
			 const struct cpg_word *value);

/* Notes that something hides what is started; the first reason stays. */
void cpg_wrapper_unsure(struct cpg_wrapper_reading *reading, const char *why);

/* The word without its first `skip` bytes, which are known. */
struct cpg_word cpg_wrapper_tail(const struct cpg_word *word, size_t skip);

/* How the word begins, as far as it is known. */
const char *cpg_wrapper_begin(const struct cpg_word *word);

/* A copy that lives as long as the answer. */
const struct cpg_word *cpg_wrapper_keep(struct cpg_wrapper_reading *reading,
					const struct cpg_word *word);

/* wrappers_mounts.c: notes what an option says of a container. */
void cpg_wrapper_contain(struct cpg_wrapper_reading *reading, enum cpg_means means,
			 const struct cpg_wrapper_value *value);

/* wrappers_ray.c: the variables and the directory of a --runtime-env-json. */
void cpg_wrapper_runtime_env(struct cpg_wrapper_reading *reading,
			     const struct cpg_word *json);
void cpg_wrapper_upload(struct cpg_wrapper_reading *reading, const struct cpg_word *place);

/* wrappers.c: whether a command of this name could start what is read: a wrapper, a shell, an
 * interpreter, a file that is named by its path. */
bool cpg_wrapper_may_start(const struct cpg_word *name);

/* The tables, each ends with a row without names. */
extern const struct cpg_wrapper_row cpg_wrapper_rows_slurm[];
extern const struct cpg_wrapper_row cpg_wrapper_rows_system[];
extern const struct cpg_wrapper_row cpg_wrapper_rows_user[];
extern const struct cpg_wrapper_row cpg_wrapper_rows_python[];
extern const struct cpg_wrapper_row cpg_wrapper_rows_venv[];
extern const struct cpg_wrapper_row cpg_wrapper_rows_container[];
extern const struct cpg_wrapper_row cpg_wrapper_rows_mpi[];
extern const struct cpg_wrapper_row cpg_wrapper_rows_remote[];
extern const struct cpg_wrapper_row cpg_wrapper_rows_profile[];

/* All of them, NULL behind the last. */
extern const struct cpg_wrapper_row *const cpg_wrapper_tables[];

/* The options of a Python interpreter. */
extern const struct cpg_wrapper_row cpg_wrapper_interpreter;

#endif
