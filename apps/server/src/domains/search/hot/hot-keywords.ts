import { hotKeywordCount } from '@yunmu/contract'
import { normaliseTitle } from '@yunmu/zh'
import type { Results } from '../results/results.ts'
import type { SearchTitles } from '../search-needs.ts'
import type { SearchStore } from '../search-store.ts'

/** Candidates read per keyword shown: some name titles that were removed, and are left out. */
const candidatesPerKeyword = 4

/**
 * The hot keywords: titles by their current name with their remark, and other words that occur in a text. Until enough
 * words are searched for, the most played titles follow. Words that the operator blocked are left out, also as names of
 * titles.
 */
export async function hotKeywords(
  { store, results, titles }: { store: SearchStore; results: Results; titles: SearchTitles },
  nowMs: number,
): Promise<{ word: string; remark: string }[]> {
  const nowSec = Math.floor(nowMs / 1000)
  const blocked = new Set(await store.blocked())
  const words = await store.hot(hotKeywordCount * candidatesPerKeyword + blocked.size, nowMs)
  const cards = await titles.cards(
    words.flatMap(({ titleId }) => titleId ?? []),
    nowSec,
  )
  const cardOf = new Map(cards.map((card) => [card.id, card]))
  const shown = new Map<string, { word: string; remark: string }>()
  for (const { word, titleId } of words) {
    if (shown.size === hotKeywordCount) break
    const card = titleId === null ? undefined : cardOf.get(titleId)
    if (blocked.has(normaliseTitle(card?.name ?? word))) continue
    if (card) shown.set(card.name, shown.get(card.name) ?? { word: card.name, remark: card.remarks })
    else if ((await results.resolveName(word, nowSec)).isInText)
      shown.set(word, shown.get(word) ?? { word, remark: '' })
  }
  if (shown.size === hotKeywordCount) return [...shown.values()]
  const played = await titles.idsByPlays(hotKeywordCount + shown.size + blocked.size)
  for (const { name, remarks } of await titles.cards(played, nowSec)) {
    if (shown.size === hotKeywordCount) break
    if (!blocked.has(normaliseTitle(name))) shown.set(name, shown.get(name) ?? { word: name, remark: remarks })
  }
  return [...shown.values()]
}
