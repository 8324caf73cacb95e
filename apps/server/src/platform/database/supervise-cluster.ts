import { rmdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../process/error-code.ts'
import { databaseUser } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { connectOrStart } from './connect-or-start.ts'
import type { DatabaseHandle } from './database-handle.ts'
import { stopPostmaster } from './postmaster.ts'
import { unregisterPresence } from './presence.ts'
import type { Presence } from './presence.ts'

const stationDatabase = 'yunmu'
const maxRetryDelayMs = 30_000

async function createStationDatabase(presence: Presence): Promise<void> {
  const { rowCount } = await presence.query('select 1 from pg_database where datname = $1', [stationDatabase])
  if (rowCount !== 0) return
  try {
    await presence.query(`create database ${stationDatabase}`)
  } catch (error) {
    // Another process created the database first.
    if (errorCode(error) !== '42P04' && errorCode(error) !== '23505') throw error
  }
}

/** Starts or joins the cluster's server, and restarts it when it stops, until `stop()`. */
export async function superviseCluster(cluster: Cluster, log: (line: string) => void): Promise<DatabaseHandle> {
  const stopping = new AbortController()
  let presence: Presence | undefined
  let recovery: Promise<void> | undefined

  const recoverOnEnd = (client: Presence): void => {
    presence = client
    client.once('end', () => {
      presence = undefined
      if (!stopping.signal.aborted) recovery = recover()
    })
  }

  const recover = async (): Promise<void> => {
    log('数据库断开了，正在重新启动它。')
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      try {
        recoverOnEnd(await connectOrStart(cluster, stopping.signal))
        log('数据库已恢复。')
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        log(error instanceof Error ? error.message : String(error))
      }
      await delay(Math.min(500 * 2 ** attempt, maxRetryDelayMs), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      )
    }
  }

  const first = await connectOrStart(cluster, stopping.signal)
  await createStationDatabase(first)
  recoverOnEnd(first)

  return {
    connection: { host: cluster.socketDir, user: databaseUser, password: cluster.password, database: stationDatabase },
    stop: async () => {
      stopping.abort()
      await recovery
      const others = presence ? await unregisterPresence(presence).catch(() => 'last' as const) : 'last'
      if (others === 'others remain') return
      await stopPostmaster(cluster.pgData)
      await rmdir(cluster.socketDir).catch(() => undefined)
    },
  }
}
