import type { Unit } from '@yunmu/zh'
import { isDigit, isLetter, tokensOf } from './query-forms.ts'

/** Forms of a query with one wrong, missing or additional character, for queries that nothing else finds. */

/** A form of a query; null stands for any one unit. */
export interface NearForm {
  units: readonly (Unit | null)[]
  /** See `Pattern`. The fewer units are known, the more of the text must be like them. */
  anchor: 'start' | 'both' | null
}

const minTokens = 3
/** Longer queries have so many forms that they would cost too much. */
const maxTokens = 12
/** Fewer known characters are in too many names. */
const minHan = 2

function anchorOf(known: number): NearForm['anchor'] {
  if (known === 2) return 'both'
  return known === 3 ? 'start' : null
}

/**
 * The forms of a query of three characters or more; none if it has too few to compare. A number or a run of letters may be
 * too much as a whole (`雾港来信12345`).
 */
export function nearForms(units: readonly Unit[]): NearForm[] {
  const tokens = tokensOf(units)
  if (tokens.length < minTokens || tokens.length > maxTokens) return []
  const forms = tokens.flatMap((token, at): (Unit | null)[][] => [
    tokens.toSpliced(at, 1).flat(),
    ...(token.length === 1 ? [[...tokens.slice(0, at).flat(), null, ...tokens.slice(at + 1).flat()]] : []),
    ...(at > 0 ? [[...tokens.slice(0, at).flat(), null, ...tokens.slice(at).flat()]] : []),
  ])
  return forms.flatMap((form) => {
    const known = form.filter((unit) => unit !== null)
    if (known.filter((unit) => !isLetter(unit) && !isDigit(unit)).length < minHan) return []
    return [{ units: form, anchor: anchorOf(known.length) }]
  })
}
