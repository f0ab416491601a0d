#include "shell_map.h"

#include <stdint.h>
#include <string.h>

enum {
	BITS = 3,
	FANOUT = 1 << BITS,
};

/* Names whose hashes are the same hang in a chain. Immutable. */
struct leaf {
	const char *name;
	uint64_t hash;
	const void *item;
	const struct leaf *next;
};

/* Each slot holds a node, or a chain of leaves, or NULL. */
struct slot {
	struct cpg_map_node *node;
	const struct leaf *leaf;
};

struct cpg_map_node {
	const void *owner;
	struct slot slots[FANOUT];
};

/* FNV-1a */
static uint64_t hash_of(const char *name)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
	return hash ^ hash >> 32;
}

static size_t index_of(uint64_t hash, unsigned level)
{
	return hash >> (level * BITS) & (FANOUT - 1);
}

static const struct leaf *in_chain(const struct leaf *leaf, const char *name)
{
	while (leaf && strcmp(leaf->name, name) != 0)
		leaf = leaf->next;
	return leaf;
}

static const struct leaf *find(struct slot slot, unsigned level, uint64_t hash,
			       const char *name)
{
	for (; slot.node; level++)
		slot = slot.node->slots[index_of(hash, level)];
	return in_chain(slot.leaf, name);
}

const void *cpg_map_get(const struct cpg_map *map, const char *name)
{
	const struct leaf *leaf =
		find((struct slot){.node = map->root}, 0, hash_of(name), name);

	return leaf ? leaf->item : NULL;
}

struct change {
	struct cpg_arena *arena;
	const void *owner;
	const char *name;
	uint64_t hash;
	const void *item;
};

/* The node itself when it is the owner's, else a copy that is; a new one for NULL. */
static struct cpg_map_node *owned(const struct change *change, struct cpg_map_node *node)
{
	struct cpg_map_node *copy;

	if (node && node->owner == change->owner)
		return node;
	copy = cpg_arena_alloc(change->arena, sizeof(*copy));
	if (!copy)
		return NULL;
	if (node)
		*copy = *node;
	copy->owner = change->owner;
	return copy;
}

static struct leaf *new_leaf(const struct change *change, const char *name,
			     const void *item, const struct leaf *next)
{
	struct leaf *leaf = cpg_arena_alloc(change->arena, sizeof(*leaf));

	if (leaf && !name)
		name = cpg_arena_string(change->arena, change->name);
	if (!leaf || !name)
		return NULL;
	*leaf = (struct leaf){name, change->hash, item, next};
	return leaf;
}

/* The chain with the change's item: in front, the others of the same hash behind it. */
static const struct leaf *changed_chain(const struct change *change,
					const struct leaf *chain)
{
	const struct leaf *old = in_chain(chain, change->name);
	const struct leaf *rest = old ? old->next : chain;

	for (const struct leaf *leaf = chain; old && leaf != old; leaf = leaf->next) {
		rest = new_leaf(change, leaf->name, leaf->item, rest);
		if (!rest)
			return NULL;
	}
	return new_leaf(change, old ? old->name : NULL, change->item, rest);
}

/* Puts a node between the slot and its leaf, whose hash is not the change's. */
static int push_down(const struct change *change, struct slot *slot, unsigned level)
{
	const struct leaf *leaf = slot->leaf;
	struct cpg_map_node *node = owned(change, NULL);

	if (!node)
		return -1;
	node->slots[index_of(leaf->hash, level)].leaf = leaf;
	*slot = (struct slot){.node = node};
	return 0;
}

int cpg_map_set(struct cpg_arena *arena, struct cpg_map *map, const void *owner,
		const char *name, const void *item)
{
	struct change change = {arena, owner, name, hash_of(name), item};
	struct slot root = {.node = owned(&change, map->root)};
	struct slot *slot = &root;
	unsigned level = 0;

	if (!root.node)
		return -1;
	map->root = root.node;
	for (;;) {
		if (slot->leaf && slot->leaf->hash != change.hash &&
		    push_down(&change, slot, level) < 0)
			return -1;
		if (!slot->node)
			break;
		slot->node = owned(&change, slot->node);
		if (!slot->node)
			return -1;
		slot = &slot->node->slots[index_of(change.hash, level++)];
	}
	slot->leaf = changed_chain(&change, slot->leaf);
	return slot->leaf ? 0 : -1;
}

static int each(struct slot slot, cpg_map_visitor *visit, void *context)
{
	int rc = 0;

	for (const struct leaf *leaf = slot.leaf; leaf && !rc; leaf = leaf->next)
		rc = visit(context, leaf->name, leaf->item);
	for (size_t i = 0; slot.node && i < FANOUT && !rc; i++)
		rc = each(slot.node->slots[i], visit, context);
	return rc;
}

int cpg_map_each(const struct cpg_map *map, cpg_map_visitor *visit, void *context)
{
	return each((struct slot){.node = map->root}, visit, context);
}

/* Two slots at the same place of two maps. */
struct comparison {
	struct slot a;
	struct slot b;
	unsigned level;
	cpg_map_difference *visit;
	void *context;
};

static int of_a(void *context, const char *name, const void *item)
{
	const struct comparison *it = context;
	const struct leaf *other = find(it->b, it->level, hash_of(name), name);

	if (other && other->item == item)
		return 0;
	return it->visit(it->context, name, item, other ? other->item : NULL);
}

static int only_of_b(void *context, const char *name, const void *item)
{
	const struct comparison *it = context;

	if (find(it->a, it->level, hash_of(name), name))
		return 0;
	return it->visit(it->context, name, NULL, item);
}

static int compare(struct comparison it)
{
	int rc = 0;

	if (it.a.node == it.b.node && it.a.leaf == it.b.leaf)
		return 0;
	if (!it.a.node || !it.b.node) {
		rc = each(it.a, of_a, &it);
		return rc ? rc : each(it.b, only_of_b, &it);
	}
	for (size_t i = 0; i < FANOUT && !rc; i++) {
		struct comparison below = it;

		below.a = it.a.node->slots[i];
		below.b = it.b.node->slots[i];
		below.level = it.level + 1;
		rc = compare(below);
	}
	return rc;
}

int cpg_map_compare(const struct cpg_map *a, const struct cpg_map *b,
		    cpg_map_difference *visit, void *context)
{
	return compare((struct comparison){
		{.node = a->root}, {.node = b->root}, 0, visit, context});
}
