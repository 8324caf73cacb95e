import type { Episode } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { AssetPlace } from './asset-place-rules.ts'
import { isForMinors } from '../../platform/audience.ts'
import { isOffered } from './offered-store.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { episodeState } from './title-rules.ts'

/** What playing an episode depends on. */
export interface FoundEpisode {
  episodeId: number
  sourceId: number
  assetId: number | null
  vip: boolean
  state: Episode['state']
  /** 0 if unknown. */
  durationMs: number
}

export interface EpisodeStore {
  /**
   * An episode of a visible title. Source 0 is any: the first ready one, else the first, and of `avoided` sources only if
   * there is no other.
   */
  find(
    episode: { titleId: number; sourceId: number; level: number; avoided?: ReadonlySet<number> },
    nowSec: number,
  ): Promise<FoundEpisode | 'NoSuchTitle' | 'NoSuchEpisode'>
  /**
   * Whether a viewer may play an asset now: an aired episode of a visible title plays it. Episodes for VIPs count for
   * VIPs only.
   */
  isPlayable(assetId: number, viewer: { isVip: boolean }, nowSec: number): Promise<boolean>
  /** The episodes that play an asset. */
  placesOf(assetId: number): Promise<AssetPlace[]>
  /** The assets that episodes of titles play. */
  assetsOf(titleIds: readonly number[]): Promise<number[]>
  /** Whether an episode of a listed title is for VIPs. */
  hasVipEpisode(): Promise<boolean>
  /** Assets that pending episodes wait for. */
  pendingAssets(): Promise<number[]>
  /** The highest playable episode of each visible title that has one. */
  playableEpisodes(ids: readonly number[], nowSec: number): Promise<Map<number, HighestEpisode>>
  /** Data to show how far a user watched, by title. A title without that episode has no entry. */
  reachedEpisodes(watched: readonly WatchedEpisode[], nowSec: number): Promise<Map<number, ReachedEpisode>>
}

export interface HighestEpisode {
  /** Of the title. */
  name: string
  level: number
  /** Name of the episode. */
  episode: string
  isSerial: boolean
}

export interface WatchedEpisode {
  titleId: number
  level: number
  /** When it was watched, Unix seconds. */
  watchedAt: number
}

export interface ReachedEpisode {
  /** Empty for a title with one episode. */
  name: string
  /** Whether the title has numbered episodes; if their total is unknown, the existing ones count. */
  isSerial: boolean
  /** Empty if there is none. */
  still: string
  /** Whether a later playable episode was released since. */
  fresh: boolean
}

const noSources: ReadonlySet<number> = new Set()

