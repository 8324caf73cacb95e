import type { ChannelFoundBy, Marks } from '@yunmu/contract'
import { channelKey } from '@yunmu/formats'
import { unitsOf, type Unit } from '@yunmu/zh'

/** A text that queries are matched against. */
export interface SearchableText {
  text: string
  units: readonly Unit[]
  /** One UTF-16 code unit per unit, so that candidate positions can be found with the fast `indexOf`. */
  chars: string
  /** The first pinyin letter of each unit. */
  initials: string
}

/** A channel prepared for searching. */
export interface SearchableChannel {
  id: number
  number: number
  name: SearchableText
  aliases: readonly SearchableText[]
  /** The normal forms of its names (`channelKey`). */
  keys: readonly string[]
}

/** A query prepared for searching. */
export interface ChannelQuery {
  units: readonly Unit[]
  chars: string
  /** For each unit the run of Latin letters that starts there; empty if it is no letter. */
  letters: readonly string[]
  /** Whether the query contains Latin letters. */
  hasLetters: boolean
  key: string
  /** Null if the query is not a number. */
  number: number | null
}

/** A channel that matches. Marks highlight its name; they are empty if it matched `by` something else. */
export interface FoundChannel {
  id: number
  /** Whether the query is one of its names in normal form. */
  isNamed: boolean
  marks: Marks
  by: ChannelFoundBy | null
}

/** Where and how a query matches a text. */
interface Match {
  /** Position and length in units. */
  position: number
  length: number
  /** Matched by characters, not by pinyin. */
  isTyped: boolean
}

/** A match of one text of a channel. */
interface Candidate {
  kind: 'name' | 'alias' | 'programme'
  text: SearchableText
  match: Match
  rank: number
}

const kinds = ['name', 'alias', 'programme'] as const
const coverage = { whole: 0, beginning: 1, part: 2 } as const
/** Ranks; smaller is better. An exact number or name goes before every partial match. */
const numberRank = -2
const nameRank = -1
const rankOf = (isTyped: boolean, kind: Candidate['kind'], coverageRank: number): number =>
  ((isTyped ? 0 : 1) * kinds.length + kinds.indexOf(kind)) * 3 + coverageRank

const isLetter = ({ char }: Unit): boolean => /^[a-z]$/.test(char)
const numeral = /^\d{1,5}$/

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

export function channelQuery(query: string): ChannelQuery {
  const units = unitsOf(query)
  const letters = units.map((_, at) => {
    const end = units.findIndex((unit, other) => other >= at && !isLetter(unit))
    return units
      .slice(at, end < 0 ? units.length : end)
      .map(({ char }) => char)
      .join('')
  })
  const chars = charsOf(units)
  const hasLetters = letters.some((run) => run !== '')
  const number = numeral.test(chars) ? Number(chars) : null
  return { units, chars, letters, hasLetters, key: channelKey(query), number }
}

/**
 * The channels that match a query, best first: exact number; exact name or alias in normal form (`CCTV1` equals
 * 央视一套); characters in the name, an alias, the current programme; then the same by pinyin, complete or incomplete,
 * initials, or a mixture. Stable for equal ranks.
 */
export function findChannels(
  query: ChannelQuery,
  channels: readonly SearchableChannel[],
  programmeOf: (id: number) => SearchableText | null,
): FoundChannel[] {
  if (query.units.length === 0) return []
  return channels
    .flatMap((channel) => {
      const candidate = bestCandidate(query, channel, programmeOf(channel.id))
      const rank = channelRank(query, channel, candidate)
      return rank === null ? [] : [{ rank, found: toFoundChannel(query, channel, candidate) }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ found }) => found)
}

const isNamedBy = ({ key }: ChannelQuery, { keys }: SearchableChannel): boolean => keys.includes(key)

