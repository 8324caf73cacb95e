import type { ChannelFoundBy, Marks } from '@yunmu/contract'
import { channelKey } from '@yunmu/formats'
import { unitsOf, type Unit } from '@yunmu/zh'

/** A text that a channel is found by. */
export interface FindText {
  text: string
  units: readonly Unit[]
  /** One UTF-16 unit for each of them: where a query may begin is looked for in strings, which is quick. */
  signs: string
  /** The first letters of their sounds. */
  initials: string
}

/** A channel as it is looked for. */
export interface FindChannel {
  id: number
  number: number
  name: FindText
  aliases: readonly FindText[]
  /** The normal forms of its names (`channelKey`). */
  keys: readonly string[]
}

/** A query as channels are compared with it. */
export interface FindQuery {
  units: readonly Unit[]
  signs: string
  /** At each unit the letters from there on, up to the next that is none. */
  letters: readonly string[]
  /** Whether there are any. */
  isSpelled: boolean
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
  place: number
  length: number
  /** Character by character, not by its sound. */
  isTyped: boolean
}

/** What matched of a channel. */
interface Find {
  kind: 'name' | 'alias' | 'programme'
  text: FindText
  match: Match
  rank: number
}

const kinds = ['name', 'alias', 'programme'] as const
const extents = { whole: 0, beginning: 1, part: 2 } as const
/** Of ranks, the least first. What is named outright stands before all that matches somehow. */
const byNumber = -2
const named = -1
const rankOf = (isTyped: boolean, kind: Find['kind'], extent: number): number =>
  ((isTyped ? 0 : 1) * kinds.length + kinds.indexOf(kind)) * 3 + extent

const isLetter = ({ char }: Unit): boolean => /^[a-z]$/.test(char)
const numeral = /^\d{1,5}$/

/** Stands for what is not one UTF-16 unit. */
const otherSign = '\uffff'
const signsOf = (units: readonly Unit[]): string =>
  units.map(({ char }) => (char.length === 1 ? char : otherSign)).join('')

/** A text with its units. */
export function findTextOf(text: string): FindText {
  const units = unitsOf(text)
  const initials = units.map(({ sound }) => sound.charAt(0) || otherSign).join('')
  return { text, units, signs: signsOf(units), initials }
}

export function findQueryOf(query: string): FindQuery {
  const units = unitsOf(query)
  const letters = units.map((_, at) => {
    const end = units.findIndex((unit, other) => other >= at && !isLetter(unit))
    return units
      .slice(at, end < 0 ? units.length : end)
      .map(({ char }) => char)
      .join('')
  })
  const signs = signsOf(units)
  const isSpelled = letters.some((run) => run !== '')
  const number = numeral.test(signs) ? Number(signs) : null
  return { units, signs, letters, isSpelled, key: channelKey(query), number }
}

/**
 * The channels that a query finds, those that it names first: by number, by any of their names (`CCTV1` names 央视一套),
 * then by what stands in a name, in another name, in the name of the programme that is on; then the same by pinyin,
 * finished or not, by initials, or mixed. Equals stay in the order given.
 */
export function findChannels(
  query: FindQuery,
  channels: readonly FindChannel[],
  programmeOf: (id: number) => FindText | null,
): FoundChannel[] {
  if (query.units.length === 0) return []
  return channels
    .flatMap((channel) => {
      const find = bestFind(query, channel, programmeOf(channel.id))
      const rank = channelRank(query, channel, find)
      return rank === null ? [] : [{ rank, found: shown(query, channel, find) }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ found }) => found)
}

const isNamedBy = ({ key }: FindQuery, { keys }: FindChannel): boolean => keys.includes(key)

/** `CCTV` is the beginning of `CCTV10`, `CCTV1` is another channel. */
const isBegunBy = (begun: string, key: string): boolean =>
  begun.length > 1 && key.startsWith(begun) && !(/\d$/.test(begun) && /^\d/.test(key.slice(begun.length)))

/** Null where it is not found. */
function channelRank(query: FindQuery, channel: FindChannel, find: Find | null): number | null {
  if (query.number === channel.number) return byNumber
  if (isNamedBy(query, channel)) return named
  const begun = channel.keys.some((key) => isBegunBy(query.key, key))
    ? rankOf(true, 'name', extents.beginning)
    : Infinity
  const least = Math.min(begun, find?.rank ?? Infinity)
  return least === Infinity ? null : least
}

/** What the query matches best of a channel. */
function bestFind(query: FindQuery, { name, aliases }: FindChannel, programme: FindText | null): Find | null {
  let best = findIn(query, 'name', name)
  for (const alias of aliases) best = better(best, findIn(query, 'alias', alias))
  return programme ? better(best, findIn(query, 'programme', programme)) : best
}

const better = (one: Find | null, other: Find | null): Find | null =>
  one && (!other || one.rank <= other.rank) ? one : other

function findIn(query: FindQuery, kind: Find['kind'], text: FindText): Find | null {
  const match = typedMatch(query, text) ?? heardMatch(query, text)
  // A single character or sound of a programme is chance.
  if (!match || (kind === 'programme' && match.length < 2)) return null
  return { kind, text, match, rank: rankOf(match.isTyped, kind, extentOf(match, text.units.length)) }
}

