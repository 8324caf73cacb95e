import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../process/error-code.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import type { Cluster } from './cluster.ts'
import { findPostmaster } from './lock-files.ts'
import { launchPostmaster } from './postmaster.ts'
import type { Launch } from './postmaster.ts'
import { registerPresence } from './presence.ts'
import type { Presence } from './presence.ts'

const pollMs = 20
const maxRecoveryMs = 10 * 60_000
/** Attempts before giving up, with delays that double from 100 ms up to 2 s: about ten seconds. */
const maxLaunches = 9

/** Transient failures: processes of a killed postmaster that are still exiting, or a concurrent start. */
const transientErrors = /pre-existing shared memory block|lock file "[^"]+" already exists/

function refusalFor(output: string, cluster: Cluster): StartRefusal {
  if (output.includes('No space left on device')) {
    return new StartRefusal(`磁盘已满，数据库无法启动（${cluster.pgData}）。请腾出空间后再启动。`)
  }
  const fatal = output
    .split('\n')
    .filter((line) => /FATAL|PANIC|error while loading|spawn/.test(line))
    .at(-1)
  return new StartRefusal(`数据库无法启动：${fatal ?? '原因不明'}（日志在 ${cluster.dir}/postgres.log）`)
}

function refuseWrongPassword(error: unknown, cluster: Cluster): void {
  if (!['28P01', '28000'].includes(errorCode(error) ?? '')) return
  throw new StartRefusal(`数据库不接受 ${cluster.dir}/password 里的密码。请恢复这个文件。`, { cause: error })
}

/** Refuses when another start of the server is pointless. */
function refuseAfterFailures(launch: Launch | undefined, launches: number, cluster: Cluster): void {
  if (!launch) return
  const output = launch.lastOutput()
  if (launches >= maxLaunches || (launches >= 2 && !transientErrors.test(output))) throw refusalFor(output, cluster)
}

/**
 * Connects to the cluster's server, and starts it if it is not running. Safe for concurrent processes: PostgreSQL
 * admits one server per data directory, and the others connect to it.
 * @throws StartRefusal when the server cannot be started; AbortError when `signal` aborts
 */
export async function connectOrStart(cluster: Cluster, signal: AbortSignal): Promise<Presence> {
  const giveUpAt = performance.now() + maxRecoveryMs
  let launch: Launch | undefined
  let launches = 0
  let nextLaunchAt = 0
  for (;;) {
    signal.throwIfAborted()
    try {
      return await registerPresence(cluster)
    } catch (error) {
      refuseWrongPassword(error, cluster)
    }
    const now = performance.now()
    const isStarting = launch?.isAlive() === true || findPostmaster(cluster.pgData) !== undefined
    if (isStarting && now > giveUpAt)
      throw new StartRefusal(`数据库十分钟内没有就绪（日志在 ${cluster.dir}/postgres.log）。`)
    if (!isStarting && now >= nextLaunchAt) {
      refuseAfterFailures(launch, launches, cluster)
      launch = launchPostmaster(cluster)
      launches += 1
      nextLaunchAt = performance.now() + Math.min(100 * 2 ** launches, 2000)
    }
    await delay(pollMs, undefined, { signal })
  }
}
