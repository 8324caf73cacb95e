import { classCount, initialCount, type SoundBook } from './sound-book.ts'
import { kindNumber, type TextPool } from './text-pool.ts'

/**
 * Which texts hold what: a list of texts for every class of sound, every pair of neighbours, every beginning, and every
 * run of initials. Each list has the texts of the most played titles first. One index serves characters, pinyin and
 * confused sounds alike, because all of a class stand in one list and what is found is compared unit by unit.
 */

const loneAt = 0
const firstAt = loneAt + classCount
const firstInitialAt = firstAt + classCount
const firstInitialsAt = firstInitialAt + initialCount
const onlyAt = firstInitialsAt + initialCount ** 2
const pairAt = onlyAt + classCount
const initialsAt = pairAt + classCount ** 2
const gramCount = initialsAt + initialCount ** 3

export const grams = {
  /** A unit anywhere. Letters have none: a single one says too little. */
  lone: (unitClass: number): number => loneAt + unitClass,
  first: (unitClass: number): number => firstAt + unitClass,
  firstInitial: (a: number): number => firstInitialAt + a,
  firstInitials: (a: number, b: number): number => firstInitialsAt + a * initialCount + b,
  /** A text of one unit. */
  only: (unitClass: number): number => onlyAt + unitClass,
  pair: (a: number, b: number): number => pairAt + a * classCount + b,
  initials: (a: number, b: number, c: number): number => initialsAt + (a * initialCount + b) * initialCount + c,
}

/** Texts that are worked through before others get their turn. */
const piece = 4000
const isLetter = (code: number): boolean => code >= 97 && code <= 122

type Emit = (gram: number) => void

/** Every gram of one text. */
function eachGram(pool: TextPool, book: SoundBook, text: number, emit: Emit): void {
  const start = pool.starts.at(text)
  const end = pool.starts.at(text + 1)
  let beforeClass = -1
  let beforeInitial = -1
  let beforeThat = -1
  for (let at = start; at < end; at++) {
    const code = pool.codes.at(at)
    const sound = pool.sounds.at(at)
    const unitClass = book.classOf(sound, code)
    const initial = book.initialOf(sound)
    if (at === start) {
      emit(grams.first(unitClass))
      emit(grams.firstInitial(initial))
      if (end === start + 1) emit(grams.only(unitClass))
    } else {
      emit(grams.pair(beforeClass, unitClass))
      if (at === start + 1) emit(grams.firstInitials(beforeInitial, initial))
    }
    if (!isLetter(code)) emit(grams.lone(unitClass))
    // Runs of nothing but letters are found by their pairs.
    if (beforeThat >= 0 && !(isLetter(code) && isLetter(pool.codes.at(at - 1)) && isLetter(pool.codes.at(at - 2))))
      emit(grams.initials(beforeThat, beforeInitial, initial))
    beforeThat = beforeInitial
    beforeInitial = initial
    beforeClass = unitClass
  }
}

export class GramIndex {
  /** Texts below this number are in the lists; later ones must be looked through. */
  readonly textCount: number
  private readonly offsets: Uint32Array
  private readonly texts: Uint32Array
  /** The slots of a person's titles, by number. */
  private readonly personOffsets: Uint32Array
  private readonly personSlots: Uint32Array
  readonly slotCount: number

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

  list(gram: number): Uint32Array {
    return this.texts.subarray(this.offsets[gram] ?? 0, this.offsets[gram + 1] ?? 0)
  }

  lengthOf(gram: number): number {
    return (this.offsets[gram + 1] ?? 0) - (this.offsets[gram] ?? 0)
  }

  slotsOf(person: number): Uint32Array {
    return this.personSlots.subarray(this.personOffsets[person] ?? 0, this.personOffsets[person + 1] ?? 0)
  }

  /** Indexes what is in the pool now, in pieces: `rest` is awaited between them, so that requests get their turn. */
  static async build(pool: TextPool, book: SoundBook, rest: () => Promise<void>): Promise<GramIndex> {
    const { textCount, slotCount } = pool
    const order = byHits(pool)
    const people = await indexPeople(pool, order, rest)
    const inOrder = await textsInOrder(pool, order, people.first, rest)
    const offsets = new Uint32Array(gramCount + 1)
    await inPieces(inOrder, rest, (text) => {
      eachGram(pool, book, text, (gram) => {
        offsets[gram + 1] = (offsets[gram + 1] ?? 0) + 1
      })
    })
    for (let gram = 0; gram < gramCount; gram++) offsets[gram + 1] = (offsets[gram + 1] ?? 0) + (offsets[gram] ?? 0)
    const next = offsets.slice(0, gramCount)
    const texts = new Uint32Array(offsets[gramCount] ?? 0)
    await inPieces(inOrder, rest, (text) => {
      eachGram(pool, book, text, (gram) => {
        const place = next[gram] ?? 0
        texts[place] = text
        next[gram] = place + 1
      })
    })
    return new GramIndex({
      ...{ textCount, slotCount, offsets, texts },
      ...{ personOffsets: people.offsets, personSlots: people.slots },
    })
  }
}

async function inPieces(values: Uint32Array, rest: () => Promise<void>, each: (value: number) => void): Promise<void> {
  for (let at = 0; at < values.length; at++) {
    each(values[at] ?? 0)
    if (at % piece === piece - 1) await rest()
  }
}

/** The slots that are alive, the most played first; sorted natively, as numbers of plays and slot. */
function byHits(pool: TextPool): Uint32Array {
  const keys = new Float64Array(pool.slotCount)
  let count = 0
  for (let slot = 0; slot < pool.slotCount; slot++) {
    // Both fit together into the 53 bits of a double while there are fewer than four million titles.
    if (pool.alive.at(slot) === 1)
      keys[count++] = -(Math.min(pool.hits.at(slot), 2 ** 31 - 1) * 2 ** 22) + (slot % 2 ** 22)
  }
  const sorted = keys.subarray(0, count).sort()
  return Uint32Array.from(sorted, (key) => ((key % 2 ** 22) + 2 ** 22) % 2 ** 22)
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
  const nameOf = new Uint32Array(pool.slotCount)
  for (let text = 0; text < textCount; text++) {
    if (pool.kinds.at(text) === kindNumber.name) nameOf[pool.owners.at(text)] = text
    if (text % (8 * piece) === 0) await rest()
  }
  await inPieces(order, rest, (slot) => {
    for (let text = nameOf[slot] ?? 0; text < textCount; text++) {
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
