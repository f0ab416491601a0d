#include "test.h"

#include <errno.h>
#include <string.h>

#include "cpguard/text.h"
#include "cpguard/wrappers.h"
#include "wrappers_private.h"

/* A command line and what is read in it. A word of the line that holds "@" is known up to
 * there, one with "@@" may be any number of words; "~" stands for a blank within a word.
 *
 * What is read: the kind, the inner command's words, and behind "|" what changes. */
struct test_case {
	const char *line;
	const char *read;
};

static const struct test_case cases[] = {
	/* srun */
	{"srun python train.py", "command python train.py"},
	{"srun", "none"},
	{"srun --help", "none"},
	{"srun -V x", "none"},
	{"srun --mpi=list", "none"},
	{"srun --mpi list", "none"},
	{"srun --mpi=pmix python t.py", "command python t.py"},
	{"srun -N2 -n 16 --gpus-per-node=8 -l bash run.sh -n 3",
	 "command bash run.sh -n 3"},
	{"srun --nodes 2 --label --exclusive -K -I30 x", "command x"},
	{"srun -lu -n4 x", "command x"},
	{"srun -D /w x", "command x | chdir=/w"},
	{"srun --chdir=/w x", "command x | chdir=/w"},
	{"srun --chd=/w x", "command x | chdir=/w"},
	{"srun --export=ALL,A=1 x", "command x | export=ALL,A=1"},
	{"srun --export=NONE x", "command x | export=NONE"},
	{"srun --export=ALL,A=1,B=@ x", "command x | login A=1 B=?"},
	{"srun --export=A=@ x", "command x | clear login"},
	{"srun --container-image=img --container-mounts /a:/b --container-workdir /b x",
	 "command x | pyxis pyxis=/a:/b workdir=/b"},
	{"srun --container-name n --container-mount-home --no-container-entrypoint x",
	 "command x | pyxis home=yes"},
	{"srun --hf-checkpoint /m --allgather-cp --context-parallel-size 2 x", "command x"},
	{"srun --multi-prog tasks.conf", "file tasks.conf"},
	{"srun -n4 --multi-prog -l tasks@", "file tasks?"},
	{"srun -n1 a b : -n2 c", "command a b | next=5"},
	{"srun -n @ x", "command x"},
	{"srun -n@ x", "unknown guess command x"},
	{"srun -n4@ x", "command x"},
	{"srun --nodes=@ x y", "command x y"},
	{"srun --nodes=@@ x", "unknown guess command x"},
	{"srun -n @@ x", "unknown guess command x"},
	{"srun @@ x", "unknown guess command x"},
	{"srun --no@ x", "unknown guess command x"},
	{"srun --other-plugin x", "unknown guess command x"},
	{"srun --other-plugin=1 x", "command x"},
	{"srun --other-plugin -n1 x", "command x"},
	{"srun x @ @@", "command x ? ?*"},
	{"srun -n", "none"},
	{"/opt/slurm/bin/srun x", "command x"},
	{"sbatch job.sh", "none"},
	{"salloc -N1 bash job.sh", "none"},
	/* ray */
	{"ray job submit --address=http://h:8265 -- python3 train.py --a b",
	 "command python3 train.py --a b"},
	{"ray job submit --address @ --no-wait -- python3 t.py @",
	 "command python3 t.py ? | background"},
	{"ray job submit -- python3 t.py -- x", "command python3 t.py -- x"},
	{"ray job submit python3 t.py x", "command python3 t.py x"},
	{"ray job submit python3 t.py --x", "unknown guess command python3 t.py --x"},
	{"ray job submit --working-dir /w -- x", "command x | chdir=/w"},
	{"ray job submit --working-dir s3://b/w.zip -- x", "command x | chdir=?"},
	{"ray job submit "
	 "--runtime-env-json={\"env_vars\":{\"A\":\"1\"},\"working_dir\":\"./\"} "
	 "-- x",
	 "command x | chdir=./ A=1"},
	{"ray job submit --runtime-env-json={\"env_vars@ -- x", "command x | login"},
	{"ray job submit --runtime-env e.yaml -- x", "command x | login"},
	{"ray --logging-level info job submit -- x", "command x"},
	{"ray job submit --entrypoint-num-gpus 0 --verbose -- x", "command x"},
	{"ray job submit @@ -- x", "unknown guess command x"},
	{"ray job @ -- x", "unknown guess none"},
	{"ray job status id", "none"},
	{"ray start --head", "none"},
	{"ray exec cluster.yaml ls", "none"},
	{"python3 -m ray.scripts.scripts job submit -- x", "command x"},
	/* coreutils and friends */
	{"env x", "command x"},
	{"env", "none"},
	{"env A=1 B= x C=2", "command x C=2 | A=1 B="},
	{"env -i A=1 x", "command x | clear A=1"},
	{"env - x", "command x | clear"},
	{"env -u A --unset=B -uC x", "command x | -A -B -C"},
	{"env -C /w x", "command x | chdir=/w"},
	{"env -S a~b x", "unknown guess command x"},
	{"env A=@ x", "command x | A=?"},
	{"env A=@@ x", "unknown guess command x | A=?"},
	{"env A@ x", "unknown guess command A? x"},
	{"env -- A=1 x", "command x | A=1"},
	{"env -iu A x", "command x | clear -A"},
	{"env --ignore-env x", "command x | clear"},
	{"nohup x &", "command x &"},
	{"nohup -- x -y", "command x -y"},
	{"nohup --help", "none"},
	{"nohup @ x", "unknown guess command ? x"},
	{"timeout 5 x", "command x"},
	{"timeout -s KILL -k5 --foreground 1h x -k 3", "command x -k 3"},
	{"timeout @ x", "unknown guess command x"},
	{"timeout @@ x", "unknown guess command x"},
	{"timeout 5", "none"},
	{"nice x", "command x"},
	{"nice -n 5 x", "command x"},
	{"nice -10 x", "command x"},
	{"nice --adjustment=3 x", "command x"},
	{"stdbuf -oL -e 0 x", "command x"},
	{"stdbuf --output=L x", "command x"},
	{"chroot --userspec=a:b /r x", "command x | chdir=? container"},
	{"time -f %e -o f x", "command x"},
	{"time -v x", "command x"},
	{"setsid -w x", "command x"},
	{"setsid -f x", "command x | background"},
	{"ionice -c3 x", "command x"},
	{"ionice -c 2 -n 0 x", "command x"},
	{"ionice -p 12", "none"},
	{"chrt -f 99 x", "command x"},
	{"taskset -c 0-7 x", "command x"},
	{"taskset 0xff x", "command x"},
	{"taskset -cp 0 12", "none"},
	{"prlimit --nofile=1024 -c x", "command x"},
	{"setpriv --reuid 1 --clear-groups x", "command x"},
	{"setpriv --reset-env x", "command x | clear login"},
	{"flock -n /l x -c y", "command x -c y"},
	{"flock /l -c a~b", "text a~b"},
	{"flock -x 9", "none"},
	{"unshare -r --mount=/m x", "command x"},
	{"nsenter -t 1 -m x", "command x | container"},
	{"numactl --cpunodebind=0 -m 0 x", "command x"},
	{"numactl --show", "none"},
	{"unbuffer -p x", "command x"},
	{"watch -n 5 a b", "text a b"},
	{"watch -x a b", "command a b"},
	{"xargs x a", "command x a | more"},
	{"xargs -0 -n 1 -P4 x", "command x | more"},
	{"xargs -I{} echo {}", "none"},
	{"xargs -I {} python t.py {}", "unknown guess command python t.py {} | more"},
	{"xargs -I % bash run.sh", "command bash run.sh | more"},
	{"find . -name x", "none"},
	{"find @@ -type f -exec rm {} ;", "none"},
	{"find . -exec bash {} ;", "unknown guess none"},
	/* another user, a terminal */
	{"sudo x", "command x | clear login"},
	{"sudo -E -u bob A=1 x -y", "command x -y | login A=1"},
	{"sudo -u @ -n -- x", "command x | clear login"},
	{"sudo -i x", "command x | chdir=? clear login"},
	{"sudo -l", "none"},
	{"su -c a~b", "text a~b | sets=HOME"},
	{"su - bob -c a~b", "text a~b | clear login sets=HOME"},
	{"su bob --command=a~b", "text a~b | sets=HOME"},
	{"su bob -ca~b", "text a~b | sets=HOME"},
	{"su bob", "none"},
	{"runuser -u bob -- x -y", "command x -y | sets=HOME"},
	{"runuser -u bob x", "command x | sets=HOME"},
	{"runuser -u bob x -y", "unknown guess command x -y | sets=HOME"},
	{"runuser -l bob -c a~b", "text a~b | clear login sets=HOME"},
	{"doas -u bob x", "command x | clear login"},
	{"script -q -c a~b out", "text a~b"},
	{"script out -c a~b", "text a~b"},
	{"script out", "none"},
	{"screen -dmS name x y", "command x y | background"},
	{"screen -d -m -S name x", "command x | background"},
	{"screen -S name -X quit", "none"},
	{"screen -S name -X stuff a~b", "unknown guess none"},
	{"screen -ls", "none"},
	{"tmux new-session -d -s n a~b", "text a~b | login background"},
	{"tmux -L s new -d -c /w a b", "command a b | chdir=/w login background"},
	{"tmux new-window -t s a", "text a | login background"},
	{"tmux neww a", "text a | login background"},
	{"tmux split-window -h a", "text a | login background"},
	{"tmux splitw a", "text a | login background"},
	{"tmux new-session -d a ; split-window", "unknown guess command a ; split-window | "
						 "login background"},
	{"tmux send-keys -t s a~b Enter", "unknown guess none"},
	{"tmux send -t s a", "unknown guess none"},
	{"tmux attach", "none"},
	{"systemd-run --user -p A=b x", "command x | chdir=? clear login"},
	{"systemd-run --scope x", "command x"},
	{"systemd-run --setenv=A=1 --working-directory=/w x",
	 "command x | chdir=/w clear login A=1"},
	/* Python launchers */
	{"torchrun --nproc_per_node=8 t.py --a", "python t.py --a | sets=RANK"},
	{"torchrun --nproc-per-node 8 --nnodes @ t.py", "python t.py | sets=RANK"},
	{"torchrun --nproc_per 8 t.py", "python t.py | sets=RANK"},
	{"torchrun --standalone -m pkg.train --a", "python -m pkg.train --a | sets=RANK"},
	{"torchrun --no-python x y", "command x y | sets=RANK"},
	{"torchrun @@ t.py", "unknown guess python t.py | sets=RANK"},
	{"torchrun /a/@ --x", "python /a/? --x | sets=RANK"},
	{"torchrun @ --x", "unknown guess python ? --x | sets=RANK"},
	{"torchrun --help", "none"},
	{"python -m torch.distributed.run --nproc_per_node 2 t.py",
	 "python t.py | sets=RANK"},
	{"python3.11 -u -mtorch.distributed.launch --use_env t.py",
	 "python t.py | sets=RANK"},
	{"python -Xdev /opt/bin/torchrun t.py", "python t.py | sets=RANK"},
	{"python t.py", "none"},
	{"python -m pkg.train", "none"},
	{"python -c x", "none"},
	{"python @@ t.py", "none"},
	{"python docker run i x", "none"},
	{"accelerate launch --num_processes 8 --config_file f t.py --a",
	 "python t.py --a | sets=RANK"},
	{"accelerate launch --megatron_lm_tp_degree 2 -m pkg", "python -m pkg | sets=RANK"},
	{"accelerate config", "none"},
	{"accelerate-launch --multi-gpu t.py", "python t.py | sets=RANK"},
	{"python -m accelerate.commands.launch t.py", "python t.py | sets=RANK"},
	{"deepspeed --hostfile=h --num_gpus 8 t.py --deepspeed",
	 "python t.py --deepspeed | sets=RANK"},
	{"deepspeed --module pkg a", "python -m pkg a | sets=RANK"},
	{"deepspeed --no_python x", "command x | sets=RANK"},
	{"horovodrun -np 4 -H a:2 python t.py", "command python t.py | login"},
	{"viztracer -o f t.py a", "python t.py a"},
	{"memray run -o f -m pkg", "python -m pkg"},
	{"coverage run --source=s t.py", "python t.py"},
	{"coverage report", "none"},
	{"python -m debugpy --listen 5678 --wait-for-client t.py", "python t.py"},
	{"python -m cProfile -o f t.py a", "python t.py a"},
	{"python -m pdb -c continue t.py", "python t.py"},
	/* environments */
	{"uv run t.py --a", "python t.py --a | sets=PATH"},
	{"uv run --extra gpu --no-sync python t.py", "command python t.py | sets=PATH"},
	{"uv run -m pkg", "python -m pkg | sets=PATH"},
	{"uv --directory /w run -- x", "command x | chdir=/w sets=PATH"},
	{"uv run -", "unknown guess command - | sets=PATH"},
	{"uv pip install x", "none"},
	{"poetry run python t.py", "command python t.py | sets=PATH"},
	{"poetry -C /w run x", "command x | chdir=/w sets=PATH"},
	{"poetry install", "none"},
	{"conda run -n e --no-capture-output python t.py",
	 "command python t.py | sets=PATH"},
	{"conda run --live-stream -p /e --cwd /w x", "command x | chdir=/w sets=PATH"},
	{"/opt/conda/bin/conda activate e", "none"},
	{"micromamba run -n e -e A=1 x", "command x | A=1 sets=PATH"},
	{"mamba activate e", "none"},
	{"pdm run python t.py", "command python t.py | login sets=PATH"},
	{"pipenv run python t.py", "command python t.py | login sets=PATH"},
	{"hatch run python t.py", "command python t.py | login sets=PATH"},
	{"hatch run e:python t.py",
	 "unknown guess command e:python t.py | login sets=PATH"},
	{"pixi run -e cuda python t.py", "command python t.py | login sets=PATH"},
	/* containers */
	{"apptainer exec --nv -B /a:/b i.sif python t.py --nv",
	 "command python t.py --nv | login apptainer bind=/a:/b stays"},
	{"singularity exec --env A=1,B=2 --pwd /w i x",
	 "command x | login singularity workdir=/w stays A=1 B=2"},
	{"apptainer -q run --cleanenv i x", "command x | clear login apptainer stays"},
	{"apptainer exec --bind=@ i x", "command x | login apptainer bind=? stays"},
	{"apptainer exec @ x", "unknown guess command x | login apptainer stays"},
	{"apptainer pull i", "none"},
	{"apptainer exec i", "none"},
	{"enroot start --rw -m /a:/b -e A=1 name x",
	 "command x | clear login enroot enroot=/a:/b A=1"},
	{"enroot exec -e A 12 x", "command x | clear login container A=?"},
	{"docker exec -it -w /w -e A=1 --env=B name bash -lc x",
	 "command bash -lc x | clear login container workdir=/w A=1 B=?"},
	{"docker run --rm --gpus all -v /a:/b -e=A=1 img x",
	 "command x | clear login docker volume=/a:/b A=1"},
	{"docker run -d img x", "command x | clear login docker background"},
	{"docker run --entrypoint bash img -c x",
	 "unknown guess command -c x | clear login docker"},
	{"docker run img", "none"},
	{"docker ps", "none"},
	{"docker --context c container run img x", "command x | clear login container"},
	{"docker -H ssh://h run -v /a:/b img x",
	 "command x | clear login container volume=/a:/b"},
	{"docker -H unix:///run/d run img -H x", "command -H x | clear login docker"},
	{"docker container exec name x", "command x | clear login container"},
	{"podman run --tz=local img x", "command x | clear login docker"},
	{"docker @ img x", "unknown guess none"},
	{"shifter --image=i -e A=1 -w/w x", "command x | login container workdir=/w A=1"},
	{"ch-run -w -c /w img -- x -y", "command x -y | login container workdir=/w"},
	{"srun --container-image i --container-mounts=/a:/b,@ --chdir=/w x",
	 "command x | chdir=/w pyxis pyxis=/a:/b,?"},
	{"srun --container-mounts=/a --container-mounts=/b x",
	 "command x | pyxis=/a pyxis=/b"},
	{"srun --container-image=i --no-container-mount-home --container-remap-root x",
	 "command x | pyxis home=no root=yes"},
	{"srun --container=/bundle --container-mounts=/a x",
	 "command x | container pyxis=/a"},
	{"apptainer exec -B/a:/b,/c --bind /d --mount type=bind,src=/e,dst=/f -H /h:/g i x",
	 "command x | login apptainer bind=/a:/b,/c bind=/d "
	 "bind-fields=type=bind,src=/e,dst=/f home=/h:/g stays"},
	{"apptainer exec -c i x", "command x | login apptainer"},
	{"apptainer exec -C i x", "command x | clear login apptainer"},
	{"apptainer exec --compat --cwd=/w i x",
	 "command x | clear login apptainer workdir=/w"},
	{"apptainer exec -B /a instance://n x", "command x | login container bind=/a"},
	{"singularity run --home /h i x", "command x | login singularity home=/h stays"},
	{"docker run --mount type=bind,src=/a,dst=/b --volume=v:/c --tmpfs /d i x",
	 "command x | clear login docker fields=type=bind,src=/a,dst=/b volume=v:/c "
	 "tmpfs=/d"},
	{"podman run --volumes-from c -itv /a:/b:ro i x",
	 "command x | clear login docker others=c volume=/a:/b:ro"},
	{"enroot start -m /a:/b --mount=/c -c f name x",
	 "command x | clear login enroot enroot=/a:/b enroot=/c"},
	/* MPI */
	{"mpirun -np 4 --bind-to none -x A=1 -x B --mca btl ^tcp python t.py -n 3",
	 "command python t.py -n 3 | A=1 sets=OMPI_*"},
	{"mpiexec -n 4 -genv A 1 -ppn 2 x", "command x | A=1 sets=OMPI_*"},
	{"mpirun --allow-run-as-root -wdir /w x", "command x | chdir=/w sets=OMPI_*"},
	{"mpirun -n4 -host a a : -np 2 b", "command a | next=6 sets=OMPI_*"},
	{"mpirun -configfile f", "unknown guess none"},
	{"mpirun -np @ x", "command x | sets=OMPI_*"},
	{"mpiexec.hydra -f h -genvall x", "command x | sets=OMPI_*"},
	{"aprun -n 4 -N 2 -cc cpu -e A=1 x", "command x | A=1 sets=ALPS_*"},
	{"ibrun -np 4 x", "command x | sets=OMPI_*"},
	/* elsewhere */
	{"ssh host a b", "text a b | elsewhere"},
	{"ssh -p 22 -o A=b user@ a b", "text a b | elsewhere"},
	{"ssh @ a", "unknown guess text a | elsewhere"},
	{"ssh host -p 22 a", "text a | elsewhere"},
	{"ssh -f host a", "text a | elsewhere background"},
	{"ssh host", "none"},
	{"ssh -N -L 1:2:3 host", "none"},
	{"pdsh -w h[1-2] a b", "text a b | elsewhere"},
	{"clush -w h -b a b", "text a b | elsewhere"},
	{"parallel x ::: a", "unknown guess none"},
	{"parallel --citation", "none"},
	/* observers */
	{"nsys profile -o f -t cuda,nvtx --stats=true python t.py", "command python t.py"},
	{"nsys profile -e A=1,B=2 x", "command x | A=1 B=2"},
	{"nsys launch x", "command x"},
	{"nsys stats f", "none"},
	{"ncu --set full -o f --target-processes all x", "command x"},
	{"nvprof -o f --profile-child-processes x", "command x"},
	{"perf record -g -F 99 -o f -- x", "command x"},
	{"perf stat -e cycles x", "command x"},
	{"perf report", "none"},
	{"strace -f -o out -e trace=open x", "command x"},
	{"ltrace -S -o out x", "command x"},
	{"gdb -batch -ex run --args x y", "command x y"},
	{"gdb x", "none"},
	{"valgrind --tool=memcheck -v x", "command x"},
	{"py-spy record -o f -- x", "command x"},
	{"py-spy dump --pid 3", "none"},
	{"proxychains4 -q -f c x", "command x"},
	/* no wrapper */
	{"echo srun x", "none"},
	{"./run.sh x", "none"},
	{"@ x", "none"},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* The words of a test's line. */
static struct cpg_word *words_of(struct cpg_arena *arena, const char *line, size_t *count)
{
	struct cpg_word *words = cpg_arena_array(arena, strlen(line) + 1, sizeof(*words));
	char *copy = cpg_arena_string(arena, line);
	char *rest = NULL;

	assert_non_null(words);
	assert_non_null(copy);
	*count = 0;
	for (char *word = strtok_r(copy, " ", &rest); word;
	     word = strtok_r(NULL, " ", &rest)) {
		struct cpg_word *out = &words[(*count)++];
		char *at = strchr(word, '@');

		for (char *blank = word; *blank; blank++)
			*blank = *blank == '~' ? ' ' : *blank;
		out->many = at && at[1] == '@';
		if (at)
			*at = '\0';
		*(at ? &out->prefix : &out->text) = word;
	}
	return words;
}

static void print_word(struct cpg_buffer *out, const struct cpg_word *word)
{
	const char *text = word->text ? word->text : word->prefix ? word->prefix : "";

	for (; *text; text++)
		cpg_buffer_printf(out, "%c", *text == ' ' ? '~' : *text);
	cpg_buffer_printf(out, "%s%s", word->text ? "" : "?", word->many ? "*" : "");
}

static void print_inner(struct cpg_buffer *out, const struct cpg_wrapped *wrapped,
			const struct cpg_word *argv)
{
	struct cpg_word text;

	if (wrapped->module)
		cpg_buffer_printf(out, " -m");
	if (wrapped->text) {
		text = cpg_wrapper_tail(&argv[wrapped->inner], wrapped->skip);
		assert_string_equal(cpg_wrapper_begin(wrapped->text),
				    cpg_wrapper_begin(&text));
	}
	for (size_t i = wrapped->inner; i < wrapped->end; i++) {
		cpg_buffer_printf(out, " ");
		print_word(out, wrapped->text ? wrapped->text : &argv[i]);
	}
}

static const char *kind_name(enum cpg_wrapper_kind kind)
{
	static const char *const names[] = {
		[CPG_WRAPPER_NONE] = "none", [CPG_WRAPPER_COMMAND] = "command",
		[CPG_WRAPPER_TEXT] = "text", [CPG_WRAPPER_PYTHON] = "python",
		[CPG_WRAPPER_FILE] = "file", [CPG_WRAPPER_UNKNOWN] = "unknown",
	};

	return names[kind];
}

static void print_variable(struct cpg_buffer *out, const struct cpg_wrapper_variable *one)
{
	if (!one->value)
		cpg_buffer_printf(out, " -%s", one->name);
	else if (one->value->text)
		cpg_buffer_printf(out, " %s", one->value->text);
	else
		cpg_buffer_printf(out, " %s=?", one->name);
}

/* The mounts, each behind its grammar, and what else is said of the container. */
static void print_container(struct cpg_buffer *out, const struct cpg_wrapped *wrapped,
			    const struct cpg_word *argv)
{
	static const char *const names[] = {
		[CPG_MOUNT_PYXIS] = "pyxis",   [CPG_MOUNT_ENROOT] = "enroot",
		[CPG_MOUNT_BIND] = "bind",     [CPG_MOUNT_BIND_FIELDS] = "bind-fields",
		[CPG_MOUNT_FIELDS] = "fields", [CPG_MOUNT_VOLUME] = "volume",
		[CPG_MOUNT_TMPFS] = "tmpfs",   [CPG_MOUNT_HOME] = "home",
		[CPG_MOUNT_OTHERS] = "others",
	};
	static const char *const flags[] = {"", "=no", "=yes", "=?"};

	for (size_t i = 0; i < wrapped->mount_count; i++) {
		const struct cpg_wrapped_mount *mount = &wrapped->mounts[i];
		struct cpg_word tail = cpg_wrapper_tail(&argv[mount->index], mount->skip);

		assert_string_equal(cpg_wrapper_begin(mount->word),
				    cpg_wrapper_begin(&tail));
		cpg_buffer_printf(out, " %s=", names[mount->grammar]);
		print_word(out, mount->word);
	}
	if (wrapped->workdir) {
		cpg_buffer_printf(out, " workdir=");
		print_word(out, wrapped->workdir);
	}
	if (wrapped->mount_home)
		cpg_buffer_printf(out, " home%s", flags[wrapped->mount_home]);
	if (wrapped->remap_root)
		cpg_buffer_printf(out, " root%s", flags[wrapped->remap_root]);
	if (wrapped->stays)
		cpg_buffer_printf(out, " stays");
}

static const char *tool_name(const struct cpg_wrapped *wrapped)
{
	static const char *const names[] = {
		[CPG_TOOL_OTHER] = " container",
		[CPG_TOOL_APPTAINER] = " apptainer",
		[CPG_TOOL_SINGULARITY] = " singularity",
		[CPG_TOOL_DOCKER] = " docker",
		[CPG_TOOL_ENROOT] = " enroot",
		[CPG_TOOL_PYXIS] = " pyxis",
	};

	return wrapped->container ? names[wrapped->tool] : "";
}

static void print_changes(struct cpg_buffer *out, const struct cpg_wrapped *wrapped,
			  const struct cpg_word *argv)
{
	if (wrapped->next)
		cpg_buffer_printf(out, " next=%zu", wrapped->next);
	if (wrapped->chdir) {
		cpg_buffer_printf(out, " chdir=");
		print_word(out, wrapped->chdir);
	}
	cpg_buffer_printf(out, "%s%s%s%s%s%s", wrapped->clear ? " clear" : "",
			  wrapped->login ? " login" : "", tool_name(wrapped),
			  wrapped->elsewhere ? " elsewhere" : "",
			  wrapped->background ? " background" : "",
			  wrapped->more ? " more" : "");
	print_container(out, wrapped, argv);
	if (wrapped->exported)
		cpg_buffer_printf(out, " export=%s", wrapped->exported);
	for (size_t i = 0; i < wrapped->variable_count; i++)
		print_variable(out, &wrapped->variables[i]);
	if (wrapped->sets && strcmp(wrapped->sets[0], "SLURM*") != 0 &&
	    strcmp(wrapped->sets[0], "RAY_*") != 0)
		cpg_buffer_printf(out, " sets=%s", wrapped->sets[0]);
}

/* What was read, as it is written in the table. */
static const char *print_wrapped(struct cpg_arena *arena, const struct cpg_wrapped *wrapped,
				 const struct cpg_word *argv)
{
	struct cpg_buffer out = {.arena = arena};
	struct cpg_buffer changes = {.arena = arena};
	enum cpg_wrapper_kind kind = wrapped->kind;
	const char *changed;

	cpg_buffer_printf(&out, "%s", kind_name(kind));
	if (kind == CPG_WRAPPER_UNKNOWN) {
		kind = wrapped->guess;
		cpg_buffer_printf(&out, " guess %s", kind_name(kind));
	}
	if (kind == CPG_WRAPPER_FILE) {
		cpg_buffer_printf(&out, " ");
		print_word(&out, wrapped->file);
	} else if (kind != CPG_WRAPPER_NONE) {
		print_inner(&out, wrapped, argv);
	}
	if (kind == CPG_WRAPPER_NONE)
		return cpg_buffer_finish(&out);
	print_changes(&changes, wrapped, argv);
	changed = cpg_buffer_finish(&changes);
	assert_non_null(changed);
	if (*changed)
		cpg_buffer_printf(&out, " |%s", changed);
	return cpg_buffer_finish(&out);
}

static void each_command_line_is_read_as_its_tool_reads_it(void **state)
{
	bool failed = false;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cpg_wrapped wrapped;
		const char *got;
		size_t argc;
		const struct cpg_word *argv = words_of(*state, cases[i].line, &argc);

		assert_int_equal(cpg_wrapper_read(*state, argv, argc, &wrapped, NULL), 0);
		got = print_wrapped(*state, &wrapped, argv);
		assert_non_null(got);
		if (strcmp(got, cases[i].read) != 0) {
			print_error("%s\n    is read as: %s\n    expected:   %s\n",
				    cases[i].line, got, cases[i].read);
			failed = true;
		}
		if (wrapped.kind == CPG_WRAPPER_UNKNOWN)
			assert_non_null(wrapped.why);
		assert_int_equal(cpg_wrapper_is(argv, argc),
				 wrapped.kind != CPG_WRAPPER_NONE);
	}
	assert_false(failed);
}

