import { forEachList, listCount, listOf, type PostingLists } from './grams.ts'
import type { SoundTable } from './sound-table.ts'
import { kindNumber, type TextPool } from './text-pool.ts'

/** Values processed between two yields. */
const batchSize = 4000
const maxHalf = 0xffff

/**
 * Inverted index: a posting list of texts for every gram, the most played titles first. One index serves characters,
 * pinyin and confused sounds, because sounds are indexed by class and candidates are compared unit by unit.
 */
export class GramIndex {
  /** Texts and slots below these numbers are indexed. */
  readonly textCount: number
  readonly slotCount: number
  private readonly offsets: Uint32Array
  private readonly texts: Uint32Array
  /** The slots of each person's titles: `personSlots` from `personOffsets[person]` on. */
  private readonly personOffsets: Uint32Array
  private readonly personSlots: Uint32Array

  private constructor(parts: {
    textCount: number
    slotCount: number
    offsets: Uint32Array
    texts: Uint32Array
    personOffsets: Uint32Array
    personSlots: Uint32Array
  }) {
    this.textCount = parts.textCount
    this.slotCount = parts.slotCount
    this.offsets = parts.offsets
    this.texts = parts.texts
    this.personOffsets = parts.personOffsets
    this.personSlots = parts.personSlots
  }

  /** The posting lists of names, or those of aliases and people. */
  ofKind(isName: boolean): PostingLists {
    const { offsets, texts } = this
    const startOf = (list: number): number => offsets[list] ?? 0
    return {
      postings: (gram) => texts.subarray(startOf(listOf(gram, isName)), startOf(listOf(gram, isName) + 1)),
      countOf: (gram) => startOf(listOf(gram, isName) + 1) - startOf(listOf(gram, isName)),
    }
  }

  slotsOf(person: number): Uint32Array {
    return this.personSlots.subarray(this.personOffsets[person] ?? 0, this.personOffsets[person + 1] ?? 0)
  }

  /** Indexes the pool in batches. `yieldToMessages` is awaited between them, so that searches can run. */
  static async build(pool: TextPool, soundTable: SoundTable, yieldToMessages: () => Promise<void>): Promise<GramIndex> {
    const { textCount, slotCount } = pool
    const order = await slotsByHits(pool, yieldToMessages)
    const people = await indexPeople(pool, order, yieldToMessages)
    const inOrder = await textsByHits(pool, order, people.first, yieldToMessages)
    const offsets = new Uint32Array(listCount + 1)
    await forEachYielding(inOrder, yieldToMessages, (text) => {
      forEachList(pool, soundTable, text, (list) => {
        offsets[list + 1] = (offsets[list + 1] ?? 0) + 1
      })
    })
    for (let list = 0; list < listCount; list++) offsets[list + 1] = (offsets[list + 1] ?? 0) + (offsets[list] ?? 0)
    const next = offsets.slice(0, listCount)
    const texts = new Uint32Array(offsets[listCount] ?? 0)
    await forEachYielding(inOrder, yieldToMessages, (text) => {
      forEachList(pool, soundTable, text, (list) => {
        const place = next[list] ?? 0
        texts[place] = text
        next[list] = place + 1
      })
    })
    return new GramIndex({
      textCount,
      slotCount,
      offsets,
      texts,
      personOffsets: people.offsets,
      personSlots: people.slots,
    })
  }
}

async function forEachYielding(
  values: Uint32Array,
  yieldToMessages: () => Promise<void>,
  each: (value: number) => void,
): Promise<void> {
  for (let at = 0; at < values.length; at++) {
    each(values[at] ?? 0)
    if (at % batchSize === batchSize - 1) await yieldToMessages()
  }
}

/**
 * The slots of published titles by plays, descending; equal ones in their order. A radix sort by 16 bits that yields,
 * because sorting a million in one go would delay searches.
 */
async function slotsByHits(pool: TextPool, yieldToMessages: () => Promise<void>): Promise<Uint32Array> {
  const { slotCount } = pool
  // Copied, because plays are updated meanwhile.
  const hits = pool.hits.values.slice(0, slotCount)
  let slots = new Uint32Array(slotCount)
  let count = 0
  for (let slot = 0; slot < slotCount; slot++) if (pool.alive.at(slot) === 1) slots[count++] = slot
  slots = slots.subarray(0, count)
  for (const shift of [0, 16]) {
    const digitOf = (slot: number): number => maxHalf - (((hits[slot] ?? 0) >>> shift) & maxHalf)
    const next = new Uint32Array(maxHalf + 2)
    await forEachYielding(slots, yieldToMessages, (slot) => {
      const after = digitOf(slot) + 1
      next[after] = (next[after] ?? 0) + 1
    })
    for (let digit = 0; digit < maxHalf; digit++) next[digit + 1] = (next[digit + 1] ?? 0) + (next[digit] ?? 0)
    const sorted = new Uint32Array(count)
    await forEachYielding(slots, yieldToMessages, (slot) => {
      const digit = digitOf(slot)
      const place = next[digit] ?? 0
      sorted[place] = slot
      next[digit] = place + 1
    })
    slots = sorted
  }
  return slots
}

interface People {
  offsets: Uint32Array
  slots: Uint32Array
  /** By person: the slot of their most played title, or the largest number. */
  first: Uint32Array
}

async function indexPeople(pool: TextPool, order: Uint32Array, yieldToMessages: () => Promise<void>): Promise<People> {
  const count = pool.personTexts.length
  const offsets = new Uint32Array(count + 1)
  const first = new Uint32Array(count).fill(0xffff_ffff)
  const eachPerson = async (visit: (person: number, slot: number) => void): Promise<void> => {
    await forEachYielding(order, yieldToMessages, (slot) => {
      for (let at = pool.peopleStarts.at(slot); at < pool.peopleStarts.at(slot + 1); at++)
        visit(pool.people.at(at), slot)
    })
  }
  await eachPerson((person, slot) => {
    if (person >= count) return
    offsets[person + 1] = (offsets[person + 1] ?? 0) + 1
    if (first[person] === 0xffff_ffff) first[person] = slot
  })
  for (let person = 0; person < count; person++)
    offsets[person + 1] = (offsets[person + 1] ?? 0) + (offsets[person] ?? 0)
  const slots = new Uint32Array(offsets[count] ?? 0)
  const next = offsets.slice(0, count)
  await eachPerson((person, slot) => {
    if (person >= count) return
    const place = next[person] ?? 0
    slots[place] = slot
    next[person] = place + 1
  })
  return { offsets, slots, first }
}

/** Texts by the plays of their title: its names, then the people whose most played title it is. */
async function textsByHits(
  pool: TextPool,
  order: Uint32Array,
  firstTitle: Uint32Array,
  yieldToMessages: () => Promise<void>,
): Promise<Uint32Array> {
  const { textCount } = pool
  const texts = new Uint32Array(textCount)
  let count = 0
  await forEachYielding(order, yieldToMessages, (slot) => {
    for (let text = pool.nameTexts.at(slot); text < textCount; text++) {
      if (pool.kinds.at(text) === kindNumber.person || pool.owners.at(text) !== slot) break
      texts[count++] = text
    }
    for (let at = pool.peopleStarts.at(slot); at < pool.peopleStarts.at(slot + 1); at++) {
      const person = pool.people.at(at)
      // Adds each person once: a title lists a person once.
      if (firstTitle[person] === slot) texts[count++] = pool.personTexts.at(person)
    }
  })
  return texts.subarray(0, count)
}
