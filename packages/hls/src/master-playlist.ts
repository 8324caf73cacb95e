import { checkedNumber, checkedUri, joinLines, quoted } from './playlist-text.ts'

export interface Rendition {
  readonly uri: string
  /** Peak bits per second, audio included. See `measureBandwidth`. */
  readonly bandwidth: number
  /** Bits per second, audio included. */
  readonly averageBandwidth: number
  /** RFC 6381, comma separated, including audio: `avc1.64001f,mp4a.40.2`. */
  readonly codecs: string
  readonly width: number
  readonly height: number
  /** Frames per second. */
  readonly frameRate: number
  readonly audioGroup?: string
  readonly subtitleGroup?: string
}

/** An audio or subtitle track. */
export interface Track {
  readonly group: string
  readonly uri: string
  /** Display name. Made unique within its group. */
  readonly name: string
  /** BCP 47; omitted from the playlist if malformed. */
  readonly language: string
  /** Only the first default of a group counts. */
  readonly isDefault: boolean
}

export interface MasterPlaylist {
  readonly renditions: readonly Rendition[]
  readonly audio: readonly Track[]
  readonly subtitles: readonly Track[]
}

const LANGUAGE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/

function nameTakenBy(names: Set<string>, name: string): string {
  let free = name
  for (let count = 2; names.has(free); count++) free = `${name} (${count})`
  names.add(free)
  return free
}

/** RFC 8216, section 4.3.4.1.1: names are unique in a group, and at most one member is the default. */
function trackLines(type: 'AUDIO' | 'SUBTITLES', tracks: readonly Track[]): string[] {
  const names = new Map<string, Set<string>>()
  const withDefault = new Set<string>()
  return tracks.map(({ group, uri, name, language, isDefault }) => {
    const groupId = quoted(group)
    const taken = names.get(groupId) ?? new Set()
    names.set(groupId, taken)
    const first = isDefault && !withDefault.has(groupId)
    if (first) withDefault.add(groupId)
    const label = nameTakenBy(taken, quoted(name).slice(1, -1) || language || type.toLowerCase())
    const attributes = [`TYPE=${type}`, `GROUP-ID=${groupId}`, `NAME=${quoted(label)}`]
    if (LANGUAGE.test(language)) attributes.push(`LANGUAGE="${language}"`)
    attributes.push(`DEFAULT=${first ? 'YES' : 'NO'}`, 'AUTOSELECT=YES')
    if (type === 'SUBTITLES') attributes.push('FORCED=NO')
    attributes.push(`URI="${checkedUri(uri)}"`)
    return `#EXT-X-MEDIA:${attributes.join(',')}`
  })
}

function groupAttribute(name: 'AUDIO' | 'SUBTITLES', group: string | undefined, tracks: readonly Track[]): string[] {
  if (group === undefined) return []
  if (!tracks.some((track) => track.group === group)) throw new RangeError(`no ${name} group has the id ${group}`)
  return [`${name}=${quoted(group)}`]
}

function renditionLines(rendition: Rendition, { audio, subtitles }: MasterPlaylist): string[] {
  const whole = (value: number, name: string) => Math.ceil(checkedNumber(value, 1, name))
  const attributes = [
    `BANDWIDTH=${whole(rendition.bandwidth, 'bandwidth')}`,
    `AVERAGE-BANDWIDTH=${whole(rendition.averageBandwidth, 'average bandwidth')}`,
    `CODECS=${quoted(rendition.codecs)}`,
    `RESOLUTION=${whole(rendition.width, 'width')}x${whole(rendition.height, 'height')}`,
    `FRAME-RATE=${checkedNumber(rendition.frameRate, 0, 'frame rate').toFixed(3)}`,
    ...groupAttribute('AUDIO', rendition.audioGroup, audio),
    ...groupAttribute('SUBTITLES', rendition.subtitleGroup, subtitles),
    'CLOSED-CAPTIONS=NONE',
  ]
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, checkedUri(rendition.uri)]
}

/**
 * Renders a master playlist (RFC 8216, section 4.3.4). Renditions stay in order; players start with the first.
 * @throws RangeError for an address or number that no valid playlist can contain, or a group without tracks
 */
export function renderMasterPlaylist(playlist: MasterPlaylist): string {
  return joinLines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...trackLines('AUDIO', playlist.audio),
    ...trackLines('SUBTITLES', playlist.subtitles),
    ...playlist.renditions.flatMap((rendition) => renditionLines(rendition, playlist)),
  ])
}
