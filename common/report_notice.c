#include <string.h>

#include "cpguard/report.h"
#include "report_parts.h"

/* What is not known when a finding is undecided for that reason, and what makes it known. */
struct advice {
	const char *unknown; /* said when the model has no sentence of its own */
	const char *remedy;
};

#define SITE "have the site set path_map= (containers) or hf_home= (hub ids)"
#define CONTAINER \
	"mount the checkpoint, from a path that can be read here, on the command line " \
	"that " \
	"starts the container, or have the site set path_map="
#define DECLARE \
	"declare --hf-checkpoint=PATH, --allgather-cp and --context-parallel-size=N as " \
	"options of sbatch, srun or salloc"

static const struct advice advices[CPG_REASON_COUNT] = {
	[CPG_REASON_CHECKPOINT_NOT_FOUND] = {"there is no such checkpoint",
					     "name an --hf-checkpoint that is there (a hub "
					     "id: download it first), or " SITE},
	[CPG_REASON_CHECKPOINT_UNREADABLE] =
		{"its config.json cannot be read",
		 "name an --hf-checkpoint whose config.json can be read"},
	[CPG_REASON_CHECKPOINT_HIDDEN] =
		{"the checkpoint cannot be seen from here",
		 "name an absolute --hf-checkpoint that can be read here, or " SITE},
	[CPG_REASON_ARGUMENT_UNKNOWN] = {"a part of the command line is not known here",
					 DECLARE},
	[CPG_REASON_YAML_UNKNOWN] = {"what a YAML file sets is not known here",
				     "name YAML files that can be read here, or " DECLARE},
	[CPG_REASON_CONDITIONAL] = {"whether it starts at all is not known here", DECLARE},
	[CPG_REASON_SCRIPT_UNKNOWN] = {"a part of the script is not known here", DECLARE},
	[CPG_REASON_LIMIT_EXCEEDED] = {"cpguard ran out of the memory it allows itself",
				       DECLARE},
};

/* A flag whose value alone is not known: an option of the job fills just that. */
struct missing {
	const char *name;
	const char *option;
	bool (*is_missing)(const struct cpg_facts *facts);
};

static bool misses_size(const struct cpg_facts *facts)
{
	return !facts->context_parallel_size.known;
}

static bool misses_checkpoint(const struct cpg_facts *facts)
{
	return !facts->hf_checkpoint.known;
}

static const struct missing values[] = {
	{"--context-parallel-size", "--context-parallel-size=N", misses_size},
	{"--hf-checkpoint", "--hf-checkpoint=PATH", misses_checkpoint},
};

enum {
	VALUES = sizeof(values) / sizeof(values[0]),
};

/* Whether nothing but values is missing. Otherwise a word could be any option, and no single
 * declaration makes up for it. */
static bool misses_values_only(const struct cpg_finding *finding)
{
	const struct cpg_facts *facts = &finding->facts;

	return finding->reason == CPG_REASON_ARGUMENT_UNKNOWN &&
	       facts->allgather_cp.value == CPG_YES &&
	       facts->debug_rollout_only.value == CPG_NO &&
	       (misses_size(facts) || misses_checkpoint(facts));
}

static void put_text(struct cpg_buffer *out, const char *string)
{
	cpg_buffer_printable(out, cpg_text_of(string));
}

/* "run.sh:40: it is not known before the job runs", as far as that can be told. */
static void put_word_why(struct cpg_buffer *out, const struct cpg_word *word)
{
	if (!word->why)
		return;
	cpg_buffer_string(out, " (");
	if (word->gap.file) {
		put_text(out, word->gap.file);
		cpg_buffer_printf(out, word->gap.line ? ":%u: " : ": ", word->gap.line);
	}
	put_text(out, word->why);
	cpg_buffer_string(out, ")");
}

/* The word that the value of option `name` stands in, when that is not known: the last one
 * counts. NULL when it is known, or cannot be told. */
static const struct cpg_word *value_word(const struct cpg_launch *launch, const char *name)
{
	const struct cpg_word *found = NULL;
	size_t length = strlen(name);

	for (size_t i = launch->program + 1; i < launch->argc; i++) {
		const struct cpg_word *word = &launch->argv[i];
		const char *known = word->text ? word->text : word->prefix;

		if (!known || strncmp(known, name, length) != 0)
			continue;
		if (known[length] == '=')
			found = word;
		else if (word->text && known[length] == '\0')
			found = i + 1 < launch->argc ? word + 1 : NULL;
	}
	return found && !found->text ? found : NULL;
}

