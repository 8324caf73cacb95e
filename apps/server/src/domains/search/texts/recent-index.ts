import { forEachList, listOf, type PostingLists } from './grams.ts'
import type { SoundTable } from './sound-table.ts'
import type { TextPool } from './text-pool.ts'

const noPostings: readonly number[] = []

function add(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Posting lists of the texts added after an index was built. They take more memory, but are updated title by title. */
export class RecentIndex {
  private readonly pool: TextPool
  private readonly soundTable: SoundTable
  /** Earlier texts and slots are indexed already. */
  private nextText: number
  private nextSlot: number
  /** Texts by list number. */
  private texts = new Map<number, number[]>()
  /** The slots of titles by person. */
  private slots = new Map<number, number[]>()

  constructor(pool: TextPool, soundTable: SoundTable, from: { textCount: number; slotCount: number }) {
    this.pool = pool
    this.soundTable = soundTable
    this.nextText = from.textCount
    this.nextSlot = from.slotCount
  }

  /** Whether it has texts. */
  get isEmpty(): boolean {
    return this.texts.size === 0
  }

  /** The posting lists of names, or those of aliases and people. */
  ofKind(isName: boolean): PostingLists {
    const list = (gram: number): readonly number[] => this.texts.get(listOf(gram, isName)) ?? noPostings
    return { postings: list, countOf: (gram) => list(gram).length }
  }

  slotsOf(person: number): readonly number[] {
    return this.slots.get(person) ?? noPostings
  }

  /** Indexes what was added to the pool since the last call. */
  addNew(): void {
    const { pool, soundTable } = this
    for (; this.nextText < pool.textCount; this.nextText++)
      forEachList(pool, soundTable, this.nextText, (list) => add(this.texts, list, this.nextText))
    for (; this.nextSlot < pool.slotCount; this.nextSlot++) {
      for (let at = pool.peopleStarts.at(this.nextSlot); at < pool.peopleStarts.at(this.nextSlot + 1); at++)
        add(this.slots, pool.people.at(at), this.nextSlot)
    }
  }
}
