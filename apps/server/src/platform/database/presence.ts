import pg from 'pg'
import { databaseUser } from './cluster.ts'
import type { Cluster } from './cluster.ts'

/**
 * One connection that each of our processes keeps open as long as it uses the database. It tells the others that we are
 * here, and tells us at once when the server goes away.
 */
export type Presence = pg.Client

const presentName = 'yunmu presence'
const leavingName = 'yunmu leaving'
/** The advisory lock that keeps arrivals apart from a departure ("yunm"). */
const doorLock = 0x79756e6d

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

/** Connects and is counted from then on. Waits while the last one before us is just closing the server. */
export async function arrive(cluster: Cluster): Promise<Presence> {
  const client = await connect(cluster)
  try {
    await client.query('select pg_advisory_lock_shared($1)', [doorLock])
    await client.query('select pg_advisory_unlock_shared($1)', [doorLock])
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/**
 * Leaves, and says whether somebody else is still here. When nobody is, the door stays shut (and the connection open)
 * until the caller has stopped the server, which ends this connection too.
 */
export async function leave(client: Presence): Promise<'others remain' | 'last'> {
  await client.query('select pg_advisory_lock($1)', [doorLock])
  const { rows } = await client.query<{ others: number }>(
    'select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [presentName],
  )
  if ((rows[0]?.others ?? 0) === 0) return 'last'
  // The lock is free a moment before the server forgets the session: the next to leave must not count us.
  await client.query(`set application_name = '${leavingName}'`)
  await client.end()
  return 'others remain'
}