/** `CCTV` is a prefix of `CCTV10`; `CCTV1` is not, because it is another channel. */
const isPrefixOf = (prefix: string, key: string): boolean =>
  prefix.length > 1 && key.startsWith(prefix) && !(/\d$/.test(prefix) && /^\d/.test(key.slice(prefix.length)))

/** Null if the channel does not match. */
function channelRank(query: ChannelQuery, channel: SearchableChannel, candidate: Candidate | null): number | null {
  if (query.number === channel.number) return numberRank
  if (isNamedBy(query, channel)) return nameRank
  const prefix = channel.keys.some((key) => isPrefixOf(query.key, key))
    ? rankOf(true, 'name', coverage.beginning)
    : Infinity
  const least = Math.min(prefix, candidate?.rank ?? Infinity)
  return least === Infinity ? null : least
}

/** The best match of a channel's texts. */
function bestCandidate(
  query: ChannelQuery,
  { name, aliases }: SearchableChannel,
  programme: SearchableText | null,
): Candidate | null {
  let best = candidateIn(query, 'name', name)
  for (const alias of aliases) best = lowerRank(best, candidateIn(query, 'alias', alias))
  return programme ? lowerRank(best, candidateIn(query, 'programme', programme)) : best
}

const lowerRank = (one: Candidate | null, other: Candidate | null): Candidate | null =>
  one && (!other || one.rank <= other.rank) ? one : other

function candidateIn(query: ChannelQuery, kind: Candidate['kind'], text: SearchableText): Candidate | null {
  const match = typedMatch(query, text) ?? soundMatch(query, text)
  // A single matching character or sound in a programme's name is coincidence.
  if (!match || (kind === 'programme' && match.length < 2)) return null
  return { kind, text, match, rank: rankOf(match.isTyped, kind, coverageOf(match, text.units.length)) }
}

function coverageOf({ position, length }: Match, all: number): number {
  if (position > 0) return coverage.part
  return length === all ? coverage.whole : coverage.beginning
}

function toFoundChannel(query: ChannelQuery, channel: SearchableChannel, candidate: Candidate | null): FoundChannel {
  const { id, number, name } = channel
  const isNamed = isNamedBy(query, channel)
  const found = { id, isNamed, marks: [], by: null }
  const digits = String(number)
  if (candidate?.kind === 'name') return { ...found, marks: marksOf(candidate) }
  if (query.number === number) return { ...found, by: { kind: 'number', text: digits, marks: [[0, digits.length]] } }
  // An exact name may share no characters with the query, as CCTV1 and 央视一套.
  if (candidate === null || (isNamed && candidate.kind === 'programme'))
    return { ...found, marks: isNamed ? [[0, [...name.text].length]] : [] }
  return { ...found, by: { kind: candidate.kind, text: candidate.text.text, marks: marksOf(candidate) } }
}

function marksOf({ text: { units }, match: { position, length } }: Candidate): Marks {
  const [first, last] = [units[position], units[position + length - 1]]
  return first && last ? [[first.from, last.to]] : []
}

const isOneLetter = ({ units: { length }, letters: [first] }: ChannelQuery): boolean => length === 1 && first !== ''

/** Matches by characters. A single letter in the middle of a name does not count. */
function typedMatch(query: ChannelQuery, { units, chars }: SearchableText): Match | null {
  const { length } = query.units
  for (let position = chars.indexOf(query.chars); position >= 0; position = chars.indexOf(query.chars, position + 1)) {
    if (position > 0 && isOneLetter(query)) return null
    const isSame = query.units.every(({ char }, at) => units[position + at]?.char === char)
    if (isSame) return { position, length, isTyped: true }
  }
  return null
}

/** The first match by pinyin. */
function soundMatch(query: ChannelQuery, { units, chars, initials }: SearchableText): Match | null {
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
  query: ChannelQuery,
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
function extensionsOf({ units, letters }: ChannelQuery, from: number, { char, sound }: Unit): PartialMatch[] {
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
