#include "cpguard/yaml.h"

#include <errno.h>
#include <string.h>

#include <yaml.h>

#include "yaml_doubts.h"
#include "yaml_scalar.h"

enum {
	SHOWN_MAX = 64, /* bytes of a name that a sentence shows */
};

struct anchor {
	const char *name;
	const struct cpg_yaml *node;
	bool open; /* its collection is still being read */
};

struct reader {
	struct cpg_arena *arena;
	struct cpg_error *err;
	const char *file;
	yaml_parser_t parser;
	struct cpg_yaml_doubts doubts;
	size_t nodes;
	unsigned depth;
	unsigned flow; /* how many flow collections are around */
	struct anchor anchors[CPG_YAML_ANCHORS];
	size_t anchor_count;
};

/* A node as it stands: what it means besides its value. */
struct composed {
	const struct cpg_yaml *node;
	enum cpg_yaml_special special;
};

/* Nodes, or the entries of a map, while they become more. */
struct growing {
	void *items;
	size_t size;
	size_t count;
	size_t capacity;
};

static int no_memory(struct reader *reader)
{
	return cpg_error_at(reader->err, ENOMEM, reader->file, 0, "%s",
			    "no memory left for a YAML file");
}

static int fail(struct reader *reader, int code, yaml_mark_t mark, const char *what)
{
	return cpg_error_at(reader->err, code, reader->file, (unsigned)mark.line + 1, "%s",
			    what);
}

/* Puts a place to an error that a part of this module set without one. */
static int fail_here(struct reader *reader, yaml_mark_t mark)
{
	if (!reader->err || reader->err->file)
		return -1;
	reader->err->file = reader->file;
	reader->err->line = (unsigned)mark.line + 1;
	return -1;
}

/* libyaml's own complaint. */
static int fail_parser(struct reader *reader)
{
	const yaml_parser_t *parser = &reader->parser;
	const char *problem = parser->problem ? parser->problem : "it cannot be read";

	if (parser->error == YAML_MEMORY_ERROR)
		return no_memory(reader);
	if (parser->error == YAML_READER_ERROR)
		return cpg_error_at(reader->err, CPG_E_SYNTAX, reader->file, 0,
				    "not YAML: %s", problem);
	return cpg_error_at(reader->err, CPG_E_SYNTAX, reader->file,
			    (unsigned)parser->problem_mark.line + 1, "not YAML: %s",
			    problem);
}

/* The next event, which the caller deletes; also when this fails. */
static int next_event(struct reader *reader, yaml_event_t *event)
{
	yaml_event_delete(event);
	if (!yaml_parser_parse(&reader->parser, event))
		return fail_parser(reader);
	return cpg_yaml_doubt(&reader->doubts, event, reader->flow > 0, reader->err);
}

static int count_nodes(struct reader *reader, size_t more, yaml_mark_t mark)
{
	if (more > CPG_YAML_NODES - reader->nodes)
		return fail(reader, CPG_E_LIMIT, mark, "there are too many values");
	reader->nodes += more;
	return 0;
}

static void *grow(struct reader *reader, struct growing *list)
{
	if (list->count == list->capacity) {
		size_t capacity = list->capacity ? list->capacity * 2 : 4;
		void *items = cpg_arena_array(reader->arena, capacity, list->size);

		if (!items)
			return NULL;
		if (list->count)
			memcpy(items, list->items, list->count * list->size);
		list->items = items;
		list->capacity = capacity;
	}
	return (char *)list->items + list->size * list->count++;
}

static struct anchor *find_anchor(struct reader *reader, const char *name)
{
	for (size_t i = 0; i < reader->anchor_count; i++) {
		if (strcmp(reader->anchors[i].name, name) == 0)
			return &reader->anchors[i];
	}
	return NULL;
}

