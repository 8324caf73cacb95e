import { GramIndex, grams } from './gram-index.ts'
import { rankCount, rankOf } from './match-ranks.ts'
import { plansOf, type Plan, type Slot } from './query-plans.ts'
import { SoundBook } from './sound-book.ts'
import { extentOf, placeOf } from './text-match.ts'
import { kindNumber, TextPool } from './text-pool.ts'
import type { TitleTexts } from './search-needs.ts'

export interface Found {
  /** The ids of the titles, the most relevant first. */
  ids: number[]
  /** The rank of each. */
  ranks: number[]
  /** What of the query's meanings found something. */
  plans: readonly Plan[]
  /** The numbers of sounds that the plans are in. */
  soundNumber: (sound: string) => number
}

/** Texts that one plan looks at: what is beyond stands at the end of lists that begin with the most played. */
const mostLooked = 15_000
/** Texts of one rank that are kept. */
const mostOfRank = 1200
/** With so many titles found as it was spelled, a query holds no error. Of characters, one that is found was meant. */
const enough = 5
/** So many texts are more titles than that: several texts of one title are few. */
const surelyEnough = 100
/** Combinations of classes or initials that are looked up for two or three neighbours. */
const mostGrams = 1200

/** Finds titles by any of their texts in well under the time of a request; knows nothing of where they come from. */
export class SearchEngine {
  readonly book = new SoundBook()
  private pool = new TextPool(this.book)
  private index: GramIndex | null = null

  get size(): number {
    return this.pool.slotCount - this.pool.dead
  }

  /** How many texts are looked through one by one. */
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
    this.index = await GramIndex.build(this.pool, this.book, rest)
  }

  /** Gives back room: after everything was put in. */
  trim(): void {
    this.pool.trim()
  }

  plans(query: string): ReturnType<typeof plansOf> {
    return plansOf(query, { book: this.book, classesOf: (code) => this.pool.classesOf(code) })
  }

  /** The titles that a query finds, `limit` at most. */
  find(query: string, limit: number): Found {
    const { sure, unsure, isSpelled } = this.plans(query)
    const texts = new Map<number, number>()
    const found = sure.filter((plan) => this.look(plan, texts))
    const wanted = isSpelled ? enough : 1
    if (texts.size < surelyEnough && this.titlesOf(texts, wanted).ids.length < wanted)
      found.push(...unsure().filter((plan) => this.look(plan, texts)))
    return { ...this.titlesOf(texts, limit), plans: found, soundNumber: (sound) => this.book.find(sound) }
  }

  /** Notes every text that a plan matches with its best rank. Tells whether there was one. */
  private look(plan: Plan, texts: Map<number, number>): boolean {
    const { pool, index } = this
    const { view } = pool
    let any = false
    const visit = (text: number): boolean => {
      const start = pool.starts.at(text)
      const end = pool.starts.at(text + 1)
      const place = placeOf(plan, view, start, end)
      if (place < 0) return false
      const kind = pool.kinds.at(text)
      if (kind !== kindNumber.person && pool.alive.at(pool.owners.at(text)) === 0) return false
      const rank = rankOf(plan.meaning, kind, extentOf(plan, place, start, end))
      any = true
      const known = texts.get(text)
      if (known === undefined || rank < known) texts.set(text, rank)
      return true
    }
    if (index) {
      for (const { list, most } of listsOf(plan, index)) {
        let found = 0
        for (let at = 0; at < list.length && found < most; at++) if (visit(list[at] ?? 0)) found++
      }
    }
    for (let text = index?.textCount ?? 0; text < pool.textCount; text++) visit(text)
    return any
  }

  /** The titles of texts, by rank and then by plays. */
  private titlesOf(texts: ReadonlyMap<number, number>, limit: number): { ids: number[]; ranks: number[] } {
    const { pool } = this
    const buckets: number[][] = Array.from({ length: rankCount }, () => [])
    for (const [text, rank] of texts) buckets[rank]?.push(text)
    const taken = new Set<number>()
    const ranks: number[] = []
    for (const [rank, bucket] of buckets.entries()) {
      if (bucket.length === 0 || taken.size >= limit) continue
      const slots = bucket.slice(0, mostOfRank).flatMap((text) => this.slotsOf(text))
      for (const slot of slots.toSorted(
        (a, b) => pool.hits.at(b) - pool.hits.at(a) || pool.ids.at(b) - pool.ids.at(a),
      )) {
        if (taken.size >= limit) break
        if (taken.has(slot)) continue
        taken.add(slot)
        ranks.push(rank)
      }
    }
    return { ids: Array.from(taken, (slot) => pool.ids.at(slot)), ranks }
  }

  /** The slots of living titles that a text belongs to. */
  private slotsOf(text: number): number[] {
    const { pool, index } = this
    const owner = pool.owners.at(text)
    if (pool.kinds.at(text) !== kindNumber.person) return [owner]
    const slots = index ? Array.from(index.slotsOf(owner).subarray(0, mostOfRank)) : []
    for (let slot = index?.slotCount ?? 0; slot < pool.slotCount; slot++) {
      for (let at = pool.peopleStarts.at(slot); at < pool.peopleStarts.at(slot + 1); at++)
        if (pool.people.at(at) === owner) slots.push(slot)
    }
    return slots.filter((slot) => pool.alive.at(slot) === 1)
  }
}

