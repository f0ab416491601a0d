#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "mounts_private.h"

static bool has_gap(const char *text)
{
	return strstr(text, CPG_MOUNT_GAP) != NULL;
}

/* Whether the text stands in one of the lists, which have NULL behind their last. */
static bool is_among(const char *const *list, const char *text)
{
	while (*list && strcmp(*list, text) != 0)
		list++;
	return *list != NULL;
}

/* Cuts the text at ":" into at most `limit` fields, of which the last has the rest. */
static size_t cut(char *text, const char **fields, size_t limit)
{
	size_t count = 0;

	while (text && count + 1 < limit)
		fields[count++] = strsep(&text, ":");
	if (text)
		fields[count++] = text;
	return count;
}

static bool is_path(const char *text)
{
	return text[0] == '/' || text[0] == '.';
}

/* pyxis takes a source that begins as a path does, "tmpfs", and "umount", which takes away what
 * another one has mounted. */
static void read_pyxis_entry(struct cpg_mounts *mounts, char *entry)
{
	static const char *const others[] = {"tmpfs", "umount", NULL};
	const char *fields[3];
	const char *target;
	size_t count;

	if (has_gap(entry)) {
		cpg_mounts_any(mounts);
		return;
	}
	count = cut(entry, fields, 3);
	target = count > 1 ? fields[1] : fields[0];
	if (!is_path(target) || !(is_path(fields[0]) || is_among(others, fields[0])))
		cpg_mounts_any(mounts);
	else
		cpg_mounts_bind(mounts, is_path(fields[0]) ? fields[0] : NULL, target);
}

void cpg_mounts_read_pyxis(struct cpg_mounts *mounts, char *text)
{
	for (char *entry; (entry = strsep(&text, ",")) != NULL;)
		read_pyxis_entry(mounts, entry);
}

/* Whether fstab's second or third field is none but options. */
static bool is_enroot_option(const char *field)
{
	static const char *const options[] = {"bind",
					      "dev",
					      "exec",
					      "nodev",
					      "noexec",
					      "nofail",
					      "nosuid",
					      "private",
					      "rbind",
					      "ro",
					      "rprivate",
					      "rshared",
					      "rslave",
					      "runbindable",
					      "rw",
					      "shared",
					      "silent",
					      "slave",
					      "suid",
					      "unbindable",
					      "x-create=dir",
					      "x-create=file",
					      "x-create=auto",
					      "x-detach",
					      "x-move",
					      NULL};

	return strchr(field, ',') || is_among(options, field);
}

/* The fields of an fstab with ":" between them. What is no type is taken for a bind mount. */
static void read_enroot_entry(struct cpg_mounts *mounts, char *entry)
{
	const char *fields[4];
	const char *source;
	const char *target;
	size_t count;
	bool bind = true;

	/* A backslash begins a character's number. */
	if (has_gap(entry) || strchr(entry, '\\')) {
		cpg_mounts_any(mounts);
		return;
	}
	count = cut(entry, fields, 4);
	source = target = fields[0];
	if (count > 1 && !(count == 2 && is_enroot_option(fields[1])))
		target = fields[1];
	if (count > 2)
		bind = strcmp(fields[2], "none") == 0 || is_enroot_option(fields[2]);
	for (size_t i = 1; i < count; i++)
		bind = bind && !strstr(fields[i], "x-detach") &&
		       !strstr(fields[i], "x-move");
	if (strcmp(source, "tmpfs") == 0 || strcmp(source, "none") == 0)
		bind = false;
	if (target == source && !bind)
		cpg_mounts_any(mounts);
	else
		cpg_mounts_bind(mounts, bind ? source : NULL, target);
}

void cpg_mounts_read_enroot(struct cpg_mounts *mounts, char *text)
{
	for (char *entry; (entry = strsep(&text, "\n")) != NULL;)
		read_enroot_entry(mounts, entry);
}

/* An entry of apptainer's -B while its options are read. */
struct bind {
	const char *source; /* NULL: none */
	const char *target; /* NULL: the source */
	bool image;         /* the source is an image, or that is not known */
};

static bool is_bind_option(const char *text, bool *image)
{
	if (strcmp(text, "ro") == 0 || strcmp(text, "rw") == 0)
		return true;
	*image = strncmp(text, "id=", 3) == 0 || strncmp(text, "image-src=", 10) == 0;
	return *image;
}

static void end_bind(struct cpg_mounts *mounts, struct bind *bind)
{
	if (bind->source)
		cpg_mounts_bind(mounts, bind->image ? NULL : bind->source,
				bind->target ? bind->target : bind->source);
	bind->source = NULL;
}

/* One of what stands between commas: an entry, or a further option of the last one. */
static bool read_bind_piece(struct cpg_mounts *mounts, struct bind *bind, char *piece)
{
	const char *fields[4];
	bool image = false;
	size_t count;

	if (bind->source && bind->target && is_bind_option(piece, &image)) {
		bind->image = bind->image || image;
		return true;
	}
	end_bind(mounts, bind);
	if (has_gap(piece)) {
		cpg_mounts_any(mounts);
		return true;
	}
	count = cut(piece, fields, 4);
	for (size_t i = 0; i < count; i++) {
		if (!*fields[i])
			return false;
	}
	*bind = (struct bind){.source = fields[0], .target = count > 1 ? fields[1] : NULL};
	if (count > 2 && !is_bind_option(fields[2], &bind->image))
		return false;
	/* Without a target the source is the place, too. */
	return count < 4 && (bind->target ? bind->target : bind->source)[0] == '/';
}

