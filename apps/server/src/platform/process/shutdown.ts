import type { FastifyInstance } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'

/** Shuts down a process: steps run in reverse order of their registration. */
export interface Shutdown {
  /** Whether shutdown has started, so that the start must not continue. */
  readonly hasStarted: boolean
  add(step: () => Promise<void>): void
  /**
   * Runs all steps once, after `started` has settled; later calls get the same promise. True if all succeeded in time.
   */
  run(started: Promise<void>): Promise<boolean>
}

export function createShutdown(options: { limitMs: number; onError: (err: unknown) => void }): Shutdown {
  const steps: (() => Promise<void>)[] = []
  let running: Promise<boolean> | undefined
  const runSteps = async (started: Promise<void>): Promise<boolean> => {
    // A failed start is reported by its caller.
    await started.catch(() => undefined)
    let succeeded = true
    for (const step of steps.toReversed()) {
      await step().catch((err: unknown) => {
        succeeded = false
        options.onError(err)
      })
    }
    return succeeded
  }
  return {
    get hasStarted() {
      return running !== undefined
    },
    add: (step) => void steps.push(step),
    run(started) {
      running ??= Promise.race([runSteps(started), delay(options.limitMs, false, { ref: false })])
      return running
    },
  }
}

/** Stops listening and drains in-flight replies up to `drainMs`; long downloads are cut off. */
export async function closeApp(app: FastifyInstance, drainMs: number): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), drainMs)
  await app.close()
  clearTimeout(timeout)
}
