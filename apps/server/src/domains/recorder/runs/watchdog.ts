/** How often what stands beside ffmpeg looks, and how many looks without a sign of life are ten minutes. */
const defaults = { intervalSec: 20, maxMissed: 30 }

/**
 * A shell's program that becomes what it is given, under the same process number. What stays beside it ends that when the
 * first argument, a file that a living recorder touches, has not changed for ten minutes, or when its folder is taken for
 * nobody's: it fills a disk that nobody empties. That the file changes counts, not its date: the machine's clock may be
 * set.
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
