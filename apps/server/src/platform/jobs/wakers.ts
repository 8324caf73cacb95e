import { withLongStatements } from '../database/long-statements.ts'
import type { Logger } from '../process/logger.ts'

/** What runs when a channel of the database is notified. */
export interface Wakers {
  add(channel: string, handler: () => Promise<void>): void
  readonly channels: readonly string[]
  /** Runs a channel's handler; again afterwards, if it is running. */
  wake(channel: string): void
  /** Resolves when no handler runs. */
  settled(): Promise<void>
}

export function createWakers(log: Logger): Wakers {
  const handlers = new Map<string, () => Promise<void>>()
  const running = new Map<string, Promise<void>>()
  /** Channels that were notified while their handler ran. */
  const again = new Set<string>()
  const run = async (channel: string, handler: () => Promise<void>): Promise<void> => {
    do {
      again.delete(channel)
      await withLongStatements(handler).catch((err: unknown) => log.warn({ err, channel }, 'a notification failed'))
    } while (again.has(channel))
    running.delete(channel)
  }
  return {
    add(channel, handler) {
      if (handlers.has(channel)) throw new Error(`${channel} has two handlers`)
      handlers.set(channel, handler)
    },
    get channels() {
      return [...handlers.keys()]
    },
    wake(channel) {
      const handler = handlers.get(channel)
      if (!handler) return
      if (running.has(channel)) again.add(channel)
      else running.set(channel, run(channel, handler))
    },
    settled: async () => void (await Promise.all(running.values())),
  }
}
