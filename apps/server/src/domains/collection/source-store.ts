import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { CollectionTables } from './collection-tables.ts'

export type CollectionSourceRow = Selectable<CollectionTables['collection_source']>
export type BindingRow = Selectable<CollectionTables['collection_binding']>

export interface SourceStore {
  list(): Promise<CollectionSourceRow[]>
  find(id: number): Promise<CollectionSourceRow | null>
  findByName(name: string): Promise<CollectionSourceRow | null>
  /** Null if there is one of this name. */
  add(source: {
    name: string
    url: string
    everyMinutes: number
    overwrite: string[]
    nowSec: number
  }): Promise<CollectionSourceRow | null>
  update(id: number, values: Updateable<CollectionTables['collection_source']>): Promise<void>
  remove(id: number): Promise<void>
  /** Sources whose time has come. */
  due(nowSec: number): Promise<CollectionSourceRow[]>
  bindings(sourceId: number): Promise<BindingRow[]>
  /** Adds categories with a proposal. Those that the operator decided about keep the decision; others take a new proposal. */
  saveBindings(
    sourceId: number,
    bindings: readonly { remoteType: number; remoteName: string; parentType: number; typeId: number | null }[],
  ): Promise<void>
  /** A source that nobody else changes until the end of the transaction. */
  lock(id: number): Promise<CollectionSourceRow | null>
  /** Binds a category; `confirmed` is the operator's decision, which proposals never change. */
  bind(sourceId: number, binding: { remoteType: number; typeId: number | null; confirmed: boolean }): Promise<void>
  /** How many items of each source belong to a title, and how many wait for the operator. */
  counts(): Promise<Map<number, { linked: number; doubtful: number }>>
}

export function createSourceStore(db: Kysely<CollectionTables>): SourceStore {
  const sources = () => db.selectFrom('collection_source').selectAll()
  return {
    list: () => sources().orderBy('id').execute(),
    find: async (id) => (await sources().where('id', '=', id).executeTakeFirst()) ?? null,
    findByName: async (name) => (await sources().where('name', '=', name).executeTakeFirst()) ?? null,

    async add({ name, url, everyMinutes, overwrite, nowSec }) {
      const row = await db
        .insertInto('collection_source')
        .values({
          name,
          url,
          every_minutes: everyMinutes,
          next_sec: nowSec,
          overwrite,
          line_names: '{}',
          created_sec: nowSec,
        })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    async update(id, values) {
      await db.updateTable('collection_source').set(values).where('id', '=', id).execute()
    },

    async remove(id) {
      await db.deleteFrom('collection_source').where('id', '=', id).execute()
    },

    due: (nowSec) =>
      sources()
        .where('every_minutes', '>', 0)
        .where('next_sec', '<=', nowSec)
        .orderBy('next_sec')
        .orderBy('id')
        .execute(),

    bindings: (sourceId) =>
      db
        .selectFrom('collection_binding')
        .selectAll()
        .where('source_id', '=', sourceId)
        .orderBy('parent_type')
        .orderBy('remote_type')
        .execute(),

    async saveBindings(sourceId, bindings) {
      if (bindings.length === 0) return
      await sql`
        insert into collection_binding (source_id, remote_type, remote_name, parent_type, type_id)
        select ${sourceId}::int, * from unnest(${bindings.map(({ remoteType }) => remoteType)}::int[],
          ${bindings.map(({ remoteName }) => remoteName)}::text[], ${bindings.map(({ parentType }) => parentType)}::int[],
          ${bindings.map(({ typeId }) => typeId)}::int[])
        on conflict (source_id, remote_type) do update set
          remote_name = excluded.remote_name,
          parent_type = excluded.parent_type,
          type_id = case when collection_binding.confirmed then collection_binding.type_id else excluded.type_id end
      `.execute(db)
    },

    lock: async (id) => (await sources().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null,

    async bind(sourceId, { remoteType, typeId, confirmed }) {
      await db
        .updateTable('collection_binding')
        .set({ type_id: typeId, confirmed })
        .where('source_id', '=', sourceId)
        .where('remote_type', '=', remoteType)
        .execute()
    },

    async counts() {
      const { rows } = await sql<{ source_id: number; linked: number; doubtful: number }>`
        select source_id, count(*) filter (where state = 'linked')::int as linked,
          count(*) filter (where state = 'doubtful')::int as doubtful
        from collection_item group by source_id
      `.execute(db)
      return new Map(rows.map(({ source_id, linked, doubtful }) => [source_id, { linked, doubtful }]))
    },
  }
}