function extentOf({ place, length }: Match, all: number): number {
  if (place > 0) return extents.part
  return length === all ? extents.whole : extents.beginning
}

function shown(query: FindQuery, channel: FindChannel, find: Find | null): FoundChannel {
  const { id, number, name } = channel
  const isNamed = isNamedBy(query, channel)
  const found = { id, isNamed, marks: [], by: null }
  const digits = String(number)
  if (find?.kind === 'name') return { ...found, marks: marksOf(find) }
  if (query.number === number) return { ...found, by: { kind: 'number', text: digits, marks: [[0, digits.length]] } }
  // The same name may be written in a way that shares nothing with it.
  if (find === null || (isNamed && find.kind === 'programme'))
    return { ...found, marks: isNamed ? [[0, [...name.text].length]] : [] }
  return { ...found, by: { kind: find.kind, text: find.text.text, marks: marksOf(find) } }
}

function marksOf({ text: { units }, match: { place, length } }: Find): Marks {
  const [first, last] = [units[place], units[place + length - 1]]
  return first && last ? [[first.from, last.to]] : []
}

const isOneLetter = ({ units: { length }, letters: [first] }: FindQuery): boolean => length === 1 && first !== ''

/** Where a query stands in a text as it is typed. One letter in the middle of a name is chance. */
function typedMatch(query: FindQuery, { units, signs }: FindText): Match | null {
  const { length } = query.units
  for (let place = signs.indexOf(query.signs); place >= 0; place = signs.indexOf(query.signs, place + 1)) {
    if (place > 0 && isOneLetter(query)) return null
    const isSame = query.units.every(({ char }, at) => units[place + at]?.char === char)
    if (isSame) return { place, length, isTyped: true }
  }
  return null
}

/** The first place where a query stands in a text by its sound. */
function heardMatch(query: FindQuery, { units, signs, initials }: FindText): Match | null {
  if (!query.isSpelled) return null
  const sign = query.signs.charAt(0)
  const text = query.letters[0] === '' ? signs : initials
  for (let place = text.indexOf(sign); place >= 0; place = text.indexOf(sign, place + 1)) {
    const way = wayThrough(query, units, place)
    if (!way) continue
    const { length, isTyped, isSure } = way
    // One letter, an unfinished sound or two initials in the middle of a name are chance.
    if (place === 0 || (!isOneLetter(query) && (isSure || length > 2))) return { place, length, isTyped }
  }
  return null
}

/** How far a query has been followed into a text. */
interface Way {
  isTyped: boolean
  /** Whether any of it is a character or a whole sound, not initials alone. */
  isSure: boolean
}

interface Step extends Way {
  /** The unit of the query that is next. */
  to: number
}

/** The shortest stretch of a text from a place on that takes the whole query up. */
function wayThrough(query: FindQuery, units: readonly Unit[], place: number): (Way & { length: number }) | null {
  let steps: Step[] = [{ to: 0, isTyped: true, isSure: false }]
  for (let at = place; at < units.length && steps.length > 0; at++) {
    const unit = units[at]
    const next: Step[] = []
    for (const before of steps) {
      for (const { to, isTyped, isSure } of unit ? stepsOf(query, before.to, unit) : [])
        take(next, { to, isTyped: before.isTyped && isTyped, isSure: before.isSure || isSure })
    }
    const end = next.find(({ to }) => to === query.units.length)
    if (end) return { length: at - place + 1, isTyped: end.isTyped, isSure: end.isSure }
    steps = next
  }
  return null
}

/** Adds a step; of two that lead to the same place the surer one stays. */
function take(steps: Step[], step: Step): void {
  const at = steps.findIndex(({ to }) => to === step.to)
  const known = steps[at]
  if (!known) steps.push(step)
  else if (surer(step, known)) steps[at] = step
}

const surer = (one: Way, other: Way): boolean =>
  one.isTyped === other.isTyped ? one.isSure && !other.isSure : one.isTyped

/** The ways in which a unit of a text takes up what a query says from one of its units on. */
function stepsOf({ units, letters }: FindQuery, from: number, { char, sound }: Unit): Step[] {
  const asked = units[from]
  if (!asked) return []
  if (asked.char === char) return [{ to: from + 1, isTyped: true, isSure: true }]
  const typed = letters[from] ?? ''
  if (typed === '' || sound === char || !sound.startsWith(typed.charAt(0))) return []
  const steps: Step[] = [{ to: from + 1, isTyped: false, isSure: sound.length === 1 }]
  if (/^[zcs]h/.test(sound) && typed.startsWith(sound.slice(0, 2)))
    steps.push({ to: from + 2, isTyped: false, isSure: false })
  if (sound.length > 1 && typed.startsWith(sound)) steps.push({ to: from + sound.length, isTyped: false, isSure: true })
  const isLast = from + typed.length === units.length
  if (isLast && typed.length > 1 && typed.length < sound.length && sound.startsWith(typed))
    steps.push({ to: units.length, isTyped: false, isSure: false })
  return steps
}
