import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { channelsChanged } from './domains/live/index.ts'
import type { Platform } from './platform/platform.ts'
import type { Station } from './station.ts'
import { recordedStreams } from './station-recorder.ts'

const entry = join(import.meta.dirname, 'recorder-main.ts')
const askEveryMs = 60_000
const firstPauseMs = 250
const longestPauseMs = 8000
/** A recorder that ran so long did well: the next one begins at once. */
const goodRunMs = 10_000
const endLimitMs = 3000

/**
 * Keeps a process running that records, as long as there is anything to record, or to remove in its time: it may be killed
 * at any time, and what it does never disturbs those who watch. Ended with us in order; when we are killed it leaves, and
 * its ffmpegs go on for the one that follows.
 */
export function keepRecorder(
  { live, recorder }: Pick<Station, 'live' | 'recorder'>,
  { events, log }: Pick<Platform, 'events' | 'log'>,
): { stop(): Promise<void> } {
  let child: ChildProcess | undefined
  let stopped = false
  let failures = 0
  let resume: NodeJS.Timeout | undefined

  const start = (): void => {
    const startedMs = performance.now()
    const started = spawn(process.execPath, [entry], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child = started
    started.on('error', (err) => log.error({ err }, 'the recorder could not be started'))
    started.once('close', (code, signal) => {
      if (child === started) child = undefined
      if (stopped) return
      // It was not needed any more when it was told to end: that may be different now.
      if (code === 0) return settle()
      failures = performance.now() - startedMs > goodRunMs ? 0 : failures + 1
      log.warn({ exitCode: code, signal }, 'the recorder ended')
      resume = setTimeout(settle, failures === 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** failures))
    })
  }
  const direct = async (): Promise<void> => {
    const wanted = (await recordedStreams(live)).length > 0 || !(await recorder.isEmpty())
    if (stopped) return
    if (wanted && !child) start()
    if (!wanted && child) await end(child)
  }
  const settle = (): void => {
    clearTimeout(resume)
    direct().catch((err: unknown) => {
      // The database may be closed before the read ends.
      if (!stopped) log.warn({ err }, 'what is to be recorded could not be read')
    })
  }
  const asking = setInterval(settle, askEveryMs)
  const stopListening = events.on(channelsChanged, settle)
  settle()
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    stopped = true
    clearInterval(asking)
    clearTimeout(resume)
    stopListening()
    if (child) await end(child)
  }
  return { stop: () => (stopping ??= stop()) }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close')
  child.kill('SIGTERM')
  await Promise.race([gone, delay(endLimitMs, undefined, { ref: false })])
  child.kill('SIGKILL')
}
