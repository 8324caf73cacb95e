import { sql, type Transaction } from 'kysely'
import type { CommentsTables } from './comments-tables.ts'

/** Moves the comments of a title to another: these, or all. Returns their ids. */
export async function moveComments(
  tx: Transaction<CommentsTables>,
  { from, to, only }: { from: number; to: number; only: readonly number[] | null },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update comment set subject_id = ${to}
    where kind = 'vod' and subject_id = ${from} and (${only === null} or id = any(${[...(only ?? [])]}::int[]))
    returning id`.execute(tx)
  return rows.map(({ id }) => id).toSorted((one, other) => one - other)
}
