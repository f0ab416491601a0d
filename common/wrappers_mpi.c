#include "wrappers_private.h"

#define END \
	{ \
		.names = NULL \
	}

/* One table for the tools of several MPIs that share the name mpirun; where they would read a
 * word differently, it is left out.
 * Source: Open MPI 4.1: orte/orted/orted_submit.c; Open MPI 5.0 (PRRTE 3.0):
 * src/mca/schizo/ompi/schizo_ompi.c; MPICH 4.2 (Hydra): src/pm/hydra/mpiexec/options.c;
 * Intel MPI 2021: its Developer Reference, "mpiexec.hydra". */
static const struct cpg_wrapper_option mpirun_options[] = {
	{"-V -h -help -info -version", TAKES_NOTHING, MEANS_STOP},
	{"-app -appfile -configfile", TAKES_VALUE, MEANS_UNSURE},
	{"-wdir -wd", TAKES_VALUE, MEANS_CHDIR},
	{"-x", TAKES_VALUE, MEANS_SET},
	{"-env -genv", TAKES_TWO, MEANS_SET_TWO},
	{"-envnone -genvnone", TAKES_NOTHING, MEANS_LOADS},
	{"-genvlist -envlist", TAKES_VALUE, MEANS_LOADS},
	{"-unset-env", TAKES_VALUE, MEANS_UNSET},
	{"-mca -gmca -omca -gomca -prtemca -pmixmca -gpmixmca", TAKES_TWO, MEANS_NOTHING},
	{"-H -N -am -amca -arch -bind-to -binding -bootstrap -bootstrap-exec -c "
	 "-cpu-list -cpu-set -cpus-per-proc -cpus-per-rank -default-hostfile -demux "
	 "-display -errfile -errfile-pattern -f -file -gpus-per-proc -host -hostfile "
	 "-hostlist -hosts -iface "
	 "-initial-errhandler -launch-agent -launcher -launcher-exec -machine "
	 "-machinefile -machinelist -machines -map-by -max-restarts -max-vm-size -membind "
	 "-n -nameserver -np -npernode -npersocket -order-nodes -outfile "
	 "-outfile-pattern -output -output-directory -output-filename -output-from -path "
	 "-perhost -personality -ppn -ppr -prefix -preload-files -prepend-pattern -rank-by "
	 "-rankfile -rankmap -report-pid -report-uri -rf -rmk -runtime-options "
	 "-spawn-timeout -stdin -stream-buffering -timeout -tmpdir -topolib -tune -usize "
	 "-with-ft -xterm",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-allow-run-as-root -bind-to-core -bind-to-none -bind-to-socket -bycore -bynode "
	 "-byslot -bysocket -continuous -debug -debug-daemons -debug-daemons-file "
	 "-disable-auto-cleanup -disable-hostname-propagation -disable-recovery -disable-x "
	 "-display-allocation -display-comm -display-devel-map -display-map -do-not-launch "
	 "-do-not-resolve -enable-auto-cleanup -enable-hostname-propagation "
	 "-enable-recovery -enable-x -envall -genvall -get-stack-traces -hetero-nodes -l "
	 "-leave-session-attached -map-by-node -merge-stderr-to-stdout -no-oversubscribe "
	 "-nolocal -nooversubscribe -noprefix -novm -oversubscribe -parsable -parseable "
	 "-pernode -prepend-rank -print-all-exitcodes -print-rank-map -profile -q -quiet "
	 "-report-bindings -report-state-on-timeout -s -skip-launch-node -show-progress "
	 "-tag-output -timestamp-output -use-hwthread-cpus -v -verbose -xml",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const char *const mpirun_sets[] = {"OMPI_*", "PMIX_*",  "PMI_*",
					  "PRTE_*", "HYDRA_*", "MPI*",
					  "I_MPI*", "HWLOC_*", NULL};

/* Cray ALPS 6: aprun(1), and HPE's "Run Applications Using the aprun Command" */
static const struct cpg_wrapper_option aprun_options[] = {
	{"-h -help -V -version", TAKES_NOTHING, MEANS_STOP},
	{"-e -environment-override", TAKES_VALUE, MEANS_SET},
	{"-D -F -L -N -R -S -a -cc -cp -d -j -l -m -mpmd-env -n -p -P -pes -pes-per-node "
	 "-r "
	 "-sl "
	 "-sn -t",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-B -C -T -b -q -ss -u -z", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* TACC's ibrun: its -h */
static const struct cpg_wrapper_option ibrun_options[] = {
	{"-h -help --help", TAKES_NOTHING, MEANS_STOP},
	{"-n -np -o", TAKES_VALUE, MEANS_NOTHING},
	END,
};

const struct cpg_wrapper_row cpg_wrapper_rows_mpi[] = {
	{
		.names = "mpirun mpiexec orterun prterun mpiexec.hydra mpirun.openmpi "
			 "mpiexec.openmpi mpirun.mpich mpiexec.mpich",
		.style = STYLE_ONE_DASH | STYLE_WHOLE | STYLE_COLON,
		.kind = CPG_WRAPPER_COMMAND,
		.options = mpirun_options,
		.sets = mpirun_sets,
	},
	{
		.names = "aprun",
		.style = STYLE_ONE_DASH | STYLE_WHOLE | STYLE_COLON,
		.kind = CPG_WRAPPER_COMMAND,
		.options = aprun_options,
		.sets = (const char *const[]){"ALPS_*", "PMI_*", NULL},
	},
	{
		.names = "ibrun",
		.style = STYLE_ONE_DASH | STYLE_WHOLE,
		.kind = CPG_WRAPPER_COMMAND,
		.options = ibrun_options,
		.sets = mpirun_sets,
	},
	END,
};
