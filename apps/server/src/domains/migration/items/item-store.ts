import { sql, type Kysely } from 'kysely'
import type { MigrationTables, SourceSystem } from '../migration-tables.ts'

/** What is taken from a server whose ids are texts. `film` and `episode`: where it plays. `watched`: of a user and an item. */
export type ItemKind = 'film' | 'season' | 'series' | 'episode' | 'user' | 'watched' | 'favourite' | 'channel'

export interface KnownItem {
  /** Null for what has no id here. */
  id: number | null
  /** Number of the episode; 0 for what is none. */
  level: number
  hash: Buffer
}

export interface ItemEntry extends KnownItem {
  key: string
}

export interface Binding {
  key: string
  name: string
  /** Null: not taken. */
  typeId: number | null
  byHand: boolean
}

export interface ItemStore {
  /** The id of a server; with `add` it is stored if it is new. 0 for one that is not known. */
  sourceId(system: SourceSystem, address: string, add: boolean): Promise<number>
  known(sourceId: number, kind: ItemKind, keys: readonly string[]): Promise<Map<string, KnownItem>>
  save(sourceId: number, kind: ItemKind, entries: readonly ItemEntry[]): Promise<void>
  bindings(sourceId: number): Promise<Binding[]>
  saveBindings(sourceId: number, bindings: readonly Binding[]): Promise<void>
}

export function createItemStore(db: Kysely<MigrationTables>): ItemStore {
  return {
    async sourceId(system, address, add) {
      const found = await db
        .selectFrom('migration_source')
        .select('id')
        .where('system', '=', system)
        .where('address', '=', address)
        .executeTakeFirst()
      if (found || !add) return found?.id ?? 0
      const { id } = await db
        .insertInto('migration_source')
        .values({ system, address })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async known(sourceId, kind, keys) {
      const rows = await db
        .selectFrom('migration_item')
        .select(['key', 'id', 'level', 'hash'])
        .where('source_id', '=', sourceId)
        .where('kind', '=', kind)
        .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
        .execute()
      return new Map(rows.map(({ key, ...item }) => [key, item]))
    },

    async save(sourceId, kind, entries) {
      if (entries.length === 0) return
      const list = <Field extends keyof ItemEntry>(field: Field) => entries.map((entry) => entry[field])
      await sql`
        insert into migration_item (source_id, kind, key, id, level, hash)
        select distinct on (key) ${sourceId}::int, ${kind}, key, id, level, hash
        from unnest(${list('key')}::text[], ${list('id')}::int[], ${list('level')}::int[], ${list('hash')}::bytea[])
          as given (key, id, level, hash)
        order by key
        on conflict (source_id, kind, key) do update
          set id = excluded.id, level = excluded.level, hash = excluded.hash`.execute(db)
    },

    async bindings(sourceId) {
      const rows = await db
        .selectFrom('migration_binding')
        .select(['key', 'name', 'type_id as typeId', 'by_hand as byHand'])
        .where('source_id', '=', sourceId)
        .execute()
      return rows
    },

    async saveBindings(sourceId, bindings) {
      for (const { key, name, typeId, byHand } of bindings) {
        const set = { name, type_id: typeId, by_hand: byHand }
        await db
          .insertInto('migration_binding')
          .values({ source_id: sourceId, key, ...set })
          .onConflict((conflict) => conflict.columns(['source_id', 'key']).doUpdateSet(set))
          .execute()
      }
    },
  }
}
