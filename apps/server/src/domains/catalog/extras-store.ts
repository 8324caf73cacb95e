import type { Kysely } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import { lockTitles } from './batch-store.ts'
import type { CatalogNeeds } from './catalog-needs.ts'
import { holdAssets } from './title-writer.ts'

/** A trailer or extra of a title. */
export interface ExtraDraft {
  source: string
  sourcePosition: number
  level: number
  name: string
  still: string
  assetId: number
  durationMs: number
  state: 'ready'
}

export interface ExtrasStore {
  /** The title of an importer's id; null if there is none. */
  titleOf(origin: string): Promise<number | null>
  /** Inserts or updates an extra. The title keeps its place in lists: an extra is no update. */
  save(titleId: number, draft: ExtraDraft, nowSec: number): Promise<void>
}

/** Extras are a source that is never counted. */
export function createExtrasStore(
  untyped: Kysely<unknown>,
  { holdAssetsIn }: Pick<CatalogNeeds, 'holdAssetsIn'>,
): ExtrasStore {
  const db = untyped.withTables<CatalogTables>()
  return {
    async titleOf(origin) {
      const row = await db.selectFrom('title').select('id').where('origin', '=', origin).executeTakeFirst()
      return row?.id ?? null
    },

    save: (titleId, { source, sourcePosition, level, name, still, assetId, durationMs, state }, nowSec) =>
      untyped.transaction().execute(async (transaction) => {
        const tx = transaction.withTables<CatalogTables>()
        await lockTitles(tx, [titleId])
        await holdAssets(transaction, [{ assetId }], holdAssetsIn)
        const { id } = await tx
          .insertInto('source')
          .values({ title_id: titleId, name: source, position: sourcePosition, kind: 'extra' })
          .onConflict((conflict) => conflict.columns(['title_id', 'name']).doUpdateSet({ kind: 'extra' }))
          .returning('id')
          .executeTakeFirstOrThrow()
        const values = { name, still, asset_id: assetId, duration_ms: durationMs, state }
        await tx
          .insertInto('episode')
          .values({ source_id: id, level, vip: false, intro_sec: 0, outro_sec: 0, created_at: nowSec, ...values })
          .onConflict((conflict) => conflict.columns(['source_id', 'level']).doUpdateSet(values))
          .execute()
      }),
  }
}
