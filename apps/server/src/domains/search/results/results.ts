import {
  totalCap,
  type FoundBy,
  type SearchOrder,
  type Suggestion,
  type TitleCard,
  type TitleHit,
} from '@yunmu/contract'
import type { FoundTitles, Shown } from '../engine/engine-messages.ts'
import { isTyped, isUnsure, isWhole, kindOfRank } from '../engine/match-ranks.ts'
import type { SearchIndex } from '../search-index.ts'
import type { ListedOrder, SearchTitles, TitleTexts } from '../search-needs.ts'
import { foundBy, marksOf } from './shown-match.ts'
import { kindNumber } from '../texts/text-pool.ts'

/** Titles that are looked at for suggestions: a person may stand behind several. */
const lookedAt = 16

/** What matched is not asked for. */
const nothing: Shown = { ids: [] }

const listedOrders = { 最新: 'updatedAt', 最热: 'hits', 评分: 'score' } as const satisfies Partial<
  Record<SearchOrder, ListedOrder>
>

interface Hit extends TitleHit {
  /** There where it was found by something else than its name. */
  texts: TitleTexts | null
}

/** What is found, as it is shown. */
export interface Results {
  page(
    query: string,
    order: SearchOrder,
    offset: number,
    size: number,
    nowSec: number,
  ): Promise<{
    list: TitleHit[]
    total: number
    correction: { text: string } | null
  }>
  /** The best match, and every other line that may be suggested, the best first. */
  suggest(
    query: string,
    nowSec: number,
  ): Promise<{
    best: Pick<TitleHit, 'title' | 'marks'> | null
    list: Suggestion[]
    total: number
  }>
  /** The title that a query names rather than describes, and whether it may stand for itself: a text holds it as it is. */
  named(query: string, nowSec: number): Promise<{ isHeld: boolean; title: TitleCard | null }>
}

/** Titles as they are shown among results, those that visitors may see, in the order of their ids. */
async function hitsOf(
  titles: SearchTitles,
  ids: readonly number[],
  matches: FoundTitles['matches'],
  nowSec: number,
): Promise<Hit[]> {
  const byOthers = ids.filter((id) => (matches.get(id)?.kind ?? kindNumber.name) !== kindNumber.name)
  const [cards, texts] = await Promise.all([
    titles.cards(ids, nowSec),
    byOthers.length > 0 ? titles.textsOf(byOthers) : [],
  ])
  const textsById = new Map(texts.map((each) => [each.id, each]))
  return cards.map((title): Hit => {
    const match = matches.get(title.id)
    const own = textsById.get(title.id) ?? null
    const marks = match?.kind === kindNumber.name ? marksOf(title.name, match) : []
    return { kind: 'vod', title, marks, by: match && own ? foundBy(own, match) : null, texts: own }
  })
}

export function createResults(index: SearchIndex, titles: SearchTitles): Results {
  /** What is found, and of that what a page shows: in other orders it is looked for again, by what it is. */
  const findPage = async (
    query: string,
    order: SearchOrder,
    { offset, size }: { offset: number; size: number },
  ): Promise<{ found: FoundTitles; ids: readonly number[]; matches: FoundTitles['matches'] }> => {
    if (order === '相关') {
      const found = await index.find({ query, limit: totalCap, shown: { offset, size } })
      return { found, ids: found.ids.slice(offset, offset + size), matches: found.matches }
    }
    const found = await index.find({ query, limit: totalCap, shown: nothing })
    const ids = (await titles.ordered(found.ids, listedOrders[order])).slice(offset, offset + size)
    if (ids.length === 0) return { found, ids, matches: found.matches }
    return { found, ids, matches: (await index.find({ query, limit: 1, shown: { ids } })).matches }
  }

  /** What the query most likely meant: the text that stood behind the first of what was found by supposing an error. */
  const correctionOf = async (
    { ids, rank, matches }: FoundTitles,
    nowSec: number,
  ): Promise<{ text: string } | null> => {
    if (rank === null || !isUnsure(rank)) return null
    const [hit] = await hitsOf(titles, ids.slice(0, 1), matches, nowSec)
    return hit ? { text: hit.by?.text ?? hit.title.name } : null
  }

  return {
    async page(query, order, offset, size, nowSec) {
      const { found, ids, matches } = await findPage(query, order, { offset, size })
      const [list, correction] = await Promise.all([hitsOf(titles, ids, matches, nowSec), correctionOf(found, nowSec)])
      return { list, total: found.ids.length, correction }
    },

    async suggest(query, nowSec) {
      const found = await index.find({ query, limit: totalCap, shown: { offset: 0, size: lookedAt } })
      const hits = await hitsOf(titles, found.ids.slice(0, lookedAt), found.matches, nowSec)
      const [first] = hits
      const best = first && first.by?.kind !== 'person' ? first : null
      const lines = hits
        .filter((hit) => hit !== best || hit.by !== null)
        .map((hit) => [isPerson(hit) ? hit.by.text : hit.title.id, suggestionOf(hit)] as const)
      const unique = new Map(lines)
      return {
        best: best ? { title: best.title, marks: best.marks } : null,
        list: [...unique.values()],
        total: found.ids.length,
      }
    },

    async named(query, nowSec) {
      const { ids, rank } = await index.find({ query, limit: 1, shown: nothing })
      const [id] = ids
      if (id === undefined || rank === null) return { isHeld: false, title: null }
      const [title] = isNaming(rank, query) ? await titles.cards([id], nowSec) : []
      return { isHeld: isTyped(rank), title: title ?? null }
    },
  }
}

const isPerson = (hit: Hit): hit is Hit & { by: FoundBy } => hit.by?.kind === 'person'

/** A whole name, or letters enough to stand for one. */
function isNaming(rank: number, query: string): boolean {
  if (kindOfRank(rank) === kindNumber.person) return false
  return isWhole(rank) || (!/\p{Script=Han}/u.test(query) && query.length > 2)
}

function suggestionOf({ title, marks, by, texts }: Hit): Suggestion {
  const { id, pidId } = title
  if (by?.kind === 'person') {
    const remark = texts?.directors.includes(by.text) ? '导演' : '演员'
    return { kind: 'person', text: by.text, marks: by.marks, remark, id: 0, pidId: 0 }
  }
  if (by) return { kind: 'alias', text: by.text, marks: by.marks, remark: title.name, id, pidId }
  const remark = [title.typeName, title.year > 0 ? title.year : ''].join(' ').trim()
  return { kind: 'title', text: title.name, marks, remark, id, pidId }
}
