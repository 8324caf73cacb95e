import { hotKeywordCount } from '@yunmu/contract'
import { normaliseTitle } from '@yunmu/zh'
import type { Results } from '../results/results.ts'
import type { SearchTitles } from '../search-needs.ts'
import type { SearchStore } from '../search-store.ts'

/** Words that are looked at for each that is shown: titles go, and what they were called finds nothing more. */
const lookedAt = 4

/**
 * The hot keywords as they are shown: a title by its present name and with its remark; else what some text holds. What the
 * operator blocked is left out, by whichever way it came.
 */
export async function hotWords(
  { store, results, titles }: { store: SearchStore; results: Results; titles: SearchTitles },
  nowMs: number,
): Promise<{ word: string; remark: string }[]> {
  const nowSec = Math.floor(nowMs / 1000)
  const blocked = new Set(await store.blocked())
  const words = await store.hot(hotKeywordCount * lookedAt + blocked.size, nowMs)
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
    else if ((await results.named(word, nowSec)).isHeld) shown.set(word, shown.get(word) ?? { word, remark: '' })
  }
  return [...shown.values()]
}
