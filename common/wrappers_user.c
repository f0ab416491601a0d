#include <string.h>

#include "wrappers_private.h"

#define END \
	{ \
		.names = NULL \
	}

/* sudo 1.9: src/parse_args.c. Which variables survive is for sudoers to say: by default next
 * to none; with -E those that it lets pass. */
static const struct cpg_wrapper_option sudo_options[] = {
	{"--help -K -V -e -l -v --edit --list --remove-timestamp --validate --version",
	 TAKES_NOTHING, MEANS_STOP},
	{"-E", TAKES_NOTHING, MEANS_KEEP},
	{"--preserve-env", TAKES_ATTACHED, MEANS_KEEP},
	{"-D --chdir", TAKES_VALUE, MEANS_CHDIR},
	{"-R --chroot", TAKES_VALUE, MEANS_CONTAINER},
	{"-i --login", TAKES_NOTHING, MEANS_AWAY},
	{"-b --background", TAKES_NOTHING, MEANS_BACKGROUND},
	{"-C -T -U -a -c -g -h -p -r -t -u --auth-type --close-from --command-timeout "
	 "--group --host --login-class --other-user --prompt --role --type --user",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-A -B -H -N -P -S -k -n -s --askpass --bell --no-update --non-interactive "
	 "--preserve-groups --reset-timestamp --set-home --shell --stdin",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* util-linux 2.36 to 2.42: login-utils/su-common.c */
static const struct cpg_wrapper_option su_options[] = {
	{"-h -V --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-c -C --command --session-command", TAKES_VALUE, MEANS_TEXT},
	{"- -l --login", TAKES_NOTHING, MEANS_LOADS},
	{"-G -g -s -w --group --shell --supp-group --whitelist-environment", TAKES_VALUE,
	 MEANS_NOTHING},
	{"-P -T -f -m -p --fast --no-pty --preserve-environment --pty", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

static const char *const su_sets[] = {"HOME", "SHELL", "USER", "LOGNAME", "PATH", NULL};

/* With a user's name as an option, what follows is a command; without, it is the user. */
static const struct cpg_wrapper_option runuser_options[] = {
	{"-h -V --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-u --user", TAKES_VALUE, MEANS_COMMAND},
	{"-c -C --command --session-command", TAKES_VALUE, MEANS_TEXT},
	{"- -l --login", TAKES_NOTHING, MEANS_LOADS},
	{"-G -g -s -w --group --shell --supp-group --whitelist-environment", TAKES_VALUE,
	 MEANS_NOTHING},
	{"-P -T -f -m -p --fast --no-pty --preserve-environment --pty", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

/* OpenDoas 6.8: doas.c. Next to no variables survive. */
static const struct cpg_wrapper_option doas_options[] = {
	{"-L -C", TAKES_NOTHING, MEANS_STOP},
	{"-a -u", TAKES_VALUE, MEANS_NOTHING},
	{"-n -s", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* util-linux 2.36 to 2.42: term-utils/script.c */
static const struct cpg_wrapper_option script_options[] = {
	{"-h -V --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-c --command", TAKES_VALUE, MEANS_TEXT},
	{"-B -E -I -O -T -m -o --echo --log-in --log-io --log-out --log-timing "
	 "--logging-format --output-limit",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-t --timing", TAKES_ATTACHED, MEANS_NOTHING},
	{"-a -e -f -q --append --flush --force --quiet --return", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

/* GNU screen 4.6 to 4.9: screen.c. Of letters in one word only the usual clusters are here. */
static const struct cpg_wrapper_option screen_options[] = {
	{"-R -X -ls -list -r -v -wipe -x --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-dm -dmL -Ldm -Dm -m", TAKES_NOTHING, MEANS_BACKGROUND},
	{"-dmS -dmLS -LdmS -DmS -mdS -dmUS -AdmS", TAKES_VALUE, MEANS_BACKGROUND},
	{"-S -c -e -h -p -s -t -T -Logfile", TAKES_VALUE, MEANS_NOTHING},
	{"-A -L -O -U -a -d -D -f -i -q", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* `screen -X stuff TEXT` types into a session. */
static void finish_screen(struct cpg_wrapper_reading *reading)
{
	if (!reading->stop || reading->at >= reading->argc ||
	    strcmp(cpg_wrapper_begin(&reading->argv[reading->at]), "stuff") != 0)
		return;
	reading->stop = false;
	reading->out->kind = CPG_WRAPPER_UNKNOWN;
	cpg_wrapper_unsure(reading, "keys are typed into a terminal");
}

/* tmux 2.9 to 3.5: cmd-new-session.c, cmd-new-window.c, cmd-split-window.c, tmux.c. The
 * variables are those of a server that may have been started long ago. */
static const struct cpg_wrapper_option tmux_globals[] = {
	{"-V -h", TAKES_NOTHING, MEANS_STOP},
	{"-L -S -T -c -f", TAKES_VALUE, MEANS_NOTHING},
	{"-2 -8 -C -D -N -U -d -l -q -u -v", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option tmux_session_options[] = {
	{"-c", TAKES_VALUE, MEANS_CHDIR},
	{"-e", TAKES_VALUE, MEANS_SET},
	{"-F -f -n -s -t -x -y", TAKES_VALUE, MEANS_NOTHING},
	{"-A -D -E -P -X -d", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option tmux_window_options[] = {
	{"-c", TAKES_VALUE, MEANS_CHDIR},
	{"-e", TAKES_VALUE, MEANS_SET},
	{"-F -n -t", TAKES_VALUE, MEANS_NOTHING},
	{"-E -P -S -a -b -d -k", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option tmux_split_options[] = {
	{"-c", TAKES_VALUE, MEANS_CHDIR},
	{"-e", TAKES_VALUE, MEANS_SET},
	{"-B -F -R -S -T -l -m -p -s -t", TAKES_VALUE, MEANS_NOTHING},
	{"-E -I -P -W -Z -b -d -f -h -k -v", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* One word is shell text, several are a command's; ";" begins another tmux command. */
static void finish_tmux(struct cpg_wrapper_reading *reading)
{
	struct cpg_wrapped *out = reading->out;

	for (size_t i = out->inner; i < out->end; i++) {
		const char *text = cpg_wrapper_begin(&reading->argv[i]);
		size_t length = strlen(text);

		if (length > 0 && text[length - 1] == ';') {
			cpg_wrapper_unsure(reading, "several commands are given to tmux");
			return;
		}
		if (reading->argv[i].many)
			cpg_wrapper_unsure(reading, "it is not known how many words it is");
	}
	if (out->end == out->inner + 1)
		out->kind = CPG_WRAPPER_TEXT;
}

static const struct cpg_wrapper_option tmux_keys_options[] = {
	{"-N -c -t", TAKES_VALUE, MEANS_NOTHING},
	{"-F -H -K -M -R -X -l", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static void finish_keys(struct cpg_wrapper_reading *reading)
{
	cpg_wrapper_unsure(reading, "keys are typed into a terminal");
}

/* systemd 247 to 257: src/run/run.c. A service has variables and a directory of its own, a
 * scope has those of the caller. */
static const struct cpg_wrapper_option systemd_options[] = {
	{"-h --help --version", TAKES_NOTHING, MEANS_STOP},
	{"--scope", TAKES_NOTHING, MEANS_INHERIT},
	{"--working-directory", TAKES_VALUE, MEANS_CHDIR},
	{"-E --setenv", TAKES_VALUE, MEANS_SET},
	{"-H -M -p -u --description --gid --host --machine --nice --on-active --on-boot "
	 "--on-calendar --on-startup --on-unit-active --on-unit-inactive --path-property "
	 "--property --service-type --slice --socket-property --timer-property --uid "
	 "--unit",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-G -P -d -q -r -t --collect --no-ask-password --no-block --pipe --pty --quiet "
	 "--remain-after-exit --same-dir --send-sighup --slice-inherit --system --user "
	 "--wait",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

#define TMUX_ROW(verb, list) \
	{ \
		.names = "tmux", .verbs = verb, \
		.effects = EFFECT_BACKGROUND | EFFECT_LOGIN, .kind = CPG_WRAPPER_COMMAND, \
		.options = list, .globals = tmux_globals, .finish = finish_tmux, \
	}
#define TMUX_KEYS_ROW(verb) \
	{ \
		.names = "tmux", .verbs = verb, .kind = CPG_WRAPPER_UNKNOWN, \
		.options = tmux_keys_options, .globals = tmux_globals, \
		.finish = finish_keys, \
	}

const struct cpg_wrapper_row cpg_wrapper_rows_user[] = {
	{
		.names = "sudo",
		.style = STYLE_VARIABLES,
		.effects = EFFECT_CLEAR | EFFECT_LOGIN,
		.kind = CPG_WRAPPER_COMMAND,
		.options = sudo_options,
	},
	{
		.names = "su",
		.style = STYLE_PERMUTE | STYLE_ALL,
		.kind = CPG_WRAPPER_NONE,
		.options = su_options,
		.sets = su_sets,
	},
	{
		.names = "runuser",
		.style = STYLE_PERMUTE | STYLE_ALL,
		.kind = CPG_WRAPPER_NONE,
		.options = runuser_options,
		.sets = su_sets,
	},
	{
		.names = "doas",
		.effects = EFFECT_CLEAR | EFFECT_LOGIN,
		.kind = CPG_WRAPPER_COMMAND,
		.options = doas_options,
	},
	{
		.names = "script",
		.style = STYLE_PERMUTE | STYLE_ALL,
		.kind = CPG_WRAPPER_NONE,
		.options = script_options,
	},
	{
		.names = "screen",
		.style = STYLE_ONE_DASH | STYLE_WHOLE,
		.kind = CPG_WRAPPER_COMMAND,
		.options = screen_options,
		.finish = finish_screen,
	},
	TMUX_ROW("new-session", tmux_session_options),
	TMUX_ROW("new", tmux_session_options),
	TMUX_ROW("new-window", tmux_window_options),
	TMUX_ROW("neww", tmux_window_options),
	TMUX_ROW("split-window", tmux_split_options),
	TMUX_ROW("splitw", tmux_split_options),
	TMUX_KEYS_ROW("send-keys"),
	TMUX_KEYS_ROW("send"),
	{
		.names = "systemd-run",
		.style = STYLE_WHOLE,
		.effects = EFFECT_CLEAR | EFFECT_LOGIN | EFFECT_AWAY,
		.kind = CPG_WRAPPER_COMMAND,
		.options = systemd_options,
	},
	END,
};
