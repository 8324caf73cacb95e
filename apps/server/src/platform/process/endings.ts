import type { FastifyInstance } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'

/** What ends a process in order: the last that was begun ends first. */
export interface Endings {
  /** Whether the end has come: what is still starting goes no further. */
  readonly begun: boolean
  add(end: () => Promise<void>): void
  /** Ends everything once `started` has settled, however often it is called. True where all of it ended well and in time. */
  run(started: Promise<void>): Promise<boolean>
}

export function createEndings(options: { limitMs: number; onError: (err: unknown) => void }): Endings {
  const ends: (() => Promise<void>)[] = []
  let running: Promise<boolean> | undefined
  const endAll = async (started: Promise<void>): Promise<boolean> => {
    // Whoever starts reports why it failed.
    await started.catch(() => undefined)
    let well = true
    for (const end of ends.toReversed()) {
      await end().catch((err: unknown) => {
        well = false
        options.onError(err)
      })
    }
    return well
  }
  return {
    get begun() {
      return running !== undefined
    },
    add: (end) => void ends.push(end),
    run(started) {
      running ??= Promise.race([endAll(started), delay(options.limitMs, false, { ref: false })])
      return running
    },
  }
}

/** Stops listening and waits for replies on their way, but no longer than that: a film on its way may take an hour. */
export async function closeApp(app: FastifyInstance, patienceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  await app.close()
  clearTimeout(cut)
}
