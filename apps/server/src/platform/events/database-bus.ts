import pg from 'pg'
import { openLinkBus, type ClosableBus, type LinkBusOptions, type OpenLink } from './link-bus.ts'

const channel = 'yunmu_events'
/** NOTIFY carries at most 8000 bytes. */
const longestPayload = 7900
/** A line that is cut without a word is noticed, although this side may have nothing to say on it. */
const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** A bus over PostgreSQL's LISTEN/NOTIFY: the command line's imports reach a running station, instances reach each other. */
export function openDatabaseBus({
  connection,
  ...options
}: LinkBusOptions & { connection: pg.ClientConfig }): Promise<ClosableBus> {
  const open: OpenLink = async ({ hear, broke }) => {
    const client = new pg.Client({ ...connection, ...alive, application_name: 'yunmu-bus' })
    client.on('error', broke)
    client.on('notification', ({ payload }) => hear(payload ?? ''))
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
    } catch (err) {
      await client.end().catch(() => {})
      throw err
    }
    return {
      send: async (payload) => void (await client.query('SELECT pg_notify($1, $2)', [channel, payload])),
      close: () => client.end(),
    }
  }
  return openLinkBus(open, { ...options, longestPayload, mayComeLater: false })
}