/* The first word that may be several, and so any option. NULL when there is none. */
static const struct cpg_word *open_word(const struct cpg_launch *launch)
{
	for (size_t i = launch->program + 1; i < launch->argc; i++) {
		if (!launch->argv[i].text && launch->argv[i].many)
			return &launch->argv[i];
	}
	return NULL;
}

/* "the value of --hf-checkpoint", and why it is not known; then the next one. */
static void put_missing_values(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	const char *between = "";

	for (size_t i = 0; i < VALUES; i++) {
		const struct cpg_word *word;

		if (!values[i].is_missing(&finding->facts))
			continue;
		cpg_buffer_printf(out, "%sthe value of %s is not known here", between,
				  values[i].name);
		word = value_word(&finding->launch, values[i].name);
		if (word)
			put_word_why(out, word);
		between = ", and ";
	}
}

static void put_missing_words(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	const struct cpg_word *word = open_word(&finding->launch);

	cpg_buffer_string(out, advices[CPG_REASON_ARGUMENT_UNKNOWN].unknown);
	if (word)
		put_word_why(out, word);
}

/* Whether a word of the command line or a YAML file is what is not known. */
static bool misses_facts(const struct cpg_finding *finding)
{
	return finding->reason == CPG_REASON_ARGUMENT_UNKNOWN ||
	       finding->reason == CPG_REASON_YAML_UNKNOWN;
}

void cpg_report_put_unknown(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	const char *unknown = advices[finding->reason].unknown;

	if (misses_facts(finding) && finding->facts.unread)
		put_text(out, finding->facts.unread);
	else if (misses_values_only(finding))
		put_missing_values(out, finding);
	else if (finding->reason == CPG_REASON_ARGUMENT_UNKNOWN)
		put_missing_words(out, finding);
	else if (!finding->model.why)
		cpg_buffer_string(out, unknown ? unknown : "");
	if (!finding->model.why)
		return;
	cpg_buffer_string(out, misses_facts(finding) ? ", and " : "");
	cpg_report_put_model_why(out, &finding->model);
}

void cpg_report_put_remedy(struct cpg_buffer *out, const struct cpg_finding *finding)
{
	const char *remedy = advices[finding->reason].remedy;
	const char *between = "give sbatch, srun or salloc the option ";

	if (finding->facts.unread && finding->reason == CPG_REASON_ARGUMENT_UNKNOWN)
		remedy = "write --advantage-estimator out";
	if (finding->launch.container && finding->reason == CPG_REASON_CHECKPOINT_HIDDEN)
		remedy = CONTAINER;
	if (!misses_values_only(finding)) {
		cpg_buffer_string(out, remedy ? remedy : "");
		return;
	}
	for (size_t i = 0; i < VALUES; i++) {
		if (!values[i].is_missing(&finding->facts))
			continue;
		cpg_buffer_printf(out, "%s%s", between, values[i].option);
		between = " and ";
	}
}

void cpg_report_put_notice(struct cpg_buffer *out, const struct cpg_settings *settings,
			   enum cpg_gate gate, const struct cpg_finding *finding)
{
	const struct cpg_fact_path *checkpoint = &finding->facts.hf_checkpoint;
	bool deferred = finding->launch.source == CPG_LAUNCH_OPTIONS &&
			gate == CPG_GATE_SUBMIT &&
			settings->unverified == CPG_UNVERIFIED_DEFER;

	cpg_buffer_string(out, "cpguard: ");
	cpg_report_put_asked(out, finding);
	if (checkpoint->known && checkpoint->path) {
		cpg_buffer_string(out, " and --hf-checkpoint ");
		put_text(out, checkpoint->path);
	}
	cpg_buffer_string(out, deferred ? " will be checked on the compute node: "
					: " was not checked: ");
	cpg_report_put_unknown(out, finding);
	if (!deferred) {
		cpg_buffer_string(out, ". To have it checked: ");
		cpg_report_put_remedy(out, finding);
	}
	cpg_buffer_string(out, ".\n");
}
