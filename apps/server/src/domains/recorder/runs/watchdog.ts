/** Check interval, and the number of checks without a heartbeat after which the process is killed (ten minutes). */
const defaults = { intervalSec: 20, maxMissed: 30 }

/**
 * A shell script that starts a background watchdog and replaces itself (exec) with the given command, which keeps the
 * process id. The watchdog kills the command if the heartbeat file (the first argument) has not changed for ten minutes,
 * or if the folder's pid file is gone: without a recorder nobody would free the disk. It compares the heartbeat for
 * change, not with the present time, because the system clock may be set.
 */
export const watchdogScript = ({ intervalSec, maxMissed } = defaults): string =>
  [
    'tool=$$; alive=$1; shift',
    '( exec 2>/dev/null; still=0; touch seen',
    `  while sleep ${intervalSec}; do`,
    '    kill -0 $tool || exit 0',
    '    if [ "$alive" -nt seen ] || [ "$alive" -ot seen ]',
    '    then touch -r "$alive" seen; still=0; else still=$((still + 1)); fi',
    `    [ -e pid ] && [ $still -lt ${maxMissed} ] || kill -9 $tool`,
    '  done ) &',
    'exec "$@"',
  ].join('\n')
