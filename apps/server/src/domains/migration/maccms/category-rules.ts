import { likelyCategory, sameCategory } from '../../../platform/vocabulary/categories.ts'
import { number, text } from '../row-values.ts'
import type { SourceRow } from '../sources/row-source.ts'

export interface OwnCategory {
  id: number
  pid: number
  name: string
  typeEn: string
}

export interface MatchedCategory {
  oldId: number
  /** Null: it is not one of titles. */
  id: number | null
  slug: string
  name: string
}

/** Numbers of added categories begin here: those below are the station's own. */
const firstAddedId = 1000

/** Texts that are addresses of lists. */
const slugOf = (row: SourceRow): string => text(row, 'type_en').trim().toLowerCase().slice(0, 40)

const typeEnOf = (row: SourceRow, id: number): string => {
  const slug = slugOf(row)
  return /^[a-z][a-z\d_]*$/.test(slug) ? slug : `type${id}`
}

/** A child of ours that a name says as well, such as 日韩剧 for 韩剧. A top category says less than the name: it is no match. */
function childLike(name: string, own: readonly OwnCategory[]): OwnCategory | null {
  const found = likelyCategory(name, own)
  return found === null || found.pid === 0 ? null : found
}

/**
 * Matches the categories of titles with the station's by name, children within their parent; those without a counterpart are
 * added. Those known from an earlier run keep theirs.
 */
export function matchCategories(
  rows: readonly SourceRow[],
  own: readonly OwnCategory[],
  known: ReadonlyMap<number, number | null>,
): { matched: MatchedCategory[]; added: OwnCategory[] } {
  const all = [...own]
  const added: OwnCategory[] = []
  const ids = new Map<number, number>()
  let nextId = Math.max(firstAddedId, ...own.map(({ id }) => id + 1))
  const match = (row: SourceRow, pid: number): void => {
    const oldId = number(row, 'type_id')
    const name = text(row, 'type_name').trim().slice(0, 40)
    const before = known.get(oldId)
    const found =
      all.find(({ id }) => id === before) ??
      sameCategory(
        name,
        all.filter((category) => category.pid === pid),
      ) ??
      // A child there may be a top category here, such as 动漫电影 or 纪录片.
      (pid === 0
        ? null
        : sameCategory(
            name,
            all.filter((category) => category.pid === 0),
          )) ??
      childLike(name, own)
    if (found) return void ids.set(oldId, found.id)
    const category = { id: nextId++, pid, name, typeEn: typeEnOf(row, oldId) }
    all.push(category)
    added.push(category)
    ids.set(oldId, category.id)
  }
  const ofTitles = rows.filter((row) => number(row, 'type_mid') <= 1 && text(row, 'type_name').trim() !== '')
  const isTop = (row: SourceRow): boolean =>
    !ofTitles.some((other) => other !== row && number(other, 'type_id') === number(row, 'type_pid'))
  for (const row of ofTitles.filter(isTop)) match(row, 0)
  for (const row of ofTitles.filter((one) => !isTop(one))) {
    const parent = all.find(({ id }) => id === ids.get(number(row, 'type_pid')))
    match(row, parent === undefined || parent.pid === 0 ? (parent?.id ?? 0) : parent.pid)
  }
  const matched = rows.map((row) => {
    const oldId = number(row, 'type_id')
    return { oldId, id: ids.get(oldId) ?? null, slug: slugOf(row), name: text(row, 'type_name') }
  })
  return { matched, added }
}
