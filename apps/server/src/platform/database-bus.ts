import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Bus } from './events.ts'
import type { Logger } from './logger.ts'

const channel = 'yunmu_events'
/** NOTIFY carries at most 8000 bytes. A longer announcement goes without its detail: listeners then drop everything. */
const longestPayload = 7900

/**
 * A bus over PostgreSQL's LISTEN/NOTIFY: the command line's imports reach a running station, instances reach each other.
 * A connection that breaks is opened again; what others announced meanwhile is made up for by `onGap`, and what we
 * announced is told then, without its detail.
 */
export async function openDatabaseBus(options: {
  connection: pg.ClientConfig
  log: Logger
  onGap: () => void
}): Promise<Bus & { close(): Promise<void> }> {
  const { connection, log, onGap } = options
  const origin = randomUUID()
  let receive: (name: string, detail: unknown) => void = () => {}
  let client: pg.Client | null = null
  let closing = false
  /** The announcement that is on its way; one connection sends them in order. */
  let sending: Promise<unknown> | undefined
  let retry: NodeJS.Timeout | undefined
  /** Names of announcements that the others have not been told of. */
  const untold = new Set<string>()

  const hear = (payload: string | undefined): void => {
    const heard: { origin: string; name: string; detail: unknown } = JSON.parse(payload ?? '{}')
    if (heard.origin !== origin) receive(heard.name, heard.detail)
  }
  const reopen = (): void => {
    client = null
    if (closing) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      open().then(() => {
        tellUntold()
        onGap()
      }, reopen)
    }, 500)
  }
  const open = async (): Promise<void> => {
    const next = new pg.Client({ ...connection, application_name: 'yunmu-bus' })
    next.on('error', (err) => {
      log.warn({ err }, 'the event bus lost its connection')
      reopen()
    })
    next.on('notification', ({ payload }) => hear(payload))
    await next.connect()
    await next.query(`LISTEN ${channel}`)
    client = next
  }
  const publish = (name: string, detail: unknown): void => {
    if (!client) {
      untold.add(name)
      return
    }
    const whole = JSON.stringify({ origin, name, detail })
    const payload = Buffer.byteLength(whole) > longestPayload ? JSON.stringify({ origin, name, detail: null }) : whole
    sending = client.query('SELECT pg_notify($1, $2)', [channel, payload]).catch((err: unknown) => {
      untold.add(name)
      log.warn({ err, event: name }, 'an event has not reached the other processes yet')
    })
  }
  const tellUntold = (): void => {
    const names = [...untold]
    untold.clear()
    for (const name of names) publish(name, null)
  }
  await open()

  return {
    publish,
    subscribe(listener) {
      receive = listener
    },
    async close() {
      closing = true
      clearTimeout(retry)
      await sending
      await client?.end()
    },
  }
}
