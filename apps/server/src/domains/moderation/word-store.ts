import type { ModerationWords } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { ModerationTables } from './moderation-tables.ts'

export interface WordStore {
  read(): Promise<ModerationWords>
  write(words: ModerationWords): Promise<void>
}

export function createWordStore(db: Kysely<ModerationTables>): WordStore {
  return {
    async read() {
      const rows = await db.selectFrom('moderation_words').selectAll().execute()
      const listOf = (wanted: string): string[] => rows.find(({ list }) => list === wanted)?.words ?? []
      return { refused: listOf('refused'), held: listOf('held') }
    },
    async write({ refused, held }) {
      await db
        .insertInto('moderation_words')
        .values([
          { list: 'refused', words: refused },
          { list: 'held', words: held },
        ])
        .onConflict((conflict) => conflict.column('list').doUpdateSet(({ ref }) => ({ words: ref('excluded.words') })))
        .execute()
    },
  }
}
