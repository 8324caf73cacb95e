import { sql, type Kysely, type RawBuilder } from 'kysely'
import { lockTitles } from './batch-store.ts'
import { setDeleted } from './bin-store.ts'
import type { CatalogTables } from './catalog-tables.ts'

export interface RelocateStore {
  /**
   * Moves the episode of an asset. Its pictures move along if the new title has none; a title that has no episodes left
   * is put into the bin, because visitors may have it among their favourites. Returns the ids of changed titles.
   */
  relocate(
    assetId: number,
    target: {
      titleId: number
      source: string
      sourcePosition: number
      kind: 'main' | 'extra'
      level: number
      name: string
    },
    nowSec: number,
  ): Promise<number[]>
}

/** Whether importers may write a field. */
const isUnlocked = (table: 'title' | 'episode', field: string): RawBuilder<boolean> =>
  sql<boolean>`not (${field} = any(${sql.ref(`${table}.locked_fields`)}))`

const pictures = ['poster', 'backdrop', 'thumb', 'focus', 'ink'] as const

export function createRelocateStore(db: Kysely<CatalogTables>): RelocateStore {
  return {
    relocate: (assetId, { titleId, source, sourcePosition, kind, level, name }, nowSec) =>
      db.transaction().execute(async (tx) => {
        const current = await tx
          .selectFrom('episode')
          .innerJoin('source', 'source.id', 'episode.source_id')
          .innerJoin('title', 'title.id', 'source.title_id')
          .select(['episode.id', 'title.id as titleId', 'title.remarks'])
          .select(pictures.map((column) => `title.${column}` as const))
          .where('episode.asset_id', '=', assetId)
          .executeTakeFirst()
        if (!current) return []
        await lockTitles(tx, [current.titleId, titleId])
        const target = await tx
          .insertInto('source')
          .values({ title_id: titleId, name: source, position: sourcePosition, kind })
          .onConflict((conflict) =>
            conflict.columns(['title_id', 'name']).doUpdateSet({ position: sourcePosition, kind }),
          )
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx
          .deleteFrom('episode')
          .where('source_id', '=', target.id)
          .where('level', '=', level)
          .where('id', '!=', current.id)
          .execute()
        await tx
          .updateTable('episode')
          .set({
            source_id: target.id,
            level,
            name: sql`case when ${isUnlocked('episode', 'name')} then ${name} else name end`,
          })
          .where('id', '=', current.id)
          .execute()
        if (current.poster.startsWith(`/media/pictures/${assetId}-`)) {
          const { poster, backdrop, thumb, focus, ink } = current
          await tx
            .updateTable('title')
            .set({ poster, backdrop, thumb, focus, ink })
            .where('id', '=', titleId)
            .where('poster', '=', '')
            .where(isUnlocked('title', 'poster'))
            .execute()
        }
        await tx
          .updateTable('title')
          .set({ remarks: current.remarks })
          .where('id', '=', titleId)
          .where('remarks', '=', '')
          .where(isUnlocked('title', 'remarks'))
          .execute()
        await tx
          .deleteFrom('source')
          .where('title_id', '=', current.titleId)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('episode').select('episode.id').whereRef('episode.source_id', '=', 'source.id'))),
          )
          .execute()
        const left = await tx
          .selectFrom('source')
          .select('id')
          .where('title_id', '=', current.titleId)
          .executeTakeFirst()
        if (!left) await setDeleted(tx, [current.titleId], nowSec)
        return [...new Set([current.titleId, titleId])]
      }),
  }
}
