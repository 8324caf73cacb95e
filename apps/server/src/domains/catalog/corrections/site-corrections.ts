import type { CatalogTables } from '../catalog-tables.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import type { Corrected, CorrectionRunner } from './correction-parts.ts'
import { listCategories, storedBanners, titlesWith, type ListedCategory } from './place-store.ts'
import type { TitleRefusal } from './title-corrections.ts'
import { lockTitles } from '../batch-store.ts'
import { lockKey, readWholeRows, type RowState } from './rows-store.ts'
import { renamePerson } from './people-rename-rules.ts'

type CategoryRefusal = 'NoSuchCategory' | 'NothingChanged'
/** Another category has this word in its address. */
type Taken = 'PlaceTaken'
/** The order does not name each category of the level once. */
type Incomplete = 'OrderIncomplete'

/** What can be set of a category. */
export interface CategoryFields {
  name?: string | undefined
  /** Its word in addresses. */
  typeEn?: string | undefined
  areas?: string[] | undefined
  genres?: string[] | undefined
  langs?: string[] | undefined
  hidden?: boolean | undefined
}

/** Corrections of categories, banners and people. */
export interface SiteCorrections {
  categories(): Promise<ListedCategory[]>
  /** @param parentId 0 for a top category */
  addCategory(
    actor: string,
    category: { name: string; typeEn: string; parentId: number },
  ): Promise<(Corrected & { categoryId: number }) | CategoryRefusal | Taken>
  setCategory(actor: string, id: number, fields: CategoryFields): Promise<Corrected | CategoryRefusal | Taken>
  /** @param ids all top categories, or all children of one, in their new order */
  orderCategories(actor: string, ids: readonly number[]): Promise<Corrected | CategoryRefusal | Incomplete>
  banners(): Promise<number[]>
  /** Puts these titles on top of the home page, in this order. */
  setBanners(actor: string, titleIds: readonly number[]): Promise<Corrected | TitleRefusal>
  /**
   * Gives a person another name in all titles; where both are named, they become one.
   * @returns with the number of titles that changed
   */
  renamePerson(
    actor: string,
    from: string,
    to: string,
    lock: boolean,
  ): Promise<(Corrected & { titles: number }) | 'NoSuchPerson' | 'NothingChanged'>
}

const columnsOf = ({ typeEn, ...fields }: CategoryFields): RowState => ({
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  ...(typeEn === undefined ? {} : { type_en: typeEn }),
})

export function createSiteCorrections(
  platform: CatalogPlatform,
  { runner }: { runner: CorrectionRunner },
): SiteCorrections {
  const db = platform.db.withTables<CatalogTables>()
  return {
    ...categoryCorrections(runner),
    categories: () => listCategories(db),
    banners: () => storedBanners(db),

    setBanners: (actor, titleIds) =>
      runner.run<TitleRefusal>(actor, async (tx) => {
        const known = await readWholeRows(tx, 'title', titleIds)
        if (titleIds.some((id) => !known.has(id))) return 'NoSuchTitle'
        const removed = (await storedBanners(tx)).filter((id) => !titleIds.includes(id))
        const banner: Record<string, RowState | null> = Object.fromEntries(removed.map((id) => [id, null]))
        for (const [position, id] of titleIds.entries()) banner[id] = { title_id: id, position }
        return { act: 'banner set', subject: 'banners', after: { banner } }
      }),

    async renamePerson(actor, from, to, lock) {
      let titles = 0
      const done = await runner.run<'NoSuchPerson' | 'NothingChanged'>(actor, async (tx) => {
        await lockTitles(
          tx,
          (await titlesWith(tx, from)).map(({ id }) => id),
        )
        const found = await titlesWith(tx, from)
        if (found.length === 0) return 'NoSuchPerson'
        titles = found.length
        const rows = found.map((title) => {
          const renamed = renamePerson(title, from, to)
          const locks = lock ? Object.keys(renamed).map((column) => [lockKey(column), true] as const) : []
          return [title.id, { ...renamed, ...Object.fromEntries(locks) }] as const
        })
        return { act: 'people rename', subject: `person ${from}`, after: { title: Object.fromEntries(rows) } }
      })
      return typeof done === 'string' ? done : { ...done, titles }
    },
  }
}

const categoryCorrections = (
  runner: CorrectionRunner,
): Pick<SiteCorrections, 'addCategory' | 'setCategory' | 'orderCategories'> => ({
  async addCategory(actor, { name, typeEn, parentId }) {
    let categoryId = 0
    const done = await runner.run<CategoryRefusal | Taken>(actor, async (tx) => {
      const all = await listCategories(tx)
      if (parentId !== 0 && !all.some(({ id, pid }) => id === parentId && pid === 0)) return 'NoSuchCategory'
      if (all.some((category) => category.typeEn === typeEn)) return 'PlaceTaken'
      categoryId = 1 + Math.max(0, ...all.map(({ id }) => id))
      const siblings = all.filter(({ pid }) => pid === parentId)
      const added = {
        id: categoryId,
        pid: parentId,
        name,
        type_en: typeEn,
        position: 1 + Math.max(0, ...siblings.map(({ position }) => position)),
        hidden: false,
        areas: [],
        genres: [],
        langs: [],
      }
      return { act: 'category add', subject: `category ${categoryId}`, after: { category: { [categoryId]: added } } }
    })
    return typeof done === 'string' ? done : { ...done, categoryId }
  },

  setCategory: (actor, id, fields) =>
    runner.run<CategoryRefusal | Taken>(actor, async (tx) => {
      const all = await listCategories(tx)
      if (!all.some((category) => category.id === id)) return 'NoSuchCategory'
      if (all.some((category) => category.id !== id && category.typeEn === fields.typeEn)) return 'PlaceTaken'
      return { act: 'category set', subject: `category ${id}`, after: { category: { [id]: columnsOf(fields) } } }
    }),

  orderCategories: (actor, ids) =>
    runner.run<CategoryRefusal | Incomplete>(actor, async (tx) => {
      const all = await listCategories(tx)
      const first = all.find(({ id }) => id === ids[0])
      if (!first) return 'NoSuchCategory'
      const siblings = all.filter(({ pid }) => pid === first.pid).map(({ id }) => id)
      const isWhole = ids.length === siblings.length && new Set(ids).size === ids.length
      if (!isWhole || siblings.some((id) => !ids.includes(id))) return 'OrderIncomplete'
      const placed = ids.map((id, position) => [id, { position: position + 1 }])
      return { act: 'category order', subject: 'categories', after: { category: Object.fromEntries(placed) } }
    }),
})
