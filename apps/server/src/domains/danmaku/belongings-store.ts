import { sql, type Transaction } from 'kysely'
import type { DanmakuTables } from './danmaku-tables.ts'

/**
 * Moves the danmaku of a title to another: these, or all, except imported ones that the other has. Returns their ids, and
 * the episodes that they are of.
 */
export async function moveDanmaku(
  tx: Transaction<DanmakuTables>,
  { from, to, only }: { from: number; to: number; only: readonly number[] | null },
): Promise<{ ids: number[]; levels: number[] }> {
  const { rows } = await sql<{ id: string; level: number }>`
    update danmaku set subject_id = ${to}
    where kind = 'vod' and subject_id = ${from} and (${only === null} or id = any(${[...(only ?? [])]}::bigint[]))
      and (origin is null or not exists (
        select from danmaku as other where other.kind = 'vod' and other.subject_id = ${to}
          and other.level = danmaku.level and other.origin = danmaku.origin))
    returning id::text, level`.execute(tx)
  return {
    ids: rows.map(({ id }) => Number(id)).toSorted((one, other) => one - other),
    levels: [...new Set(rows.map(({ level }) => level))].toSorted((one, other) => one - other),
  }
}