static char *trim(char *text)
{
	size_t length;

	while (isspace((unsigned char)*text))
		text++;
	length = strlen(text);
	while (length > 0 && isspace((unsigned char)text[length - 1]))
		text[--length] = '\0';
	return text;
}

void cpg_mounts_read_bind(struct cpg_mounts *mounts, char *text)
{
	struct bind bind = {.source = NULL};

	/* A backslash keeps what follows; "^" Apptainer leaves out. */
	if (strpbrk(text, "\\^")) {
		cpg_mounts_any(mounts);
		return;
	}
	for (char *piece; (piece = strsep(&text, ",")) != NULL;) {
		piece = trim(piece);
		if (*piece && !read_bind_piece(mounts, &bind, piece)) {
			bind.source = NULL;
			cpg_mounts_any(mounts);
		}
	}
	end_bind(mounts, &bind);
}

/* The names of the fields that count; what else there is says how it is mounted. */
enum field {
	FIELD_ELSE,
	FIELD_TYPE,
	FIELD_SOURCE,
	FIELD_TARGET,
	FIELD_IMAGE, /* the source is an image */
};

static enum field field_of(const char *name)
{
	static const struct {
		const char *name;
		enum field field;
	} fields[] = {
		{"type", FIELD_TYPE},          {"source", FIELD_SOURCE},
		{"src", FIELD_SOURCE},         {"target", FIELD_TARGET},
		{"dst", FIELD_TARGET},         {"dest", FIELD_TARGET},
		{"destination", FIELD_TARGET}, {"image-src", FIELD_IMAGE},
		{"id", FIELD_IMAGE},
	};

	/* Docker takes them in capitals, too. */
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		if (strcasecmp(fields[i].name, name) == 0)
			return fields[i].field;
	}
	return FIELD_ELSE;
}

/* One mount of key=value fields. `bind` when no type says that it is one. */
static void read_record(struct cpg_mounts *mounts, char *record, bool bind)
{
	const char *source = NULL;
	const char *target = NULL;
	bool image = false;
	bool known = !has_gap(record) && !strpbrk(record, "\"\r\n");

	for (char *field; (field = strsep(&record, ",")) != NULL;) {
		const char *name = strsep(&field, "=");
		enum field what = field_of(name);

		if (what == FIELD_TYPE)
			bind = field && strcasecmp(field, "bind") == 0;
		else if (what == FIELD_SOURCE)
			source = field;
		else if (what == FIELD_TARGET)
			target = field;
		image = image || what == FIELD_IMAGE;
	}
	if (!known || !target || target[0] != '/')
		cpg_mounts_any(mounts);
	else
		cpg_mounts_bind(mounts,
				bind && !image && source && is_path(source) ? source : NULL,
				target);
}

void cpg_mounts_read_bind_fields(struct cpg_mounts *mounts, char *text)
{
	for (char *record; (record = strsep(&text, "\n")) != NULL;) {
		if (*record)
			read_record(mounts, record, true);
	}
}

void cpg_mounts_read_fields(struct cpg_mounts *mounts, char *text)
{
	read_record(mounts, text, false);
}

/* A source that is no path is the name of a volume. One letter would be a drive of Windows. */
void cpg_mounts_read_volume(struct cpg_mounts *mounts, char *text)
{
	const char *fields[4];
	const char *target;
	size_t count;

	if (has_gap(text)) {
		cpg_mounts_any(mounts);
		return;
	}
	count = cut(text, fields, 4);
	target = count > 1 ? fields[1] : fields[0];
	if (count > 3 || target[0] != '/' ||
	    (count > 1 && strlen(fields[0]) < 2 && !is_path(fields[0])))
		cpg_mounts_any(mounts);
	else
		cpg_mounts_bind(mounts, count > 1 && is_path(fields[0]) ? fields[0] : NULL,
				target);
}

void cpg_mounts_read_tmpfs(struct cpg_mounts *mounts, char *text)
{
	const char *target = strsep(&text, ":");

	if (has_gap(target) || target[0] != '/')
		cpg_mounts_any(mounts);
	else
		cpg_mounts_bind(mounts, NULL, target);
}

void cpg_mounts_read_home(struct cpg_mounts *mounts, char *text)
{
	const char *fields[3];
	size_t count;

	if (has_gap(text)) {
		cpg_mounts_any(mounts);
		return;
	}
	count = cut(text, fields, 3);
	if (count > 2 || fields[count - 1][0] != '/')
		cpg_mounts_any(mounts);
	else
		cpg_mounts_bind(mounts, fields[0], fields[count - 1]);
}

void cpg_mounts_read_others(struct cpg_mounts *mounts, char *text)
{
	(void)text;
	cpg_mounts_any(mounts);
}
