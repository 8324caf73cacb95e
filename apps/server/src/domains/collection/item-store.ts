import { sql, type Kysely } from 'kysely'
import type { CollectionTables, ItemBefore, ItemState } from './collection-tables.ts'

export interface ItemRow {
  remote_id: number
  hash: Buffer
  title_id: number | null
  state: ItemState
  suffix: string
  removed_sec: number | null
}

/** An item to be brought back to how it was before a run. */
export interface RestoredItem {
  remoteId: number
  /** Null if it was not there. */
  before: ItemBefore | null
  /** The title that the run added, and when it was put into the bin: a later run that brings it again takes it out. */
  removed?: { titleId: number; atSec: number }
}

export interface ItemStore {
  /** By the source's ids. */
  find(sourceId: number, remoteIds: readonly number[]): Promise<Map<number, ItemRow>>
  save(sourceId: number, items: readonly ItemRow[]): Promise<void>
  /** Brings items back to how they were; those that were not there are deleted. */
  restore(sourceId: number, items: readonly RestoredItem[]): Promise<void>
  /** When undone runs put these titles into the bin, by title. */
  removalsOf(titleIds: readonly number[]): Promise<Map<number, number[]>>
  /** Which of these titles have another item of the source. */
  linkedTitles(sourceId: number, titleIds: readonly number[]): Promise<Set<number>>
  /** The titles that have one of these keys, by key. */
  titlesByKey(keys: readonly string[]): Promise<Map<string, number[]>>
  /** Replaces the keys of titles. */
  saveKeys(titles: readonly { id: number; keys: readonly string[]; digest: string }[]): Promise<void>
  /** The digests of titles between two ids. */
  digests(aboveId: number, untilId: number): Promise<Map<number, string>>
}

export const itemBefore = ({ hash, title_id, state, suffix }: ItemRow): ItemBefore => ({
  hash: hash.toString('base64'),
  titleId: title_id,
  state,
  suffix,
})

/** The hash of no row: the item is not equal to what its source says. */
const noHash = Buffer.alloc(0)

/** An item as it was before a run; none if it was not there, or waited for a decision, which the next run asks for again. */
function rowBefore({ remoteId: remote_id, before, removed }: RestoredItem): ItemRow[] {
  if (removed) {
    const { titleId: title_id, atSec: removed_sec } = removed
    return [{ remote_id, hash: noHash, title_id, state: 'linked', suffix: before?.suffix ?? '', removed_sec }]
  }
  if (before === null || before.state === 'doubtful') return []
  const { hash, titleId: title_id, state, suffix } = before
  return [{ remote_id, hash: Buffer.from(hash, 'base64'), title_id, state, suffix, removed_sec: null }]
}

/** Common names (第一集, 预告) are no evidence, and would make each comparison a long one. */
const maxTitlesPerKey = 40

export function createItemStore(db: Kysely<CollectionTables>): ItemStore {
  const save: ItemStore['save'] = async (sourceId, items) => {
    if (items.length === 0) return
    await sql`
      insert into collection_item (source_id, remote_id, hash, title_id, state, suffix, removed_sec)
      select ${sourceId}::int, * from unnest(${items.map(({ remote_id }) => remote_id)}::bigint[],
        ${items.map(({ hash }) => hash)}::bytea[], ${items.map(({ title_id }) => title_id)}::int[],
        ${items.map(({ state }) => state)}::text[], ${items.map(({ suffix }) => suffix)}::text[],
        ${items.map(({ removed_sec }) => removed_sec)}::bigint[])
      on conflict (source_id, remote_id) do update set hash = excluded.hash, title_id = excluded.title_id,
        state = excluded.state, suffix = excluded.suffix, removed_sec = excluded.removed_sec
    `.execute(db)
  }
  return {
    async find(sourceId, remoteIds) {
      const { rows } = await sql<ItemRow>`
        select remote_id, hash, title_id, state, suffix, removed_sec from collection_item
        where source_id = ${sourceId} and remote_id = any(${[...remoteIds]}::bigint[])
      `.execute(db)
      return new Map(rows.map((row) => [row.remote_id, row]))
    },

    save,

    async restore(sourceId, items) {
      const rows = items.flatMap(rowBefore)
      const stored = new Set(rows.map(({ remote_id }) => remote_id))
      const gone = items.map(({ remoteId }) => remoteId).filter((id) => !stored.has(id))
      await sql`
        delete from collection_item where source_id = ${sourceId} and remote_id = any(${gone}::bigint[])
      `.execute(db)
      await save(sourceId, rows)
    },

    async removalsOf(titleIds) {
      const { rows } = await sql<{ title_id: number; times: number[] }>`
        select title_id, array_agg(removed_sec)::float8[] as times from collection_item
        where title_id = any(${[...titleIds]}::int[]) and removed_sec is not null group by title_id
      `.execute(db)
      return new Map(rows.map(({ title_id, times }) => [title_id, times]))
    },

    async linkedTitles(sourceId, titleIds) {
      const { rows } = await sql<{ title_id: number }>`
        select distinct title_id from collection_item
        where source_id = ${sourceId} and title_id = any(${[...titleIds]}::int[])
      `.execute(db)
      return new Set(rows.map(({ title_id }) => title_id))
    },

    async titlesByKey(keys) {
      const { rows } = await sql<{ key: string; ids: number[] }>`
        select key, (array_agg(title_id order by title_id))[1:${maxTitlesPerKey}::int] as ids
        from title_key where key = any(${[...keys]}::text[]) group by key
      `.execute(db)
      return new Map(rows.map(({ key, ids }) => [key, ids]))
    },

    async saveKeys(titles) {
      if (titles.length === 0) return
      const ids = titles.map(({ id }) => id)
      const rows = titles.flatMap(({ id, keys }) => [...new Set(keys)].map((key) => ({ id, key })))
      await sql`delete from title_key where title_id = any(${ids}::int[])`.execute(db)
      await sql`
        insert into title_key (key, title_id)
        select * from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ id }) => id)}::int[])
        on conflict do nothing
      `.execute(db)
      await sql`
        insert into title_key_digest (title_id, digest)
        select * from unnest(${ids}::int[], ${titles.map(({ digest }) => digest)}::text[])
        on conflict (title_id) do update set digest = excluded.digest
      `.execute(db)
    },

    async digests(aboveId, untilId) {
      const rows = await db
        .selectFrom('title_key_digest')
        .selectAll()
        .where('title_id', '>', aboveId)
        .where('title_id', '<=', untilId)
        .execute()
      return new Map(rows.map(({ title_id, digest }) => [title_id, digest]))
    },
  }
}
