#include "cpguard/override.h"

#include <stddef.h>

const char *cpg_override_of(const struct cpg_environment *environment)
{
	const char *value;

	if (cpg_environment_get(environment, CPG_OVERRIDE_VARIABLE, &value) > 0 ||
	    cpg_environment_get(environment, CPG_OVERRIDE_HANDED_ON, &value) > 0)
		return value;
	return NULL;
}

bool cpg_override_says_why(const char *value)
{
	for (; value && *value; value++) {
		if ((unsigned char)*value > ' ' && *value != 0x7f)
			return true;
	}
	return false;
}
