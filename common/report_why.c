#include "report_why.h"

/* "text (FILE:LINE)", as far as there is a place. */
static char *with_place(struct cpg_arena *arena, const char *text,
			const struct cpg_origin *origin)
{
	if (origin->file && origin->line)
		return cpg_arena_printf(arena, "%s (%s:%u)", text, origin->file,
					origin->line);
	if (origin->file)
		return cpg_arena_printf(arena, "%s (%s)", text, origin->file);
	return cpg_arena_string(arena, text);
}

/* Adds a sentence, which is NULL for want of memory. */
static bool add(struct cpg_sentences *sentences, const char *sentence)
{
	if (!sentence)
		return false;
	sentences->items[sentences->count++] = sentence;
	return true;
}

static bool add_words(struct cpg_arena *arena, struct cpg_sentences *sentences,
		      const struct cpg_launch *launch)
{
	for (size_t i = 0; i < launch->argc; i++) {
		const struct cpg_word *word = &launch->argv[i];
		const char *prefix = word->prefix ? word->prefix : "";
		const char *suffix = word->suffix ? word->suffix : "";
		const char *text;

		if (word->text)
			continue;
		text = cpg_arena_printf(arena, "word %zu, '%s...%s'%s: %s", i, prefix,
					suffix,
					word->many ? " (perhaps several words)" : "",
					word->why ? word->why : "it is not known");
		if (!text || !add(sentences, with_place(arena, text, &word->gap)))
			return false;
	}
	return true;
}

/* That slime's rule is not applied, and why. */
static bool add_other(struct cpg_arena *arena, struct cpg_sentences *sentences,
		      const struct cpg_finding *finding)
{
	return !finding->other ||
	       add(sentences,
		   cpg_arena_printf(arena,
				    "'%s' shows that this is miles, to which the "
				    "rule of slime does not apply",
				    finding->other));
}

static bool add_rest(struct cpg_arena *arena, struct cpg_sentences *sentences,
		     const struct cpg_finding *finding)
{
	const struct cpg_origin model = {finding->model.file, finding->model.line};

	if (!add_other(arena, sentences, finding))
		return false;
	if (finding->launch.conditional &&
	    !add(sentences, with_place(arena, "whether it starts hangs on a condition",
				       &finding->launch.condition)))
		return false;
	if (finding->facts.rejected && !add(sentences, finding->facts.rejected))
		return false;
	if (finding->facts.stopped && !add(sentences, finding->facts.stopped))
		return false;
	if (finding->facts.unread && !add(sentences, finding->facts.unread))
		return false;
	return !finding->model.why ||
	       add(sentences, with_place(arena, finding->model.why, &model));
}

static struct cpg_sentences *begin(struct cpg_arena *arena, size_t capacity)
{
	struct cpg_sentences *sentences = cpg_arena_alloc(arena, sizeof(*sentences));

	if (!sentences)
		return NULL;
	sentences->items = cpg_arena_array(arena, capacity, sizeof(*sentences->items));
	return sentences->items ? sentences : NULL;
}

const struct cpg_sentences *cpg_report_why(struct cpg_arena *arena,
					   const struct cpg_finding *finding)
{
	struct cpg_sentences *sentences = begin(arena, finding->launch.argc + 6);

	if (!sentences || !add_words(arena, sentences, &finding->launch) ||
	    !add_rest(arena, sentences, finding))
		return NULL;
	return sentences;
}

const struct cpg_sentences *cpg_report_incomplete(struct cpg_arena *arena,
						  const struct cpg_result *result)
{
	struct cpg_sentences *sentences = begin(arena, 1);

	if (!sentences)
		return NULL;
	if (result->why &&
	    !add(sentences, with_place(arena, result->why, &result->why_origin)))
		return NULL;
	return sentences;
}

const struct cpg_sentences *cpg_report_assumed(struct cpg_arena *arena,
					       const struct cpg_result *result)
{
	struct cpg_sentences *sentences = begin(arena, result->assumed_count + 1);

	for (size_t i = 0; sentences && i < result->assumed_count; i++) {
		const struct cpg_assumption *assumed = &result->assumed[i];

		if (!add(sentences, with_place(arena, assumed->what, &assumed->origin)))
			return NULL;
	}
	return sentences;
}
