import { extentOf, extents, placeOf, spansOf, type Span } from './text-match.ts'
import type { Plan } from './query-plans.ts'
import { kindNumber, type TextPool } from '../texts/text-pool.ts'

/** A query of several words, of which each may be in another text of the title: `周星驰 足球`, `attack titan`. */

const maxWords = 6
const betweenWords = /[\s\p{P}\p{S}]+/u

/** The words of a query; none where it is a single one. */
export function wordsOf(query: string): string[] {
  const words = query.split(betweenWords).filter((word) => word !== '')
  return words.length > 1 ? [...new Set(words)].slice(0, maxWords) : []
}

/** How a title holds all words. */
export interface WordsMatch {
  /** The kind of text that the least important word was found in, by number. */
  kind: number
  /** How much of its text the best word in a name takes up. */
  extent: number
  /** The units of the name that matched, as places in the pool. */
  nameSpans: Span[]
}

/** Compares titles with the plans of words, text by text. */
export class WordMatcher {
  /** How many texts were compared. */
  compared = 0
  private readonly pool: TextPool
  constructor(pool: TextPool) {
    this.pool = pool
  }

  /** How a title holds every word; null where it lacks one. */
  match(slot: number, words: readonly (readonly Plan[])[]): WordsMatch | null {
    const found: WordsMatch = { kind: kindNumber.name, extent: extents.part, nameSpans: [] }
    for (const plans of words) {
      const kind = this.kindOf(slot, plans, found)
      if (kind === null) return null
      found.kind = Math.max(found.kind, kind)
    }
    found.nameSpans.sort((a, b) => a.place - b.place)
    return found
  }

  /** The kind of text that holds a word: the name, else another name, else a person. */
  private kindOf(slot: number, plans: readonly Plan[], found: WordsMatch): number | null {
    const { pool } = this
    const name = pool.nameTexts.at(slot)
    if (this.holds(name, plans, found)) return kindNumber.name
    for (let text = name + 1; text < pool.textCount && pool.kinds.at(text) === kindNumber.alias; text++)
      if (this.holds(text, plans, found)) return kindNumber.alias
    for (let at = pool.peopleStarts.at(slot); at < pool.peopleStarts.at(slot + 1); at++)
      if (this.holds(pool.personTexts.at(pool.people.at(at)), plans, found)) return kindNumber.person
    return null
  }

  private holds(text: number, plans: readonly Plan[], found: WordsMatch): boolean {
    const { pool } = this
    this.compared++
    const [start, end] = [pool.starts.at(text), pool.starts.at(text + 1)]
    for (const plan of plans) {
      const place = placeOf(plan, pool, start, end)
      if (place < 0) continue
      const kind = pool.kinds.at(text)
      if (kind !== kindNumber.person) found.extent = Math.min(found.extent, extentOf(plan, place, start, end))
      if (kind === kindNumber.name) found.nameSpans.push(...spansOf(plan, place, pool, start, end))
      return true
    }
    return false
  }
}
