#include "yaml_doubts.h"

#include <string.h>

static int doubt(const struct cpg_yaml_doubts *doubts, int code, const char *at,
		 const char *what, struct cpg_error *err)
{
	unsigned line = 1;

	for (const char *from = doubts->text.bytes; from < at; from++)
		line += *from == '\n';
	return cpg_error_at(err, code, doubts->file, line, "%s", what);
}

/* Of a byte order mark that does not begin the file the two differ in many ways. */
static const char *find_mark(struct cpg_text text)
{
	return memmem(text.bytes, text.length, "\xef\xbb\xbf", 3);
}

/* `|#` is rejected by PyYAML and opens a comment for libyaml. It is looked for in the text
 * between two tokens as well as in them: a guess too careful does little harm. */
static const char *find_glued_comment(struct cpg_text text)
{
	const char *end = text.bytes + text.length;

	for (const char *at = text.bytes; at < end; at++) {
		const char *next = at + 1;

		if (*at != '|' && *at != '>')
			continue;
		while (next < end &&
		       (*next == '-' || *next == '+' || (*next >= '0' && *next <= '9')))
			next++;
		if (next < end && *next == '#')
			return at;
	}
	return NULL;
}

/* The text from the place where the last call ended up to the character `index`. */
static struct cpg_text take(struct cpg_yaml_doubts *doubts, size_t index)
{
	struct cpg_text taken = {doubts->text.bytes + doubts->at, 0};

	while (doubts->index < index && doubts->at < doubts->text.length) {
		do
			doubts->at++;
		while (doubts->at < doubts->text.length &&
		       ((unsigned char)doubts->text.bytes[doubts->at] & 0xc0) == 0x80);
		doubts->index++;
	}
	taken.length = (size_t)(doubts->text.bytes + doubts->at - taken.bytes);
	return taken;
}

static const char *find_tab(struct cpg_text text)
{
	return memchr(text.bytes, '\t', text.length);
}

/* The length of the line break that `text` begins with, 0 when it begins with none. */
static size_t line_break(struct cpg_text text)
{
	static const char *const breaks[] = {"\n", "\r", "\xc2\x85", "\xe2\x80\xa8",
					     "\xe2\x80\xa9"};

	for (size_t i = 0; i < sizeof(breaks) / sizeof(breaks[0]); i++) {
		size_t length = strlen(breaks[i]);

		if (text.length >= length && memcmp(text.bytes, breaks[i], length) == 0)
			return length;
	}
	return 0;
}

/* A tab in what lies between tokens, but for comments. */
static const char *find_tab_outside_comments(struct cpg_text text)
{
	bool comment = false;

	for (; text.length > 0; text.bytes++, text.length--) {
		if (line_break(text) > 0)
			comment = false;
		else if (*text.bytes == '#')
			comment = true;
		else if (*text.bytes == '\t' && !comment)
			return text.bytes;
	}
	return NULL;
}

/* A block scalar's first line: the indicator, and perhaps a comment. */
static struct cpg_text header_of(struct cpg_text scalar)
{
	struct cpg_text header = {scalar.bytes, 0};

	while (header.length < scalar.length &&
	       line_break((struct cpg_text){scalar.bytes + header.length,
					    scalar.length - header.length}) == 0)
		header.length++;
	return header;
}

static int no_tab(const struct cpg_yaml_doubts *doubts, const char *tab,
		  struct cpg_error *err)
{
	if (!tab)
		return 0;
	return doubt(doubts, CPG_E_SYNTAX, tab, "PyYAML takes no tab here", err);
}

static int check_scalar(struct cpg_yaml_doubts *doubts, const yaml_event_t *event,
			struct cpg_text span, struct cpg_error *err)
{
	const char *tab = find_tab(span);

	if (!tab)
		return 0;
	/* Between the tag and the scalar there may be comments. */
	if (event->data.scalar.anchor || event->data.scalar.tag)
		return doubt(doubts, CPG_E_LIMIT, tab,
			     "a scalar with a tag or an anchor holds a tab", err);
	if (event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
		return no_tab(doubts, tab, err);
	if (event->data.scalar.style == YAML_LITERAL_SCALAR_STYLE ||
	    event->data.scalar.style == YAML_FOLDED_SCALAR_STYLE)
		return no_tab(doubts, find_tab_outside_comments(header_of(span)), err);
	return 0;
}

static int check_tabs(struct cpg_yaml_doubts *doubts, const yaml_event_t *event,
		      struct cpg_text between, struct cpg_text span, struct cpg_error *err)
{
	if (no_tab(doubts, find_tab_outside_comments(between), err) < 0)
		return -1;
	if (event->type == YAML_SCALAR_EVENT)
		return check_scalar(doubts, event, span, err);
	return no_tab(doubts, find_tab_outside_comments(span), err);
}

/* In a flow collection libyaml takes some `?` for a part of a word, and loses what stands right
 * behind others: [?]] is a whole list. */
static int check_question(const struct cpg_yaml_doubts *doubts, const yaml_event_t *event,
			  struct cpg_text span, struct cpg_error *err)
{
	const char *end = doubts->text.bytes + doubts->text.length;
	const char *mark = span.bytes;
	bool odd = false;

	if (event->type == YAML_SCALAR_EVENT &&
	    event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
		odd = memchr(event->data.scalar.value, '?', event->data.scalar.length);
	} else if (event->type == YAML_MAPPING_START_EVENT && end - mark >= 2) {
		odd = mark[0] == '?' && memchr(",[]{}", mark[1], 5);
	}
	if (!odd)
		return 0;
	return doubt(doubts, CPG_E_SYNTAX, mark,
		     "PyYAML takes no ? here, within [ ] or { }", err);
}

/* PyYAML wants a blank between the number behind %YAML and a comment. */
static int check_directive(const struct cpg_yaml_doubts *doubts, const yaml_event_t *event,
			   struct cpg_text span, struct cpg_error *err)
{
	if (event->type != YAML_DOCUMENT_START_EVENT ||
	    !event->data.document_start.version_directive)
		return 0;
	for (size_t i = 1; i < span.length; i++) {
		const char *at = span.bytes + i;

		if (*at == '#' && at[-1] >= '0' && at[-1] <= '9')
			return doubt(doubts, CPG_E_LIMIT, at,
				     "a # stands right behind a number", err);
	}
	return 0;
}

static int check_text(struct cpg_yaml_doubts *doubts, struct cpg_error *err)
{
	const char *mark = find_mark(doubts->text);
	const char *glued = find_glued_comment(doubts->text);

	doubts->started = true;
	doubts->tabs = find_tab(doubts->text) != NULL;
	if (mark)
		return doubt(doubts, CPG_E_LIMIT, mark,
			     "a byte order mark stands within the text", err);
	if (glued)
		return doubt(doubts, CPG_E_LIMIT, glued,
			     "a # stands right behind | or >, where PyYAML may take none",
			     err);
	return 0;
}

int cpg_yaml_doubt(struct cpg_yaml_doubts *doubts, const yaml_event_t *event, bool flow,
		   struct cpg_error *err)
{
	struct cpg_text between;
	struct cpg_text span;

	if (!doubts->started && check_text(doubts, err) < 0)
		return -1;
	between = take(doubts, event->start_mark.index);
	span = take(doubts, event->end_mark.index);
	if (doubts->tabs && check_tabs(doubts, event, between, span, err) < 0)
		return -1;
	if (flow)
		return check_question(doubts, event, span, err);
	return check_directive(doubts, event, span, err);
}
