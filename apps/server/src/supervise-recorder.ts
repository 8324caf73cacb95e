import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { channelsChanged } from './domains/live/index.ts'
import type { Platform } from './platform/platform.ts'
import { failuresAfter, restartPauseMs } from './platform/process/restart-pause.ts'
import type { Station } from './station.ts'
import { recordedStreams } from './recorded-streams.ts'

const entry = join(import.meta.dirname, 'recorder-main.ts')
const checkIntervalMs = 60_000
const endLimitMs = 3000

/**
 * Keeps a recorder process running as long as there are streams to record or recordings to delete. It may be killed at
 * any time, and its work never affects viewers. It is stopped when this process stops gracefully; if this process is
 * killed it exits, and its ffmpeg processes continue for the next recorder.
 */
export function superviseRecorder(
  { live, matches, recorder }: Pick<Station, 'live' | 'matches' | 'recorder'>,
  { clock, events, log }: Pick<Platform, 'clock' | 'events' | 'log'>,
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
      // It exited because it was not needed; that may have changed.
      if (code === 0) return settle()
      failures = failuresAfter(failures, performance.now() - startedMs)
      log.warn({ exitCode: code, signal }, 'the recorder ended')
      resume = setTimeout(settle, restartPauseMs(failures))
    })
  }
  const direct = async (): Promise<void> => {
    const wanted =
      (await recordedStreams(live, matches.keptSpans, clock.nowMs())).length > 0 || !(await recorder.isEmpty())
    if (stopped) return
    if (wanted && !child) start()
    if (!wanted && child) await end(child)
  }
  const settle = (): void => {
    clearTimeout(resume)
    direct().catch((err: unknown) => {
      // The database may be closed before the query ends.
      if (!stopped) log.warn({ err }, 'the streams to record could not be read')
    })
  }
  const checkTimer = setInterval(settle, checkIntervalMs)
  const stopListening = events.on(channelsChanged, settle)
  settle()
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    stopped = true
    clearInterval(checkTimer)
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
