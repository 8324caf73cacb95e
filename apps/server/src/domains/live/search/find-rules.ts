import type { ChannelFoundBy, Marks } from '@yunmu/contract'
import { channelKey } from '@yunmu/formats'
import { unitsOf, type Unit } from '@yunmu/zh'

/** A text that a channel is found by. */
export interface SearchableText {
  text: string
  units: readonly Unit[]
  /** One UTF-16 unit for each of them: where a query may begin is looked for in strings, which is quick. */
  chars: string
  /** The first letters of their sounds. */
  initials: string
}

/** A channel as it is looked for. */
export interface SearchableChannel {
  id: number
  number: number
  name: SearchableText
  aliases: readonly SearchableText[]
  /** The normal forms of its names (`channelKey`). */
  keys: readonly string[]
}

/** A query as channels are compared with it. */
export interface ChannelQuery {
  units: readonly Unit[]
  chars: string
  /** At each unit the letters from there on, up to the next that is none. */
  letters: readonly string[]
  /** Whether there are any. */
  hasLetters: boolean
  key: string
  /** Null where it is no number. */
  number: number | null
}

/** A channel that was found. Marks are those of its name, and empty where it was found `by` something else. */
export interface FoundChannel {
  id: number
  /** Whether the query is one of its names, however it is written. */
  isNamed: boolean
  marks: Marks
  by: ChannelFoundBy | null
}

/** How a query stands in a text. */
interface Match {
  /** In units. */
  position: number
  length: number
  /** Character by character, not by its sound. */
  isTyped: boolean
}

/** What matched of a channel. */
interface Candidate {
  kind: 'name' | 'alias' | 'programme'
  text: SearchableText
  match: Match
  rank: number
}

const kinds = ['name', 'alias', 'programme'] as const
const coverage = { whole: 0, beginning: 1, part: 2 } as const
/** Of ranks, the least first. What is named outright stands before all that matches somehow. */
const numberRank = -2
const nameRank = -1
const rankOf = (isTyped: boolean, kind: Candidate['kind'], coverageRank: number): number =>
  ((isTyped ? 0 : 1) * kinds.length + kinds.indexOf(kind)) * 3 + coverageRank

const isLetter = ({ char }: Unit): boolean => /^[a-z]$/.test(char)
const numeral = /^\d{1,5}$/

/** Stands for what is not one UTF-16 unit. */
const placeholder = '\uffff'
const charsOf = (units: readonly Unit[]): string =>
  units.map(({ char }) => (char.length === 1 ? char : placeholder)).join('')

/** A text with its units. */
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
 * The channels that a query finds, those that it names first: by number, by any of their names (`CCTV1` names 央视一套),
 * then by what stands in a name, in another name, in the name of the programme that is on; then the same by pinyin,
 * finished or not, by initials, or mixed. Equals stay in the order given.
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

/** `CCTV` is the beginning of `CCTV10`, `CCTV1` is another channel. */
const isPrefixOf = (prefix: string, key: string): boolean =>
  prefix.length > 1 && key.startsWith(prefix) && !(/\d$/.test(prefix) && /^\d/.test(key.slice(prefix.length)))

/** Null where it is not found. */
function channelRank(query: ChannelQuery, channel: SearchableChannel, candidate: Candidate | null): number | null {
  if (query.number === channel.number) return numberRank
  if (isNamedBy(query, channel)) return nameRank
  const prefix = channel.keys.some((key) => isPrefixOf(query.key, key))
    ? rankOf(true, 'name', coverage.beginning)
    : Infinity
  const least = Math.min(prefix, candidate?.rank ?? Infinity)
  return least === Infinity ? null : least
}

/** What the query matches best of a channel. */
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
  // A single character or sound of a programme is chance.
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
  // The same name may be written in a way that shares nothing with it.
  if (candidate === null || (isNamed && candidate.kind === 'programme'))
    return { ...found, marks: isNamed ? [[0, [...name.text].length]] : [] }
  return { ...found, by: { kind: candidate.kind, text: candidate.text.text, marks: marksOf(candidate) } }
}

function marksOf({ text: { units }, match: { position, length } }: Candidate): Marks {
  const [first, last] = [units[position], units[position + length - 1]]
  return first && last ? [[first.from, last.to]] : []
}

const isOneLetter = ({ units: { length }, letters: [first] }: ChannelQuery): boolean => length === 1 && first !== ''

/** Where a query stands in a text as it is typed. One letter in the middle of a name is chance. */
function typedMatch(query: ChannelQuery, { units, chars }: SearchableText): Match | null {
  const { length } = query.units
  for (let position = chars.indexOf(query.chars); position >= 0; position = chars.indexOf(query.chars, position + 1)) {
    if (position > 0 && isOneLetter(query)) return null
    const isSame = query.units.every(({ char }, at) => units[position + at]?.char === char)
    if (isSame) return { position, length, isTyped: true }
  }
  return null
}

/** The first place where a query stands in a text by its sound. */
function soundMatch(query: ChannelQuery, { units, chars, initials }: SearchableText): Match | null {
  if (!query.hasLetters) return null
  const firstChar = query.chars.charAt(0)
  const text = query.letters[0] === '' ? chars : initials
  for (let position = text.indexOf(firstChar); position >= 0; position = text.indexOf(firstChar, position + 1)) {
    const match = matchFrom(query, units, position)
    if (!match) continue
    const { length, isTyped, isCertain } = match
    // One letter, an unfinished sound or two initials in the middle of a name are chance.
    if (position === 0 || (!isOneLetter(query) && (isCertain || length > 2))) return { position, length, isTyped }
  }
  return null
}

/** How far a query has been followed into a text. */
interface MatchQuality {
  isTyped: boolean
  /** Whether any of it is a character or a whole sound, not initials alone. */
  isCertain: boolean
}

interface PartialMatch extends MatchQuality {
  /** The unit of the query that is next. */
  to: number
}

/** The shortest stretch of a text from a place on that takes the whole query up. */
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

/** Adds a step; of two that lead to the same place the surer one stays. */
function addPartial(partials: PartialMatch[], partial: PartialMatch): void {
  const at = partials.findIndex(({ to }) => to === partial.to)
  const known = partials[at]
  if (!known) partials.push(partial)
  else if (isBetter(partial, known)) partials[at] = partial
}

const isBetter = (one: MatchQuality, other: MatchQuality): boolean =>
  one.isTyped === other.isTyped ? one.isCertain && !other.isCertain : one.isTyped

/** The ways in which a unit of a text takes up what a query says from one of its units on. */
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
