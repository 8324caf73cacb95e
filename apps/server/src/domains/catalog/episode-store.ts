import type { Episode } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import { episodeState } from './title-rules.ts'

/** What playing an episode depends on. */
export interface FoundEpisode {
  assetId: number | null
  vip: boolean
  state: Episode['state']
}

export interface EpisodeStore {
  /** An episode of a title that visitors may see. Source 0 is any: the first that is ready, else the first. */
  find(
    episode: { titleId: number; sourceId: number; level: number },
    nowSec: number,
  ): Promise<FoundEpisode | 'NoSuchTitle' | 'NoSuchEpisode'>
  /** Assets of episodes that wait for them. */
  pendingAssets(): Promise<number[]>
}

export function createEpisodeStore(db: Kysely<CatalogTables>): EpisodeStore {
  return {
    async find({ titleId, sourceId, level }, nowSec) {
      const title = await db
        .selectFrom('title')
        .innerJoin('category', 'category.id', 'title.pid_id')
        .select('title.id')
        .where('title.id', '=', titleId)
        .where('title.published', '=', true)
        .where('category.hidden', '=', false)
        .executeTakeFirst()
      if (!title) return 'NoSuchTitle'
      const rows = await db
        .selectFrom('episode')
        .innerJoin('source', 'source.id', 'episode.source_id')
        .select(['episode.asset_id', 'episode.vip', 'episode.state', 'episode.air_at'])
        .where('source.title_id', '=', titleId)
        .where('episode.level', '=', level)
        .$if(sourceId !== 0, (query) => query.where('source.id', '=', sourceId))
        .orderBy('source.position')
        .orderBy('source.id')
        .execute()
      const found = rows.map((row) => ({
        assetId: row.asset_id,
        vip: row.vip,
        state: episodeState({ state: row.state, airAt: row.air_at }, nowSec),
      }))
      return found.find(({ state }) => state === 'ready') ?? found[0] ?? 'NoSuchEpisode'
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
  }
}
