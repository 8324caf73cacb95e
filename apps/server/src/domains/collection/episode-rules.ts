import type { PlayEpisode, ProvideVod } from '@yunmu/formats'

/** What a line of a title is called. */
export interface LineNaming {
  sourceName: string
  lineNames: Readonly<Record<string, string>>
  suffix: string
}

const maxNoteLength = 40

/** The names of a title's lines by their positions: what the operator says, else the name or the code that the source gives. */
function lineNamesOf(groups: ProvideVod['groups'], { sourceName, lineNames, suffix }: LineNaming): string[] {
  const seen = new Set<string>()
  return groups.map(({ code, note, position }) => {
    const own = Object.hasOwn(lineNames, code) ? lineNames[code] : undefined
    const word = note.slice(0, maxNoteLength).trim() || code
    const wanted = own ?? (word === '' && position === 1 ? sourceName : `${sourceName} ${word || position}`)
    // Two groups of one name would be one line, with the episodes of both.
    const name = seen.has(wanted) ? `${wanted} ${position}` : wanted
    seen.add(name)
    return suffix === '' ? name : `${name} ${suffix}`
  })
}

const EPISODE_NUMBERS = [
  /^第?\s*(\d{1,5})\s*[集话話回期]?(?:完结?|大结局|end)?$/iu,
  /^(?:ep?|episode)\.?\s*(\d{1,5})$/iu,
]

/** The number that an episode's name states: 第03集 is 3, 20240105期 is 20240105. Null if it states none. */
export function numberOfEpisode(name: string): number | null {
  const text = name.normalize('NFKC').trim()
  const date = /^第?((?:19|20)\d{2})[-./年]?(0[1-9]|1[0-2])[-./月]?(0[1-9]|[12]\d|3[01])日?\s*(?:期|$)/u.exec(text)
  if (date) return Number(`${date[1]}${date[2]}${date[3]}`)
  for (const pattern of EPISODE_NUMBERS) {
    const number = pattern.exec(text)?.[1]
    if (number !== undefined && Number(number) > 0) return Number(number)
  }
  return null
}

/**
 * The numbers of a group's episodes: those that their names state, if all state different ones, because sources insert and
 * sort episodes; else their positions.
 */
export function episodeLevels(episodes: readonly PlayEpisode[]): number[] {
  const stated = episodes.map(({ name }) => numberOfEpisode(name))
  const numbers = stated.filter((number) => number !== null)
  if (numbers.length === episodes.length && new Set(numbers).size === numbers.length) return numbers
  return episodes.map(({ position }) => position)
}

/** An episode of a draft with its address. */
export interface CollectedEpisode {
  source: string
  sourcePosition: number
  level: number
  name: string
  /** As the source has it; it may lack the scheme. */
  url: string
}

/** Later positions than those of lines that were added by hand. */
const firstPosition = 100

/** The episodes of all groups. Addresses of other schemes belong to players that the station does not have. */
export function episodesOf(vod: ProvideVod, naming: LineNaming): CollectedEpisode[] {
  const names = lineNamesOf(vod.groups, naming)
  return vod.groups.flatMap(({ position, episodes }, group) => {
    const playable = episodes.filter(({ address }) => /^(?:https?:)?\/\//iu.test(address))
    const levels = episodeLevels(playable)
    return playable.map(({ name, address }, at) => ({
      source: names[group] ?? '',
      sourcePosition: firstPosition + position,
      level: levels[at] ?? at + 1,
      name,
      url: address,
    }))
  })
}

const VERSION_IN_NAME = /国粤双语|国语|粤语|英语|日语|韩语|原声|未删减|导演剪辑版|加长版|重制版|[34][dk]/iu

/** Tells the lines of a second item of one source and one title apart: by its version, else by its id. */
export function suffixOf(vod: ProvideVod): string {
  return VERSION_IN_NAME.exec(vod.name)?.[0] ?? `#${vod.id}`
}
