import { RecentIndex } from '../texts/recent-index.ts'
import { GramIndex } from '../texts/gram-index.ts'
import { AbbreviationLookup, allGramsOf, maxSteps, scan, stepsOf } from '../texts/lookups.ts'
import { TextMatches, PlaysSorter } from './text-matches.ts'
import { rankCount, rankOf } from './match-ranks.ts'
import { PatternBuilder, type Pattern } from './query-patterns.ts'
import { SoundTable } from '../texts/sound-table.ts'
import { extentOf, placeOf, spansOf, type Span } from './text-match.ts'
import { wordsOf } from './query-forms.ts'
import { WordMatcher } from './word-search.ts'
import { kindNumber, TextPool } from '../texts/text-pool.ts'
import type { TitleTexts } from '../search-needs.ts'

/** The part of a title that matched. */
export interface Match {
  /** See `kindNumber`. */
  kind: number
  /** Index among the title's aliases or people; 0 for the name. */
  index: number
  /** The matched units. */
  spans: Span[]
}

export interface Found {
  /** The ids of the titles, the most relevant first. */
  ids: number[]
  /** The rank of each. */
  ranks: number[]
  /** The best match of one of these titles. */
  matchOf(id: number): Match | null
}

/** A search stops after so many matching texts: totals stop at 1000 titles. Posting lists begin with the most played. */
const maxMatches = 1200
/** Texts compared in one step of a pattern, with all literal patterns, all fuzzy and all near ones. */
const maxScannedPerStep = 6_000
const literalBudget = 20_000
const fuzzyBudget = 15_000
const nearBudget = 15_000
/** Texts compared with abbreviations, and with the words of a query. */
const abbreviationBudget = 2_000
const wordsBudget = 12_000
/** Titles of one person compared with the other words. */
const maxTitlesOfPerson = 300
/** Titles of one rank that are sorted by plays. */
const maxTitlesOfRank = 3000
/** With so many literal results a query contains no error. */
const enoughTitles = 5
/** So many matching texts belong to more than `enoughTitles` titles: one title has only a few texts. */
const enoughTexts = 100

/** Finds titles by their names, other names and people. Holds everything in memory. */
export class SearchEngine {
  private readonly soundTable = new SoundTable()
  private pool = new TextPool(this.soundTable)
  private builder = new PatternBuilder(this.pool)
  private index: GramIndex | null = null
  private recent = new RecentIndex(this.pool, this.soundTable, { textCount: 0, slotCount: 0 })
  private matches = new TextMatches()
  private sorter = new PlaysSorter()
  private abbreviations = new AbbreviationLookup()

  get size(): number {
    return this.pool.slotCount - this.pool.deadCount
  }

  /** Number of texts added since the index was built. */
  get unindexed(): number {
    return this.pool.textCount - (this.index?.textCount ?? 0)
  }

  /** Share of slots (0 to 1) of removed or replaced titles. */
  get deadShare(): number {
    return this.pool.slotCount === 0 ? 0 : this.pool.deadCount / this.pool.slotCount
  }

  put(titles: readonly TitleTexts[]): void {
    for (const title of titles) this.pool.put(title)
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.pool.remove(id)
  }

  setHits(hits: ReadonlyMap<number, number>): void {
    this.pool.setHits(hits)
  }

  /** Indexes all titles. `yieldToMessages` is awaited between batches. */
  async reindex(yieldToMessages: () => Promise<void>): Promise<void> {
    const index = await GramIndex.build(this.pool, this.soundTable, yieldToMessages)
    this.index = index
    this.recent = new RecentIndex(this.pool, this.soundTable, index)
  }

  /** Frees spare capacity, after all titles were added. */
  trim(): void {
    this.pool.trim()
  }

  /** Finds at most `limit` titles. */
  find(query: string, limit: number): Found {
    this.recent.addNew()
    this.matches.clear(this.pool.textCount)
    const { literal, abbreviations, fuzzy, near, isAmbiguous } = this.builder.patternsOf(query)
    const found = this.search(literal, literalBudget)
    const literalCount = this.matches.size < enoughTexts ? this.rankedTitles(enoughTitles).ids.length : enoughTitles
    let words: Pattern[][] = []
    if (literalCount < enoughTitles) {
      words = wordsOf(query).map((word) => this.builder.patternsOfWord(word))
      this.searchWords(words)
      this.searchAbbreviations(abbreviations('abbreviation'), found)
    }
    if (literalCount < (isAmbiguous ? enoughTitles : 1)) {
      for (const pattern of this.search(fuzzy(), fuzzyBudget)) found.add(pattern)
      this.searchAbbreviations(abbreviations('confused'), found)
    }
    if (literalCount === 0 && this.rankedTitles(1).ids.length === 0)
      for (const pattern of this.search(near(), nearBudget)) found.add(pattern)
    return { ...this.rankedTitles(limit), matchOf: (id) => this.matchOf(id, found, words) }
  }

