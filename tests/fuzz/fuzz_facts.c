/* The words of a training command line, one a line. The first line's first two bytes choose a
 * word and how much of its beginning is known: what is claimed in spite of that gap has to be
 * what all of the words say.
 */
#include "cpguard/facts.h"
#include "fuzz.h"

enum {
	WORDS_MAX = 64,
	PROGRAM = 1,
};

struct line {
	struct cpg_word argv[WORDS_MAX];
	size_t argc;
};

static void read_line(struct fuzz_strings *strings, struct line *line)
{
	line->argv[0] = (struct cpg_word){.text = "python3"};
	line->argv[PROGRAM] = (struct cpg_word){.text = "train.py"};
	for (line->argc = 2; line->argc < WORDS_MAX && strings->rest.length; line->argc++)
		line->argv[line->argc] = (struct cpg_word){
			.text = fuzz_next(strings),
			.origin = {"train.sh", (unsigned)line->argc},
		};
}

static struct cpg_facts read_facts(struct cpg_arena *arena, const struct line *line)
{
	const struct cpg_launch launch = {
		.argv = line->argv, .argc = line->argc, .program = PROGRAM};
	struct cpg_error err = fuzz_error();
	struct cpg_facts facts;

	fuzz_check_memory(cpg_facts_read(arena, &launch, &facts, &err) < 0, &err,
			  CPG_ARENA_BUDGET);
	return facts;
}

static void check_flag(const struct cpg_fact_flag *flag)
{
	FUZZ_CHECK(flag->value != CPG_YES || flag->given);
	FUZZ_CHECK(!flag->given || flag->origin.line >= 2);
}

static void check_path(const struct cpg_fact_path *path)
{
	FUZZ_CHECK(path->known || !path->path);
	FUZZ_CHECK(!path->path || (path->given && path->origin.line >= 2));
}

static void check_facts(const struct cpg_facts *facts)
{
	check_flag(&facts->allgather_cp);
	check_flag(&facts->debug_rollout_only);
	check_path(&facts->hf_checkpoint);
	check_path(&facts->yaml_cfg);
	check_path(&facts->custom_config);
	check_path(&facts->megatron_config);
	FUZZ_CHECK(!facts->context_parallel_size.known ||
		   facts->context_parallel_size.size.digits);
	FUZZ_CHECK(!facts->stopped && !facts->unread);
}

static bool same_flag(const struct cpg_fact_flag *claimed,
		      const struct cpg_fact_flag *true_one)
{
	return claimed->value == CPG_UNKNOWN || claimed->value == true_one->value;
}

static bool same_path(const struct cpg_fact_path *claimed,
		      const struct cpg_fact_path *true_one)
{
	if (!claimed->known)
		return true;
	if (!true_one->known || !claimed->path != !true_one->path)
		return false;
	return !claimed->path || strcmp(claimed->path, true_one->path) == 0;
}

static bool same_size(const struct cpg_fact_size *claimed,
		      const struct cpg_fact_size *true_one)
{
	return !claimed->known ||
	       (true_one->known && claimed->size.value == true_one->size.value);
}

/* Whether what is claimed of a line with a gap is so. Of a line that the program rejects nothing
 * is. */
static void check_claims(const struct cpg_facts *claimed, const struct cpg_facts *whole)
{
	FUZZ_CHECK(!claimed->rejected || whole->rejected);
	if (whole->rejected)
		return;
	FUZZ_CHECK(same_flag(&claimed->allgather_cp, &whole->allgather_cp));
	FUZZ_CHECK(same_flag(&claimed->debug_rollout_only, &whole->debug_rollout_only));
	FUZZ_CHECK(same_flag(&claimed->critic, &whole->critic));
	FUZZ_CHECK(
		same_size(&claimed->context_parallel_size, &whole->context_parallel_size));
	FUZZ_CHECK(same_path(&claimed->hf_checkpoint, &whole->hf_checkpoint));
	FUZZ_CHECK(same_path(&claimed->yaml_cfg, &whole->yaml_cfg));
	FUZZ_CHECK(same_path(&claimed->custom_config, &whole->custom_config));
	FUZZ_CHECK(same_path(&claimed->megatron_config, &whole->megatron_config));
}

/* Makes a word one that is not known behind its first `known` bytes, and possibly many. An
 * option of which nothing is known is left alone: behind another option it is held for a
 * value. */
static bool make_gap(struct cpg_arena *arena, struct line *line, const char *choice)
{
	struct cpg_word *word;
	size_t known;

	if (line->argc <= 2 || strlen(choice) < 2)
		return false;
	word = &line->argv[2 + (unsigned char)choice[0] % (line->argc - 2)];
	known = (unsigned char)choice[1] % (strlen(word->text) + 1);
	if (known == 0 && word->text[0] == '-')
		return false;
	word->prefix = cpg_arena_bytes(arena, word->text, known);
	word->suffix = word->text + strlen(word->text);
	word->text = NULL;
	word->many = known == 0 && choice[1] % 2;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cpg_arena *arena = fuzz_arena(CPG_ARENA_BUDGET);
	struct fuzz_strings strings = {arena, {(const char *)data, size}};
	const char *choice = fuzz_next(&strings);
	struct cpg_facts whole;
	struct cpg_facts claimed;
	struct line line;

	read_line(&strings, &line);
	whole = read_facts(arena, &line);
	check_facts(&whole);
	if (make_gap(arena, &line, choice)) {
		claimed = read_facts(arena, &line);
		check_facts(&claimed);
		check_claims(&claimed, &whole);
	}
	fuzz_arena_done(arena, CPG_ARENA_BUDGET);
	return 0;
}
