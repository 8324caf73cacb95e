import pg from 'pg'
import { openLinkBus, type ClosableBus, type LinkBusOptions, type OpenLink } from './link-bus.ts'

const channel = 'yunmu_events'
/** NOTIFY carries at most 8000 bytes. */
const maxPayloadBytes = 7900
/** Prepared by its name: one plan in a connection of its own. */
const notify = { name: 'yunmu_notify', text: 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload' }
/** Detects a dead connection although this side may send nothing. */
const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** A bus over PostgreSQL's LISTEN/NOTIFY, between instances and the command line. */
export function openDatabaseBus({
  connection,
  ...options
}: LinkBusOptions & { connection: pg.ClientConfig }): Promise<ClosableBus> {
  const open: OpenLink = async ({ onPayload, onBroken }) => {
    const client = new pg.Client({ ...connection, ...keepAliveOptions, application_name: 'yunmu-bus' })
    client.on('error', onBroken)
    client.on('notification', ({ payload }) => onPayload(payload ?? ''))
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
    } catch (err) {
      await client.end().catch(() => {})
      throw err
    }
    return {
      send: async (payloads) => void (await client.query({ ...notify, values: [channel, payloads] })),
      close: () => client.end(),
    }
  }
  return openLinkBus(open, { ...options, maxPayloadBytes, canOpenLater: false })
}
