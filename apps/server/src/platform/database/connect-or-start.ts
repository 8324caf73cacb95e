import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../process/error-code.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import type { Cluster } from './cluster.ts'
import { findPostmaster } from './lock-files.ts'
import { launchPostmaster } from './postmaster.ts'
import type { Launch } from './postmaster.ts'
import { arrive } from './presence.ts'
import type { Presence } from './presence.ts'

const pollMs = 20
const longestRecoveryMs = 10 * 60_000
/** Tries before giving up; the pauses between them double from 100 ms up to 2 s, some ten seconds in all. */
const launchesBeforeRefusal = 9

/** What passes by itself: processes of a killed postmaster that are still on their way out, or another starter. */
const passing = /pre-existing shared memory block|lock file "[^"]+" already exists/

function refusalFor(lastWords: string, cluster: Cluster): StartRefusal {
  if (lastWords.includes('No space left on device')) {
    return new StartRefusal(`磁盘已满，数据库无法启动（${cluster.pgData}）。请腾出空间后再启动。`)
  }
  const fatal = lastWords
    .split('\n')
    .filter((line) => /FATAL|PANIC|error while loading|spawn/.test(line))
    .at(-1)
  return new StartRefusal(`数据库无法启动：${fatal ?? '原因不明'}（日志在 ${cluster.dir}/postgres.log）`)
}

function refuseStrangePassword(error: unknown, cluster: Cluster): void {
  if (!['28P01', '28000'].includes(errorCode(error) ?? '')) return
  throw new StartRefusal(`数据库不接受 ${cluster.dir}/password 里的密码。请恢复这个文件。`, { cause: error })
}

/** Whether it makes sense to start the server once more after the last start came to nothing. */
function refuseHopeless(launch: Launch | undefined, launches: number, cluster: Cluster): void {
  if (!launch) return
  const words = launch.lastWords()
  if (launches >= launchesBeforeRefusal || (launches >= 2 && !passing.test(words))) throw refusalFor(words, cluster)
}

/**
 * Comes back with a connection to the cluster's server: the one that is running, or one started now. Safe when several
 * processes do so at once, since PostgreSQL lets one server alone into a data directory and the others connect to it.
 * @throws StartRefusal when the server cannot be started; AbortError when the signal says stop
 */
export async function connectOrStart(cluster: Cluster, signal: AbortSignal): Promise<Presence> {
  const giveUpAt = performance.now() + longestRecoveryMs
  let launch: Launch | undefined
  let launches = 0
  let nextLaunchAt = 0
  for (;;) {
    signal.throwIfAborted()
    try {
      return await arrive(cluster)
    } catch (error) {
      refuseStrangePassword(error, cluster)
    }
    const now = performance.now()
    const isComingUp = launch?.isAlive() === true || findPostmaster(cluster.pgData) !== undefined
    if (isComingUp && now > giveUpAt)
      throw new StartRefusal(`数据库十分钟内没有就绪（日志在 ${cluster.dir}/postgres.log）。`)
    if (!isComingUp && now >= nextLaunchAt) {
      refuseHopeless(launch, launches, cluster)
      launch = launchPostmaster(cluster)
      launches += 1
      nextLaunchAt = performance.now() + Math.min(100 * 2 ** launches, 2000)
    }
    await delay(pollMs, undefined, { signal })
  }
}
