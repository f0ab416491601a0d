/* The world: a temporary directory with checkpoints and scripts.
 *
 *     bad/config.json     Qwen3ForCausalLM, which is not permitted
 *     good/config.json    DeepseekV32ForCausalLM, which is
 *     glm/config.json     GlmMoeDsaForCausalLM, which is
 *     nameless/config.json  no architectures
 *     empty/              no config.json
 *     job.sh              a batch script that starts nothing
 */
#ifndef TESTS_SPANK_WORLD_H
#define TESTS_SPANK_WORLD_H

#include <sys/types.h>

/* Makes the world; for cmocka's group setup. */
int world_make(void **state);

/* Removes it; for cmocka's group teardown. */
int world_remove(void **state);

/* The absolute path of `name` in the world; "" is the world itself. Valid until the end of
 * the program. */
const char *at(const char *name);

/* A string formatted as by printf, valid until the end of the program. */
const char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Makes a file of the world, and the directories on the way to it. Returns its path. */
const char *make_file(const char *name, const char *content);

/* Makes a checkpoint of the world whose config.json names that architecture, or none when
 * it is NULL. Returns its directory. */
const char *make_checkpoint(const char *name, const char *architecture);

/* Makes a checkpoint of the hub in that cache directory of the world, as huggingface_hub
 * does: refs/main and a snapshot. Returns the path of its config.json. */
const char *make_hub_checkpoint(const char *cache, const char *organisation,
				const char *name, const char *architecture);

/* As malloc(3), and freed at the end of the program. */
void *keep(size_t size);

#endif
