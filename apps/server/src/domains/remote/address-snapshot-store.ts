import { sql, type Kysely } from 'kysely'
import type { RemoteTables } from './remote-tables.ts'

export interface AddressSnapshots {
  /** The ids of all addresses of episodes. */
  idsOf(episodeIds: readonly number[]): Promise<number[]>
  /** Removes the addresses of episodes that are not among these. */
  keepOnly(episodeIds: readonly number[], ids: readonly number[]): Promise<void>
}

/** For importers whose changes can be undone: they only ever add addresses. */
export function createAddressSnapshots(db: Kysely<RemoteTables>): AddressSnapshots {
  return {
    async idsOf(episodeIds) {
      const { rows } = await sql<{ id: number }>`
        select id from episode_address where episode_id = any(${[...episodeIds]}::int[]) order by id
      `.execute(db)
      return rows.map(({ id }) => id)
    },
    async keepOnly(episodeIds, ids) {
      await sql`
        delete from episode_address
        where episode_id = any(${[...episodeIds]}::int[]) and not (id = any(${[...ids]}::int[]))
      `.execute(db)
    },
  }
}
