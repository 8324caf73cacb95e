import type { ModerationWords } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { ModerationTables } from './moderation-tables.ts'

export interface WordStore {
  read(): Promise<ModerationWords>
  /** Changes the lists. Concurrent changes are serialised. */
  change(act: (words: ModerationWords) => ModerationWords): Promise<ModerationWords>
}

async function readFrom(db: Kysely<ModerationTables>): Promise<ModerationWords> {
  const rows = await db.selectFrom('moderation_words').selectAll().execute()
  const listOf = (wanted: string): string[] => rows.find(({ list }) => list === wanted)?.words ?? []
  return { refused: listOf('refused'), held: listOf('held') }
}

export function createWordStore(db: Kysely<ModerationTables>): WordStore {
  return {
    read: () => readFrom(db),
    change: (act) =>
      db.transaction().execute(async (tx) => {
        await sql`lock table moderation_words in share row exclusive mode`.execute(tx)
        const { refused, held } = act(await readFrom(tx))
        await tx
          .insertInto('moderation_words')
          .values([
            { list: 'refused', words: refused },
            { list: 'held', words: held },
          ])
          .onConflict((conflict) =>
            conflict.column('list').doUpdateSet(({ ref }) => ({ words: ref('excluded.words') })),
          )
          .execute()
        return { refused, held }
      }),
  }
}
