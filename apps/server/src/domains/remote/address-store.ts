import { sql, type Kysely } from 'kysely'
import { createHash } from 'node:crypto'
import type { AddressKind } from '../../platform/subjects.ts'
import type { AddressState, RemoteTables } from './remote-tables.ts'

/** An address of an episode. */
export interface EpisodeAddress {
  id: number
  episodeId: number
  hostId: number
  kind: AddressKind
  url: string
  position: number
  state: AddressState
  hasAds: boolean
  rank: number
  height: number
  checkedSec: number
  hidden: boolean
}

export interface AddressDraft {
  episodeId: number
  kind: AddressKind
  url: string
  hostId: number
}

export interface AddressStore {
  /** Adds addresses behind those that their episodes have. Those that exist stay as they are. Returns how many are new. */
  add(drafts: readonly AddressDraft[]): Promise<number>
  /** Removes an address. Returns its episode; null if there is none. */
  remove(id: number): Promise<number | null>
  /** The addresses of episodes, dead ones included, in no order. */
  of(episodeIds: readonly number[]): Promise<EpisodeAddress[]>
  find(id: number): Promise<EpisodeAddress | null>
  /** The episodes that have an address on a host, above an id, in order. */
  episodesOn(hostId: number, aboveId: number, limit: number): Promise<number[]>
}

const hashOf = (url: string): Buffer => createHash('sha256').update(url).digest().subarray(0, 16)

/** Bounded because PostgreSQL takes at most 65,535 values per statement. */
const maxRowsPerStatement = 5000

const columns = [
  'id',
  'episode_id as episodeId',
  'host_id as hostId',
  'kind',
  'url',
  'position',
  'state',
  'has_ads as hasAds',
  'rank',
  'height',
  'checked_sec as checkedSec',
  'hidden',
] as const

/** Addresses of episodes elsewhere. */
export function createAddressStore(db: Kysely<RemoteTables>): AddressStore {
  const addBatch = async (drafts: readonly AddressDraft[]): Promise<number> => {
    const hashes = drafts.map(({ url }) => hashOf(url))
    const { numAffectedRows = 0n } = await sql`
      insert into episode_address (episode_id, position, kind, url, url_hash, host_id)
      select distinct on (episode_id, url_hash) episode_id,
        coalesce((select max(position) + 1 from episode_address as known where known.episode_id = given.episode_id), 0) + at,
        kind, url, url_hash, host_id
      from unnest(${drafts.map(({ episodeId }) => episodeId)}::int[], ${drafts.map(({ kind }) => kind)}::text[],
        ${drafts.map(({ url }) => url)}::text[], ${hashes}::bytea[], ${drafts.map(({ hostId }) => hostId)}::int[])
        with ordinality as given (episode_id, kind, url, url_hash, host_id, at)
      where not exists (
        select from episode_address as known
        where known.episode_id = given.episode_id and known.url_hash = given.url_hash
      )
      order by episode_id, url_hash, at
      on conflict do nothing`.execute(db)
    return Number(numAffectedRows)
  }

  return {
    async add(drafts) {
      let added = 0
      for (let at = 0; at < drafts.length; at += maxRowsPerStatement)
        added += await addBatch(drafts.slice(at, at + maxRowsPerStatement))
      return added
    },

    async remove(id) {
      const row = await db.deleteFrom('episode_address').where('id', '=', id).returning('episode_id').executeTakeFirst()
      return row?.episode_id ?? null
    },

    of: (episodeIds) =>
      db
        .selectFrom('episode_address')
        .select(columns)
        .where('episode_id', '=', sql<number>`any(${[...episodeIds]}::int[])`)
        .execute(),

    async find(id) {
      const row = await db.selectFrom('episode_address').select(columns).where('id', '=', id).executeTakeFirst()
      return row ?? null
    },

    async episodesOn(hostId, aboveId, limit) {
      const rows = await db
        .selectFrom('episode_address')
        .select('episode_id')
        .distinct()
        .where('host_id', '=', hostId)
        .where('episode_id', '>', aboveId)
        .orderBy('episode_id')
        .limit(limit)
        .execute()
      return rows.map(({ episode_id }) => episode_id)
    },
  }
}
