import { hiddenTypeEn } from '@yunmu/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import type { CatalogTables } from './catalog-tables.ts'

export interface CategoryWithFilters {
  id: number
  name: string
  typeEn: string
  areas: string[]
  genres: string[]
  langs: string[]
  children: { id: number; name: string }[]
}

/** The feature of the home page: a wide picture with a heading that leads to a list. */
export interface Plate {
  kicker: string
  /** The lines of the heading, broken by hand. */
  head: string[]
  line: string
  href: string
  img: string
}

export interface CategoryStore {
  /** The visible top categories, in order, with their children. */
  list(): Promise<CategoryWithFilters[]>
  /** The top category of a category, or the category itself if it is one. Null if it is not visible. */
  topOf(id: number): Promise<{ pidId: number; isTop: boolean } | null>
  /** The names of all categories by id. Cached until `invalidate`. */
  names(): Promise<ReadonlyMap<number, string>>
  /** Every category, hidden ones too, in order. From the database. */
  all(): Promise<{ id: number; pid: number; name: string; typeEn: string; hidden: boolean }[]>
  /** Adds categories behind the others. A `typeEn` that is taken gets the id behind it. The caller announces the change. */
  add(categories: readonly { id: number; pid: number; name: string; typeEn: string }[]): Promise<void>
  /** Drops what is cached. */
  invalidate(): void
  /** The titles that the operator put on top of the home page, in order. Cached until `invalidate`. */
  bannerIds(): Promise<readonly number[]>
  setBanners(titleIds: readonly number[]): Promise<void>
  /** The feature of the home page, or null. Cached until `invalidate`. */
  plate(): Promise<Plate | null>
  setPlate(plate: Plate | null): Promise<void>
}

type CategoryRow = Selectable<CatalogTables['category']>

/** Reads categories and banners. */
export function createCategoryStore(db: Kysely<CatalogTables>): CategoryStore {
  /** All categories in order. There are some dozens, and every page needs them. */
  const categories = createSharedRead(() =>
    db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute(),
  )
  const banners = createSharedRead(async () => {
    const rows = await db.selectFrom('banner').select('title_id').orderBy('position').limit(6).execute()
    return rows.map(({ title_id }) => title_id)
  })
  const feature = createSharedRead(async () => {
    const row = await db.selectFrom('plate').select('content').executeTakeFirst()
    return row?.content ?? null
  })
  const all = (): Promise<CategoryRow[]> => categories.get(0)
  const names = createSharedRead(async () => new Map((await all()).map(({ id, name }) => [id, name])))
  const visible = async (): Promise<CategoryRow[]> =>
    (await all()).filter(({ hidden, type_en }) => !hidden && type_en !== hiddenTypeEn)

  return {
    invalidate() {
      for (const each of [categories, names, banners, feature]) each.invalidate()
    },
    names: () => names.get(0),
    all: () =>
      db
        .selectFrom('category')
        .select(['id', 'pid', 'name', 'type_en as typeEn', 'hidden'])
        .orderBy('position')
        .orderBy('id')
        .execute(),
    async add(given) {
      if (given.length === 0) return
      const list = <Key extends keyof (typeof given)[number]>(key: Key) => given.map((one) => one[key])
      await sql`
        insert into category (id, pid, name, type_en, position)
        select id, pid, name, case when exists (select from category where type_en = given.type_en)
          then type_en || id else type_en end, id
        from unnest(${list('id')}::int[], ${list('pid')}::int[], ${list('name')}::text[], ${list('typeEn')}::text[])
          as given (id, pid, name, type_en)
        on conflict do nothing`.execute(db)
    },
    async list() {
      const rows = await visible()
      return rows
        .filter(({ pid }) => pid === 0)
        .map(({ id, name, type_en, areas, genres, langs }) => ({
          id,
          name,
          typeEn: type_en,
          areas,
          genres,
          langs,
          children: rows.filter(({ pid }) => pid === id).map((child) => ({ id: child.id, name: child.name })),
        }))
    },
    async topOf(id) {
      const row = (await visible()).find((category) => category.id === id)
      return row ? { pidId: row.pid === 0 ? id : row.pid, isTop: row.pid === 0 } : null
    },
    bannerIds: () => banners.get(0),
    plate: () => feature.get(0),
    async setPlate(plate) {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('plate').execute()
        if (plate)
          await tx
            .insertInto('plate')
            .values({ content: JSON.stringify(plate) })
            .execute()
      })
      feature.invalidate()
    },
    async setBanners(titleIds) {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('banner').execute()
        if (titleIds.length === 0) return
        await tx
          .insertInto('banner')
          .values(titleIds.map((title_id, position) => ({ title_id, position })))
          .execute()
      })
      banners.invalidate()
    },
  }
}
