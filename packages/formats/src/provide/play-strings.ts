import { tidyLine } from '../xmltv.ts'

/**
 * Play strings of the collection format: groups of episodes in one text. `$$$` separates groups, `#` episodes, `$` the name of
 * an episode from its address and from the player that it asks for. Nothing can be escaped in this format.
 */

export interface PlayEpisode {
  /** Position within the group, from 1: empty episodes leave holes, because addresses of pages count them. */
  readonly position: number
  readonly name: string
  readonly address: string
  /** The player that the episode asks for instead of its group's; or empty. */
  readonly player: string
}

export interface PlayGroup {
  /** Position among the groups, from 1. */
  readonly position: number
  /** Code of the player, such as `m3u8`; empty if the reply has fewer codes than groups. */
  readonly code: string
  readonly note: string
  readonly server: string
  readonly episodes: readonly PlayEpisode[]
}

/** The four parallel texts of a row. */
export interface PlayStrings {
  readonly from: string
  readonly url: string
  readonly note?: string
  readonly server?: string
}

/**
 * What is wrong with a play string. `size`: the rest was left out; `groups`: codes and groups differ in number; `address`: an
 * episode without a usable address, which leaves a hole; `long`: an address that is too long.
 */
export type PlayProblem = 'size' | 'groups' | 'address' | 'long'

export interface PlayFault {
  readonly problem: PlayProblem
  /** Positions from 1; 0 for the whole. */
  readonly group: number
  readonly episode: number
}

export const playLimits = {
  text: 4 * 1024 * 1024,
  groups: 64,
  episodes: 10_000,
  name: 200,
  address: 4000,
  faults: 100,
} as const

const GROUPS = '$$$'
/** Operators paste one episode a line. */
const EPISODES = /[#\r\n]/
const ADDRESS = /^(?:[a-z][a-z\d+.-]{1,15}:)?\/\/[^\s/]/i
const PLAYER = /^[\w-]{1,32}$/

const looksLikeAddress = (text: string): boolean => ADDRESS.test(text)

/** Repairs what other programs do to addresses: `||` for `//`, escaped ampersands, control characters. */
const tidyAddress = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufeff\u200b]+/gu, '')
    .trim()
    .replaceAll('||', '//')
    .replace(/&amp;/gi, '&')

/** The name of an episode that has none. */
const madeUpName = (position: number): string => `第${position}集`

/** Which field is the address: the second, or a later one if a name contains `$`. Without a name there is one field only. */
function addressField(fields: readonly string[]): number {
  if (fields.length < 2) return 0
  const found = fields.findIndex((field) => looksLikeAddress(tidyAddress(field)))
  return found < 0 ? 1 : found
}

function parseEpisode(text: string, position: number): PlayEpisode | 'address' | 'long' {
  const fields = text.split('$')
  const at = addressField(fields)
  const address = tidyAddress(fields[at] ?? '')
  if (address.length > playLimits.address) return 'long'
  // A text alone is an address only if it looks like one: it may be the rest of an address that contained a `#`.
  if (address === '' || /\s/.test(address) || (fields.length === 1 && !looksLikeAddress(address))) return 'address'
  const player = (fields[at + 1] ?? '').trim()
  const name = tidyLine(fields.slice(0, at).join('＄'), playLimits.name)
  return {
    position,
    name: name === '' ? madeUpName(position) : name,
    address,
    player: PLAYER.test(player) ? player : '',
  }
}

/** Codes may be joined by a comma where groups are joined by `$$$`: replies that were filtered by player are so. */
function codesOf(from: string, groups: number): string[] {
  const codes = from.split(GROUPS)
  const commaSeparated = from.split(',')
  return codes.length === 1 && groups > 1 && commaSeparated.length === groups ? commaSeparated : codes
}

/** Parses play strings. Never throws: what cannot be used is left out and named. */
export function parsePlayStrings({ from, url, note = '', server = '' }: PlayStrings): {
  groups: PlayGroup[]
  faults: PlayFault[]
} {
  const faults: PlayFault[] = []
  const addFault = (problem: PlayProblem, group = 0, episode = 0): void => {
    if (faults.length < playLimits.faults) faults.push({ problem, group, episode })
  }
  if (url.length > playLimits.text) addFault('size')
  const texts = url.slice(0, playLimits.text).split(GROUPS, playLimits.groups + 1)
  if (texts.length > playLimits.groups) addFault('size')
  const codes = codesOf(from.slice(0, playLimits.text), texts.length)
  if (url.trim() !== '' && codes.length !== texts.length) addFault('groups')
  const [notes, servers] = [
    note.slice(0, playLimits.text).split(GROUPS),
    server.slice(0, playLimits.text).split(GROUPS),
  ]
  let left: number = playLimits.episodes

  const groups = texts.slice(0, playLimits.groups).map((text, at): PlayGroup => {
    const parts = text.split(EPISODES, left + 1)
    if (parts.length > left) addFault('size', at + 1)
    const episodes: PlayEpisode[] = []
    for (const [index, part] of parts.slice(0, left).entries()) {
      // `a$x##b$y` has a hole, which is no fault.
      if (part.trim() === '') continue
      const episode = parseEpisode(part, index + 1)
      if (typeof episode === 'string') addFault(episode, at + 1, index + 1)
      else episodes.push(episode)
    }
    left -= Math.min(left, parts.length)
    return {
      position: at + 1,
      code: tidyLine(codes[at] ?? '', playLimits.name),
      note: tidyLine(notes[at] ?? '', playLimits.name),
      server: tidyLine(servers[at] ?? '', playLimits.name),
      episodes,
    }
  })
  return { groups: groups.filter(({ code, episodes }) => code !== '' || episodes.length > 0), faults }
}

/** Codes, notes and servers, which only `$$$` would break. */
const plainPart = (text: string): string => tidyLine(text, playLimits.name).replaceAll('$', '＄').replaceAll(',', '，')
const plainName = (text: string): string => tidyLine(text, playLimits.name).replaceAll('$', '＄').replaceAll('#', '＃')
const plainAddress = (text: string): string => tidyAddress(text).replaceAll('$', '%24').replaceAll('#', '%23')

function episodeText({ name, address, player }: PlayEpisode): string {
  const asked = PLAYER.test(player) ? `$${player}` : ''
  return `${plainName(name)}$${plainAddress(address)}${asked}`
}

function groupText(episodes: readonly PlayEpisode[], keepsHoles: boolean): string {
  if (!keepsHoles) return episodes.map(episodeText).join('#')
  const texts: string[] = []
  for (const episode of episodes) {
    while (texts.length < Math.min(episode.position, playLimits.episodes) - 1) texts.push('')
    texts.push(episodeText(episode))
  }
  return texts.join('#')
}

/**
 * Writes play strings. `#` and `$` are percent-encoded in addresses and replaced by their wide forms in names.
 * @param options.keepsHoles writes empty episodes, so that positions stay; television boxes show those as episodes
 */
export function writePlayStrings(
  groups: readonly PlayGroup[],
  { keepsHoles = false }: { keepsHoles?: boolean } = {},
): Required<PlayStrings> {
  const join = (partOf: (group: PlayGroup) => string): string => groups.map(partOf).join(GROUPS)
  return {
    from: join(({ code }) => plainPart(code)),
    url: join(({ episodes }) => groupText(episodes, keepsHoles)),
    note: join(({ note }) => plainPart(note)),
    server: join(({ server }) => plainPart(server)),
  }
}
