import { sql, type Kysely } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import { isOffered } from './offered-store.ts'

/** An episode with its source, for what lies elsewhere. */
export interface PlacedEpisode {
  episodeId: number
  titleId: number
  sourceId: number
  source: string
  position: number
  level: number
  name: string
  vip: boolean
  durationMs: number
  airAt: number | null
  /** Whether visitors see its title. */
  isVisible: boolean
}

export interface RemoteEpisodeStore {
  /** The episodes of titles, or those of the ids, in the order of titles, sources and numbers. */
  find(by: { titleIds: readonly number[] } | { episodeIds: readonly number[] }): Promise<PlacedEpisode[]>
  /** Whether there is such a title, visible or not. */
  hasTitle(titleId: number): Promise<boolean>
  /**
   * Stores whether episodes that play no asset can be watched. Returns the titles of those that changed.
   */
  settle(episodeIds: readonly number[], isReady: boolean): Promise<number[]>
  /** Stores the lengths of episodes that play no asset and have none yet. */
  saveDurations(durations: ReadonlyMap<number, number>): Promise<number[]>
}

/** Episodes whose films lie elsewhere. */
export function createRemoteEpisodeStore(db: Kysely<CatalogTables>): RemoteEpisodeStore {
  return {
    find: (by) =>
      db
        .selectFrom('episode')
        .innerJoin('source', 'source.id', 'episode.source_id')
        .innerJoin('title', 'title.id', 'source.title_id')
        .innerJoin('category', 'category.id', 'title.pid_id')
        .select([
          'episode.id as episodeId',
          'title.id as titleId',
          'source.id as sourceId',
          'source.name as source',
          'source.position',
          'episode.level',
          'episode.name',
          'episode.vip',
          'episode.duration_ms as durationMs',
          'episode.air_at as airAt',
        ])
        .select((eb) => eb.and([isOffered, eb('category.hidden', '=', false)]).as('isVisible'))
        .$narrowType<{ isVisible: boolean }>()
        .where(
          'titleIds' in by
            ? sql<boolean>`title.id = any(${[...by.titleIds]}::int[])`
            : sql<boolean>`episode.id = any(${[...by.episodeIds]}::int[])`,
        )
        .orderBy('title.id')
        .orderBy('source.position')
        .orderBy('source.id')
        .orderBy('episode.level')
        .execute(),

    async hasTitle(titleId) {
      return (await db.selectFrom('title').select('id').where('id', '=', titleId).executeTakeFirst()) !== undefined
    },

    async settle(episodeIds, isReady) {
      const state = isReady ? 'ready' : 'pending'
      const { rows } = await sql<{ title_id: number }>`
        update episode set state = ${state} from source
        where source.id = episode.source_id and episode.id = any(${[...episodeIds]}::int[])
          and asset_id is null and state <> ${state}
        returning source.title_id`.execute(db)
      return [...new Set(rows.map(({ title_id }) => title_id))]
    },

    async saveDurations(durations) {
      const { rows } = await sql<{ title_id: number }>`
        update episode set duration_ms = known.ms
        from unnest(${[...durations.keys()]}::int[], ${[...durations.values()]}::int[]) as known (id, ms), source
        where episode.id = known.id and source.id = episode.source_id and asset_id is null and duration_ms = 0
        returning source.title_id`.execute(db)
      return [...new Set(rows.map(({ title_id }) => title_id))]
    },
  }
}
