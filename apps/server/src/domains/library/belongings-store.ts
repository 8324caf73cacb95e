import { sql, type Transaction } from 'kysely'
import type { LibraryTables } from './library-tables.ts'

/** What users keep of titles: the table, and who or what has each title once. */
const tables = [
  { table: 'favourite', owner: 'user_id', title: 'title_id' },
  { table: 'title_follow', owner: 'user_id', title: 'title_id' },
  { table: 'title_list_item', owner: 'list_id', title: 'title_id' },
  { table: 'title_up', owner: 'user_id', title: 'title_id' },
  { table: 'title_score', owner: 'user_id', title: 'title_id' },
  { table: 'watch_record', owner: 'user_id', title: 'ref_id' },
] as const

export interface MovedBelongings {
  /** The users, or lists, of what moved, by table. */
  moved: Record<string, number[]>
  /** Likes, sum of scores in tenths, and number of scores that moved. */
  opinions: { ups: number; tenths: number; scores: number }
}

/**
 * Moves what users keep of a title to another. What a user has of both stays.
 * @param only whose, by table; null is everybody's
 */
export async function moveBelongings(
  tx: Transaction<LibraryTables>,
  { from, to, only }: { from: number; to: number; only: Readonly<Record<string, readonly number[]>> | null },
): Promise<MovedBelongings> {
  const moved: Record<string, number[]> = {}
  for (const { table, owner, title } of tables) {
    const [ownerOf, titleOf] = [sql.ref(`kept.${owner}`), sql.ref(`kept.${title}`)]
    const isOfTitles = table === 'watch_record' ? sql`kept.kind = 'vod'` : sql`true`
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(table)} as kept set ${sql.ref(title)} = ${to}
      where ${titleOf} = ${from} and ${isOfTitles}
        and (${only === null} or ${ownerOf} = any(${[...(only?.[table] ?? [])]}::int[]))
        and not exists (
          select from ${sql.table(table)} as other
          where other.${sql.ref(owner)} = ${ownerOf} and other.${sql.ref(title)} = ${to}
            and ${table === 'watch_record' ? sql`other.kind = 'vod'` : sql`true`}
        )
      returning ${ownerOf} as id`.execute(tx)
    moved[table] = rows.map(({ id }) => id).toSorted((one, other) => one - other)
  }
  const scored = moved['title_score'] ?? []
  const { rows } = await sql<{ tenths: number; scores: number }>`
    select coalesce(10 * sum(score), 0)::int as tenths, count(*)::int as scores from title_score
    where title_id = ${to} and user_id = any(${scored}::int[])`.execute(tx)
  const { tenths = 0, scores = 0 } = rows[0] ?? {}
  return { moved, opinions: { ups: moved['title_up']?.length ?? 0, tenths, scores } }
}
