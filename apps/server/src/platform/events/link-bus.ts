import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Bus } from './events.ts'
import type { Logger } from '../process/logger.ts'

const reopenAfterMs = 500
/** Closing waits no longer than this for pending events. */
const closeTimeoutMs = 1000
/** Events that are sent at once. */
const maxAtOnce = 100

const Announcement = z.object({ origin: z.string(), name: z.string(), detail: z.unknown() })

/** A connection that carries events between processes. */
export interface BusLink {
  /** Sends payloads in their order. Rejects if one of them may not have arrived. */
  send(payloads: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Opens a connection, or rejects. `onBroken` is called when an open one breaks. */
export type OpenLink = (handlers: {
  onPayload(payload: string): void
  onBroken(err: unknown): void
}) => Promise<BusLink>

export interface LinkBusOptions {
  log: Logger
  /** Called after a reconnect, because events of others may be lost. */
  onGap: () => void
}

export interface ClosableBus extends Bus {
  close(): Promise<void>
  /** After `close`: whether all events were sent. */
  isFlushed(): boolean
}

/**
 * A bus over a connection that may break and is then reopened. Lost events of others are reported by `onGap`; own
 * unsent ones are resent without their detail.
 * @param maxPayloadBytes a longer event is sent without its detail, so that listeners invalidate everything
 * @param canOpenLater whether the bus may start without a connection; else that rejects
 */
export async function openLinkBus(
  open: OpenLink,
  { log, onGap, maxPayloadBytes, canOpenLater }: LinkBusOptions & { maxPayloadBytes: number; canOpenLater: boolean },
): Promise<ClosableBus> {
  const origin = randomUUID()
  let receive: (name: string, detail: unknown) => void = () => {}
  /** Names of events that were not sent. */
  const unsent = new Set<string>()
  /** Events to be sent, in their order. */
  let waiting: { name: string; payload: string }[] = []
  /** What sends them, until none is left: a connection carries one statement at a time. */
  let sending: Promise<void> | null = null
  let flushed = false
  let lastNumber = 0

  const onPayload = (payload: string): void => {
    try {
      const announcement = Announcement.parse(JSON.parse(payload))
      if (announcement.origin !== origin) receive(announcement.name, announcement.detail)
    } catch (err) {
      log.warn({ err }, 'an invalid payload arrived on the event bus')
    }
  }
  const onReopen = (): void => {
    resendUnsent()
    onGap()
  }
  const connection = createReconnecting({ open, log, onPayload, onReopen })

  const send = async (batch: readonly { name: string; payload: string }[]): Promise<void> => {
    const link = connection.link()
    try {
      if (link) return await link.send(batch.map(({ payload }) => payload))
    } catch (err) {
      const names = [...new Set(batch.map(({ name }) => name))]
      log.warn({ err, events: names }, 'events could not be sent to the other processes yet')
    }
    for (const { name } of batch) unsent.add(name)
  }
  /** What is announced at once, as after a transaction, is one statement. */
  const sendWaiting = async (): Promise<void> => {
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxAtOnce)
      waiting = waiting.slice(maxAtOnce)
      await send(batch)
    }
    sending = null
  }
  const publish = (name: string, detail: unknown): void => {
    // Numbered, because PostgreSQL sends equal notifications of one statement once.
    const event = { origin, number: ++lastNumber, name }
    const whole = JSON.stringify({ ...event, detail })
    const fits = Buffer.byteLength(whole) <= maxPayloadBytes
    const payload = fits ? whole : JSON.stringify({ ...event, detail: null })
    waiting.push({ name, payload })
    sending ??= sendWaiting()
  }
  const resendUnsent = (): void => {
    const names = [...unsent]
    unsent.clear()
    for (const name of names) publish(name, null)
  }
  const flush = async (): Promise<boolean> => {
    await sending
    return unsent.size === 0
  }
  await (canOpenLater ? connection.openEventually() : connection.open())

  return {
    publish,
    flush,
    subscribe(listener) {
      receive = listener
    },
    isFlushed: () => flushed,
    async close() {
      flushed = await Promise.race([flush(), delay(closeTimeoutMs, false, { ref: false })])
      await connection.close()
    },
  }
}

/** A connection that reopens after it broke, until it is closed. */
function createReconnecting(options: {
  open: OpenLink
  log: Logger
  onPayload: (payload: string) => void
  onReopen: () => void
}) {
  let link: BusLink | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const open = async (): Promise<void> => {
    const status = { open: false, broken: false }
    const next = await options.open({
      onPayload: options.onPayload,
      onBroken(err) {
        status.broken = true
        if (!status.open || closed) return
        status.open = false
        options.log.warn({ err }, 'the event bus lost its connection')
        reopen()
      },
    })
    if (closed || status.broken) {
      await next.close()
      if (status.broken) throw new Error('the connection broke while it was opened')
      return
    }
    status.open = true
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
    openEventually: () =>
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
