import { numberForms, seasonForms, unitsOf, type Unit } from '@yunmu/zh'

/** One spelling of a query. */
export interface QueryForm {
  units: readonly Unit[]
  /** Whether the visitor typed its letters: added ones (`season 2` for `2`) are not pinyin. */
  mayBePinyin: boolean
}

/** × typed as a letter: a separate word (`spy x family`), or lower case between capitals (`SPYxFAMILY`). */
const cross = /(?<=[a-z\d])\s+x\s+(?=[a-z\d])/giu
const smallCross = /(?<=[A-Z])x(?=[A-Z])/gu
/** A year or other number in front of a Chinese name, where the name may have it at its end: `1988请回答`. */
const numberFirst = /^(\d{3,})\s*(\p{Script=Han}.*)$/u
const latinLetters = /[a-z]+/giu

/** Equivalent spellings of a query: the typed one, others of its numbers and seasons, and with its number at the end. */
export function queryForms(query: string): QueryForm[] {
  const folded = query.normalize('NFKC')
  const typed = [query, folded.replace(cross, ' ').replace(smallCross, ' '), folded.replace(numberFirst, '$2$1')]
  const texts = new Set(typed.flatMap((text) => [text, ...numberForms(text), ...seasonForms(text)]))
  const letterCount = (text: string): number => text.match(latinLetters)?.join('').length ?? 0
  const forms = new Map<string, QueryForm>()
  for (const text of texts) {
    const units = unitsOf(text)
    const key = units.map(({ char }) => char).join('')
    if (key !== '' && !forms.has(key)) forms.set(key, { units, mayBePinyin: letterCount(text) <= letterCount(query) })
  }
  return [...forms.values()]
}

export const isLetter = ({ char }: Unit): boolean => /^[a-z]$/.test(char)
export const isDigit = ({ char }: Unit): boolean => /^\d$/.test(char)

const maxWords = 6
const betweenWords = /[\s\p{P}\p{S}]+/u

/** The distinct words of a query; empty if it is a single word. */
export function wordsOf(query: string): string[] {
  const words = query.split(betweenWords).filter((word) => word !== '')
  return words.length > 1 ? [...new Set(words)].slice(0, maxWords) : []
}

/** Splits units into runs of letters, runs of digits and single characters. */
export function tokensOf(units: readonly Unit[]): Unit[][] {
  const runs: Unit[][] = []
  for (const unit of units) {
    const last = runs.at(-1)
    const [first] = last ?? []
    if (last && first && ((isLetter(first) && isLetter(unit)) || (isDigit(first) && isDigit(unit)))) last.push(unit)
    else runs.push([unit])
  }
  return runs
}
