/* Errors: the one way in which a function of cpguard says why it failed.
 *
 * A function that can fail takes a `struct cpg_error *` from its caller, returns -1 or
 * NULL, and fills the struct; on success the struct is untouched. It needs no memory of
 * its own, so running out of memory can be reported like anything else.
 */
#ifndef CPGUARD_ERROR_H
#define CPGUARD_ERROR_H

#include <stddef.h>

/* Codes beside errno values, which are all below 1000. */
enum cpg_error_code {
	CPG_E_HIDDEN = 1000, /* cannot be seen from this machine or this environment */
	CPG_E_SYNTAX,        /* the input is not what its format demands */
	CPG_E_LIMIT,         /* past one of cpguard's own limits */
	CPG_E_USAGE,         /* a setting or an option has no such name or value */
};

struct cpg_error {
	int code;         /* an errno value or one of the above */
	const char *file; /* the input that the error lies in, or NULL; not owned */
	unsigned line;    /* counted from 1; 0 when there is no line */
	char text[1024]; /* one sentence that names the thing and its value; names in it are
	                     as they were found, so it is for cpg_buffer_printable() to
	                     make it safe to print */
};

/* Fills *err. The text is formatted as by printf and cut, at a character's boundary, when
 * longer than err->text. `err` may be NULL.
 *
 * Always returns -1, so that a function can say `return cpg_error_set(...)`.
 */
int cpg_error_set(struct cpg_error *err, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same with the place in the input. `file` must outlive *err. */
int cpg_error_at(struct cpg_error *err, int code, const char *file, unsigned line,
		 const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
