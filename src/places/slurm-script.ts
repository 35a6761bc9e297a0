import { quoteWord } from "../core/text/shell-words.ts";

/** Seconds before its time limit at which Slurm signals the job, so that panes' owners are warned. */
const WARNING_S = 120;

export const SIGNAL_OPTION = `--signal=B:USR2@${WARNING_S}`;

/** The directory of a job's daemon, on its node: short, because it holds sockets, and private to the job. */
export function jobDirectory(job: string, uid: string): string {
  return `/tmp/mullion-${uid}-slurm-${job}`;
}

/**
 * Runs what the job's script has written to reach its daemon. Everyone may write in /tmp, so the directory is entered
 * before it is checked whose it is: nobody can exchange it from then on.
 */
export function connectScript(job: string, uid: string): string {
  return `cd ${jobDirectory(job, uid)} && [ -O . ] && exec ./connect`;
}

/**
 * The batch script of a job. It keeps a daemon of the job's own running, in a directory of the job's own, until the job
 * ends: jobs on one node share nothing. Slurm sends USR2 before the time limit, and TERM when the job is cancelled,
 * preempted or over. The daemon then ends its panes, and writes down what they printed last.
 *
 * Unbuffered output of srun is a terminal in raw mode, and `cat` hides it from `mullion connect`, which wants a pipe.
 *
 * A script that is killed cannot remove its directory: the user's next job on the node does.
 *
 * After the warning the script stays until Slurm ends it, so that the job's state is the time limit that it reached.
 */
export function jobScript(program: string): string {
  return `#!/bin/sh
umask 077
d=${jobDirectory("$SLURM_JOB_ID", "$(id -u)")}
# What scripts left that were killed. The file that names its script appears whole.
for old in ${jobDirectory("*", "$(id -u)")}; do
	[ -O "$old/script" ] && ! kill -0 "$(cat "$old/script")" 2>/dev/null && rm -rf "$old"
done
rm -rf "$d"
# Another user of the node may have put a directory there, which is not used.
mkdir "$d" && echo $$ >"$d/script.new" && mv "$d/script.new" "$d/script" || exit 1
mullion=${quoteWord(program)}
[ -x "$mullion" ] || mullion=$(command -v mullion) || {
	echo "mullion is not on the node $(hostname): neither ${program.replace(/["$`\\]/g, "")} nor on the PATH" >&2
	exit 127
}
# In a file of its own: its path may have quotes, which would end a word of the script below.
printf '%s\\n' "$mullion" >"$d/program"
export MULLION_DIR="$d" TMUX_TMPDIR="$d" MULLION_PLACE="Slurm job $SLURM_JOB_ID"
unset TMUX TMUX_PANE
{
	echo '#!/bin/sh'
	echo "until [ -S '$d/daemon.sock' ]; do sleep 0.1; done"
	echo "MULLION_DIR='$d' \\"\\$(cat '$d/program')\\" connect | cat"
} >"$d/connect"
chmod 700 "$d/connect"

ending= limit= tries=0 status=1
warn() {
	limit=1
	(
		until [ -S "$d/daemon.sock" ]; do sleep 0.1; done
		end=$(SLURM_TIME_FORMAT=%s squeue --noheader --jobs="$SLURM_JOB_ID" --format=%e)
		case $end in '' | *[!0-9]*) when=--in end=${WARNING_S} ;; *) when=--at ;; esac
		"$mullion" ending $when "$end" "Slurm job $SLURM_JOB_ID reaches its time limit"
	) &
}
trap warn USR2
trap 'ending=1; kill -TERM $daemon' TERM
while [ -z "$ending" ] && [ $status -ne 0 ] && [ $tries -lt 5 ]; do
	tries=$((tries + 1))
	"$mullion" serve --end-panes &
	daemon=$!
	while kill -0 $daemon 2>/dev/null; do
		wait $daemon
		status=$?
	done
done
rm -rf "$d"
while [ -n "$limit" ] && [ -z "$ending" ]; do sleep 1; done
exit $status
`;
}
