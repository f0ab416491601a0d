#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "shell_parameter_map.h"

static char change(enum cpg_shell_operator op, char c)
{
	bool upper = c >= 'A' && c <= 'Z';
	bool lower = c >= 'a' && c <= 'z';

	if (lower && op != CPG_OP_LOWER)
		return (char)(c - 'a' + 'A');
	if (upper && op != CPG_OP_UPPER)
		return (char)(c - 'A' + 'a');
	return c;
}

/* Changes the case of the characters that the pattern matches, or of all; of the first only,
 * without `all`. The text is ASCII. */
static int change_piece(struct cpg_expander *ex, enum cpg_shell_operator op,
			const struct cpg_flat_pattern *pattern, bool all,
			struct cpg_piece *piece)
{
	char *bytes = cpg_arena_bytes(ex->arena, piece->text.bytes, piece->text.length);
	size_t count = all || piece->text.length == 0 ? piece->text.length : 1;

	if (!bytes)
		return cpg_expand_no_memory(ex->err);
	for (size_t i = 0; i < count; i++) {
		struct cpg_text character = {piece->text.bytes + i, 1};

		if (!pattern ||
		    cpg_pattern_match(pattern->text, pattern->literal, pattern->extglob,
				      false, character) == CPG_YES)
			bytes[i] = change(op, bytes[i]);
	}
	piece->text.bytes = bytes;
	return 0;
}

static int change_case(struct cpg_expander *ex, enum cpg_shell_operator op,
		       const struct cpg_flat_pattern *pattern, bool all,
		       struct cpg_value value, struct cpg_value *out)
{
	struct cpg_piece *pieces = cpg_arena_array(ex->arena, value.count, sizeof(*pieces));

	if (!pieces)
		return cpg_expand_no_memory(ex->err);
	/* What is a letter beyond ASCII hangs on the locale. */
	if (!cpg_cut_ascii(value))
		return cpg_cut_gap(ex, value, out);
	for (size_t i = 0; i < value.count; i++) {
		pieces[i] = value.pieces[i];
		if (!pieces[i].text.bytes) {
			if (pieces[i].why == cpg_shell_spool)
				pieces[i].why = "it is made from what is not known";
			/* What is behind it may begin with the first character, and is then in it. */
			if (!all && !pieces[i].solid) {
				pieces[i].plain = false;
				return cpg_cut_append(ex, (struct cpg_value){pieces, i + 1},
						      cpg_value_empty, out);
			}
		} else if (change_piece(ex, op, pattern, all, &pieces[i]) < 0) {
			return -1;
		}
		if (!all && (pieces[i].solid || pieces[i].text.length)) {
			memcpy(pieces + i + 1, value.pieces + i + 1,
			       (value.count - i - 1) * sizeof(*pieces));
			break;
		}
	}
	*out = (struct cpg_value){pieces, value.count};
	return 0;
}

int cpg_change_case(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		    struct cpg_value value, struct cpg_value *out)
{
	const struct cpg_shell_parameter *parameter = mapping->parameter;
	struct cpg_flat_pattern pattern;

	if (cpg_mapping_flatten(ex, mapping, &pattern) < 0)
		return -1;
	return change_case(ex, parameter->op, pattern.text.length ? &pattern : NULL,
			   parameter->doubled, value, out);
}

int cpg_change_all(struct cpg_expander *ex, enum cpg_shell_operator op,
		   struct cpg_value value, struct cpg_value *out)
{
	return change_case(ex, op, NULL, true, value, out);
}

static void quote_plain(struct cpg_buffer *buffer, struct cpg_text text)
{
	cpg_buffer_string(buffer, "'");
	for (size_t i = 0; i < text.length; i++) {
		if (text.bytes[i] == '\'')
			cpg_buffer_string(buffer, "'\\''");
		else
			cpg_buffer_bytes(buffer, &text.bytes[i], 1);
	}
	cpg_buffer_string(buffer, "'");
}

/* As $'...', for control characters. */
static void quote_ansi(struct cpg_buffer *buffer, struct cpg_text text)
{
	static const char letters[] = "\a\b\033\f\n\r\t\v\\'";
	static const char escapes[] = "abEfnrtv\\'";

	cpg_buffer_string(buffer, "$'");
	for (size_t i = 0; i < text.length; i++) {
		char c = text.bytes[i];
		const char *letter = strchr(letters, c);

		if (letter)
			cpg_buffer_printf(buffer, "\\%c", escapes[letter - letters]);
		else if (!isprint((unsigned char)c))
			cpg_buffer_printf(buffer, "\\%03o", (unsigned)(unsigned char)c);
		else
			cpg_buffer_bytes(buffer, &c, 1);
	}
	cpg_buffer_string(buffer, "'");
}

static bool has_control(struct cpg_text text)
{
	for (size_t i = 0; i < text.length; i++) {
		if ((unsigned char)text.bytes[i] < 0x20 || text.bytes[i] == 0x7f)
			return true;
	}
	return false;
}

/* ${V@Q} */
static int quote(struct cpg_expander *ex, struct cpg_value value, struct cpg_value *out)
{
	struct cpg_buffer buffer = {.arena = ex->arena};
	struct cpg_origin origin = cpg_value_origin(value);
	struct cpg_text text;

	if (!cpg_value_known(value) || !cpg_cut_ascii(value))
		return cpg_cut_gap(ex, value, out);
	text = cpg_value_flat(ex->arena, value);
	if (!text.bytes)
		return cpg_expand_no_memory(ex->err);
	if (has_control(text))
		quote_ansi(&buffer, text);
	else
		quote_plain(&buffer, text);
	text = cpg_text_of(cpg_buffer_finish(&buffer));
	if (!text.bytes || cpg_value_text(ex->arena, text, origin, out) < 0)
		return cpg_expand_no_memory(ex->err);
	return 0;
}

/* Text in which nothing is an escape or an expansion, for ${V@E} and ${V@P}. */
static int plain_or_gap(struct cpg_expander *ex, struct cpg_value value,
			struct cpg_value *out)
{
	*out = value;
	for (size_t i = 0; i < value.count; i++) {
		for (size_t j = 0; j < value.pieces[i].text.length; j++) {
			if (strchr("\\$`!", value.pieces[i].text.bytes[j]))
				return cpg_cut_gap(ex, value, out);
		}
	}
	return cpg_value_known(value) ? 0 : cpg_cut_gap(ex, value, out);
}

int cpg_transform(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		  struct cpg_value value, struct cpg_value *out)
{
	switch (mapping->parameter->letter) {
	case 'Q':
		return quote(ex, value, out);
	case 'U':
		return change_case(ex, CPG_OP_UPPER, NULL, true, value, out);
	case 'u':
		return change_case(ex, CPG_OP_UPPER, NULL, false, value, out);
	case 'L':
		return change_case(ex, CPG_OP_LOWER, NULL, true, value, out);
	case 'E':
	case 'P':
		return plain_or_gap(ex, value, out);
	case '\0':
		*out = value;
		return cpg_expand_fail(ex, CPG_FAULT_SHELL, "bad substitution");
	}
	return cpg_cut_gap(ex, value, out);
}