export function createEpisodeStore(db: Kysely<CatalogTables>): EpisodeStore {
  /** The episodes that play an asset, with their sources, titles and categories. */
  const playing = (assetId: number) =>
    db
      .selectFrom('episode')
      .innerJoin('source', 'source.id', 'episode.source_id')
      .innerJoin('title', 'title.id', 'source.title_id')
      .innerJoin('category', 'category.id', 'title.pid_id')
      .where('episode.asset_id', '=', assetId)
  return {
    async playableEpisodes(ids, nowSec) {
      const { rows } = await sql<HighestEpisode & { id: number }>`
        select distinct on (title.id) title.id, title.name, episode.level, episode.name as episode,
          (title.total_episodes > 1 or episode.level > 1) as "isSerial"
        from title
        join title_listing on title_listing.title_id = title.id
        join source on source.title_id = title.id and source.kind = 'main'
        join episode on episode.source_id = source.id
        where title.id = any(${[...ids]}::int[]) and episode.state = 'ready'
          and coalesce(episode.air_at, 0) <= ${nowSec}
        order by title.id, episode.level desc, source.position, source.id
      `.execute(db)
      return new Map(rows.map(({ id, ...episode }) => [id, episode]))
    },

    async find({ titleId, sourceId, level, avoided = noSources }, nowSec) {
      const title = await db
        .selectFrom('title')
        .innerJoin('category', 'category.id', 'title.pid_id')
        .select('title.id')
        .where('title.id', '=', titleId)
        .where(isOffered)
        .where('category.hidden', '=', false)
        .$if(isForMinors(), (query) => query.where('title.adult', '=', false))
        .executeTakeFirst()
      if (!title) return 'NoSuchTitle'
      const rows = await db
        .selectFrom('episode')
        .innerJoin('source', 'source.id', 'episode.source_id')
        .select([
          'episode.id',
          'source.id as source_id',
          'episode.asset_id',
          'episode.vip',
          'episode.state',
          'episode.air_at',
          'episode.duration_ms',
        ])
        .where('source.title_id', '=', titleId)
        .where('episode.level', '=', level)
        .$if(sourceId !== 0, (query) => query.where('source.id', '=', sourceId))
        .orderBy('source.position')
        .orderBy('source.id')
        .execute()
      const found = rows.map((row) => ({
        episodeId: row.id,
        sourceId: row.source_id,
        assetId: row.asset_id,
        vip: row.vip,
        durationMs: row.duration_ms,
        state: episodeState({ state: row.state, airAt: row.air_at }, nowSec),
      }))
      const ready = found.filter(({ state }) => state === 'ready')
      return ready.find((episode) => !avoided.has(episode.sourceId)) ?? ready[0] ?? found[0] ?? 'NoSuchEpisode'
    },

    placesOf: (assetId) =>
      playing(assetId)
        .select(['title.id as titleId', 'source.id as sourceId', 'episode.vip', 'episode.air_at as airAt'])
        .select((eb) => eb.and([isOffered, eb('category.hidden', '=', false)]).as('isVisible'))
        .$narrowType<{ isVisible: boolean }>()
        .execute(),

    async assetsOf(titleIds) {
      if (titleIds.length === 0) return []
      const rows = await db
        .selectFrom('episode')
        .innerJoin('source', 'source.id', 'episode.source_id')
        .select('episode.asset_id')
        .distinct()
        .where('source.title_id', 'in', [...titleIds])
        .where('episode.asset_id', 'is not', null)
        .execute()
      return rows.map(({ asset_id }) => asset_id).filter((id) => id !== null)
    },

    async isPlayable(assetId, { isVip }, nowSec) {
      const found = await playing(assetId)
        .select('episode.asset_id')
        .where('episode.state', '=', 'ready')
        .where((eb) => eb.or([eb('episode.air_at', 'is', null), eb('episode.air_at', '<=', nowSec)]))
        .where(isOffered)
        .where('category.hidden', '=', false)
        .$if(!isVip, (query) => query.where('episode.vip', '=', false))
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },

    async hasVipEpisode() {
      const row = await db
        .selectFrom('episode')
        .innerJoin('source', 'source.id', 'episode.source_id')
        .innerJoin('title_listing', 'title_listing.title_id', 'source.title_id')
        .select('episode.id')
        .where('episode.vip', '=', true)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async pendingAssets() {
      const rows = await db
        .selectFrom('episode')
        .select('asset_id')
        .distinct()
        .where('state', '=', 'pending')
        .where('asset_id', 'is not', null)
        .execute()
      return rows.map(({ asset_id }) => asset_id).filter((id) => id !== null)
    },

    async reachedEpisodes(watched, nowSec) {
      if (watched.length === 0) return new Map()
      const list = (key: keyof WatchedEpisode): number[] => watched.map((one) => one[key])
      const { rows } = await sql<{ title_id: number } & ReachedEpisode>`
        select distinct on (asked.title_id) asked.title_id, episode.still,
          case when others.exist then episode.name else '' end as name,
          title.total_episodes > 1 or (title.total_episodes = 0 and others.exist) as "isSerial",
          exists (
            select from episode as later join source as beside on beside.id = later.source_id and beside.kind = 'main'
            where beside.title_id = asked.title_id and later.level > asked.level and later.state = 'ready'
              and coalesce(later.air_at, 0) <= ${nowSec}
              and greatest(later.air_at, later.created_at) > asked.watched_at
          ) as fresh
        from unnest(${list('titleId')}::int[], ${list('level')}::int[], ${list('watchedAt')}::bigint[])
          as asked (title_id, level, watched_at)
        join title on title.id = asked.title_id
        join source on source.title_id = asked.title_id
        join episode on episode.source_id = source.id and episode.level = asked.level
        cross join lateral (
          select exists (
            select from episode as other join source as beside on beside.id = other.source_id and beside.kind = 'main'
            where beside.title_id = asked.title_id and other.level <> asked.level
          ) as exist
        ) as others
        order by asked.title_id, source.position, source.id
      `.execute(db)
      return new Map(rows.map(({ title_id, ...reached }) => [title_id, reached]))
    },
  }
}