static bool is_case_of(const struct cpg_wrapper_row *row, const char *line)
{
	const char *name = line;

	if (strncmp(line, "python -m ", strlen("python -m ")) == 0) {
		name += strlen("python -m ");
		return cpg_wrapper_lists(row->modules, name, strcspn(name, " "));
	}
	if (strrchr(line, '/') && strrchr(line, '/') < strchr(line, ' '))
		name = strrchr(line, '/') + 1;
	return cpg_wrapper_lists(row->names, name, strcspn(name, " ")) &&
	       (!row->verbs || strstr(line, row->verbs));
}

static void every_row_of_the_table_has_a_case(void **state)
{
	(void)state;
	for (size_t table = 0; cpg_wrapper_tables[table]; table++) {
		for (const struct cpg_wrapper_row *row = cpg_wrapper_tables[table];
		     row->names; row++) {
			bool found = false;

			for (size_t i = 0; i < COUNT(cases) && !found; i++)
				found = is_case_of(row, cases[i].line) &&
					strcmp(cases[i].read, "none") != 0;
			if (!found)
				fail_msg("no case for %s %s", row->names,
					 row->verbs ? row->verbs : "");
		}
	}
}

/* Whether a name is listed once and no more in the options of a row. */
static size_t times_listed(const struct cpg_wrapper_option *options, const char *name,
			   size_t length)
{
	size_t times = 0;

	for (; options->names; options++) {
		for (const char *at = options->names; *at;) {
			size_t count = strcspn(at, " ");

			times += count == length && memcmp(at, name, length) == 0;
			at += count;
			at += strspn(at, " ");
		}
	}
	return times;
}

