import pg from 'pg'
import { databaseUser } from './cluster.ts'
import type { Cluster } from './cluster.ts'

/**
 * A connection that each process keeps open while it uses the database. It shows the other processes that this one is
 * active, and reports at once when the server stops.
 */
export type Presence = pg.Client

const presentName = 'yunmu presence'
const leavingName = 'yunmu leaving'
/** The advisory lock that separates connecting processes from the last one, which stops the server ("yunm"). */
const presenceLock = 0x79756e6d

async function connect(cluster: Cluster): Promise<Presence> {
  const client = new pg.Client({
    host: cluster.socketDir,
    user: databaseUser,
    password: cluster.password,
    database: 'postgres',
    application_name: presentName,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Connects and registers as active. Waits while the last process before us stops the server. */
export async function registerPresence(cluster: Cluster): Promise<Presence> {
  const client = await connect(cluster)
  try {
    await client.query('select pg_advisory_lock_shared($1)', [presenceLock])
    await client.query('select pg_advisory_unlock_shared($1)', [presenceLock])
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/**
 * Disconnects, and returns whether other processes are active. If none is, the lock and the connection stay until the
 * caller has stopped the server, which ends this connection too.
 */
export async function unregisterPresence(client: Presence): Promise<'others remain' | 'last'> {
  await client.query('select pg_advisory_lock($1)', [presenceLock])
  const { rows } = await client.query<{ others: number }>(
    'select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [presentName],
  )
  if ((rows[0]?.others ?? 0) === 0) return 'last'
  // The lock is released a moment before the server drops the session, so the next process must not count us.
  await client.query(`set application_name = '${leavingName}'`)
  await client.end()
  return 'others remain'
}
