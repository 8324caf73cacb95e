import { extentOf, extents, placeOf, spansOf, type Span } from './text-match.ts'
import type { Pattern } from './query-patterns.ts'
import { kindNumber, type TextPool } from '../texts/text-pool.ts'

/** Queries of several words, each of which may match another text of the title: `周星驰 足球`, `attack titan`. */

/** How a title contains all words. */
export interface WordsMatch {
  /** The least important kind of text in which a word was found, see `kindNumber`. */
  kind: number
  /** The best extent of a word in a name or alias. */
  extent: number
  /** The matched units of the name, as places in the pool. */
  nameSpans: Span[]
}

/** Compares the texts of titles with the patterns of words. */
export class WordMatcher {
  /** Number of texts compared so far. */
  compared = 0
  private readonly pool: TextPool
  constructor(pool: TextPool) {
    this.pool = pool
  }

  /** How a title contains every word; null if one is missing. */
  match(slot: number, words: readonly (readonly Pattern[])[]): WordsMatch | null {
    const found: WordsMatch = { kind: kindNumber.name, extent: extents.part, nameSpans: [] }
    for (const patterns of words) {
      const kind = this.kindOf(slot, patterns, found)
      if (kind === null) return null
      found.kind = Math.max(found.kind, kind)
    }
    found.nameSpans.sort((a, b) => a.place - b.place)
    return found
  }

  /** The kind of text that contains a word: the name, else an alias, else a person; null for none. */
  private kindOf(slot: number, patterns: readonly Pattern[], found: WordsMatch): number | null {
    const { pool } = this
    const name = pool.nameTexts.at(slot)
    if (this.contains(name, patterns, found)) return kindNumber.name
    for (let text = name + 1; text < pool.textCount && pool.kinds.at(text) === kindNumber.alias; text++)
      if (this.contains(text, patterns, found)) return kindNumber.alias
    for (let at = pool.peopleStarts.at(slot); at < pool.peopleStarts.at(slot + 1); at++)
      if (this.contains(pool.personTexts.at(pool.people.at(at)), patterns, found)) return kindNumber.person
    return null
  }

  private contains(text: number, patterns: readonly Pattern[], found: WordsMatch): boolean {
    const { pool } = this
    this.compared++
    const [start, end] = [pool.starts.at(text), pool.starts.at(text + 1)]
    for (const pattern of patterns) {
      const place = placeOf(pattern, pool, start, end)
      if (place < 0) continue
      const kind = pool.kinds.at(text)
      if (kind !== kindNumber.person) found.extent = Math.min(found.extent, extentOf(pattern, place, start, end))
      if (kind === kindNumber.name) found.nameSpans.push(...spansOf(pattern, place, pool, start, end))
      return true
    }
    return false
  }
}
