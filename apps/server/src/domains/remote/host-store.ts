import { sql, type Kysely } from 'kysely'
import { originKey, type Origin } from './remote-rules.ts'
import type { HostMode, RemoteTables } from './remote-tables.ts'

export interface RemoteHost extends Origin {
  id: number
  mode: HostMode
  note: string
}

export interface HostStore {
  /** All hosts: every process knows them. */
  all(): Promise<RemoteHost[]>
  /** The ids of origins, by {@link originKey}; unknown ones are added, for the operator to decide. */
  idsOf(origins: readonly Origin[], nowSec: number): Promise<{ ids: Map<string, number>; added: number }>
  /** Changes the mode of hosts. */
  setMode(ids: readonly number[], mode: HostMode): Promise<void>
  /** The mode of a host, which nobody else changes until the end of the transaction; null if there is none. */
  lockMode(id: number): Promise<HostMode | null>
  /** How many addresses each host has. */
  counts(): Promise<Map<number, number>>
}

/** Hosts of addresses, as the operator allowed or refused them. */
export function createHostStore(db: Kysely<RemoteTables>): HostStore {
  return {
    all: () =>
      db
        .selectFrom('remote_host')
        .select(['id', 'scheme', 'host', 'port', 'mode', 'note'])
        .orderBy('host')
        .orderBy('port')
        .orderBy('scheme')
        .execute(),

    async idsOf(origins, nowSec) {
      const unique = [...new Map(origins.map((origin) => [originKey(origin), origin])).entries()]
        // One order, so that concurrent transactions cannot deadlock.
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, origin]) => origin)
      if (unique.length === 0) return { ids: new Map(), added: 0 }
      const given = sql`unnest(${unique.map(({ scheme }) => scheme)}::text[], ${unique.map(({ host }) => host)}::text[],
        ${unique.map(({ port }) => port)}::int[]) as given (scheme, host, port)`
      const { numAffectedRows = 0n } = await sql`
        insert into remote_host (scheme, host, port, created_sec)
        select scheme, host, port, ${nowSec}::bigint from ${given}
        where not exists (
          select from remote_host as known
          where known.host = given.host and known.port = given.port and known.scheme = given.scheme
        )
        on conflict do nothing`.execute(db)
      const { rows } = await sql<Origin & { id: number }>`
        select remote_host.id, scheme, host, port from ${given} join remote_host using (scheme, host, port)`.execute(db)
      return { ids: new Map(rows.map(({ id, ...origin }) => [originKey(origin), id])), added: Number(numAffectedRows) }
    },

    async setMode(ids, mode) {
      await db
        .updateTable('remote_host')
        .set({ mode })
        .where('id', 'in', [...ids])
        .execute()
    },

    async lockMode(id) {
      const query = db.selectFrom('remote_host').select('mode').where('id', '=', id).forUpdate()
      return (await query.executeTakeFirst())?.mode ?? null
    },

    async counts() {
      const rows = await db
        .selectFrom('episode_address')
        .select(['host_id', ({ fn }) => fn.countAll<string>().as('count')])
        .groupBy('host_id')
        .execute()
      return new Map(rows.map(({ host_id, count }) => [host_id, Number(count)]))
    },
  }
}