static void check_options(const struct cpg_wrapper_row *row,
			  const struct cpg_wrapper_option *options)
{
	for (const struct cpg_wrapper_option *option = options; option && option->names;
	     option++) {
		for (const char *at = option->names; *at;) {
			size_t count = strcspn(at, " ");
			size_t dashes = strspn(at, "-");

			if (dashes < 1 || dashes > 2 ||
			    times_listed(options, at, count) != 1 ||
			    (dashes == 1 && count > 2 && !(row->style & STYLE_ONE_DASH)))
				fail_msg("%s: option %.*s", row->names, (int)count, at);
			at += count;
			at += strspn(at, " ");
		}
	}
}

static void every_option_of_a_row_is_well_formed_and_listed_once(void **state)
{
	(void)state;
	check_options(&cpg_wrapper_interpreter, cpg_wrapper_interpreter.options);
	for (size_t table = 0; cpg_wrapper_tables[table]; table++) {
		for (const struct cpg_wrapper_row *row = cpg_wrapper_tables[table];
		     row->names; row++) {
			check_options(row, row->options);
			check_options(row, row->globals);
		}
	}
}

/* Every prefix of every case, with each word in turn not known, must be read without harm. */
static void unknown_words_anywhere_do_no_harm(void **state)
{
	for (size_t i = 0; i < COUNT(cases); i++) {
		size_t argc;
		struct cpg_word *argv = words_of(*state, cases[i].line, &argc);

		for (size_t j = 0; j < argc; j++) {
			struct cpg_word saved = argv[j];
			struct cpg_wrapped wrapped;

			for (int many = 0; many < 2; many++) {
				argv[j] = (struct cpg_word){.many = many};
				assert_int_equal(cpg_wrapper_read(*state, argv, argc,
								  &wrapped, NULL),
						 0);
				assert_true(wrapped.end <= argc);
				assert_true(wrapped.inner <= argc);
			}
			argv[j] = saved;
			assert_int_equal(cpg_wrapper_read(*state, argv, j, &wrapped, NULL),
					 0);
		}
	}
}