/* Notes a node's anchor, when it has one; *out is NULL otherwise. */
static int add_anchor(struct reader *reader, const yaml_char_t *name,
		      const struct cpg_yaml *node, yaml_mark_t mark, struct anchor **out)
{
	struct anchor *anchor;

	*out = NULL;
	if (!name)
		return 0;
	if (find_anchor(reader, (const char *)name))
		return fail(reader, CPG_E_SYNTAX, mark, "an anchor is there twice");
	if (reader->anchor_count == CPG_YAML_ANCHORS)
		return fail(reader, CPG_E_LIMIT, mark, "there are too many anchors");
	anchor = &reader->anchors[reader->anchor_count];
	anchor->name = cpg_arena_string(reader->arena, (const char *)name);
	if (!anchor->name)
		return no_memory(reader);
	anchor->node = node;
	reader->anchor_count++;
	*out = anchor;
	return 0;
}

static int compose_alias(struct reader *reader, const yaml_event_t *event,
			 struct composed *out)
{
	const char *name = (const char *)event->data.alias.anchor;
	const struct anchor *anchor = find_anchor(reader, name);

	if (!anchor)
		return cpg_error_at(reader->err, CPG_E_SYNTAX, reader->file,
				    (unsigned)event->start_mark.line + 1,
				    "there is no anchor for the alias '%.*s'", SHOWN_MAX,
				    name);
	if (anchor->open)
		return fail(reader, CPG_E_LIMIT, event->start_mark,
			    "an alias lies within its own anchor");
	*out = (struct composed){anchor->node, CPG_YAML_ORDINARY};
	return 0;
}

static struct cpg_yaml *new_node(struct reader *reader, enum cpg_yaml_kind kind,
				 yaml_mark_t mark)
{
	struct cpg_yaml *node = cpg_arena_alloc(reader->arena, sizeof(*node));

	if (!node)
		return NULL;
	node->kind = kind;
	node->line = (unsigned)mark.line + 1;
	return node;
}

static int compose_scalar(struct reader *reader, const yaml_event_t *event,
			  struct composed *out)
{
	struct cpg_yaml *node = new_node(reader, CPG_YAML_NULL, event->start_mark);
	const yaml_char_t *bytes = event->data.scalar.value;
	struct cpg_text text = {(const char *)bytes, event->data.scalar.length};
	struct anchor *anchor;

	if (!node)
		return no_memory(reader);
	if (cpg_yaml_scalar(reader->arena, text, event->data.scalar.plain_implicit,
			    (const char *)event->data.scalar.tag, node, &out->special,
			    reader->err) < 0)
		return fail_here(reader, event->start_mark);
	if (event->data.scalar.anchor && out->special != CPG_YAML_ORDINARY)
		return fail(reader, CPG_E_LIMIT, event->start_mark,
			    "an anchor on << or = is not read here");
	out->node = node;
	return add_anchor(reader, event->data.scalar.anchor, node, event->start_mark,
			  &anchor);
}

static int compose(struct reader *reader, const yaml_event_t *event, struct composed *out);

/* The node that `event` begins, in a place where `<<` and `=` mean nothing. */
static int compose_value(struct reader *reader, const yaml_event_t *event,
			 const struct cpg_yaml **out)
{
	struct composed composed;

	if (compose(reader, event, &composed) < 0)
		return -1;
	if (composed.special != CPG_YAML_ORDINARY)
		return fail(reader, CPG_E_SYNTAX, event->start_mark,
			    "<< and = are no values, unless they are quoted");
	*out = composed.node;
	return 0;
}

static int compose_items(struct reader *reader, struct cpg_yaml *list)
{
	__attribute__((cleanup(yaml_event_delete))) yaml_event_t event = {0};
	struct growing items = {.size = sizeof(const struct cpg_yaml *)};

	for (;;) {
		const struct cpg_yaml **item;

		if (next_event(reader, &event) < 0)
			return -1;
		if (event.type == YAML_SEQUENCE_END_EVENT)
			break;
		item = grow(reader, &items);
		if (!item)
			return no_memory(reader);
		if (compose_value(reader, &event, item) < 0)
			return -1;
	}
	list->of.list.items = items.items;
	list->of.list.count = items.count;
	return 0;
}

