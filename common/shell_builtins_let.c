#include "cpguard/facts.h"
#include "cpguard/shell_arith.h"
#include "shell_builtins_private.h"

int cpg_builtin_let(struct cpg_shell *shell, const struct cpg_fields *fields,
		    struct cpg_origin origin, struct cpg_shell_flow *flow,
		    struct cpg_error *err)
{
	struct cpg_expansion how = {.failed = false};
	int status = 1;

	for (size_t i = 1; i < fields->count; i++) {
		struct cpg_arith result;

		if (fields->items[i].many)
			return cpg_builtin_forget(shell, "what let computes is not known",
						  origin, err);
		if (cpg_arith_evaluate(shell->scope, fields->items[i].value, &result, err) <
		    0)
			return -1;
		cpg_shell_fail_arith(shell, &how, &result);
		if (how.failed)
			cpg_walk_expansion_error(shell, &how, flow);
		if (how.failed)
			return 0;
		if (result.state == CPG_ARITH_FAILED)
			return cpg_builtin_status(shell, 1);
		status = result.state == CPG_ARITH_UNKNOWN ? -1 : result.value == 0;
	}
	return cpg_builtin_status(shell, status);
}