  /** Adds the titles that contain every word. Scans the texts of the rarest word. */
  private searchWords(words: readonly (readonly Pattern[])[]): void {
    const { pool, matches } = this
    const rarest = words
      .map((patterns) => ({ patterns, lists: this.postingsOf(patterns) }))
      .toSorted((a, b) => totalLength(a.lists) - totalLength(b.lists))[0]
    if (!rarest) return
    const others = words.filter((patterns) => patterns !== rarest.patterns)
    const matcher = new WordMatcher(pool)
    const seen = new Set<number>()
    const visit = (slot: number): void => {
      if (seen.has(slot) || matcher.compared > wordsBudget || pool.alive.at(slot) === 0) return
      seen.add(slot)
      if (matcher.match(slot, others) === null) return
      const match = matcher.match(slot, words)
      if (match) matches.add(pool.nameTexts.at(slot), rankOf('words', match.kind, match.extent))
    }
    scan(rarest.lists, { maxMatches, maxScanned: maxScannedPerStep }, (text) => {
      const [start, end] = [pool.starts.at(text), pool.starts.at(text + 1)]
      if (!rarest.patterns.some((pattern) => placeOf(pattern, pool, start, end) >= 0)) return false
      const owner = pool.owners.at(text)
      if (pool.kinds.at(text) !== kindNumber.person) visit(owner)
      else this.forEachSlotOf(owner, maxTitlesOfPerson, visit)
      return false
    })
  }

  /** Adds the names that the query abbreviates. */
  private searchAbbreviations(patterns: readonly Pattern[], found: Set<Pattern>): void {
    let left = abbreviationBudget
    for (const pattern of patterns) {
      for (const source of this.sources()) {
        for (const isName of [true, false]) {
          if (left <= 0) return
          const texts = this.abbreviations.candidates(pattern, source.ofKind(isName), this.pool.textCount)
          for (const text of texts.slice(0, left)) if (this.matchText(pattern, text)) found.add(pattern)
          left -= texts.length
        }
      }
    }
  }

  /** The indexes to search: an empty one is left out, because each pattern is looked up in all. */
  private sources(): (GramIndex | RecentIndex)[] {
    if (this.index === null) return [this.recent]
    return this.recent.isEmpty ? [this.index] : [this.index, this.recent]
  }

  /** Distinct posting lists that together contain every text that one of these patterns can match. */
  private postingsOf(patterns: readonly Pattern[]): ArrayLike<number>[] {
    const sources = this.sources()
    return sources.flatMap((source) =>
      [true, false].flatMap((isName) => {
        const lists = source.ofKind(isName)
        const grams = new Set(patterns.flatMap((pattern) => allGramsOf(pattern, lists)))
        return Array.from(grams, (gram) => lists.postings(gram)).filter(({ length }) => length > 0)
      }),
    )
  }

  private forEachSlotOf(person: number, max: number, visit: (slot: number) => void): void {
    this.index?.slotsOf(person).subarray(0, max).forEach(visit)
    this.recent.slotsOf(person).forEach(visit)
  }

  /**
   * Adds the texts that these patterns match, roughly in order of relevance, until there are enough. Returns the patterns
   * that matched.
   */
  private search(patterns: readonly Pattern[], budget: number): Set<Pattern> {
    const found = new Set<Pattern>()
    let left = budget
    for (const { pattern, lists } of this.scans(patterns)) {
      if (left <= 0 || this.matches.size >= maxMatches) break
      let matched = 0
      const visit = (text: number): boolean => {
        const isMatch = this.matchText(pattern, text)
        if (isMatch) matched++
        return isMatch
      }
      left -= scan(lists, { maxMatches, maxScanned: Math.min(maxScannedPerStep, left) }, visit)
      if (matched > 0) found.add(pattern)
    }
    return found
  }

