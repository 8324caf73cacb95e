import { sql, type Kysely } from 'kysely'
import { lockTitles } from './batch-store.ts'
import type { CatalogTables } from './catalog-tables.ts'
import type { TitleQuality } from './listing/listing-rules.ts'
import { updateListings } from './listing/listing-writer-store.ts'
import { lockTitlesOfAssets } from './writer-store.ts'

export interface QualityStore {
  /** Assets of ready episodes whose quality is not known, above an id, in order. */
  unmeasured(aboveId: number, limit: number): Promise<number[]>
  /** Stores the quality of assets with the episodes that play them. Returns the titles that changed. */
  save(qualities: ReadonlyMap<number, TitleQuality>, nowSec: number): Promise<number[]>
  /** Computes the quality of titles again from their episodes. Returns those that changed. */
  refresh(titleIds: readonly number[], nowSec: number): Promise<number[]>
}

/**
 * The quality of titles. A title has what each of its watchable episodes has, in the best source of that episode: what is
 * promised on its card is true wherever one begins. Called within a transaction.
 */
export function createQualityStore(tx: Kysely<CatalogTables>): QualityStore {
  const refresh: QualityStore['refresh'] = async (titleIds, nowSec) => {
    if (titleIds.length === 0) return []
    // Locked before they are computed: of two assets that are settled at once, the later sees the other's episode.
    await lockTitles(tx, titleIds)
    const { rows } = await sql<{ id: number }>`
      with best as (
        select distinct on (source.title_id, level) source.title_id, picture_height, hdr, channels
        from episode join source on source.id = source_id and source.kind = 'main'
        where source.title_id = any(${[...titleIds]}::int[]) and state = 'ready' and asset_id is not null
          and coalesce(air_at, 0) <= ${nowSec}
        order by source.title_id, level, picture_height desc, hdr desc, channels desc
      ), whole as (
        select asked.id, coalesce(min(picture_height), 0) as picture_height, coalesce(bool_and(hdr), false) as hdr,
          coalesce(min(channels), 0) as channels
        from unnest(${[...titleIds]}::int[]) as asked (id) left join best on best.title_id = asked.id
        group by asked.id
      )
      update title set picture_height = whole.picture_height, hdr = whole.hdr, channels = whole.channels
      from whole where title.id = whole.id
        and (title.picture_height, title.hdr, title.channels) <> (whole.picture_height, whole.hdr, whole.channels)
      returning title.id`.execute(tx)
    const changed = rows.map(({ id }) => id).toSorted((one, other) => one - other)
    await updateListings(tx, changed)
    return changed
  }

  return {
    refresh,

    async unmeasured(aboveId, limit) {
      const rows = await tx
        .selectFrom('episode')
        .select('asset_id')
        .distinct()
        .where('state', '=', 'ready')
        .where('picture_height', '=', 0)
        .where('asset_id', '>', aboveId)
        .orderBy('asset_id')
        .limit(limit)
        .execute()
      return rows.map(({ asset_id }) => asset_id).filter((id) => id !== null)
    },

    async save(qualities, nowSec) {
      const list = [...qualities]
      await lockTitlesOfAssets(tx, [...qualities.keys()])
      const { rows } = await sql<{ title_id: number }>`
        update episode set picture_height = known.height, hdr = known.hdr, channels = known.channels
        from unnest(${list.map(([id]) => id)}::int[], ${list.map(([, { height }]) => height)}::smallint[],
          ${list.map(([, { hdr }]) => hdr)}::bool[], ${list.map(([, { channels }]) => channels)}::smallint[])
          as known (asset_id, height, hdr, channels), source
        where episode.asset_id = known.asset_id and source.id = episode.source_id
        returning source.title_id`.execute(tx)
      return refresh([...new Set(rows.map(({ title_id }) => title_id))], nowSec)
    },
  }
}