interface TextList {
  list: Uint32Array
  /** How many matches of it are enough. */
  most: number
}

const sumOf = (index: GramIndex, keys: readonly number[]): number =>
  keys.reduce((sum, key) => sum + index.lengthOf(key), 0)

/** The shortest lists that hold every text which the plan could match. */
function listsOf(plan: Plan, index: GramIndex): TextList[] {
  const { slots, atBeginning } = plan
  const [one, two] = slots
  if (!one) return []
  if (slots.length === 1) return ofOne(one, atBeginning, index)
  if (atBeginning && two) {
    const keys = one.initials.flatMap((a) => two.initials.map((b) => grams.firstInitials(a, b)))
    return cut(keys, index)
  }
  const choices = [...pairsOf(slots), ...initialsOf(slots)]
  let best: number[] | null = null
  let least = Number.POSITIVE_INFINITY
  for (const keys of choices) {
    const sum = sumOf(index, keys)
    if (sum < least) {
      least = sum
      best = keys
    }
    if (sum === 0) return []
  }
  return cut(best ?? slots.flatMap(({ classes }) => classes.map(grams.lone)), index)
}

/** Names that are it, and the most played of those that begin with it or hold it. */
function ofOne(slot: Slot, atBeginning: boolean, index: GramIndex): TextList[] {
  if (atBeginning) return cut(slot.initials.map(grams.firstInitial), index)
  const most = Math.ceil(mostOfRank / Math.max(1, slot.classes.length))
  const looked = Math.ceil(mostLooked / Math.max(1, slot.classes.length))
  return [grams.only, grams.first, grams.lone].flatMap((gram) =>
    slot.classes.map((each) => ({ list: index.list(gram(each)).subarray(0, looked), most })),
  )
}

function pairsOf(slots: readonly Slot[]): number[][] {
  return slots.slice(1).flatMap((second, at) => {
    const first = slots[at]
    if (!first || first.classes.length * second.classes.length > mostGrams) return []
    return [first.classes.flatMap((a) => second.classes.map((b) => grams.pair(a, b)))]
  })
}

function initialsOf(slots: readonly Slot[]): number[][] {
  return slots.slice(2).flatMap((third, at) => {
    const [first, second] = slots.slice(at, at + 2)
    if (!first || !second) return []
    // Three letters in a row are not kept by their initials.
    if ([first, second, third].some(({ code, initials }) => code !== null || initials.length === 0)) return []
    if (first.initials.length * second.initials.length * third.initials.length > mostGrams) return []
    return [
      first.initials.flatMap((a) => second.initials.flatMap((b) => third.initials.map((c) => grams.initials(a, b, c)))),
    ]
  })
}

/** The lists of these grams, each cut to its share where they are too long together. */
function cut(keys: readonly number[], index: GramIndex): TextList[] {
  const share = Math.min(1, mostLooked / Math.max(1, sumOf(index, keys)))
  return keys
    .map((key) => index.list(key))
    .filter((list) => list.length > 0)
    .map((list) => ({ list: list.subarray(0, Math.ceil(list.length * share)), most: Number.POSITIVE_INFINITY }))
}