/* Copies the entries of `map`, which a merge key names. */
static int merge_map(struct reader *reader, const struct cpg_yaml *map, yaml_mark_t mark,
		     struct growing *merged)
{
	if (map->kind != CPG_YAML_MAP)
		return fail(reader, CPG_E_SYNTAX, mark,
			    "<< takes a mapping, or a list of mappings");
	if (count_nodes(reader, map->of.map.count, mark) < 0)
		return -1;
	for (size_t i = 0; i < map->of.map.count; i++) {
		struct cpg_yaml_entry *entry = grow(reader, merged);

		if (!entry)
			return no_memory(reader);
		*entry = map->of.map.entries[i];
	}
	return 0;
}

/* Of a list, the first map counts most: it comes last. */
static int merge(struct reader *reader, const struct cpg_yaml *value, yaml_mark_t mark,
		 struct growing *merged)
{
	if (value->kind != CPG_YAML_LIST)
		return merge_map(reader, value, mark, merged);
	if (count_nodes(reader, value->of.list.count, mark) < 0)
		return -1;
	for (size_t i = value->of.list.count; i-- > 0;) {
		if (merge_map(reader, value->of.list.items[i], mark, merged) < 0)
			return -1;
	}
	return 0;
}

/* A key and its value; `event` is the key's first. */
static int compose_entry(struct reader *reader, yaml_event_t *event, struct growing *merged,
			 struct growing *own)
{
	struct cpg_yaml_entry entry;
	struct composed key;
	yaml_mark_t mark = event->start_mark;
	struct cpg_yaml_entry *kept;

	if (compose(reader, event, &key) < 0 || next_event(reader, event) < 0 ||
	    compose_value(reader, event, &entry.value) < 0)
		return -1;
	if (key.special == CPG_YAML_MERGE)
		return merge(reader, entry.value, mark, merged);
	if (key.node->kind == CPG_YAML_LIST || key.node->kind == CPG_YAML_MAP)
		return fail(reader, CPG_E_SYNTAX, mark, "a list or a mapping is no key");
	entry.key = key.node;
	kept = grow(reader, own);
	if (!kept)
		return no_memory(reader);
	*kept = entry;
	return 0;
}

static int compose_entries(struct reader *reader, struct cpg_yaml *map)
{
	__attribute__((cleanup(yaml_event_delete))) yaml_event_t event = {0};
	struct growing merged = {.size = sizeof(struct cpg_yaml_entry)};
	struct growing own = {.size = sizeof(struct cpg_yaml_entry)};

	for (;;) {
		if (next_event(reader, &event) < 0)
			return -1;
		if (event.type == YAML_MAPPING_END_EVENT)
			break;
		if (compose_entry(reader, &event, &merged, &own) < 0)
			return -1;
	}
	for (size_t i = 0; i < own.count && merged.count > 0; i++) {
		struct cpg_yaml_entry *entry = grow(reader, &merged);

		if (!entry)
			return no_memory(reader);
		*entry = ((struct cpg_yaml_entry *)own.items)[i];
	}
	if (merged.count > 0)
		own = merged;
	map->of.map.entries = own.items;
	map->of.map.count = own.count;
	return 0;
}

/* A collection's own data, which both kinds of events have. */
struct start {
	enum cpg_yaml_kind kind;
	const yaml_char_t *anchor;
	const yaml_char_t *tag;
	bool flow;
	int (*compose)(struct reader *reader, struct cpg_yaml *node);
};

static struct start start_of(const yaml_event_t *event)
{
	if (event->type == YAML_SEQUENCE_START_EVENT)
		return (struct start){CPG_YAML_LIST, event->data.sequence_start.anchor,
				      event->data.sequence_start.tag,
				      event->data.sequence_start.style ==
					      YAML_FLOW_SEQUENCE_STYLE,
				      compose_items};
	return (struct start){CPG_YAML_MAP, event->data.mapping_start.anchor,
			      event->data.mapping_start.tag,
			      event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE,
			      compose_entries};
}

