import { sql, type Kysely } from 'kysely'
import { undoableIds } from '../../platform/audit/audit.ts'
import { lockTitles } from './batch-store.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { updateListings } from './listing/listing-writer-store.ts'

/** Deleted titles wait in the bin, from which they can be restored; titles can become part of others. */

/**
 * Puts titles into the bin, or takes them out, within the caller's transaction. Visitors do not see them from then on, or see
 * them again. The caller announces `titlesChanged`.
 * @param deletedSec Unix seconds; null restores
 * @returns the ids of those that changed
 */
export async function setDeleted(
  tx: Kysely<CatalogTables>,
  ids: readonly number[],
  deletedSec: number | null,
): Promise<number[]> {
  await lockTitles(tx, ids)
  const { rows } = await sql<{ id: number }>`
    update title set deleted_sec = ${deletedSec}::bigint
    where id = any(${[...ids]}::int[]) and (deleted_sec is null) <> ${deletedSec === null}
    returning id`.execute(tx)
  const changed = rows.map(({ id }) => id).toSorted((one, other) => one - other)
  await updateListings(tx, changed)
  return changed
}

/** The titles that are part of others, by id: of these ids, or all. */
export async function mergedTitles(
  db: Kysely<CatalogTables>,
  ids: readonly number[] | null,
): Promise<{ id: number; into: number }[]> {
  const { rows } = await sql<{ id: number; into: number }>`
    select id, merged_into as into from title
    where merged_into is not null and (${ids === null} or id = any(${[...(ids ?? [])]}::int[]))`.execute(db)
  return rows
}

/** Which titles of these origins are in the bin. */
export async function deletedOrigins(
  db: Kysely<CatalogTables>,
  origins: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; origin: string }>`
    select id, origin from title where deleted_sec is not null and origin = any(${[...origins]}::text[])`.execute(db)
  return new Map(rows.map(({ id, origin }) => [origin, id]))
}

/**
 * Removes titles for good that have been in the bin since before a time, with those that are part of them: up to `limit`, the
 * oldest first. Those stay that a correction which can still be undone names. Returns them, and the assets that they played.
 */
export async function removeDeleted(
  tx: Kysely<CatalogTables>,
  { beforeSec, nowSec, limit }: { beforeSec: number; nowSec: number; limit: number },
): Promise<{ titleIds: number[]; assetIds: number[] }> {
  // With the title that it is part of.
  const held = sql`held as materialized (
    select coalesce(merged_into, title.id) as id from (${undoableIds('title', nowSec)}) as named
    join title on title.id = named.id)`
  const isFree = sql`coalesce(title.merged_into, title.id) not in (select id from held)`
  const due = await sql<{ id: number }>`
    with ${held} select id from title where deleted_sec < ${beforeSec} and ${isFree}
    order by deleted_sec, id limit ${limit}`.execute(tx)
  const parts = await sql<{ id: number }>`
    select id from title where merged_into = any(${due.rows.map(({ id }) => id)}::int[])`.execute(tx)
  const found = [...due.rows, ...parts.rows].map(({ id }) => id)
  await lockTitles(tx, found)
  // Restored or corrected since it was read, or no part any more.
  const kept = await sql<{ id: number }>`
    with ${held}
    select title.id from title left join title as whole on whole.id = title.merged_into
    where title.id = any(${found}::int[]) and (title.deleted_sec < ${beforeSec} or whole.deleted_sec < ${beforeSec})
      and ${isFree}
    order by 1`.execute(tx)
  const titleIds = kept.rows.map(({ id }) => id)
  if (titleIds.length === 0) return { titleIds, assetIds: [] }
  const assets = await sql<{ id: number }>`
    select distinct asset_id as id from episode join source on source.id = source_id
    where title_id = any(${titleIds}::int[]) and asset_id is not null order by 1`.execute(tx)
  await sql`delete from title where id = any(${titleIds}::int[])`.execute(tx)
  return { titleIds, assetIds: assets.rows.map(({ id }) => id) }
}

/** Those of the assets that an episode plays. */
export async function playedAssets(db: Kysely<CatalogTables>, assetIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...assetIds]}::int[]) as asked (id)
    where exists (select from episode where asset_id = asked.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
