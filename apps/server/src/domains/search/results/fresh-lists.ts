import { eachList, listOf, type GramLists } from '../texts/grams.ts'
import type { SoundBook } from '../texts/sound-book.ts'
import type { TextPool } from '../texts/text-pool.ts'

const none: readonly number[] = []

function add(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** The lists of what came after an index was made: dear in memory, but made at once and one title at a time. */
export class FreshLists {
  private readonly pool: TextPool
  private readonly book: SoundBook
  /** Everything before is in the index. */
  private nextText: number
  private nextSlot: number
  /** Texts by the number of a list. */
  private texts = new Map<number, number[]>()
  /** The slots of titles by person. */
  private slots = new Map<number, number[]>()

  constructor(pool: TextPool, book: SoundBook, from: { textCount: number; slotCount: number }) {
    this.pool = pool
    this.book = book
    this.nextText = from.textCount
    this.nextSlot = from.slotCount
  }

  /** The lists of names, or of all else. */
  ofKind(isName: boolean): GramLists {
    const list = (gram: number): readonly number[] => this.texts.get(listOf(gram, isName)) ?? none
    return { list, lengthOf: (gram) => list(gram).length }
  }

  slotsOf(person: number): readonly number[] {
    return this.slots.get(person) ?? none
  }

  /** Takes in what was put into the pool since. */
  follow(): void {
    const { pool, book } = this
    for (; this.nextText < pool.textCount; this.nextText++)
      eachList(pool, book, this.nextText, (list) => add(this.texts, list, this.nextText))
    for (; this.nextSlot < pool.slotCount; this.nextSlot++) {
      for (let at = pool.peopleStarts.at(this.nextSlot); at < pool.peopleStarts.at(this.nextSlot + 1); at++)
        add(this.slots, pool.people.at(at), this.nextSlot)
    }
  }
}
