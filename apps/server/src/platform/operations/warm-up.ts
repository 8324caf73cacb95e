import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../process/logger.ts'
import { restartPauseMs } from '../process/restart-pause.ts'

/** Work that the first requests would wait for. */
export interface WarmUpTask {
  name: string
  run(): Promise<void>
}

/** The warm-up of a process that serves visitors. */
export interface WarmUp {
  /** Runs the tasks side by side, each again until it succeeds or the warm-up is stopped. */
  start(tasks: readonly WarmUpTask[]): void
  /** Whether all tasks have succeeded. */
  isDone(): boolean
  stop(): void
}

export function createWarmUp(log: Pick<Logger, 'warn'>): WarmUp {
  const stopped = new AbortController()
  let isDone = false

  const untilDone = async ({ name, run }: WarmUpTask): Promise<void> => {
    for (let failures = 1; ; failures++) {
      try {
        return await run()
      } catch (err) {
        if (stopped.signal.aborted) throw err
        log.warn({ err, task: name }, 'a warm-up task failed and is tried again')
        await delay(restartPauseMs(failures), undefined, { signal: stopped.signal })
      }
    }
  }

  return {
    start(tasks) {
      Promise.all(tasks.map(untilDone)).then(
        () => (isDone = true),
        () => {
          // It was stopped.
        },
      )
    },
    isDone: () => isDone,
    stop: () => stopped.abort(),
  }
}
