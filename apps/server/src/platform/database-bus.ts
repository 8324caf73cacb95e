import { randomUUID } from 'node:crypto'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Bus } from './events.ts'
import type { Logger } from './logger.ts'

const channel = 'yunmu_events'
const reopenAfterMs = 500
/** NOTIFY carries at most 8000 bytes. A longer announcement goes without its detail: listeners then drop everything. */
const longestPayload = 7900

const Announcement = z.object({ origin: z.string(), name: z.string(), detail: z.unknown() })

interface BusOptions {
  connection: pg.ClientConfig
  log: Logger
  onGap: () => void
}

/**
 * A bus over PostgreSQL's LISTEN/NOTIFY: the command line's imports reach a running station, instances reach each other.
 * A connection that breaks is opened again; what others announced meanwhile is made up for by `onGap`, and what we
 * announced is told then, without its detail.
 */
export async function openDatabaseBus({
  connection,
  log,
  onGap,
}: BusOptions): Promise<Bus & { close(): Promise<void> }> {
  const origin = randomUUID()
  let receive: (name: string, detail: unknown) => void = () => {}
  /** Names of announcements that the others have not been told of. */
  const untold = new Set<string>()
  /** The last announcement on its way: a connection runs one query at a time, so each waits for the one before. */
  let sending = Promise.resolve()

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
  const link = keepListening({ connection, log, hear, onReopen })

  const tell = async (name: string, payload: string): Promise<void> => {
    const client = link.client()
    if (!client) {
      untold.add(name)
      return
    }
    try {
      await client.query('SELECT pg_notify($1, $2)', [channel, payload])
    } catch (err) {
      untold.add(name)
      log.warn({ err, event: name }, 'an event has not reached the other processes yet')
    }
  }
  const publish = (name: string, detail: unknown): void => {
    const payload = payloadOf({ origin, name, detail })
    sending = sending.then(() => tell(name, payload))
  }
  const tellUntold = (): void => {
    const names = [...untold]
    untold.clear()
    for (const name of names) publish(name, null)
  }
  await link.open()

  return {
    publish,
    subscribe(listener) {
      receive = listener
    },
    async close() {
      await sending
      await link.close()
    },
  }
}

function payloadOf(announcement: z.output<typeof Announcement>): string {
  const whole = JSON.stringify(announcement)
  return Buffer.byteLength(whole) > longestPayload ? JSON.stringify({ ...announcement, detail: null }) : whole
}

/** A connection that listens, and is opened again after it broke, until it is closed. */
function keepListening(options: {
  connection: pg.ClientConfig
  log: Logger
  hear: (payload: string) => void
  onReopen: () => void
}) {
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const open = async (): Promise<void> => {
    const next = new pg.Client({ ...options.connection, application_name: 'yunmu-bus' })
    next.on('error', (err) => {
      options.log.warn({ err }, 'the event bus lost its connection')
      reopen()
    })
    next.on('notification', ({ payload }) => options.hear(payload ?? ''))
    try {
      await next.connect()
      await next.query(`LISTEN ${channel}`)
    } catch (err) {
      await next.end().catch(() => {})
      throw err
    }
    if (closed) await next.end()
    else client = next
  }
  const reopen = (): void => {
    client = null
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => void open().then(options.onReopen, reopen), reopenAfterMs)
  }

  return {
    open,
    client: () => client,
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
