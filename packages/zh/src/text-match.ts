import { unitsOf, type Unit } from './units.ts'

/** Finds a query in short texts (names of channels, teams, programmes): by characters, pinyin, initials, or a mixture. */

/** A text that queries are matched against. */
export interface SearchableText {
  text: string
  units: readonly Unit[]
  /** One UTF-16 code unit per unit, so that candidate positions can be found with the fast `indexOf`. */
  chars: string
  /** The first pinyin letter of each unit. */
  initials: string
}

/** A query prepared for searching. */
export interface TextQuery {
  units: readonly Unit[]
  chars: string
  /** For each unit the run of Latin letters that starts there; empty if it is no letter. */
  letters: readonly string[]
  /** Whether the query contains Latin letters. */
  hasLetters: boolean
}

/** Where and how a query matches a text. */
export interface TextMatch {
  /** Position and length in units. */
  position: number
  length: number
  /** Matched by characters, not by pinyin. */
  isTyped: boolean
}

const isLetter = ({ char }: Unit): boolean => /^[a-z]$/.test(char)

/** Replaces units that are not a single UTF-16 code unit. */
const placeholder = '\uffff'
const charsOf = (units: readonly Unit[]): string =>
  units.map(({ char }) => (char.length === 1 ? char : placeholder)).join('')

/** Prepares a text for searching. */
export function searchableText(text: string): SearchableText {
  const units = unitsOf(text)
  const initials = units.map(({ sound }) => sound.charAt(0) || placeholder).join('')
  return { text, units, chars: charsOf(units), initials }
}

/** Prepares a query for searching. */
export function textQuery(query: string): TextQuery {
  const units = unitsOf(query)
  const letters = units.map((_, at) => {
    const end = units.findIndex((unit, other) => other >= at && !isLetter(unit))
    return units
      .slice(at, end < 0 ? units.length : end)
      .map(({ char }) => char)
      .join('')
  })
  return { units, chars: charsOf(units), letters, hasLetters: letters.some((run) => run !== '') }
}

/** The best match of a query in a text: by characters, otherwise by pinyin. Null for none. */
export function matchText(query: TextQuery, text: SearchableText): TextMatch | null {
  return query.units.length === 0 ? null : (typedMatch(query, text) ?? soundMatch(query, text))
}

/** The matched range of a text in code points of the original; null if it has none. */
export function rangeOf({ units }: SearchableText, { position, length }: TextMatch): [number, number] | null {
  const [first, last] = [units[position], units[position + length - 1]]
  return first && last ? [first.from, last.to] : null
}

const isOneLetter = ({ units: { length }, letters: [first] }: TextQuery): boolean => length === 1 && first !== ''

/** Matches by characters. A single letter in the middle of a name does not count. */
function typedMatch(query: TextQuery, { units, chars }: SearchableText): TextMatch | null {
  const { length } = query.units
  for (let position = chars.indexOf(query.chars); position >= 0; position = chars.indexOf(query.chars, position + 1)) {
    if (position > 0 && isOneLetter(query)) return null
    const isSame = query.units.every(({ char }, at) => units[position + at]?.char === char)
    if (isSame) return { position, length, isTyped: true }
  }
  return null
}

/** The first match by pinyin. */
function soundMatch(query: TextQuery, { units, chars, initials }: SearchableText): TextMatch | null {
  if (!query.hasLetters) return null
  const firstChar = query.chars.charAt(0)
  const text = query.letters[0] === '' ? chars : initials
  for (let position = text.indexOf(firstChar); position >= 0; position = text.indexOf(firstChar, position + 1)) {
    const match = matchFrom(query, units, position)
    if (!match) continue
    const { length, isTyped, isCertain } = match
    // One letter, an incomplete sound or two initials in the middle of a name do not count.
    if (position === 0 || (!isOneLetter(query) && (isCertain || length > 2))) return { position, length, isTyped }
  }
  return null
}

/** Quality of a match by pinyin. */
interface MatchQuality {
  isTyped: boolean
  /** Whether it includes a character or a complete sound, not only initials. */
  isCertain: boolean
}

interface PartialMatch extends MatchQuality {
  /** Index of the next unmatched unit of the query. */
  to: number
}

/** The shortest match of the whole query that starts at a position of the text. */
function matchFrom(
  query: TextQuery,
  units: readonly Unit[],
  position: number,
): (MatchQuality & { length: number }) | null {
  let partials: PartialMatch[] = [{ to: 0, isTyped: true, isCertain: false }]
  for (let at = position; at < units.length && partials.length > 0; at++) {
    const unit = units[at]
    const next: PartialMatch[] = []
    for (const before of partials) {
      for (const { to, isTyped, isCertain } of unit ? extensionsOf(query, before.to, unit) : [])
        addPartial(next, { to, isTyped: before.isTyped && isTyped, isCertain: before.isCertain || isCertain })
    }
    const end = next.find(({ to }) => to === query.units.length)
    if (end) return { length: at - position + 1, isTyped: end.isTyped, isCertain: end.isCertain }
    partials = next
  }
  return null
}

/** Adds a partial match; of two that reach the same unit of the query the better one stays. */
function addPartial(partials: PartialMatch[], partial: PartialMatch): void {
  const at = partials.findIndex(({ to }) => to === partial.to)
  const known = partials[at]
  if (!known) partials.push(partial)
  else if (isBetter(partial, known)) partials[at] = partial
}

const isBetter = (one: MatchQuality, other: MatchQuality): boolean =>
  one.isTyped === other.isTyped ? one.isCertain && !other.isCertain : one.isTyped

/** The ways in which one unit of the text can match the query from unit `from` on. */
function extensionsOf({ units, letters }: TextQuery, from: number, { char, sound }: Unit): PartialMatch[] {
  const queryUnit = units[from]
  if (!queryUnit) return []
  if (queryUnit.char === char) return [{ to: from + 1, isTyped: true, isCertain: true }]
  const typed = letters[from] ?? ''
  if (typed === '' || sound === char || !sound.startsWith(typed.charAt(0))) return []
  const partials: PartialMatch[] = [{ to: from + 1, isTyped: false, isCertain: sound.length === 1 }]
  if (/^[zcs]h/.test(sound) && typed.startsWith(sound.slice(0, 2)))
    partials.push({ to: from + 2, isTyped: false, isCertain: false })
  if (sound.length > 1 && typed.startsWith(sound))
    partials.push({ to: from + sound.length, isTyped: false, isCertain: true })
  const isLast = from + typed.length === units.length
  if (isLast && typed.length > 1 && typed.length < sound.length && sound.startsWith(typed))
    partials.push({ to: units.length, isTyped: false, isCertain: false })
  return partials
}
