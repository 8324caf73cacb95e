import { FreshLists } from '../results/fresh-lists.ts'
import { GramIndex } from '../texts/gram-index.ts'
import { Abbreviations, mostSteps, scan, stepsOf } from '../texts/lookups.ts'
import { MatchBoard, PlaysSorter } from './match-board.ts'
import { rankCount, rankOf } from './match-ranks.ts'
import { PlanMaker, type Plan } from './query-plans.ts'
import { SoundBook } from '../texts/sound-book.ts'
import { extentOf, placeOf, spansOf, type Span } from './text-match.ts'
import { WordMatcher, wordsOf } from './word-search.ts'
import { kindNumber, TextPool } from '../texts/text-pool.ts'
import type { TitleTexts } from '../search-needs.ts'

/** What of a title matched. */
export interface Match {
  /** The kind of text, by number. */
  kind: number
  /** Which of the title's other names or people it is; 0 for the name. */
  which: number
  /** The units that matched. */
  spans: Span[]
}

export interface Found {
  /** The ids of the titles, the most relevant first. */
  ids: number[]
  /** The rank of each. */
  ranks: number[]
  /** What matched of one of these titles. */
  matchOf(id: number): Match | null
}

/**
 * So many texts are enough: totals stop at a thousand titles. Lists begin with the most played, and who finds so many has
 * typed too little to mean the others.
 */
const mostTaken = 1200
/** Texts that one step of a plan looks at, and all plans together: as it was typed, and with errors supposed. */
const mostLooked = 6_000
const sureWork = 20_000
const unsureWork = 15_000
/** Texts that are compared with an abbreviation, and with the words of a query. */
const shortWork = 3_000
const wordsWork = 12_000
/** Titles of one person that are compared with the other words. */
const mostOfPerson = 300
/** Titles of one rank that are put in order. */
const mostOfRank = 3000
/** With so many titles found as it was spelled, a query holds no error. Of characters, one that is found was meant. */
const enough = 5
/** So many texts are more titles than that: several texts of one title are few. */
const surelyEnough = 100

/** Finds titles by any of their texts in well under the time of a request; knows nothing of where they come from. */
export class SearchEngine {
  readonly book = new SoundBook()
  private pool = new TextPool(this.book)
  private plans = new PlanMaker(this.pool)
  private index: GramIndex | null = null
  private fresh = new FreshLists(this.pool, this.book, { textCount: 0, slotCount: 0 })
  private board = new MatchBoard()
  private sorter = new PlaysSorter()
  private abbreviations = new Abbreviations()

  get size(): number {
    return this.pool.slotCount - this.pool.dead
  }

  /** How many texts came since the lists were made. */
  get unindexed(): number {
    return this.pool.textCount - (this.index?.textCount ?? 0)
  }

