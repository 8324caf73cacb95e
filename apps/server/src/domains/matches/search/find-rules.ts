import type { Marks } from '@yunmu/contract'
import { matchText, rangeOf, textQuery, type SearchableText } from '@yunmu/zh'

/** Pure rules of the search for teams, competitions and their matches. */

export type NameKind = 'team' | 'competition'

/** A team or competition prepared for searching. */
export interface SearchableName {
  kind: NameKind
  id: number
  name: SearchableText
  /** Its short name; null if it has none of its own. */
  short: SearchableText | null
}

/** A team or competition that a query finds. */
export interface FoundName {
  kind: NameKind
  id: number
  /** Its full name. */
  name: string
  /** Ranges of the name; empty if it was found by its short name. */
  marks: Marks
  /** The query is its name or short name. */
  isNamed: boolean
  /** Its name or short name begins as the query does. */
  isStrong: boolean
}

/** What a query asks for. */
export interface FoundSports {
  /** Best first. */
  names: FoundName[]
  /** For each word of the query the names that it finds: a match fits if each word is one of its teams or its competition. */
  words: (readonly FoundName[])[]
}

/** Names of a word: further ones are found by accident. */
const maxNames = 8
/** More words than teams and a competition ask for something else. */
const maxWords = 3
/** Shorter words occur in names by accident. */
const minWordLength = 2
/** Between the two teams of a query: 江海 对 北屿, 江海vs北屿. */
const separators = /(?:\s|[-–—:：,，、/]|vs\.?|对|對)+/iu

interface Candidate {
  rank: number
  found: FoundName
}

/** Ranks; smaller is better: by characters before by sound, then whole, beginning, part. */
const rankOf = (isTyped: boolean, coverage: number): number => (isTyped ? 0 : 3) + coverage

function candidateOf(query: ReturnType<typeof textQuery>, owner: SearchableName): Candidate | null {
  const candidates = [owner.name, owner.short].flatMap((text): Candidate[] => {
    const match = text && matchText(query, text)
    if (!match) return []
    const { position, length, isTyped } = match
    const isWhole = length === text.units.length
    const range = text === owner.name ? rangeOf(text, match) : null
    const found = {
      kind: owner.kind,
      id: owner.id,
      name: owner.name.text,
      marks: range ? [range] : [],
      isNamed: isWhole && (isTyped || query.units.length > length),
      isStrong: position === 0 && length >= minWordLength,
    }
    return [{ rank: rankOf(isTyped, position > 0 ? 2 : isWhole ? 0 : 1), found }]
  })
  return candidates.toSorted((one, other) => one.rank - other.rank)[0] ?? null
}

/** The names that a word finds, best first; of equal ones competitions, then shorter names, first. */
function findNames(word: string, names: readonly SearchableName[]): FoundName[] {
  const query = textQuery(word)
  const order = ({ found }: Candidate): number => (found.kind === 'competition' ? 0 : 1)
  return names
    .flatMap((name) => candidateOf(query, name) ?? [])
    .toSorted(
      (one, other) =>
        one.rank - other.rank || order(one) - order(other) || one.found.name.length - other.found.name.length,
    )
    .slice(0, maxNames)
    .map(({ found }) => found)
}

/**
 * The teams and competitions that a query names: as a whole, otherwise all of its words, which then are two teams, or a
 * competition and its teams. Nothing if one of the words finds nothing.
 */
export function findSports(query: string, names: readonly SearchableName[]): FoundSports {
  const nothing = { names: [], words: [] }
  const whole = findNames(query, names)
  if (whole.length > 0) return { names: whole, words: [whole] }
  const words = query.split(separators).filter((word) => word !== '')
  if (words.length < 2 || words.length > maxWords) return nothing
  if (words.some((word) => textQuery(word).units.length < minWordLength)) return nothing
  const found = words.map((word) => findNames(word, names))
  if (found.some((each) => each.length === 0)) return nothing
  const best = new Map(found.flatMap(([first]) => (first ? [[`${first.kind} ${first.id}`, first]] : [])))
  return { names: [...best.values()], words: found }
}