static int compose_collection(struct reader *reader, const yaml_event_t *event,
			      struct composed *out)
{
	struct start start = start_of(event);
	struct cpg_yaml *node = new_node(reader, start.kind, event->start_mark);
	struct anchor *anchor;

	if (!node)
		return no_memory(reader);
	if (!cpg_yaml_tag_fits((const char *)start.tag, start.kind))
		return cpg_error_at(reader->err, CPG_E_LIMIT, reader->file, node->line,
				    "a collection with the tag %.*s is not read here",
				    SHOWN_MAX, (const char *)start.tag);
	if (reader->depth == CPG_YAML_DEPTH)
		return fail(reader, CPG_E_LIMIT, event->start_mark,
			    "collections lie too deep within each other");
	if (add_anchor(reader, start.anchor, node, event->start_mark, &anchor) < 0)
		return -1;
	if (anchor)
		anchor->open = true;
	reader->depth++;
	reader->flow += start.flow;
	if (start.compose(reader, node) < 0)
		return -1;
	reader->flow -= start.flow;
	reader->depth--;
	if (anchor)
		anchor->open = false;
	*out = (struct composed){node, CPG_YAML_ORDINARY};
	return 0;
}

static int compose(struct reader *reader, const yaml_event_t *event, struct composed *out)
{
	if (count_nodes(reader, 1, event->start_mark) < 0)
		return -1;
	switch (event->type) {
	case YAML_ALIAS_EVENT:
		return compose_alias(reader, event, out);
	case YAML_SCALAR_EVENT:
		return compose_scalar(reader, event, out);
	default:
		return compose_collection(reader, event, out);
	}
}

/* The document whose beginning `event` is, to its end. */
static int compose_document(struct reader *reader, yaml_event_t *event,
			    const struct cpg_yaml **root)
{
	const yaml_tag_directive_t *tags = event->data.document_start.tag_directives.start;

	if (tags != event->data.document_start.tag_directives.end)
		return fail(reader, CPG_E_LIMIT, event->start_mark,
			    "%TAG is not read here");
	if (next_event(reader, event) < 0 || compose_value(reader, event, root) < 0)
		return -1;
	return next_event(reader, event);
}

static int read_stream(struct reader *reader, const struct cpg_yaml **root)
{
	__attribute__((cleanup(yaml_event_delete))) yaml_event_t event = {0};

	if (next_event(reader, &event) < 0 || next_event(reader, &event) < 0)
		return -1;
	if (event.type == YAML_STREAM_END_EVENT) {
		*root = new_node(reader, CPG_YAML_NULL, event.start_mark);
		return *root ? 0 : no_memory(reader);
	}
	if (compose_document(reader, &event, root) < 0 || next_event(reader, &event) < 0)
		return -1;
	if (event.type != YAML_STREAM_END_EVENT)
		return fail(reader, CPG_E_SYNTAX, event.start_mark,
			    "there is more than one document");
	return 0;
}

int cpg_yaml_parse(struct cpg_arena *arena, struct cpg_text text, const char *file,
		   const struct cpg_yaml **root, struct cpg_error *err)
{
	struct reader *reader = cpg_arena_alloc(arena, sizeof(*reader));
	struct cpg_error own = {0};
	int rc;

	/* libyaml takes a byte order mark for a first column, unless it guesses the encoding. */
	if (text.length >= 3 && memcmp(text.bytes, "\xef\xbb\xbf", 3) == 0) {
		text.bytes += 3;
		text.length -= 3;
	}

	if (!reader || !yaml_parser_initialize(&reader->parser))
		return cpg_error_at(err, ENOMEM, file, 0, "no memory left for a YAML file");
	reader->arena = arena;
	reader->err = &own;
	reader->file = file;
	reader->doubts = (struct cpg_yaml_doubts){.text = text, .file = file};
	/* Python reads the file as text, so nothing but UTF-8 is YAML. */
	yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&reader->parser, (const unsigned char *)text.bytes,
				     text.length);
	rc = read_stream(reader, root);
	yaml_parser_delete(&reader->parser);
	if (rc < 0 && err)
		*err = own;
	return rc;
}
