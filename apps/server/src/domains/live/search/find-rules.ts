import type { ChannelFoundBy, Marks } from '@yunmu/contract'
import { channelKey } from '@yunmu/formats'
import { matchText, rangeOf, type SearchableText, textQuery, type TextMatch, type TextQuery } from '@yunmu/zh'

/** A channel prepared for searching. */
export interface SearchableChannel {
  id: number
  number: number
  name: SearchableText
  aliases: readonly SearchableText[]
  /** The normal forms of its names (`channelKey`). */
  keys: readonly string[]
}

/** A query prepared for searching channels. */
export interface ChannelQuery extends TextQuery {
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

/** A match of one text of a channel. */
interface Candidate {
  kind: 'name' | 'alias' | 'programme'
  text: SearchableText
  match: TextMatch
  rank: number
}

const kinds = ['name', 'alias', 'programme'] as const
const coverage = { whole: 0, beginning: 1, part: 2 } as const
/** Ranks; smaller is better. An exact number or name goes before every partial match. */
const numberRank = -2
const nameRank = -1
const rankOf = (isTyped: boolean, kind: Candidate['kind'], coverageRank: number): number =>
  ((isTyped ? 0 : 1) * kinds.length + kinds.indexOf(kind)) * 3 + coverageRank

const numeral = /^\d{1,5}$/

export function channelQuery(query: string): ChannelQuery {
  const text = textQuery(query)
  return { ...text, key: channelKey(query), number: numeral.test(text.chars) ? Number(text.chars) : null }
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
  const match = matchText(query, text)
  // A single matching character or sound in a programme's name is coincidence.
  if (!match || (kind === 'programme' && match.length < 2)) return null
  return { kind, text, match, rank: rankOf(match.isTyped, kind, coverageOf(match, text.units.length)) }
}

function coverageOf({ position, length }: TextMatch, all: number): number {
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

function marksOf({ text, match }: Candidate): Marks {
  const range = rangeOf(text, match)
  return range ? [range] : []
}