static void variables_that_do_not_fit_the_budget_are_an_error(void **state)
{
	struct cpg_arena *small = cpg_arena_new(256);
	struct cpg_wrapped wrapped;
	struct cpg_error err = {.code = 0};
	size_t argc;
	const struct cpg_word *argv =
		words_of(*state, "env A=1 B=1 C=1 D=1 E=1 F=1 G=1 H=1 I=1 x", &argc);

	assert_non_null(small);
	assert_int_equal(cpg_wrapper_read(small, argv, argc, &wrapped, &err), -1);
	assert_int_equal(err.code, ENOMEM);
	cpg_arena_free(small);
}

static void a_further_component_is_read_behind_the_colon(void **state)
{
	struct cpg_wrapped wrapped;
	size_t argc;
	struct cpg_word *argv = words_of(*state, "srun -n1 a : -n2 -D /w b c : d", &argc);

	assert_int_equal(cpg_wrapper_read(*state, argv, argc, &wrapped, NULL), 0);
	argv[wrapped.next - 1] = argv[0];
	argv += wrapped.next - 1;
	argc -= wrapped.next - 1;
	assert_int_equal(cpg_wrapper_read(*state, argv, argc, &wrapped, NULL), 0);
	assert_string_equal(print_wrapped(*state, &wrapped, argv),
			    "command b c | next=7 chdir=/w");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(each_command_line_is_read_as_its_tool_reads_it),
		arena_test(every_row_of_the_table_has_a_case),
		arena_test(every_option_of_a_row_is_well_formed_and_listed_once),
		arena_test(unknown_words_anywhere_do_no_harm),
		arena_test(variables_that_do_not_fit_the_budget_are_an_error),
		arena_test(a_further_component_is_read_behind_the_colon),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
