import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Bus } from './events.ts'
import type { Logger } from '../process/logger.ts'

const reopenAfterMs = 500
/** Who ends waits no longer than this for what was announced last. */
const lastWordMs = 1000

const Announcement = z.object({ origin: z.string(), name: z.string(), detail: z.unknown() })

/** One connection to what carries announcements between processes. */
export interface BusLink {
  /** Rejects where the payload may not have got there. */
  send(payload: string): Promise<void>
  close(): Promise<void>
}

/** Opens a connection. Rejects where there is none; `broke` tells of one that was open and is no more. */
export type OpenLink = (ears: { hear(payload: string): void; broke(err: unknown): void }) => Promise<BusLink>

export interface LinkBusOptions {
  log: Logger
  /** Others may have announced what was not heard. */
  onGap: () => void
}

export interface ClosableBus extends Bus {
  close(): Promise<void>
  /** Once it is closed: whether the other processes were told of all that was announced. */
  wasHeard(): boolean
}

/**
 * A bus over a connection that may break: it is opened again; what others announced meanwhile is made up for by `onGap`,
 * and what we announced is told then, without its detail.
 * @param longestPayload bytes; a longer announcement goes without its detail: listeners then drop everything
 * @param mayComeLater whether the bus opens where there is no connection yet; else that rejects
 */
export async function openLinkBus(
  open: OpenLink,
  { log, onGap, longestPayload, mayComeLater }: LinkBusOptions & { longestPayload: number; mayComeLater: boolean },
): Promise<ClosableBus> {
  const origin = randomUUID()
  let receive: (name: string, detail: unknown) => void = () => {}
  /** Names of announcements that the others have not been told of. */
  const untold = new Set<string>()
  /** The last announcement on its way: a connection carries one at a time, so each waits for the one before. */
  let sending = Promise.resolve()
  let heard = false

  const hear = (payload: string): void => {
    try {
      const heard = Announcement.parse(JSON.parse(payload))
      if (heard.origin !== origin) receive(heard.name, heard.detail)
    } catch (err) {
      log.warn({ err }, 'a notification was none of ours')
    }
  }
  const onReopen = (): void => {
    tellUntold()
    onGap()
  }
  const line = keepOpen({ open, log, hear, onReopen })

  const tell = async (name: string, payload: string): Promise<void> => {
    const link = line.link()
    if (!link) {
      untold.add(name)
      return
    }
    try {
      await link.send(payload)
    } catch (err) {
      untold.add(name)
      log.warn({ err, event: name }, 'an event has not reached the other processes yet')
    }
  }
  const publish = (name: string, detail: unknown): void => {
    const whole = JSON.stringify({ origin, name, detail })
    const fits = Buffer.byteLength(whole) <= longestPayload
    const payload = fits ? whole : JSON.stringify({ origin, name, detail: null })
    sending = sending.then(() => tell(name, payload))
  }
  const tellUntold = (): void => {
    const names = [...untold]
    untold.clear()
    for (const name of names) publish(name, null)
  }
  await (mayComeLater ? line.openSometime() : line.open())

  return {
    publish,
    subscribe(listener) {
      receive = listener
    },
    wasHeard: () => heard,
    async close() {
      const told = sending.then(() => untold.size === 0)
      heard = await Promise.race([told, delay(lastWordMs, false, { ref: false })])
      await line.close()
    },
  }
}

/** A connection that is opened again after it broke, until it is closed. */
function keepOpen(options: { open: OpenLink; log: Logger; hear: (payload: string) => void; onReopen: () => void }) {
  let link: BusLink | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const open = async (): Promise<void> => {
    const is = { open: false, broken: false }
    const next = await options.open({
      hear: options.hear,
      broke(err) {
        is.broken = true
        if (!is.open || closed) return
        is.open = false
        options.log.warn({ err }, 'the event bus lost its connection')
        reopen()
      },
    })
    if (closed || is.broken) {
      await next.close()
      if (is.broken) throw new Error('the connection broke as soon as it was open')
      return
    }
    is.open = true
    link = next
  }
  const reopen = (): void => {
    link = null
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => void open().then(options.onReopen, reopen), reopenAfterMs)
  }

  return {
    open,
    openSometime: () =>
      open().catch((err: unknown) => {
        options.log.warn({ err }, 'the event bus has no connection yet')
        reopen()
      }),
    link: () => link,
    async close() {
      closed = true
      clearTimeout(retry)
      await link?.close()
    },
  }
}
