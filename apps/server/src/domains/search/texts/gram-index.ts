import { eachList, listCount, listOf, type GramLists } from './grams.ts'
import type { SoundBook } from './sound-book.ts'
import { kindNumber, type TextPool } from './text-pool.ts'

/** Texts that are worked through before others get their turn. */
const piece = 4000
const halfMost = 0xffff

/**
 * Which texts hold what: lists of texts for every gram, the texts of the most played titles first. One index serves
 * characters, pinyin and confused sounds alike, because all of a class stand in one list and what is found is compared
 * unit by unit.
 */
export class GramIndex {
  /** Texts below this number are in the lists, and titles below that one. */
  readonly textCount: number
  readonly slotCount: number
  private readonly offsets: Uint32Array
  private readonly texts: Uint32Array
  /** The slots of a person's titles, by number. */
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

  /** The lists of names, or of all else. */
  ofKind(isName: boolean): GramLists {
    const { offsets, texts } = this
    const startOf = (list: number): number => offsets[list] ?? 0
    return {
      list: (gram) => texts.subarray(startOf(listOf(gram, isName)), startOf(listOf(gram, isName) + 1)),
      lengthOf: (gram) => startOf(listOf(gram, isName) + 1) - startOf(listOf(gram, isName)),
    }
  }

  slotsOf(person: number): Uint32Array {
    return this.personSlots.subarray(this.personOffsets[person] ?? 0, this.personOffsets[person + 1] ?? 0)
  }

  /** Indexes what is in the pool now, in pieces: `rest` is awaited between them, so that requests get their turn. */
  static async build(pool: TextPool, book: SoundBook, rest: () => Promise<void>): Promise<GramIndex> {
    const { textCount, slotCount } = pool
    const order = await byHits(pool, rest)
    const people = await indexPeople(pool, order, rest)
    const inOrder = await textsInOrder(pool, order, people.first, rest)
    const offsets = new Uint32Array(listCount + 1)
    await inPieces(inOrder, rest, (text) => {
      eachList(pool, book, text, (list) => {
        offsets[list + 1] = (offsets[list + 1] ?? 0) + 1
      })
    })
    for (let list = 0; list < listCount; list++) offsets[list + 1] = (offsets[list + 1] ?? 0) + (offsets[list] ?? 0)
    const next = offsets.slice(0, listCount)
    const texts = new Uint32Array(offsets[listCount] ?? 0)
    await inPieces(inOrder, rest, (text) => {
      eachList(pool, book, text, (list) => {
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

async function inPieces(values: Uint32Array, rest: () => Promise<void>, each: (value: number) => void): Promise<void> {
  for (let at = 0; at < values.length; at++) {
    each(values[at] ?? 0)
    if (at % piece === piece - 1) await rest()
  }
}

/**
 * The slots that are alive, the most played first, then the earlier: sorted by half of the number after the other (radix
 * sort), because a million cannot be sorted in one go without anybody noticing.
 */
async function byHits(pool: TextPool, rest: () => Promise<void>): Promise<Uint32Array> {
  const { slotCount } = pool
  // Plays are counted meanwhile.
  const hits = pool.hits.values.slice(0, slotCount)
  let slots = new Uint32Array(slotCount)
  let count = 0
  for (let slot = 0; slot < slotCount; slot++) if (pool.alive.at(slot) === 1) slots[count++] = slot
  slots = slots.subarray(0, count)
  for (const shift of [0, 16]) {
    const digitOf = (slot: number): number => halfMost - (((hits[slot] ?? 0) >>> shift) & halfMost)
    const next = new Uint32Array(halfMost + 2)
    await inPieces(slots, rest, (slot) => {
      const after = digitOf(slot) + 1
      next[after] = (next[after] ?? 0) + 1
    })
    for (let digit = 0; digit < halfMost; digit++) next[digit + 1] = (next[digit + 1] ?? 0) + (next[digit] ?? 0)
    const sorted = new Uint32Array(count)
    await inPieces(slots, rest, (slot) => {
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
  /** By person: the place of their most played title, or the largest number. */
  first: Uint32Array
}

async function indexPeople(pool: TextPool, order: Uint32Array, rest: () => Promise<void>): Promise<People> {
  const count = pool.personTexts.length
  const offsets = new Uint32Array(count + 1)
  const first = new Uint32Array(count).fill(0xffff_ffff)
  const eachPerson = async (visit: (person: number, slot: number) => void): Promise<void> => {
    await inPieces(order, rest, (slot) => {
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

/** Texts by the plays of their titles: a title's own, then its people's where it is their most played. */
async function textsInOrder(
  pool: TextPool,
  order: Uint32Array,
  firstTitle: Uint32Array,
  rest: () => Promise<void>,
): Promise<Uint32Array> {
  const { textCount } = pool
  const texts = new Uint32Array(textCount)
  let count = 0
  await inPieces(order, rest, (slot) => {
    for (let text = pool.nameTexts.at(slot); text < textCount; text++) {
      if (pool.kinds.at(text) === kindNumber.person || pool.owners.at(text) !== slot) break
      texts[count++] = text
    }
    for (let at = pool.peopleStarts.at(slot); at < pool.peopleStarts.at(slot + 1); at++) {
      const person = pool.people.at(at)
      // Each once: the same person does not stand twice behind one title.
      if (firstTitle[person] === slot) texts[count++] = pool.personTexts.at(person)
    }
  })
  return texts.subarray(0, count)
}
