import { numberForms, seasonForms, unitsOf, type Unit } from '@yunmu/zh'

/** A way of writing a query. */
export interface QueryForm {
  units: readonly Unit[]
  /** Whether its letters were typed by the visitor: others (`season 2` for `2`) are no pinyin. */
  mayBePinyin: boolean
}

/** × between two words, typed as a letter: a word of its own (`spy x family`), or small between capitals (`SPYxFAMILY`). */
const cross = /(?<=[a-z\d])\s+x\s+(?=[a-z\d])/giu
const smallCross = /(?<=[A-Z])x(?=[A-Z])/gu
const latinLetters = /[a-z]+/giu

/** The ways of writing a query that mean the same: as it was typed, and with its numbers and parts written otherwise. */
export function queryForms(query: string): QueryForm[] {
  const typed = [query, query.normalize('NFKC').replace(cross, ' ').replace(smallCross, ' ')]
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
