import {
  totalCap,
  type FoundBy,
  type SearchOrder,
  type Suggestion,
  type TitleCard,
  type TitleHit,
} from '@yunmu/contract'
import type { FoundTitles } from '../engine/engine-messages.ts'
import { isTyped, isFuzzy, isWhole, kindOfRank } from '../engine/match-ranks.ts'
import { isForMinors } from '../../../platform/audience.ts'
import type { SearchIndex } from '../search-index.ts'
import type { ListOrder, SearchTitles, TitleTexts } from '../search-needs.ts'
import { foundBy, marksOf } from './shown-match.ts'
import { kindNumber } from '../texts/text-pool.ts'

/** Titles read for suggestions: several may have been found by one person, who is suggested once. */
const maxSuggestedTitles = 16

const listOrders = { 最新: 'updatedAt', 最热: 'hits', 评分: 'score' } as const satisfies Partial<
  Record<SearchOrder, ListOrder>
>

interface Hit extends TitleHit {
  /** Null if the title was found by its name. */
  texts: TitleTexts | null
}

/** Search results as they are shown. */
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
  /** The best match, and all other suggestions, the best first. */
  suggest(
    query: string,
    nowSec: number,
  ): Promise<{
    best: Pick<TitleHit, 'title' | 'marks' | 'by'> | null
    list: Suggestion[]
    total: number
  }>
  /** The title whose name the query is, if any, and whether some text contains the query as typed. */
  resolveName(query: string, nowSec: number): Promise<{ isInText: boolean; title: TitleCard | null }>
}

/** The visible ones of these titles as results, in the order of the ids. */
async function hitsOf(
  titles: SearchTitles,
  ids: readonly number[],
  matches: FoundTitles['matches'],
  nowSec: number,
): Promise<Hit[]> {
  const byOthers = ids.filter((id) => (matches.get(id)?.kind ?? kindNumber.name) !== kindNumber.name)
  const [cards, texts] = await Promise.all([
    titles.cards(ids, nowSec),
    byOthers.length > 0 ? titles.cachedTextsOf(byOthers) : [],
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
  /** A page of results for the audience of the request. Other orders than relevance sort all results, then ask for the matches of the page. */
  const findPage = async (
    query: string,
    order: SearchOrder,
    { offset, size }: { offset: number; size: number },
  ): Promise<FoundTitles> => {
    if (order === '相关' && !isForMinors()) return index.find({ query, limit: totalCap, selection: { offset, size } })
    const found = await index.find({ query, limit: totalCap, selection: 'all' })
    if (found.total === 0) return found
    const permitted = await titles.forAudience(found.ids)
    const sorted = order === '相关' ? permitted : await titles.sorted(permitted, listOrders[order])
    const ids = sorted.slice(offset, offset + size)
    const { matches } = await index.find({ query, limit: 1, selection: { ids } })
    const hidden = found.ids.length - permitted.length
    return { ...found, total: found.total - hidden, ids, matches }
  }

  /** The likely correct query: the text by which the best title was found, if that took a correction. */
  const correctionOf = async ({ best, matches }: FoundTitles, nowSec: number): Promise<{ text: string } | null> => {
    if (best === null || !isFuzzy(best.rank)) return null
    const [hit] = await hitsOf(titles, [best.id], matches, nowSec)
    return hit ? { text: hit.by?.text ?? hit.title.name } : null
  }

  return {
    async page(query, order, offset, size, nowSec) {
      const found = await findPage(query, order, { offset, size })
      const [list, correction] = await Promise.all([
        hitsOf(titles, found.ids, found.matches, nowSec),
        correctionOf(found, nowSec),
      ])
      return { list, total: found.total, correction }
    },

    async suggest(query, nowSec) {
      const found = await index.find({ query, limit: totalCap, selection: { offset: 0, size: maxSuggestedTitles } })
      const hits = await hitsOf(titles, found.ids, found.matches, nowSec)
      const [first] = hits
      const best = first && first.by?.kind !== 'person' ? first : null
      const lines = hits
        .filter((hit) => hit !== best)
        .map((hit) => [isPerson(hit) ? hit.by.text : hit.title.id, suggestionOf(hit)] as const)
      const unique = new Map(lines)
      return {
        best: best ? { title: best.title, marks: best.marks, by: best.by } : null,
        list: [...unique.values()],
        total: found.total - (found.ids.length - hits.length),
      }
    },

    async resolveName(query, nowSec) {
      const { best } = await index.find({ query, limit: 1, selection: { ids: [] } })
      if (best === null) return { isInText: false, title: null }
      const [title] = namesTitle(best.rank, query) ? await titles.cards([best.id], nowSec) : []
      return { isInText: isTyped(best.rank), title: title ?? null }
    },
  }
}

const isPerson = (hit: Hit): hit is Hit & { by: FoundBy } => hit.by?.kind === 'person'

/** Whether the query is a whole name, or enough letters to identify one. */
function namesTitle(rank: number, query: string): boolean {
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