  /** The posting lists to scan for each pattern, by match type, names first, step by step. */
  private *scans(patterns: readonly Pattern[]): Generator<{ pattern: Pattern; lists: ArrayLike<number>[] }> {
    const sources = this.sources()
    for (const same of Map.groupBy(patterns, ({ matchType }) => matchType).values()) {
      for (const isName of [true, false]) {
        const candidates = sources.flatMap((source) => {
          const lists = source.ofKind(isName)
          return same.map((pattern) => ({ pattern, lists, steps: stepsOf(pattern, lists) }))
        })
        for (let step = 0; step < maxSteps; step++) {
          const scans = candidates.map(({ pattern, lists, steps }) => {
            const nonEmpty = (steps[step] ?? []).map((gram) => lists.postings(gram)).filter(({ length }) => length > 0)
            return { pattern, lists: nonEmpty, length: nonEmpty.reduce((sum, { length }) => sum + length, 0) }
          })
          // The budget may not suffice for all: the shortest lists are the most specific.
          yield* scans.filter(({ length }) => length > 0).toSorted((a, b) => a.length - b.length)
        }
      }
    }
  }

  /** Adds a text if the pattern matches it. */
  private matchText(pattern: Pattern, text: number): boolean {
    const { pool } = this
    const start = pool.starts.at(text)
    const end = pool.starts.at(text + 1)
    const place = placeOf(pattern, pool, start, end)
    if (place < 0) return false
    const kind = pool.kinds.at(text)
    if (kind === kindNumber.person && pattern.runLengths !== null) return false
    if (kind !== kindNumber.person && pool.alive.at(pool.owners.at(text)) === 0) return false
    this.matches.add(text, rankOf(pattern.matchType, kind, extentOf(pattern, place, start, end)))
    return true
  }

  /** The titles of the matched texts by rank, then by plays. */
  private rankedTitles(limit: number): { ids: number[]; ranks: number[] } {
    const ids: number[] = []
    const ranks: number[] = []
    this.sorter.reset(this.pool.slotCount)
    for (const [rank, texts] of this.matches.byRank().entries()) {
      for (const text of texts) if (this.sorter.size < maxTitlesOfRank) this.sortTitlesOf(text)
      for (const id of this.sorter.drain()) {
        if (ids.length === limit) break
        ids.push(id)
        ranks.push(rank)
      }
      if (ids.length === limit) break
    }
    return { ids, ranks }
  }

  /** Adds the titles that use this text to the sorter. */
  private sortTitlesOf(text: number): void {
    const { pool, sorter } = this
    const add = (slot: number): void => {
      if (pool.alive.at(slot) === 1) sorter.add(slot, pool.ids.at(slot), pool.hits.at(slot))
    }
    const owner = pool.owners.at(text)
    if (pool.kinds.at(text) !== kindNumber.person) return add(owner)
    this.forEachSlotOf(owner, maxTitlesOfRank, add)
  }

  /** The best match among a title's texts. */
  private matchOf(id: number, patterns: ReadonlySet<Pattern>, words: readonly (readonly Pattern[])[]): Match | null {
    const { pool } = this
    let best: Match | null = null
    let bestRank = rankCount
    for (const { kind, texts } of pool.textsOf(id)) {
      for (const [index, text] of texts.entries()) {
        const [start, end] = [pool.starts.at(text), pool.starts.at(text + 1)]
        for (const pattern of patterns) {
          if (pattern.runLengths !== null && kind === kindNumber.person) continue
          const place = placeOf(pattern, pool, start, end)
          const rank = place < 0 ? rankCount : rankOf(pattern.matchType, kind, extentOf(pattern, place, start, end))
          if (rank >= bestRank) continue
          bestRank = rank
          const spans = spansOf(pattern, place, pool, start, end)
          best = { kind, index, spans: spans.map((span) => ({ ...span, place: span.place - start })) }
        }
      }
    }
    const slot = pool.slotOf(id)
    const byWords = slot === null || words.length === 0 ? null : new WordMatcher(pool).match(slot, words)
    if (slot === null || !byWords || rankOf('words', byWords.kind, byWords.extent) >= bestRank) return best
    // Marks the name even if one of the words is a person: the query names this title, not all titles of that person.
    const start = pool.starts.at(pool.nameTexts.at(slot))
    return {
      kind: kindNumber.name,
      index: 0,
      spans: byWords.nameSpans.map((span) => ({ ...span, place: span.place - start })),
    }
  }
}

const totalLength = (lists: readonly ArrayLike<number>[]): number => lists.reduce((sum, { length }) => sum + length, 0)
