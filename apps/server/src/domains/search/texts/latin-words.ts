import type { Unit } from '@yunmu/zh'
import { NameTable } from './name-table.ts'

const minWordLength = 3
const maxWordLength = 32
const isLetter = ({ char }: Unit): boolean => /^[a-z]$/.test(char)

export interface LatinWord {
  /** The index of its first unit. */
  at: number
  word: string
}

/** The Latin words of a text: runs of adjacent letters. */
export function latinWordsOf(units: readonly Unit[]): LatinWord[] {
  const words: LatinWord[] = []
  let last: Unit | null = null
  for (const [at, unit] of units.entries()) {
    const word = words.at(-1)
    if (isLetter(unit)) {
      if (word && last && isLetter(last) && last.to === unit.from) word.word += unit.char
      else words.push({ at, word: unit.char })
    }
    last = unit
  }
  return words
}

/** Words of one length in the order in which they were added. */
interface WordTable {
  letters: Uint8Array
  count: number
}

/**
 * The vocabulary of Latin words in names, for the correction of typing errors. Names of several words are also added without
 * spaces, because visitors leave them out. Words are stored as bytes by length, in the order in which titles were added.
 */
export class LatinWords {
  private readonly known = new NameTable()
  private readonly tables = new Map<number, WordTable>()

  /** Adds the words of a text. */
  addAll(units: readonly Unit[]): void {
    const words = latinWordsOf(units)
    for (const { word } of words) this.add(word)
    if (words.length > 1) this.add(words.map(({ word }) => word).join(''))
  }

  has(word: string): boolean {
    return this.known.has(word)
  }

  /** At most `max` words that differ by one letter inserted, omitted or replaced, or by two adjacent letters swapped. */
  similarTo(word: string, max: number): string[] {
    const found: string[] = []
    const typed = Uint8Array.from(word, (letter) => letter.charCodeAt(0))
    for (const length of [word.length, word.length + 1, word.length - 1]) {
      const table = this.tables.get(length)
      for (let at = 0; at < (table?.count ?? 0) && found.length < max; at++) {
        const letters = table?.letters ?? typed
        if (isOneEdit(letters, at * length, length, typed))
          found.push(String.fromCharCode(...letters.subarray(at * length, (at + 1) * length)))
      }
    }
    return found
  }

  private add(word: string): void {
    const { length } = word
    if (length < minWordLength || length > maxWordLength || !this.known.intern(word).isNew) return
    const table = this.tables.get(length) ?? { letters: new Uint8Array(16 * length), count: 0 }
    this.tables.set(length, table)
    if (table.letters.length === table.count * length) {
      const grown = new Uint8Array(2 * table.letters.length)
      grown.set(table.letters)
      table.letters = grown
    }
    for (let at = 0; at < length; at++) table.letters[table.count * length + at] = word.charCodeAt(at)
    table.count++
  }
}

/** Whether the letters from `start` and the typed ones differ by exactly one edit. Lengths must differ by one at most. */
function isOneEdit(letters: Uint8Array, start: number, length: number, typed: Uint8Array): boolean {
  const shorter = Math.min(length, typed.length)
  let head = 0
  while (head < shorter && letters[start + head] === typed[head]) head++
  let tail = 0
  while (tail < shorter - head && letters[start + length - 1 - tail] === typed[typed.length - 1 - tail]) tail++
  const [left, right] = [length - head - tail, typed.length - head - tail]
  if (left === 0 && right === 0) return false
  if (left <= 1 && right <= 1) return true
  const at = start + head
  return left === 2 && right === 2 && letters[at] === typed[head + 1] && letters[at + 1] === typed[head]
}