  /** The share of titles whose room could be given back. */
  get deadShare(): number {
    return this.pool.slotCount === 0 ? 0 : this.pool.dead / this.pool.slotCount
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

  /** Indexes what was put in until now. `rest` is awaited between pieces of work. */
  async reindex(rest: () => Promise<void>): Promise<void> {
    const index = await GramIndex.build(this.pool, this.book, rest)
    this.index = index
    this.fresh = new FreshLists(this.pool, this.book, index)
  }

  /** Gives back room: after everything was put in. */
  trim(): void {
    this.pool.trim()
  }

  /** The titles that a query finds, `limit` at most. */
  find(query: string, limit: number): Found {
    this.fresh.follow()
    this.board.clear(this.pool.textCount)
    const { sure, short, unsure, isAmbiguous } = this.plans.plansOf(query)
    const found = this.look(sure, sureWork)
    const sureCount = this.board.size < surelyEnough ? this.titles(enough).ids.length : enough
    let words: Plan[][] = []
    if (sureCount < enough) {
      words = wordsOf(query).map((word) => this.plans.plansOfWord(word))
      this.lookWords(words)
      for (const plan of short('short')) if (this.lookShort(plan)) found.add(plan)
    }
    if (sureCount < (isAmbiguous ? enough : 1)) {
      for (const plan of this.look(unsure(), unsureWork)) found.add(plan)
      for (const plan of short('confused')) if (this.lookShort(plan)) found.add(plan)
    }
    return { ...this.titles(limit), matchOf: (id) => this.matchOf(id, found, words) }
  }

  /** Notes the titles that hold every word, looking through the texts of the word that the fewest texts hold. */
  private lookWords(words: readonly (readonly Plan[])[]): void {
    const { pool, board } = this
    const rarest = words
      .map((plans) => ({ plans, lists: this.listsOf(plans) }))
      .toSorted((a, b) => totalLength(a.lists) - totalLength(b.lists))[0]
    if (!rarest) return
    const others = words.filter((plans) => plans !== rarest.plans)
    const matcher = new WordMatcher(pool)
    const seen = new Set<number>()
    const compare = (slot: number): void => {
      if (seen.has(slot) || matcher.compared > wordsWork || pool.alive.at(slot) === 0) return
      seen.add(slot)
      if (matcher.match(slot, others) === null) return
      const match = matcher.match(slot, words)
      if (match) board.note(pool.nameTexts.at(slot), rankOf('words', match.kind, match.extent))
    }
    scan(rarest.lists, { most: mostTaken, mostLooked }, (text) => {
      const [start, end] = [pool.starts.at(text), pool.starts.at(text + 1)]
      if (!rarest.plans.some((plan) => placeOf(plan, pool, start, end) >= 0)) return false
      const owner = pool.owners.at(text)
      if (pool.kinds.at(text) !== kindNumber.person) compare(owner)
      else this.eachSlotOf(owner, mostOfPerson, compare)
      return false
    })
  }

  /** Notes the names that an abbreviation stands for. */
  private lookShort(plan: Plan): boolean {
    let found = false
    for (const source of this.index ? [this.index, this.fresh] : [this.fresh]) {
      for (const isName of [true, false]) {
        const texts = this.abbreviations.candidates(plan, source.ofKind(isName), this.pool.textCount)
        for (const text of texts.slice(0, shortWork)) if (this.visit(plan, text)) found = true
      }
    }
    return found
  }

  /** Lists that together hold every text that one of these plans could match, each once. */
  private listsOf(plans: readonly Plan[]): ArrayLike<number>[] {
    const sources = this.index ? [this.index, this.fresh] : [this.fresh]
    return sources.flatMap((source) =>
      [true, false].flatMap((isName) => {
        const lists = source.ofKind(isName)
        const grams = new Set(plans.flatMap((plan) => stepsOf(plan, lists).at(-1) ?? []))
        return Array.from(grams, (gram) => lists.list(gram)).filter(({ length }) => length > 0)
      }),
    )
  }

  private eachSlotOf(person: number, most: number, visit: (slot: number) => void): void {
    this.index?.slotsOf(person).subarray(0, most).forEach(visit)
    this.fresh.slotsOf(person).forEach(visit)
  }

  /**
   * Notes the texts that these plans match, in about the order of relevance, until there are enough. Returns the plans
   * that found one.
   */
  private look(plans: readonly Plan[], work: number): Set<Plan> {
    const found = new Set<Plan>()
    let left = work
    for (const { plan, lists } of this.lookups(plans)) {
      if (left <= 0 || this.board.size >= mostTaken) break
      let taken = 0
      const visit = (text: number): boolean => {
        const isMatch = this.visit(plan, text)
        if (isMatch) taken++
        return isMatch
      }
      left -= scan(lists, { most: mostTaken, mostLooked: Math.min(mostLooked, left) }, visit)
      if (taken > 0) found.add(plan)
    }
    return found
  }

  /** Where to look for plans, one after the other: by meaning, names first, and step by step. */
  private *lookups(plans: readonly Plan[]): Generator<{ plan: Plan; lists: ArrayLike<number>[] }> {
    const sources = this.index ? [this.index, this.fresh] : [this.fresh]
    for (const same of Map.groupBy(plans, ({ meaning }) => meaning).values()) {
      for (const isName of [true, false]) {
        const works = sources.flatMap((source) => {
          const lists = source.ofKind(isName)
          return same.map((plan) => ({ plan, lists, steps: stepsOf(plan, lists) }))
        })
        for (let step = 0; step < mostSteps; step++) {
          const found = works.map(({ plan, lists, steps }) => {
            const some = (steps[step] ?? []).map((gram) => lists.list(gram)).filter(({ length }) => length > 0)
            return { plan, lists: some, length: some.reduce((sum, { length }) => sum + length, 0) }
          })
          // Where there is not time for all, the most telling are looked through.
          yield* found.filter(({ length }) => length > 0).toSorted((a, b) => a.length - b.length)
        }
      }
    }
  }

  /** Notes a text where the plan matches it. */
  private visit(plan: Plan, text: number): boolean {
    const { pool } = this
    const start = pool.starts.at(text)
    const end = pool.starts.at(text + 1)
    const place = placeOf(plan, pool, start, end)
    if (place < 0) return false
    const kind = pool.kinds.at(text)
    if (kind === kindNumber.person && plan.runs !== null) return false
    if (kind !== kindNumber.person && pool.alive.at(pool.owners.at(text)) === 0) return false
    this.board.note(text, rankOf(plan.meaning, kind, extentOf(plan, place, start, end)))
    return true
  }

  /** The titles of what was found, by rank and then by plays. */
  private titles(limit: number): { ids: number[]; ranks: number[] } {
    const ids: number[] = []
    const ranks: number[] = []
    this.sorter.begin(this.pool.slotCount)
    for (const [rank, texts] of this.board.byRank().entries()) {
      for (const text of texts) if (this.sorter.size < mostOfRank) this.sortTitlesOf(text)
      for (const id of this.sorter.take()) {
        if (ids.length === limit) break
        ids.push(id)
        ranks.push(rank)
      }
      if (ids.length === limit) break
    }
    return { ids, ranks }
  }

  /** Gives the living titles that a text belongs to to the sorter. */
  private sortTitlesOf(text: number): void {
    const { pool, sorter } = this
    const add = (slot: number): void => {
      if (pool.alive.at(slot) === 1) sorter.add(slot, pool.ids.at(slot), pool.hits.at(slot))
    }
    const owner = pool.owners.at(text)
    if (pool.kinds.at(text) !== kindNumber.person) return add(owner)
    this.eachSlotOf(owner, mostOfRank, add)
  }

  /** The best match among a title's texts. */
  private matchOf(id: number, plans: ReadonlySet<Plan>, words: readonly (readonly Plan[])[]): Match | null {
    const { pool } = this
    let best: Match | null = null
    let least = rankCount
    for (const { kind, texts } of pool.textsOf(id)) {
      for (const [which, text] of texts.entries()) {
        const [start, end] = [pool.starts.at(text), pool.starts.at(text + 1)]
        for (const plan of plans) {
          if (plan.runs !== null && kind === kindNumber.person) continue
          const place = placeOf(plan, pool, start, end)
          const rank = place < 0 ? rankCount : rankOf(plan.meaning, kind, extentOf(plan, place, start, end))
          if (rank >= least) continue
          least = rank
          const spans = spansOf(plan, place, pool, start, end)
          best = { kind, which, spans: spans.map((span) => ({ ...span, place: span.place - start })) }
        }
      }
    }
    const slot = pool.slotOf(id)
    const byWords = slot === null || words.length === 0 ? null : new WordMatcher(pool).match(slot, words)
    if (slot === null || !byWords || rankOf('words', byWords.kind, byWords.extent) >= least) return best
    // The title itself is what was meant: a person that one of the words names would stand for all his titles.
    const start = pool.starts.at(pool.nameTexts.at(slot))
    return {
      kind: kindNumber.name,
      which: 0,
      spans: byWords.nameSpans.map((span) => ({ ...span, place: span.place - start })),
    }
  }
}

const totalLength = (lists: readonly ArrayLike<number>[]): number => lists.reduce((sum, { length }) => sum + length, 0)
